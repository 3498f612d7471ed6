import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { copyFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { createSqliteStore, openSessionFile } from "#app/session/sqlite-store.server.ts";
import { setScope, storedValue, storedValues } from "../support/session-store.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** A store until the end of the test, on a file or an open database. */
function openStore(at: string | DatabaseSync, now?: () => number) {
  const store = createSqliteStore(typeof at === "string" ? openSessionFile(at) : at, now);
  onTestFinished(() => store.close());
  return store;
}

test("the next process finds what was kept; expired sessions and their pages leave the file", async () => {
  const folder = temporaryFolder(onTestFinished);
  const file = join(folder, "deep", "sessions.sqlite");
  let now = 1_900_000_000;
  const open = () => openStore(file, () => now);
  const first = open();
  await first.write("stays", [setScope("a", "1")], 3600);
  const large = "x".repeat(5000);
  for (let number = 0; number < 300; number++)
    await first.write(`goes-${number}`, [setScope("a", large)], 30);
  await first.close();

  now += 120;
  const second = open();
  expect(await storedValue(second, "stays", "a")).toBe("1");
  const file2 = openSessionFile(file);
  const left = () => Number(file2.prepare("SELECT count(*) AS n FROM scope").get()?.n);
  const pages = () => Number(file2.prepare("PRAGMA page_count").get()?.page_count);
  expect(file2.prepare("PRAGMA page_size").get()?.page_size).toBe(8192);
  const before = left();
  const beginning = pages();
  expect(before).toBe(301);
  now += 120;
  let writes = 0;
  // How many are needed depends on how much a slice does in its time.
  while (pages() >= beginning / 2 && writes < 1000)
    await second.write("stays", [setScope(`b${writes++}`, "2")], 3600);
  expect(left()).toBe(1 + writes);
  expect(pages()).toBeLessThan(beginning / 2);
  file2.close();
});

test("a file is opened while another process writes to it", () => {
  const file = join(temporaryFolder(onTestFinished), "sessions.sqlite");
  openStore(file);
  const writes = new DatabaseSync(file);
  writes.exec("BEGIN IMMEDIATE");
  onTestFinished(() => writes.close());
  expect(() => openStore(file)).not.toThrow();
});

test("during a burst of expiry, writes delete few sessions at a time, which share pages, and checkpoint the log in turns", async () => {
  const folder = temporaryFolder(onTestFinished);
  const file = join(folder, "sessions.sqlite");
  const database = openSessionFile(file);
  let now = 1_900_000_000;
  const store = openStore(database, () => now);
  /** Sessions in the file itself, without its log. */
  function inFile() {
    const copy = join(folder, "copy.sqlite");
    copyFileSync(file, copy);
    const copied = new DatabaseSync(copy);
    const found = Number(copied.prepare("SELECT count(*) AS n FROM session").get()?.n);
    copied.close();
    return found;
  }
  const number = (sql: string, column: string) => Number(database.prepare(sql).get()?.[column]);
  const cart = "x".repeat(1800);
  for (let index = 0; index < 2000; index++) {
    if (index % 100 === 0) now++;
    await store.write(randomUUID(), [setScope("a", cart)], 30);
  }
  await store.write("stays", [setScope("a", "1")], 3600);
  now += 120;
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  const left = [2001];
  for (let writes = 1; writes <= 2000 && left.at(-1) !== 1; writes++) {
    await store.write("stays", [setScope(`b${writes}`, "2")], 3600);
    left.push(number("SELECT count(*) AS n FROM session", "n"));
    if (writes === 1) {
      const dropped = 2001 - (left.at(-1) ?? 0);
      const moved = number("PRAGMA wal_checkpoint", "log") * number("PRAGMA page_size", "page_size");
      // Twice as much if sessions shared pages by their random ids.
      expect(moved / dropped).toBeLessThan(14_000);
    }
    if (writes === 4) expect(inFile()).toBe(left[3]);
  }
  const dropped = left.slice(1).map((one, index) => (left[index] ?? 0) - one);
  expect(Math.max(...dropped)).toBeLessThanOrEqual(100);
  for (const [index, sessions] of dropped.entries())
    if (index % 2 === 0) expect(sessions).toBeGreaterThan(0);
    else expect(sessions, "the write after a slice").toBe(0);
});

test("scopes whose session was deleted without them do not join the next session", async () => {
  const database = openSessionFile(":memory:");
  const store = openStore(database);
  await store.write("first", [setScope("a", "1"), setScope("b", "1")], 60);
  database.exec("PRAGMA foreign_keys = OFF; DELETE FROM session; PRAGMA foreign_keys = ON");
  expect(await store.write("second", [setScope("a", "2")], 60)).toBe(true);
  expect(await storedValues(store, "second")).toEqual([["a", "2"]]);
});

test("is closed once, however often that is asked", async () => {
  const database = openSessionFile(":memory:");
  const store = createSqliteStore(database);
  await store.close();
  await store.close();
  expect(database.isOpen).toBe(false);
});

test("counts live sessions, up to a limit", async () => {
  let now = 1_900_000_000;
  const store = openStore(":memory:", () => now);
  await store.ping();
  for (const id of ["a", "b", "c"]) await store.write(id, [setScope("x", "1"), setScope("y", "2")], 60);
  expect([store.count?.(10), store.count?.(2)]).toEqual([3, 2]);
  now += 61;
  expect(store.count?.(10)).toBe(0);
});

test("waits for another process that writes, without blocking its own", async () => {
  const file = join(temporaryFolder(onTestFinished), "sessions.sqlite");
  const store = openStore(file);
  const other = openSessionFile(file);
  other.exec("BEGIN IMMEDIATE");
  let written = false;
  const writing = store.write("s", [setScope("a", "1")], 60).then(() => {
    written = true;
  });
  for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setTimeout(resolve, 1));
  expect(written, "the event loop turned meanwhile").toBe(false);
  other.exec("COMMIT");
  await writing;
  expect(await storedValue(store, "s", "a")).toBe("1");
  other.close();
});

test("no other process can lock the file, despite several connections of its own", async () => {
  const file = join(temporaryFolder(onTestFinished), "sessions.sqlite");
  const store = openStore(file);
  // The declarations' connection.
  const beside = openSessionFile(file);
  await store.write("s", [setScope("a", "1")], 60);
  const greedy = `import { DatabaseSync } from "node:sqlite";
    try {
      new DatabaseSync(process.argv[1]).exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
      console.log("all mine");
    } catch (error) {
      console.log(error.message);
    }`;
  const args = ["--input-type=module", "-e", greedy, file];
  expect(execFileSync(process.execPath, args, { encoding: "utf8" }).trim()).toBe("database is locked");
  beside.close();
});

test("a ping fails once the file was removed or replaced", async () => {
  const file = join(temporaryFolder(onTestFinished), "sessions.sqlite");
  const store = openStore(file);
  await store.ping();
  renameSync(file, `${file}.gone`);
  await expect(store.ping()).rejects.toThrow(/removed or replaced/);
  writeFileSync(file, "");
  await expect(store.ping()).rejects.toThrow(/removed or replaced/);
});

test("on a full disk writes fail, reads work, and writes do again once there is space", async () => {
  const database = openSessionFile(join(temporaryFolder(onTestFinished), "sessions.sqlite"));
  const store = openStore(database);
  await store.write("s", [setScope("a", "1")], 600);
  const { page_count: pages } = database.prepare("PRAGMA page_count").get() as { page_count: number };
  database.exec(`PRAGMA max_page_count = ${pages}`);
  const large = "x".repeat(1_000_000);
  await expect(store.write("s", [setScope("b", large)], 600)).rejects.toThrow(/full/);
  expect(await storedValue(store, "s", "a")).toBe("1");
  database.exec(`PRAGMA max_page_count = ${pages + 1000}`);
  expect(await store.write("s", [setScope("b", large)], 600)).toBe(true);
  expect(await storedValue(store, "s", "b")).toBe(large);
});

test("sessions fill their share of the file, declarations go on in it, and what expires makes room", async () => {
  const file = join(temporaryFolder(onTestFinished), "shared.sqlite");
  let now = 1_900_000_000;
  const store = openStore(openSessionFile(file, 40), () => now);
  const large = "x".repeat(7000);
  const fill = async () => {
    for (let number = 0; number < 100; number++) await store.write(randomUUID(), [setScope("a", large)], 30);
  };
  await expect(fill()).rejects.toThrow("full");
  const declarations = new DatabaseSync(file);
  onTestFinished(() => declarations.close());
  declarations.exec("CREATE TABLE declaration (content TEXT)");
  for (let number = 0; number < 100; number++)
    declarations.prepare("INSERT INTO declaration VALUES (?)").run(large);
  now += 120;
  await expect.poll(() => store.write("later", [setScope("a", large)], 30).catch(() => false)).toBe(true);
});
