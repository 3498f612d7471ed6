import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import type { Row } from "../../tools/check-provider/report.ts";
import { startFaultProxy } from "../support/fault-proxy.ts";
import { deviations } from "../support/foreign-provider/deviations.ts";
import { links, startForeignProvider } from "../support/foreign-provider/server.ts";
import { freePort } from "../support/free-port.ts";
import { fresh } from "../support/fresh.ts";
import { node } from "../support/portal.ts";
import { acceptanceForTest } from "../support/sandbox.ts";

const main = join(import.meta.dirname, "../../tools/check-provider/main.ts");
const folder = mkdtempSync(join(tmpdir(), "check-provider-"));
const sandbox = await startFaultProxy();
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await sandbox.stop();
});

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
const rowsOf = (said: string) => JSON.parse(said) as Row[];

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
  expect(said).toContain(" 0 read with deviations, 0 not usable, 0 skipped");
  expect(said.match(/idempotency key honoured/g)).toHaveLength(6);
  expect(said).not.toMatch(/demo~|state-OFFER/);
  expect(code).toBe(0);
});

test("the foreign provider's answers are usable, with exactly its own deviations", async () => {
  const foreign = await startForeignProvider();
  onTestFinished(() => foreign.stop());
  const own = (name: keyof typeof links) => `${links[name]}-${fresh()}`;
  const tokens = {
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
  const { code, said } = await check(foreign.origin, tokens, "--act", "--json");
  const odd = rowsOf(said).filter(({ deviations }) => deviations.length > 0);
  const nameOf = ({ call, label, state }: Row) =>
    [call, label === "refused" ? state : label].filter(Boolean).join(" ");
  const reported = odd.map((row): [string, object] => [
    nameOf(row),
    Object.fromEntries(row.deviations.map(({ path, what }) => [path, what])),
  ]);
  expect(Object.fromEntries(reported)).toEqual(deviations);
  expect(rowsOf(said).filter(({ outcome }) => outcome === "unusable")).toEqual([]);
  expect(code).toBe(1);
});

test("reads only, unless it is told to act", async () => {
  const { length } = sandbox.calls;
  const { code } = await check(sandbox.origin, example);
  const asked = sandbox.calls.slice(length).filter((call) => !/^GET|\/api\/validation\//.test(call));
  expect([asked, code]).toEqual([[], 0]);
});

test("names what makes an answer unusable", async () => {
  const rules = [
    sandbox.strike({ call: /GET \/api\/idv\/demo~check\?/, fault: "answers JSON of the wrong shape" }),
    sandbox.strike({ call: /\/documents\/.*\/TERMS/, fault: "answers half a PDF" }),
    sandbox.strike({ call: /verify\/state-/, fault: "answers 418 with an unknown code" }),
    sandbox.strike({ call: /\/preview/, fault: "answers a redirect" }),
    sandbox.strike({ call: /\/nationalities/, fault: "answers no JSON" }),
  ];
  const { code, said } = await check(sandbox.origin, example, "--json");
  for (const rule of rules) rule.end();
  const unusable = rowsOf(said).filter(({ outcome }) => outcome === "unusable");
  expect(unusable.map(({ call, status, state, why }) => [call, status, state, why])).toEqual([
    ["GET /api/{brand}/lists/nationalities", 200, undefined, "it is no JSON"],
    ["GET /api/offer/{id}/preview", 302, "Unexpected", "no redirect is followed"],
    ["GET /api/offer/documents/{id}/{itemId}/{type}", 200, undefined, "the PDF is cut off"],
    ["GET /api/offer/verify/{id}", 418, "Unexpected", "OfferExpired is expected"],
    ["GET /api/idv/{id}", 200, undefined, expect.stringMatching(/state/)],
  ]);
  expect(code).toBe(2);
});

test.each([
  ["no JSON", "{", "no JSON"],
  ["a member that there is not", { offers: "x" }, "offers"],
  ["a value of another kind", { act: { order: 5 } }, "act.order"],
])("refuses a file of tokens with %s", async (_, tokens, why) => {
  const { code, complained } = await check(sandbox.origin, tokens);
  expect([code, complained]).toEqual([2, expect.stringContaining(why)]);
});

test("a provider that does not answer is not usable", async () => {
  const { code, said } = await check(`http://127.0.0.1:${await freePort()}`, {});
  expect([code, said]).toEqual([2, expect.stringContaining("not usable: ECONNREFUSED")]);
});
