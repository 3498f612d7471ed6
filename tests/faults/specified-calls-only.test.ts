import { execFile } from "node:child_process";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { afterAll, expect, test } from "vitest";
import { calls } from "#app/backend/contract/calls.ts";
import { createSandbox } from "#sandbox/app.ts";
import { journeyNames } from "../../tools/journey/journey.ts";
import type { Run } from "../../tools/journey/report.ts";
import { linkTo } from "../support/browser.ts";
import { runCommand } from "../support/command.ts";
import { fresh } from "../support/fresh.ts";
import { entered, goToSummary } from "../support/offer.ts";
import { patienceMs } from "../support/patience.ts";
import { node, sessionSecret } from "../support/portal.ts";
import { portalApart } from "../support/portal-apart.ts";
import { logged } from "../support/scenes.ts";
import { declaration, idOf } from "../support/termination.ts";

/**
 * A provider with the calls of specification §7 and no others: each of ours is answered as its server answers what it
 * does not have (decision 0127).
 */
const additions = Object.values(calls)
  .filter(({ addition }) => addition)
  .map(logged);
const asked: { call: string; key: unknown; status: number }[] = [];
/** One way of not having a call after the other. */
const missing = [404, 405, 501];
function specifiedAt(publicUrl: string): RequestListener {
  const sandbox = createSandbox({ database: ":memory:", publicUrl });
  afterAll(() => sandbox.close());
  const passOn = getRequestListener(sandbox.app.fetch);
  return (request, response) => {
    const call = `${request.method} ${request.url}`;
    response.on("finish", () =>
      asked.push({ call, key: request.headers["idempotency-key"], status: response.statusCode }),
    );
    if (!additions.some((one) => one.test(call))) return passOn(request, response);
    const status = missing[asked.length % missing.length] ?? 404;
    request.resume();
    response.writeHead(status, { "Content-Type": "text/html" }).end("<h1>Not here</h1>");
  };
}
const { portal, origin } = await portalApart(specifiedAt, { DECLARATION_RETRY_MS: "10" });

const root = join(import.meta.dirname, "../..");
const command = (...args: string[]) =>
  runCommand("declarations", args, {
    API_BASE_URL: origin,
    LOG_LEVEL: "silent",
    DECLARATION_STORE: `sqlite:${join(portal.folder, "declarations.sqlite")}`,
    SESSION_SECRET: sessionSecret,
  });
const rowOf = (id: string) =>
  command()
    .stdout.split("\n")
    .map((line) => line.split("\t"))
    .find((row) => row[0] === id);

/** These are about a call that is not there. */
const beyondSpecification = ["consents", "offer-number"];

test("every other journey passes, and acts once", async () => {
  const said = await new Promise<string>((resolve) => {
    const args = [
      join(root, "tools/journey/main.ts"),
      "--base",
      portal.origin,
      "--sandbox",
      origin,
      ...journeyNames().filter((name) => !beyondSpecification.includes(name)),
      "--json",
    ];
    execFile(node, args, { maxBuffer: 10_000_000 }, (_, stdout) => resolve(stdout));
  });
  const surprises = (JSON.parse(said) as Run[]).flatMap(({ journey, row, steps }) =>
    steps.flatMap(({ label, difference }) =>
      difference ? [`${journey} ${row}, ${label}: ${difference}`] : [],
    ),
  );
  expect(surprises).toEqual([]);
  const acted = asked.filter(({ call, key, status }) => key && !call.startsWith("GET") && status < 300);
  const twice = acted.filter((one, at) => acted.findIndex(({ key }) => key === one.key) !== at);
  expect(acted.length).toBeGreaterThan(5);
  expect(twice).toEqual([]);
});

test("a coupon is shown without its document, and its mail is not said to be sent", async () => {
  const customer = portal.browser();
  const path = `/idv/${fresh("post-ident")}/post-ident`;
  const page = await customer.get(path);
  const pdf = await customer.get(linkTo(page, "Coupon als PDF"), { follow: true });
  expect([pdf.status, pdf.name]).toEqual([200, "idv-post-ident"]);
  expect(pdf.text).toContain("Diese Seite gilt genauso");
  const mailed = await customer.submit(page, {}, { follow: true });
  expect(mailed.text).toContain("Der Coupon ließ sich gerade nicht senden");
  expect(mailed.text).toMatch(/Vorgangsnummer\s*\d{4}/);
});

test("an order and a preview are put back to their start", async () => {
  const customer = portal.browser();
  const token = fresh();
  await customer.submit(await goToSummary(customer, token, entered.card));
  const open = await customer.get(`/angebot/${token}/danke`);
  expect(open.state).toBe("PaymentOpen");
  expect((await customer.submit(open, {}, { follow: true })).name).toBe("payment");
  const preview = await customer.get(`/angebot/preview/${token}`);
  expect((await customer.submit(preview, {}, { follow: true })).text).toContain("zurückgesetzt");
});

test("a withdrawal is left to staff after ten attempts, says so, and is on the operator's list until it is done", async () => {
  const fields = declaration({ lastName: "Unverwechselbar", contractReference: "Handyvertrag" });
  const { location = "" } = await portal.browser().post("/widerruf", fields);
  const id = idOf(location);
  const attempts = () => asked.filter(({ call }) => call.startsWith("POST") && call.includes(id)).length;
  const page = () => portal.browser().get(location);
  const first = await page();
  expect([first.status, first.heading]).toEqual([200, "Ihr Widerruf ist eingegangen"]);
  expect(first.text).not.toContain("nicht erreichbar");
  await expect.poll(attempts, { timeout: 4 * patienceMs }).toBe(10);
  const byHand = "Unsere Mitarbeiterinnen und Mitarbeiter geben sie weiter.";
  await expect.poll(async () => (await page()).text).toContain(byHand);
  const text = await portal.browser().get(location.replace("?", "/text?"));
  expect(Buffer.from(text.body).toString()).toContain("Mitarbeiterinnen und Mitarbeiter");
  expect(rowOf(id)?.slice(0, 4)).toEqual([id, "withdrawal", "o2", "byHand"]);
  expect(JSON.parse(command("export", id, "--yes").stdout)).toMatchObject({
    state: "byHand",
    body: { lastName: "Unverwechselbar", contractReference: "Handyvertrag", email: "ada@example.com" },
  });
  // Probes are answered from one look a second.
  const ready = async () => (await fetch(`${portal.origin}/health/ready`)).json();
  await expect.poll(ready).toMatchObject({ declarations: { waiting: 0, byHand: expect.any(Number) } });
  const before = attempts();
  expect(command("done", id).status).toBe(0);
  expect(command("done", id).status).toBe(1);
  const done = await page();
  expect(done.text).not.toContain("geben Ihre Erklärung weiter");
  expect([rowOf(id), attempts(), before]).toEqual([undefined, 10, 10]);
  expect(done.html).not.toContain("/anbieter");
});
