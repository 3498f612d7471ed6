import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, onTestFinished, test } from "vitest";
import type { ReportRow } from "../../tools/check-provider/report.ts";
import { readTokens } from "../../tools/check-provider/tokens.ts";
import { json, startFaultProxy } from "../support/fault-proxy.ts";
import { freePort } from "../support/free-port.ts";
import { fresh } from "../support/fresh.ts";
import { node } from "../support/portal.ts";
import { deviations } from "../support/provider/deviations.ts";
import { links, startProvider } from "../support/provider/server.ts";
import { acceptanceForTest } from "../support/sandbox.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const main = join(import.meta.dirname, "../../tools/check-provider/main.ts");
const folder = temporaryFolder();
const sandbox = await startFaultProxy();
afterAll(sandbox.stop);

/** `npm run check-provider` as a provider's team calls it. */
function check(url: string, tokens: object | string, ...args: string[]) {
  const file = join(folder, `${fresh()}.json`);
  writeFileSync(file, typeof tokens === "string" ? tokens : JSON.stringify(tokens));
  return new Promise<{ code: number; said: string; complained: string }>((resolve) => {
    execFile(node, [main, "--url", url, "--tokens", file, ...args], (error, said, complained) =>
      resolve({ code: error ? Number(error.code) : 0, said, complained }),
    );
  });
}
const rowsOf = (said: string) => JSON.parse(said) as ReportRow[];

/** The file that the document shows. */
const [, example = ""] =
  /```json\n(.*?)```/s.exec(
    readFileSync(join(import.meta.dirname, "../../docs/check-provider.md"), "utf8"),
  ) ?? [];

test("the sandbox answers everything as the portal reads it", async () => {
  const ordered = await fetch(`${sandbox.origin}/api/offer/accept/demo~checked`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(acceptanceForTest()),
  });
  expect(ordered.status).toBe(200);
  const { code, said } = await check(sandbox.origin, example, "--act");
  expect(said).toContain(" 0 read with deviations, 0 not usable, 0 left out, 2 skipped");
  expect(said).toMatch(/– +GET \/api\/auth\/token *\n +skipped: no link: code\n/);
  expect(said).toMatch(/– +POST \/api\/offer\/porting\/\{id\} *\n +skipped: an order without a number/);
  expect(said.match(/idempotency key honoured/g)).toHaveLength(6);
  expect(said).not.toMatch(/demo~|state-OFFER/);
  expect(said).not.toContain("wrong:");
  expect(said.match(/assumed: .*: holds /g)).toHaveLength(3);
  expect(said).not.toContain("DOES NOT HOLD");
  const order = said.split("\n").slice(said.split("\n").findIndex((line) => line.includes("/accept/")));
  const done = "confirmation (confirmation or the payment page)";
  const asked = `asked back: did → ${done}`;
  const unclear = ["409 for what is known", "bare 400", "bare 404", "gateway's 409", "bare 410", "bare 422"];
  expect(order.slice(1, 16).map((line) => line.trim())).toEqual([
    `the same key again: did → ${done}`,
    `the same key twice at once: did → ${done}`,
    `the same key twice at once: did → ${done}`,
    `lost answer: pending, ${asked}`,
    `answer as 201: did → ${done}`,
    `answer as 202: did → ${done}`,
    `answer as an empty 204, said to be packed: did → ${done}`,
    ...unclear.map((fault) => `${fault}: unclear, ${asked}`),
    `gateway's 502: pending, ${asked}`,
    `another key, 410: unclear, ${asked}`,
  ]);
  expect(said).toContain("bare 404: unclear → waiting, sent again → confirmation (offer-preview, reset)");
  expect(code).toBe(0);
});

test("a provider that takes the same order twice, under any key, keeps none of what orders assume", async () => {
  const rule = sandbox.strike({
    call: /POST .*\/accept\//,
    fault: ({ response }) => void response.writeHead(200).end(JSON.stringify({ orderId: fresh() })),
  });
  onTestFinished(() => rule.end());
  const { code, said } = await check(sandbox.origin, { act: { order: fresh() } }, "--act");
  expect(said).toContain(
    "at least one under the same key: DOES NOT HOLD (another key is taken, keys not honoured)",
  );
  expect(said).toContain("what is ordered cannot be ordered: DOES NOT HOLD");
  expect(code).toBe(3);
});

/** Links of its own for each run. */
function foreignTokens() {
  const own = (name: keyof typeof links) => `${links[name]}-${fresh()}`;
  return {
    offer: own("knownCustomer"),
    idv: own("idv"),
    customer: own("customer"),
    prefill: links.prefill,
    novum: links.novum,
    refused: { OfferExpired: "expired.1", OfferBlocked: "blocked.1", Downtime: "down.1" },
    act: {
      order: own("newCustomer"),
      reset: own("newCustomer"),
      idv: own("idv"),
      customer: own("customer"),
      prefill: links.prefill,
      decline: "any",
    },
  };
}

test("the foreign provider's answers are usable, with exactly its own deviations", async () => {
  const foreign = await startProvider({ words: "full" });
  onTestFinished(() => foreign.stop());
  const { code, said } = await check(foreign.origin, foreignTokens(), "--act", "--json");
  const odd = rowsOf(said).filter(({ deviations }) => deviations.length > 0);
  const nameOf = ({ call, label, state }: ReportRow) =>
    [call, label === "refused" ? state : label].filter(Boolean).join(" ");
  const reported = odd.map((row): [string, object] => [
    nameOf(row),
    Object.fromEntries(row.deviations.map(({ path, what }) => [path, what])),
  ]);
  expect(Object.fromEntries(reported)).toEqual(deviations);
  expect(rowsOf(said).filter(({ outcome }) => outcome === "unusable")).toEqual([]);
  expect(rowsOf(said).filter(({ told }) => told?.some(({ page }) => page === "refused"))).toEqual([]);
  expect(code).toBe(1);
});

test("a provider of plain words is no failure: its bare answers and its lag are named", async () => {
  const foreign = await startProvider();
  onTestFinished(() => foreign.stop());
  const { code, said } = await check(foreign.origin, foreignTokens(), "--act", "--json");
  const acted = rowsOf(said).filter(({ words }) => words?.length);
  expect(acted.map(({ call }) => call)).toEqual([
    "POST /api/offer/accept/{id}",
    "POST /api/idv/{id}/methods",
    "POST /api/{brand}/customer/details/{id}",
    "POST /api/{brand}/contracttermination/{id}",
    "POST /api/{brand}/prefilledcontracttermination/{id}",
    "POST /api/{brand}/withdrawal/{id}",
  ]);
  const unnamed = acted.filter(({ words }) => !words?.includes("answers with a bare yes"));
  expect(unnamed.map(({ call }) => call)).toEqual([]);
  const lagging = acted.filter(({ words }) => words?.some((word) => /^reads lag by \d+ ms$/.test(word)));
  expect(lagging.length).toBeGreaterThan(3);
  expect(rowsOf(said).filter(({ outcome }) => outcome === "unusable")).toEqual([]);
  expect(code).toBe(1);
});

test("a gateway that packs everything, and a provider that answers 201, are read as the portal reads them", async () => {
  const rule = sandbox.strike({
    call: /./,
    fault: async ({ response, answer }) => {
      const real = await answer();
      const packed = gzipSync(Buffer.from(await real.arrayBuffer()));
      const type = (real.headers.get("Content-Type") ?? "").replace(
        "application/pdf",
        "application/octet-stream",
      );
      response.writeHead(real.status === 200 ? 201 : real.status, {
        "Content-Type": type,
        "Content-Encoding": "gzip",
      });
      response.end(real.status === 204 ? undefined : packed);
    },
  });
  const link = fresh();
  const act = { reset: fresh(), decline: fresh() };
  const { said } = await check(sandbox.origin, { offer: link, idv: link, customer: link, act }, "--act");
  rule.end();
  expect(said).toContain(" 0 read with deviations, 0 not usable");
  expect(said).toMatch(/✓ 204 .* POST \/api\/declinemail/);
  expect(said).toMatch(/✓ 201 .*\/documents\//);
});

test("says where a provider makes the portal say that nothing was done", async () => {
  const customer = fresh();
  const details = `/api/O2/customer/details/${customer}`;
  const before = await (await fetch(sandbox.origin + details)).text();
  // It saves the change, and goes on showing what it had.
  const rule = sandbox.strike({ call: new RegExp(`GET ${details}`), fault: json(200, before) });
  const { code, said } = await check(sandbox.origin, { act: { customer } }, "--act", "--json");
  rule.end();
  const saved = rowsOf(said).find(({ told }) => told?.some(({ page }) => page === "refused"));
  expect([saved?.call, saved?.outcome, code]).toEqual([
    "POST /api/{brand}/customer/details/{id}",
    "deviations",
    3,
  ]);
  const faultsTold = (page: string) =>
    saved?.told?.filter((one) => one.page === page).map(({ fault }) => fault);
  expect(faultsTold("confirmation")).toEqual([
    "the same key again",
    "the same key twice at once",
    "the same key twice at once",
    "answer as 201",
    "answer as 202",
    "answer as an empty 204, said to be packed",
  ]);
  expect(faultsTold("waiting")).toEqual(["lost answer", "gateway's 502"]);
  expect(faultsTold("refused")).toEqual([
    "409 for what is known",
    "bare 400",
    "bare 404",
    "gateway's 409",
    "bare 410",
    "bare 422",
    "another key, 409",
  ]);
});

test("names what makes an answer unusable, and only reads unless it is told to act", async () => {
  const { length } = sandbox.calls;
  const rules = [
    sandbox.strike({ call: /GET \/api\/idv\/post-ident~check\?/, fault: "answers JSON of the wrong shape" }),
    sandbox.strike({ call: /\/documents\/.*\/TERMS/, fault: "answers half a PDF" }),
    sandbox.strike({ call: /verify\/state-/, fault: "answers 418 with an unknown code" }),
    sandbox.strike({ call: /\/preview/, fault: "answers a redirect" }),
    sandbox.strike({ call: /\/nationalities/, fault: "answers no JSON" }),
  ];
  const { code, said } = await check(sandbox.origin, example, "--json");
  for (const rule of rules) rule.end();
  expect(sandbox.calls.slice(length).filter((call) => !/^GET|\/api\/validation\//.test(call))).toEqual([]);
  const unusable = rowsOf(said).filter(({ outcome }) => outcome === "unusable");
  expect(unusable.map(({ call, status, state, why }) => [call, status, state, why])).toEqual([
    ["GET /api/{brand}/lists/nationalities", 200, undefined, "it is no JSON"],
    ["GET /api/offer/{id}/preview", 302, "Unexpected", "no redirect is followed"],
    ["GET /api/offer/documents/{id}/{itemId}/{type}", 200, undefined, "the PDF is cut off"],
    ["GET /api/offer/verify/{id}", 418, "Unexpected", "OfferExpired is expected"],
    ["GET /api/idv/{id}", 200, undefined, expect.stringMatching(/state/)],
  ]);
  expect(code).toBe(3);
});

test("asks journeys by name, and has no words against calls that are optional", async () => {
  const { length } = sandbox.calls;
  // A provider with the calls of specification §7 alone.
  const rules = [/\/withdrawal\//, /GET .*contracttermination\/[0-9a-f-]{36}$/].map((call) =>
    sandbox.strike({ call, fault: ({ response }) => response.writeHead(404).end() }),
  );
  const journeys = ["--journeys", "termination,withdrawal"];
  const { code, said } = await check(sandbox.origin, {}, "--act", ...journeys);
  for (const rule of rules) rule.end();
  expect(sandbox.calls.slice(length).filter((call) => /offer|idv|customer|decline/.test(call))).toEqual([]);
  expect(said).toMatch(
    /○ 404 .* POST \/api\/\{brand\}\/withdrawal\/\{id\} *\n +left out, the portal then: The portal/,
  );
  expect(said).toMatch(/\n– +\d\d calls skipped: not of the journeys that were asked for\n/);
  expect(said).not.toContain("GET /api/offer/{id}");
  expect(said).toContain("read, 0 read with deviations, 0 not usable, 2 left out");
  expect(said).toMatch(/cannot see.*\n.*upload.*\n.*Confirm the termination at once.*§ 312k/s);
  expect(code).toBe(0);
  const unknown = await check(sandbox.origin, {}, "--journeys", "withdrawl");
  expect([unknown.code, unknown.complained]).toEqual([2, expect.stringContaining("There is no withdrawl.")]);
});

test("shows a person the prices, dates and addressees that customers read", async () => {
  const act = { order: fresh() };
  const { said } = await check(sandbox.origin, { act }, "--act", "--journeys", "offer,termination");
  expect(said).toContain(
    "(what was ordered): to pay: 93,98 € once, in month 1; 68,96 € a month, months 1 to 24;",
  );
  expect(said).toMatch(/contracttermination\/\{id\}: received .*\(CES?T\)\n/);
  expect(said).toMatch(/contracttermination\/\{id\}: the contract ends .*\d{4}\n/);
  expect(said).toContain("a mail went to check-provider@example.com");
});

test("names what a provider says under another name, and what the portal has read instead", async () => {
  const answer = {
    firstname: "Ada",
    lastName: "Muster",
    email: "a@example.com",
    adress: { street: "Am Markt" },
  };
  const misnamed = sandbox.strike({
    call: /GET .*\/customer\/details\/demo/,
    fault: json(200, JSON.stringify(answer)),
  });
  const { said } = await check(sandbox.origin, { customer: "demo" }, "--journeys", "customer");
  misnamed.end();
  expect(said).toMatch(/customer\/details\/\{id\}: says lastName, email\n/);
  expect(said).toMatch(/customer\/details\/\{id\}: says nothing of .*firstName, address, /);
  expect(said).toMatch(
    /What the portal does not read:\n {2}GET .*customer\/details\/\{id\}: firstname, adress\n/,
  );
  expect(said).not.toMatch(/Muster|a@example/);
});

test("refuses a file of tokens that it cannot use", async () => {
  expect(() => readTokens(JSON.stringify({ offers: "x" }))).toThrow("offers");
  expect(() => readTokens(JSON.stringify({ act: { order: 5 } }))).toThrow("act.order");
  const { code, complained } = await check(sandbox.origin, "{");
  expect([code, complained]).toEqual([2, expect.stringContaining("no JSON")]);
});

test("a provider that does not answer is not usable", async () => {
  const { code, said } = await check(`http://127.0.0.1:${await freePort()}`, {});
  expect([code, said]).toEqual([3, expect.stringContaining("not usable: ECONNREFUSED")]);
});
