import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { pageTable } from "#app/page-table.server.ts";
import { eventually } from "../support/eventually.ts";
import { copyOfSources, startByNpm } from "../support/npm.ts";

// One development server for all, as its start costs most: a copy of the sources with one more language, in which the
// loader of each constant page looks at its visitor as a test says.
const { folder, remove } = copyOfSources();
afterAll(remove);
const read = (file: string) => readFileSync(join(folder, file), "utf8");
const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
function change(file: string, from: string, to: string) {
  expect(read(file)).toContain(from);
  write(file, read(file).replace(from, to));
}

// What the recipe for a language asks for (docs/architecture.md): a row, a folder with what is translated so far, and a
// brand that speaks it.
const polish = `pl: { name: "Polski", tag: "pl-PL", date: "24.12.2026", clock: "", zones: ["CET", "CEST"] },`;
change("app/domain/languages.ts", "} as const satisfies Record", `${polish}\n} as const satisfies Record`);
const title = "Wypowiedz umowę";
mkdirSync(join(folder, "locales/pl"));
write("locales/pl/termination.json", JSON.stringify({ form: { title } }));
const spoken = '"availableLanguages": ["de", "en"';
change("brands/ortel/brand.json", spoken, `${spoken}, "pl"`);
const inGerman = JSON.parse(read("locales/de/termination.json")).form;

const constant = Object.values(pageTable).filter(({ cacheable }) => cacheable);
for (const { file } of constant) {
  const source = read(`app/routes/${file}`);
  const renamed = source.replace(/export ((?:async )?function) loader\(/, "$1 loaderBefore(");
  expect(renamed).not.toBe(source);
  write(
    `app/routes/${file}`,
    `import { look } from "#app/look.server.ts";
${renamed}
export async function loader(args: Route.LoaderArgs) {
  await look(args.context);
  return loaderBefore(args);
}
`,
  );
}
const look = (reads: string) =>
  write(
    "app/look.server.ts",
    `import { sessionContext } from "#app/request/context.server.ts";
import { visitorContext } from "#app/request/visitor.server.ts";
export const look = async (context) => { ${reads} };
`,
  );
look("");

const portal = await startByNpm(folder, ["run", "dev"], "The portal is at");
afterAll(portal.stop);
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(portal.origin + path, { headers, redirect: "manual" });
const page = async (path: string, headers?: Record<string, string>) => (await get(path, headers)).text();

test("the sandbox and its pages are there", async () => {
  expect(await page("/sandbox")).toContain("/angebot/demo");
  expect(await page("/angebot/demo")).toContain('data-page="offer"');
});

describe("a language that was added", () => {
  const isPolish = '<html lang="pl"';
  const post = (path: string, body: BodyInit, headers = {}) =>
    fetch(portal.origin + path, { method: "POST", body, headers, redirect: "manual" });

  test("has its texts, German where it has none, and the browsers that ask for it", async () => {
    const form = await page("/pl/kuendigung?brand=ortel");
    for (const text of [isPolish, title, inGerman.submit]) expect(form).toContain(text);
    const home = await page("/?brand=ortel", { "Accept-Language": "pl-PL" });
    for (const text of [isPolish, "Polski"]) expect(home).toContain(text);
    const elsewhere = await get("/pl/kuendigung?brand=o2");
    expect([elsewhere.status, elsewhere.headers.get("Location")]).toEqual([302, "/kuendigung?brand=o2"]);
  });

  test("is that of a receipt, of the host's error pages and of both descriptions of APIs", async () => {
    const person = { firstName: "Ada", lastName: "Test", customerNumber: "4711", email: "ada@example.com" };
    const fields = { serviceType: "prepaid", cancellationType: "regular", ...person };
    const posted = await post("/pl/kuendigung?brand=ortel", new URLSearchParams(fields));
    expect(posted.status).toBe(303);
    const receipt = await get(posted.headers.get("Location") ?? "");
    expect([receipt.status, await receipt.text()]).toEqual([200, expect.stringContaining(isPolish)]);
    const noForm = await post("/pl/widerruf?brand=ortel", "x", { Accept: "text/html" });
    expect([noForm.status, await noForm.text()]).toEqual([415, expect.stringContaining(isPolish)]);
    for (const path of ["/openapi.json", "/sandbox/openapi.json"])
      expect(JSON.stringify(JSON.parse(await page(path))), path).toContain('"pl"');
  });
});

const agent = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36";
const caching = (headers: Record<string, string> = {}) =>
  Promise.all(
    constant.map(async ({ path }) => {
      const answer = await get(path, { "User-Agent": agent, ...headers });
      return `${answer.headers.get("Cache-Control")}; ${answer.headers.get("Vary")}`;
    }),
  );
const own = /^no-store/;
const shared = /^public/;
const sharedWithoutCookies = /^public.*\bCookie\b/;
const cookie = { Cookie: "newsletter=yes" };

test.each<[string, reads: string, headers: Record<string, string>, RegExp, withoutHeaders: RegExp]>([
  ["nothing", "", cookie, shared, shared],
  ["a cookie", 'context.get(visitorContext).cookie("newsletter")', cookie, own, sharedWithoutCookies],
  ["a header", 'context.get(visitorContext).header("Referer")', {}, own, own],
  [
    "the session",
    'await context.get(sessionContext).read({ name: "newsletter", decode: String })',
    { Cookie: "sid=x" },
    /^private.*\bCookie\b/,
    sharedWithoutCookies,
  ],
])("constant pages that look at %s", async (_, reads, headers, seen, seenWithout) => {
  // Written at each look: a watcher on a busy machine may miss one of two changes.
  await eventually(async () => {
    look(reads);
    return (await caching(headers)).every((one) => seen.test(one));
  });
  for (const one of await caching()) expect(one).toMatch(seenWithout);
});

test.each<[string, path: string, file: string, from: string, to: string, seen: string]>([
  [
    "a component",
    "/kuendigung",
    "app/shell/page-footer.tsx",
    '="footer">',
    '="footer of-a-change">',
    "of-a-change",
  ],
  ["a constant page's component", "/", "app/routes/home/home.tsx", '"lead"', '"lead anew"', "lead anew"],
  [
    "a kept page's component",
    "/angebot/demo",
    "app/routes/offer/entry/offer.tsx",
    '"link-rows"',
    '"link-rows kept"',
    "link-rows kept",
  ],
  ["a text", "/", "locales/de/home.json", "Was möchten Sie erledigen?", "Was steht an?", "Was steht an?"],
  ["a theme", "/angebot/demo", "brands/o2/theme.css", "-button: 2rem", "-button: 2.125rem", "2.125rem"],
  [
    "a loader",
    "/idv/demo",
    "app/shell/shell-facts.server.ts",
    "      favicon,\n",
    '      favicon: "/by-the-loader.svg",\n',
    'href="/by-the-loader.svg"',
  ],
])("%s changes without a restart", async (_, path, file, from, to, seen) => {
  expect(await page(path)).not.toContain(seen);
  change(file, from, to);
  await eventually(async () => (await page(path)).includes(seen));
});
