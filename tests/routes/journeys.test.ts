import { execFile } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Run } from "../../tools/journey/report.ts";
import { freePort } from "../support/free-port.ts";
import { node } from "../support/portal.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();
const main = join(import.meta.dirname, "../../tools/journey/main.ts");

/** `npm run journey` as a tester calls it. */
const journey = (...args: string[]) =>
  new Promise<{ code: number; said: string; complained: string }>((resolve) => {
    execFile(
      node,
      [main, "--base", portal.origin, ...args],
      { maxBuffer: 10_000_000 },
      (error, said, complained) => resolve({ code: error ? Number(error.code) : 0, said, complained }),
    );
  });

const surprises = (runs: Run[]) =>
  runs.flatMap(({ journey, row, steps }) =>
    steps.flatMap(({ label, difference }) =>
      difference ? [`${journey} ${row}, ${label}: ${difference}`] : [],
    ),
  );

test("every journey goes as it says", async () => {
  const { code, said } = await journey("all", "--concurrency", "2", "--json");
  const runs = JSON.parse(said) as Run[];
  expect(surprises(runs)).toEqual([]);
  expect(new Set(runs.map((run) => run.journey)).size).toBe(
    readdirSync(join(main, "../../../journeys")).length,
  );
  expect(code).toBe(0);
});

test("a journey goes the same way in another brand and language, and read off its pages", async () => {
  const pages = join(portal.folder, "pages");
  const args = [
    "offer",
    "--only",
    "method=paypal",
    "--brand",
    "ayyildiz",
    "--locale",
    "tr",
    "--save-html",
    pages,
  ];
  const { code, said } = await journey(...args);
  expect([code, said]).toEqual([0, expect.stringContaining("1 passed, 0 failed")]);
  const kept = readdirSync(pages).find((file) => file.includes("personal-data")) ?? "";
  expect(readFileSync(join(pages, kept), "utf8")).toMatch(/<html lang="tr"[^>]*data-brand="ayyildiz"/);
});

test("stops at the first surprise, names it, and nobody", async () => {
  const report = join(portal.folder, "junit.xml");
  const { code, said } = await journey("offer", "--token", "state-OFFER_BLOCKED", "--junit", report);
  const xml = readFileSync(report, "utf8");
  expect(code).toBe(1);
  for (const text of [said, xml]) {
    expect(text).toContain("expected 200 offer, came 409 offer-error OfferBlocked (trace ");
    expect(text).not.toMatch(/state-OFFER_BLOCKED|Öztürk/);
  }
  expect(said.match(/ ms /g)).toHaveLength(1);
  expect(xml).toContain('tests="1" failures="1"');
});

test("takes its tokens from a file, each as it is", async () => {
  const file = join(portal.folder, "tokens");
  writeFileSync(file, "idv demo~file-1\nnovum demo~file-2\nidv state-OFFER_EXPIRED\n");
  const { code, said } = await journey("idv", "novum", "--tokens", file, "--json");
  const runs = JSON.parse(said) as Run[];
  expect(runs.map(({ journey, row }) => `${journey} ${row}`).sort()).toEqual(["idv 1", "idv 2", "novum 1"]);
  expect(surprises(runs)).toEqual([expect.stringContaining("came 410 idv-expired OfferExpired")]);
  expect(code).toBe(1);
});

test.each([
  ["a portal elsewhere", ["novum", "--base", "https://portal.example"], "--allow-host"],
  ["a journey that there is not", ["nothing"], "no journey nothing"],
  ["too many at a time", ["novum", "--concurrency", "100"], "16"],
])("walks nothing for %s", async (_, args, why) => {
  const { code, complained } = await journey(...args);
  expect([code, complained]).toEqual([2, expect.stringContaining(why)]);
});

test("a portal that does not answer is a surprise too", async () => {
  const { code, said } = await journey("novum", "--base", `http://127.0.0.1:${await freePort()}`);
  expect([code, said]).toEqual([1, expect.stringMatching(/✗.*\n.*ECONNREFUSED/)]);
});
