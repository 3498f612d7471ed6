import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test, vi } from "vitest";
import { pageAt, pageTable } from "#app/page-table.server.ts";
import type { PageName } from "#app/pages.ts";
import { examples } from "#sandbox/portal/examples.ts";
import { journeyNamed, journeyNames } from "../../tools/journey/journey.ts";
import { asData, dataOf } from "../support/browser.ts";
import { entered } from "../support/offer.ts";
import { openApiProblems } from "../support/openapi-problems.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

interface Operation {
  parameters?: { name: string; in: string; schema: { example?: string } }[];
  requestBody?: {
    content: Record<
      string,
      {
        schema: { properties: Record<string, Schema>; required?: string[] };
        example?: Record<string, string>;
      }
    >;
  };
  responses: Record<string, { description: string; content?: Record<string, unknown> }>;
}
interface Schema {
  maxLength?: number;
  enum?: string[];
}

// The build, and the document's module, read the configuration.
vi.stubEnv("SANDBOX", "embedded");
afterAll(() => void vi.unstubAllEnvs());
const portal = await portalForTests();
const customer = portal.browser();
const served = await customer.get("/sandbox/openapi.json");
const document = dataOf(served) as {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
};
const templateOf = (path: string) => path.replace(/:(\w+)/g, "{$1}");
const body = (path: string) =>
  Object.values(document.paths[path]?.post?.requestBody?.content ?? {})[0]?.schema;

test("keeps Redocly's recommended rules", async () => {
  expect(await openApiProblems(document)).toEqual([]);
});

test("has every page of the build, and a post for each form", async () => {
  const file = join(
    process.env.BUILD_DIRECTORY ?? join(import.meta.dirname, "../../build"),
    "server/index.js",
  );
  const { routes } = (await import(pathToFileURL(file).href)) as {
    routes: Record<string, { module: { action?: unknown } }>;
  };
  const { pages } = await import("#app/pages.ts");
  const wanted = Object.entries(pages).map(([name, { path }]) => [
    templateOf(path),
    [...(name === "language" ? [] : ["get"]), ...(routes[name]?.module.action ? ["post"] : [])],
  ]);
  expect(
    Object.fromEntries(Object.entries(document.paths).map(([path, row]) => [path, Object.keys(row)])),
  ).toEqual({ ...Object.fromEntries(wanted), "/sandbox/clock": ["post"] });
});

test("has media types of what is no page, and of nothing else", async () => {
  const { pageOperations } = await import("#sandbox/portal/page-operations.server.ts");
  const looked = Object.entries(pageOperations).filter(([, { get }]) => get);
  const noPages = looked.filter(([name]) => pageTable[name as PageName].file.endsWith(".ts"));
  expect(looked.filter(([, { types }]) => types)).toEqual(noPages);
});

test("describes fields as their schemas do", () => {
  expect(document.openapi).toBe("3.1.0");
  const data = body("/angebot/{token}/meine-daten");
  expect(data?.properties.firstName).toMatchObject({ type: "string", maxLength: 50 });
  expect(Object.keys(data?.properties ?? {})).toEqual(
    expect.arrayContaining(Object.keys(entered.personalData)),
  );
  expect(data?.required).toEqual(expect.arrayContaining(["firstName", "email"]));
  expect(data?.required).not.toContain("title");
  expect(body("/angebot/{token}/zahlung")?.properties.paymentMethod?.enum).toContain("paypal");
  expect(body("/kuendigung")?.required).toBeUndefined();
  expect(document.paths["/angebot/{token}"]?.get?.responses["410"]?.description).toContain("OfferExpired");
});

test("names the media type that each answer has", async () => {
  const typesOf = (path: string, method: string, status: string) =>
    Object.keys(document.paths[path]?.[method]?.responses[status]?.content ?? {});
  const data = "/angebot/{token}/meine-daten";
  expect(typesOf(data, "get", "200"), "a text or a page would have to be told apart").toEqual([
    "application/json",
  ]);
  expect(document.paths[data]?.get?.responses["200"]?.description).not.toContain("PaymentAborted");
  expect(document.paths[data]?.post?.responses).not.toHaveProperty("200");
  const open = await customer.get("/angebot/demo~types");
  expect(open.status).toBe(200);
  const refused = await customer.post("/angebot/demo~types/meine-daten", { email: "x" }, asData);
  expect(typesOf(data, "post", "422")).toEqual(["application/json", "application/problem+json"]);
  expect([refused.status, refused.headers.get("content-type")]).toEqual([422, "application/json"]);
  const archive = await customer.get("/angebot/demo~types/dokumente");
  expect(archive.headers.get("content-type")).toContain(
    typesOf("/angebot/{token}/dokumente", "get", "200")[0],
  );
  const calendar = await customer.get("/idv/demo~types/kalender");
  expect(calendar.headers.get("content-type")).toContain(typesOf("/idv/{token}/kalender", "get", "200")[0]);
});

test("knows every field that a journey sends", async () => {
  const sent = journeyNames()
    .map(journeyNamed)
    .flatMap(({ steps }) => steps.flatMap((step) => ("send" in step ? Object.keys(step.send) : [])));
  const known = Object.keys(document.paths).flatMap((path) => Object.keys(body(path)?.properties ?? {}));
  const names = sent.map((name) => name.replace(/\?$/, "")).filter((name) => name !== "action");
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
});

test.each([
  ["/angebot/demo~openapi", "Page"],
  ["/angebot/demo~openapi/meine-daten", "Page"],
  ["/angebot/demo~openapi/zahlung", "Redirect"],
  ["/angebot/state-DOWNTIME", "Problem"],
  ["/idv/demo~openapi", "Page"],
  ["/idv/success/erfolgreich", "Page"],
  ["/kuendigung", "Page"],
  ["/email-ablehnung", "Problem"],
] as const)("%s answers as described: %s", async (path, kind) => {
  const { answers } = await import("#sandbox/portal/openapi.server.ts");
  const answer = await customer.get(path, asData);
  expect(answers[kind].safeParse(dataOf(answer)).error).toBeUndefined();
});

const shown = examples.flatMap(({ name, path, post, status, state = "" }) => {
  const page = path.startsWith("/sandbox") ? undefined : pageAt(path.replace(/\?.*/, ""));
  return page ? [{ name, at: templateOf(page.path), method: post ? "post" : "get", status, state }] : [];
});

test.each(shown)("has the status and the state of $name", ({ at, method, status, state }) => {
  const described = document.paths[at]?.[method]?.responses[String(status)];
  expect(described).toBeDefined();
  if (status !== 200 && status !== 202) expect(described?.description).toContain(state);
});

test("pages that are the same for everybody fail in no way of their own", () => {
  for (const { path, cacheable } of Object.values(pageTable)) {
    if (!cacheable) continue;
    const statuses = Object.keys(document.paths[templateOf(path)]?.get?.responses ?? {});
    expect(statuses).toEqual(["200", "302", "4XX", "default"]);
  }
});

test("docs/form-posts.md has every form, but for buttons that lead back into a journey", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/form-posts.md"), "utf8");
  const byLetter = [...page.matchAll(/\b([A-Z])=(\/\S+)/g)];
  const commands = byLetter.reduce((text, [, name, path = ""]) => text.replaceAll(`$${name}`, path), page);
  const named = [...commands.matchAll(/"(?:\$B)?(\/[^"?\s]*)/g)].map(([, path = ""]) => pageAt(path)?.name);
  const forms = Object.values(pageTable).filter(({ path }) => document.paths[templateOf(path)]?.post);
  const unnamed = forms.map(({ path }) => pageAt(path)?.name).filter((name) => !named.includes(name));
  expect(unnamed).toEqual(["offer-preview", "offer-error", "handed-over"]);
});

const formsWithExample = Object.entries(document.paths).flatMap(([path, { post }]) => {
  const [content] = Object.values(post?.requestBody?.content ?? {});
  const token = post?.parameters?.find(({ in: place, schema }) => place === "path" && schema.example);
  return content?.example ? [{ path, token: token?.schema.example ?? "", value: content.example }] : [];
});

test("has an example of each form that can be filled without its page, and needs no file", () => {
  const forms = Object.keys(document.paths).filter((path) => document.paths[path]?.post);
  expect(forms.filter((path) => !formsWithExample.some((one) => one.path === path))).toEqual([
    "/kuendigung/bestaetigung",
    "/selfcarekuendigung",
    "/selfcarekuendigung/bestaetigung",
  ]);
  expect(body("/selfcarekuendigung")?.required).toEqual(["prefill"]);
});

/** How a post ends that does not lead on. */
const otherEnds: Record<string, number> = {
  // Its code is made for one customer.
  "/angebot/{token}/weitermachen/{code}": 404,
  "/eingaben-loeschen": 200,
  // Scripts get data, browsers a page.
  "/sandbox/clock": 200,
};

test("each example, posted in the order of the document, is accepted", async () => {
  const reader = portal.browser();
  const ends: Record<string, number> = {};
  for (const { path, token, value } of formsWithExample) {
    const address = path.replace(/\{(token|id)\}/, token).replace("{code}", "bcdfghjk23");
    const query = ["/email-ablehnung", "/einwilligungen"].includes(path) ? "?token=demo~api&brand=o2" : "";
    if (path.startsWith("/angebot/{token}/")) await reader.get(`/angebot/${token}`);
    await reader.get(`${address}${query}`, { follow: true });
    const answer = await reader.post(`${address}${query}`, value);
    ends[path] = answer.status;
    expect(answer.location ?? "").not.toMatch(/error|fehler/);
  }
  const wanted = formsWithExample.map(({ path }) => [path, otherEnds[path] ?? 303]);
  expect(ends).toEqual(Object.fromEntries(wanted));
});
