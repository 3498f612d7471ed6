import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { openSqlite } from "#app/declarations/sqlite-database.server.ts";
import {
  createPrivately,
  inodeOf,
  openFile,
  transaction,
  whileBusy,
} from "#app/session/sqlite-file.server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const waits = vi.hoisted(() => ({ setTimeout: vi.fn() }));
vi.mock("node:timers/promises", () => waits);
const race = vi.hoisted(() => ({ isOn: false }));
vi.mock("node:fs", async (load) => {
  const fs = await load<typeof import("node:fs")>();
  const mkdirSync = (path: string) => {
    if (race.isOn) fs.mkdirSync(path);
    return fs.mkdirSync(path);
  };
  return { ...fs, mkdirSync };
});
beforeEach(() => {
  waits.setTimeout.mockReset();
  race.isOn = false;
});

const folder = temporaryFolder();
const makeTable = (database: { exec(text: string): void }) =>
  database.exec("CREATE TABLE IF NOT EXISTS one (n INTEGER)");

test("a file and its folders are made, only its owner reads it, and it is on disk as it should be", () => {
  const file = join(folder, "a", "b", "one.sqlite");
  const database = openFile(file, makeTable);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const pragma = (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  const settings = { journal_mode: "wal", auto_vacuum: 2, page_size: 8192, synchronous: 1, secure_delete: 2 };
  const more = { foreign_keys: 1, busy_timeout: 5 };
  for (const [name, value] of Object.entries({ ...settings, ...more }))
    expect(pragma(name), name).toBe(value);
  // Another process writes: what is there already needs no lock.
  database.exec("BEGIN IMMEDIATE");
  const beside = openFile(file, () => {});
  expect(beside.prepare("SELECT count(*) AS n FROM one").get()).toEqual({ n: 0 });
  beside.close();
  database.close();
});

test("what is there stays, and what cannot be made is said", () => {
  const file = join(folder, "kept");
  createPrivately(file, "first");
  createPrivately(file, "second");
  expect(readFileSync(file, "utf8")).toBe("first");
  expect(() => createPrivately(join(file, "below a file"))).toThrow("ENOTDIR");
  // Where `mkdirSync` with `recursive` never ends.
  expect(() => createPrivately("/proc/nowhere/at/all")).toThrow("mkdir '/proc/nowhere'");
});

test("a folder that another portal makes at the same moment will do", () => {
  race.isOn = true;
  const file = join(folder, "raced", "one");
  createPrivately(file, "first");
  expect(readFileSync(file, "utf8")).toBe("first");
});

test("a file whose tables cannot be made is closed again", () => {
  let opened: { isOpen: boolean } | undefined;
  const fail = (database: { isOpen: boolean }) => {
    opened = database;
    throw new Error("no tables");
  };
  expect(() => openFile(join(folder, "two.sqlite"), fail)).toThrow("no tables");
  expect(opened?.isOpen).toBe(false);
});

describe("while another process writes", () => {
  const busy = (errcode: number) => Object.assign(new Error(`code ${errcode}`), { errcode });
  /** Fails so often, and then works. */
  const failing = (times: number, error: Error) => {
    let tries = 0;
    return vi.fn(async () => {
      if (tries++ < times) throw error;
      return "done";
    });
  };
  // The low byte says that it is busy; 517 is SQLITE_BUSY_SNAPSHOT, 261 SQLITE_BUSY_RECOVERY, 13 a full disk.
  test.each([
    ["at once", failing(0, busy(5)), "done", 1],
    ["after a while", failing(59, busy(5)), "done", 60],
    ["after a snapshot", failing(2, busy(517)), "done", 3],
    ["after a recovery", failing(2, busy(261)), "done", 3],
    ["no more", failing(60, busy(5)), "code 5", 60],
    ["not on a full disk", failing(1, busy(13)), "code 13", 1],
    ["not by any other error", failing(1, new Error("other")), "other", 1],
  ])("it succeeds %s", async (_, work, end, tries) => {
    expect(await whileBusy(work).catch((error) => error.message)).toBe(end);
    expect(work).toHaveBeenCalledTimes(tries);
    // Longer with each try.
    const pauses = waits.setTimeout.mock.calls.map(([ms]) => ms);
    expect(pauses).toEqual(Array.from({ length: tries - 1 }, (__, index) => index + 1));
  });
});

test("a transaction is made whole or not at all, and leaves none open", () => {
  const database = openFile(":memory:", makeTable);
  const count = () => database.prepare("SELECT count(*) AS n FROM one").get()?.n;
  const add = () => database.prepare("INSERT INTO one VALUES (1)").run().changes;
  const failAfter = (text: string) => () => {
    add();
    database.exec(text);
    throw new Error("failed");
  };
  expect(transaction(database, add)).toBe(1);
  expect([count(), database.isTransaction]).toEqual([1, false]);
  expect(() => transaction(database, failAfter(""))).toThrow("failed");
  // SQLite itself has ended it.
  expect(() => transaction(database, failAfter("ROLLBACK"))).toThrow("failed");
  expect([count(), database.isTransaction]).toEqual([1, false]);
});

test("a file that is gone, replaced, or none at all is noticed", () => {
  const file = join(folder, "three.sqlite");
  const database = openFile(file, makeTable);
  expect(inodeOf(database)).toBe(statSync(file).ino);
  rmSync(file);
  expect(inodeOf(database)).toBeUndefined();
  writeFileSync(file, "");
  expect(inodeOf(database)).toBe(statSync(file).ino);
  expect(inodeOf(openFile(":memory:", makeTable))).toBeUndefined();
});

test("a declaration is on disk before its portal says so, and its table is made once for all portals", async () => {
  const file = join(folder, "declarations.sqlite");
  const opened = await openSqlite(file);
  const { rows } = await sql<{ synchronous: number }>`PRAGMA synchronous`.execute(opened.db);
  expect(rows).toEqual([{ synchronous: 2 }]);
  await sql`BEGIN IMMEDIATE`.execute(opened.db);
  const beside = await openSqlite(file);
  expect(await beside.db.selectFrom("declaration").selectAll().execute()).toEqual([]);
  await sql`ROLLBACK`.execute(opened.db);
  // It commits in this process: what fails has stored nothing.
  expect([beside.isRefusal(new Error("full")), beside.locksRows, beside.isGone?.()]).toEqual([
    true,
    false,
    false,
  ]);
  // SQLite goes by the machine's clock, also where that of the tests is ahead.
  const before = performance.timeOrigin + performance.now();
  const [{ now } = { now: 0 }] = (await sql<{ now: number }>`SELECT ${beside.now} AS now`.execute(beside.db))
    .rows;
  expect(Math.abs(now - before)).toBeLessThan(60_000);
  rmSync(file);
  expect(beside.isGone?.()).toBe(true);
  await Promise.all([opened.close(), beside.close()]);
});
