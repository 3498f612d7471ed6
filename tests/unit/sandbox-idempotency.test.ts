import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { openDatabase } from "#sandbox/database.ts";
import { fingerprint, idempotencyMigrations, once } from "#sandbox/idempotency.ts";
import { acceptanceForTest, paidByCard, sandboxForTest } from "../support/sandbox.ts";

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup();
});

function fileForTest() {
  const folder = mkdtempSync(join(tmpdir(), "sandbox-"));
  cleanups.push(() => rmSync(folder, { recursive: true }));
  return join(folder, "deep", "sandbox.sqlite");
}
function open(settings: Parameters<typeof sandboxForTest>[0] = {}) {
  const sandbox = sandboxForTest(settings);
  cleanups.push(sandbox.close);
  return sandbox;
}

it("gives five equal orders at once the same answer and has one effect", async () => {
  const sandbox = open();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => sandbox.accept("demo", acceptanceForTest(), "submission-1")),
  );
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
  const bodies = await Promise.all(answers.map((answer) => answer.text()));
  expect(new Set(bodies).size).toBe(1);
  expect(answers.filter((answer) => answer.headers.has("idempotency-replayed"))).toHaveLength(4);
  expect(await (await sandbox.get("/sandbox/outbox.json")).json()).toHaveLength(1);
});

it("of five orders with different keys one passes", async () => {
  const sandbox = open();
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, index) =>
      sandbox.accept("demo", acceptanceForTest(), `submission-${index}`),
    ),
  );
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 410, 410, 410, 410]);
});

it("refuses a key with another body, and accepts it for another offer", async () => {
  const sandbox = open();
  await sandbox.accept("demo", acceptanceForTest(), "k");
  const other = await sandbox.accept("demo", paidByCard(), "k");
  expect([other.status, await other.json()]).toMatchObject([422, { code: "IDEMPOTENCY_KEY_REUSED" }]);
  expect((await sandbox.accept("demo~2", paidByCard(), "k")).status).toBe(200);
});

it("keeps orders and answers across a restart", async () => {
  const database = fileForTest();
  const first = open({ database });
  const before = await (await first.accept("demo", acceptanceForTest(), "k")).text();
  first.close();
  cleanups.pop();

  const second = open({ database });
  expect((await second.get("/api/offer/verify/demo")).status).toBe(410);
  const after = await second.accept("demo", acceptanceForTest(), "k");
  expect([after.status, await after.text()]).toEqual([200, before]);
  expect((await second.get("/api/offer/summary/demo")).status).toBe(200);
});

it("keeps neither effect nor answer if something fails in between", () => {
  const database = openDatabase(":memory:", [
    ...idempotencyMigrations,
    { name: "t-1", sql: "CREATE TABLE t (x)" },
  ]);
  cleanups.push(database.close);
  const request = { call: "POST /x", key: "k", body: {}, now: new Date(0) };
  const write = () => database.run("INSERT INTO t VALUES (1)");
  expect(() =>
    once(database, request, () => {
      write();
      throw new Error("power cut");
    }),
  ).toThrow("power cut");
  expect(database.all("SELECT * FROM t")).toEqual([]);
  expect(once(database, request, write)).toEqual({ answer: 1, replayed: false });
  expect(once(database, request, write)).toEqual({ answer: 1, replayed: true });
  expect(database.all("SELECT * FROM t")).toHaveLength(1);
});

it("compares content, not the order of its fields", () => {
  expect(fingerprint({ a: 1, b: [{ c: 1, d: 2 }] })).toBe(fingerprint({ b: [{ d: 2, c: 1 }], a: 1 }));
  expect(fingerprint({ a: [1, 2] })).not.toBe(fingerprint({ a: [2, 1] }));
});
