import { chmodSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openDatabase } from "#sandbox/database.ts";
import { fingerprint, idempotencyMigrations, oncePerKey } from "#sandbox/idempotency.ts";
import { acceptanceForTest, paidByCard, sandboxForTest } from "../support/sandbox.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const table = [{ name: "test-1", sql: "CREATE TABLE entries (text TEXT)" }];
const ordersAtOnce = async (keyOf: (index: number) => string) => {
  const sandbox = sandboxForTest();
  onTestFinished(sandbox.close);
  const orders = Array.from({ length: 5 }, (_, index) =>
    sandbox.accept("demo", acceptanceForTest(), keyOf(index)),
  );
  return { answers: await Promise.all(orders), mails: await sandbox.mails() };
};

it("is readable by its owner only, with SQLite's side files, also where a killed process left them", () => {
  const folder = temporaryFolder(onTestFinished);
  const modes = () =>
    Object.fromEntries(readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777]));
  const ownerOnly = { "s.sqlite": 0o600, "s.sqlite-wal": 0o600, "s.sqlite-shm": 0o600 };
  const before = openDatabase(join(folder, "s.sqlite"), table);
  before.run("INSERT INTO entries VALUES (?)", "personal");
  expect(modes()).toEqual(ownerOnly);
  for (const name of Object.keys(ownerOnly)) chmodSync(join(folder, name), 0o644);
  const database = openDatabase(join(folder, "s.sqlite"), table);
  expect(modes()).toEqual(ownerOnly);
  expect(database.all("SELECT text FROM entries")).toEqual([{ text: "personal" }]);
  database.close();
  before.close();
});

it("gives five equal orders at once the same answer and has one effect", async () => {
  const { answers, mails } = await ordersAtOnce(() => "submission-1");
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
  expect(answers.filter((answer) => answer.headers.has("idempotency-replayed"))).toHaveLength(4);
  expect(mails).toHaveLength(1);
});

it("of five orders with different keys one passes", async () => {
  const { answers } = await ordersAtOnce((index) => `submission-${index}`);
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 410, 410, 410, 410]);
});

it("keeps orders and answers across a restart; a key belongs to one body and one offer", async () => {
  const database = join(temporaryFolder(onTestFinished), "deep", "sandbox.sqlite");
  const first = sandboxForTest({ database });
  const before = await (await first.accept("demo", acceptanceForTest(), "k")).text();
  first.close();
  const second = sandboxForTest({ database });
  onTestFinished(second.close);
  expect((await second.get("/api/offer/verify/demo")).status).toBe(410);
  const after = await second.accept("demo", acceptanceForTest(), "k");
  expect([after.status, await after.text()]).toEqual([200, before]);
  const other = await second.accept("demo", paidByCard(), "k");
  expect([other.status, await other.json()]).toMatchObject([422, { code: "IDEMPOTENCY_KEY_REUSED" }]);
  expect((await second.accept("demo~2", paidByCard(), "k")).status).toBe(200);
});

it("keeps neither effect nor answer if something fails in between", () => {
  const database = openDatabase(":memory:", [...idempotencyMigrations, ...table]);
  onTestFinished(database.close);
  const request = { call: "POST /x", key: "k", body: {}, now: new Date(0) };
  const write = () => database.run("INSERT INTO entries VALUES (1)");
  const fail = () => {
    write();
    throw new Error("power cut");
  };
  expect(() => oncePerKey(database, request, fail)).toThrow("power cut");
  expect(database.all("SELECT * FROM entries")).toEqual([]);
  expect(oncePerKey(database, request, write)).toEqual({ answer: 1, replayed: false });
  expect(oncePerKey(database, request, write)).toEqual({ answer: 1, replayed: true });
  expect(database.all("SELECT * FROM entries")).toHaveLength(1);
});

it("compares content, not the order of its fields", () => {
  expect(fingerprint({ a: 1, b: [{ c: 1, d: 2 }] })).toBe(fingerprint({ b: [{ d: 2, c: 1 }], a: 1 }));
  expect(fingerprint({ a: [1, 2] })).not.toBe(fingerprint({ a: [2, 1] }));
});
