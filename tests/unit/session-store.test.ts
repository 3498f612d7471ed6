import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { copyFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createClient } from "redis";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openRedis } from "#app/session/redis.server.ts";
import { createRedisStore } from "#app/session/redis-store.server.ts";
import { createSqliteStore, openDatabase } from "#app/session/sqlite-store.server.ts";
import type { ScopeChange, SessionStore } from "#app/session/store.ts";
import { freePort } from "../support/free-port.ts";
import { startRedis, startSentinel } from "../support/redis-server.ts";

interface Subject {
  store: SessionStore;
  /** A second portal process on the same data. */
  other: SessionStore;
  /** Lets time pass, without waiting. */
  pass(seconds: number): Promise<void>;
  end(): Promise<void>;
}

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (value: Uint8Array | undefined) => value && Buffer.from(value).toString();
/** One scope's value. */
const kept = async (store: SessionStore, id: string, name: string) => text((await store.read(id)).get(name));
const keep = (name: string, value: string, seen?: string): ScopeChange => ({
  name,
  seen: seen === undefined ? undefined : bytes(seen),
  value: bytes(value),
});
const drop = (name: string, seen: string): ScopeChange => ({ name, seen: bytes(seen), value: undefined });

async function sqliteSubject(): Promise<Subject> {
  const folder = mkdtempSync(join(tmpdir(), "sessions-"));
  const file = join(folder, "sessions.sqlite");
  let now = 1_900_000_000;
  const store = createSqliteStore(openDatabase(file), () => now);
  const other = createSqliteStore(openDatabase(file), () => now);
  return {
    store,
    other,
    async pass(seconds) {
      now += seconds;
    },
    async end() {
      await Promise.all([store.close(), other.close()]);
      rmSync(folder, { recursive: true });
    },
  };
}

async function redisSubject(): Promise<Subject> {
  const server = await startRedis();
  const report = (error: Error) => {
    throw error;
  };
  const store = createRedisStore(openRedis(server.url, report));
  const other = createRedisStore(openRedis(server.url, report));
  const clock = createClient({ url: server.url });
  await clock.connect();
  return {
    store,
    other,
    // Redis' clock cannot be set; every key's remaining time can.
    async pass(seconds) {
      for (const key of await clock.keys("*")) {
        const left = await clock.pTTL(key);
        expect(left, "every session expires").toBeGreaterThan(0);
        await clock.pExpire(key, Math.max(0, left - seconds * 1000));
      }
    },
    async end() {
      await Promise.all([store.close(), other.close(), clock.close()]);
      await server.stop();
    },
  };
}

describe.each([
  ["SQLite", sqliteSubject],
  ["Redis", redisSubject],
])("session store: %s", (_, open) => {
  let subject: Subject;
  let store: SessionStore;
  let id: string;
  let count = 0;
  beforeAll(async () => {
    subject = await open();
    store = subject.store;
  });
  afterAll(() => subject.end());
  beforeEach(() => {
    id = `session-${count++}`;
  });

  test("answers a ping", async () => {
    await store.ping();
  });

  test("keeps bytes as they are, per session and scope, and reads them all at once", async () => {
    const all = Uint8Array.from({ length: 256 }, (_, value) => value);
    expect(await store.write(id, [{ name: "a", seen: undefined, value: all }, keep("b", "other")], 60)).toBe(
      true,
    );
    const scopes = await subject.other.read(id);
    expect([...scopes.keys()].sort()).toEqual(["a", "b"]);
    expect([...(scopes.get("a") ?? [])]).toEqual([...all]);
    expect(text(scopes.get("b"))).toBe("other");
    expect((await store.read("somebody else")).size).toBe(0);
  });

  test("two scopes written at once by two processes are both kept", async () => {
    const names = Array.from({ length: 20 }, (_, number) => `scope ${number}`);
    await Promise.all(
      names.map((name, number) => (number % 2 ? store : subject.other).write(id, [keep(name, name)], 60)),
    );
    for (const name of names) expect(await kept(store, id, name)).toBe(name);
  });

  test("removes one scope and leaves the others; without any there is no session", async () => {
    await store.write(id, [keep("a", "1"), keep("b", "2")], 60);
    expect(await store.write(id, [drop("a", "1")], 60)).toBe(true);
    expect([...(await store.read(id)).keys()]).toEqual(["b"]);
    expect(await store.write(id, [drop("b", "2")], 60)).toBe(true);
    expect((await store.read(id)).size).toBe(0);
  });

  test("writes nothing over what the caller has not seen, and nothing of the rest", async () => {
    await store.write(id, [keep("a", "1")], 60);
    const stale = [keep("a", "2"), keep("a", "2", "0"), drop("a", "0"), keep("gone", "2", "1")];
    for (const change of stale) expect(await store.write(id, [keep("b", "x"), change], 60)).toBe(false);
    expect([...(await store.read(id))].map(([name, value]) => [name, text(value)])).toEqual([["a", "1"]]);
    expect(await store.write(id, [keep("b", "x"), keep("a", "2", "1")], 60)).toBe(true);
    expect(await kept(store, id, "a")).toBe("2");
  });

  test("of writes at once on the same value one is kept, in a new session and in one that lives", async () => {
    for (const seen of [undefined, "0"]) {
      if (seen) await store.write(id, [keep("b", seen)], 60);
      const scope = seen ? "b" : "a";
      const written = await Promise.all(
        Array.from({ length: 20 }, (_, number) =>
          (number % 2 ? store : subject.other).write(id, [keep(scope, `n${number}`, seen)], 60),
        ),
      );
      expect(written.filter(Boolean)).toHaveLength(1);
      expect(await kept(store, id, scope)).toBe(`n${written.indexOf(true)}`);
    }
  });

  test("a session ends when it was idle for too long, with every scope", async () => {
    await store.write(id, [keep("a", "1"), keep("b", "2")], 60);
    await subject.pass(59);
    expect(await kept(store, id, "a")).toBe("1");
    await subject.pass(2);
    expect((await store.read(id)).size).toBe(0);
    await store.touch(id, 60);
    expect((await store.read(id)).size, "a touch brings nothing back").toBe(0);
  });

  test("an expired session's scopes do not come back with a new write, nor stand in its way", async () => {
    await store.write(id, [keep("a", "old"), keep("b", "old")], 60);
    await subject.pass(61);
    expect(await store.write(id, [keep("b", "new")], 60)).toBe(true);
    expect([...(await store.read(id))].map(([name, value]) => [name, text(value)])).toEqual([["b", "new"]]);
  });

  test("a touch and a write both prolong all scopes", async () => {
    await store.write(id, [keep("a", "1")], 60);
    await subject.pass(40);
    await store.touch(id, 60);
    await subject.pass(40);
    await store.write(id, [keep("b", "2")], 60);
    await subject.pass(40);
    expect(await kept(store, id, "a")).toBe("1");
  });
});

test("SQLite: what a process kept is there for the next one; expired sessions and their pages leave the file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sessions-"));
  const file = join(folder, "deep", "sessions.sqlite");
  let now = 1_900_000_000;
  const open = () => createSqliteStore(openDatabase(file), () => now);
  const first = open();
  await first.write("stays", [keep("a", "1")], 3600);
  const large = "x".repeat(5000);
  for (let number = 0; number < 300; number++) await first.write(`goes-${number}`, [keep("a", large)], 30);
  await first.close();

  now += 120;
  const second = open();
  expect(await kept(second, "stays", "a")).toBe("1");
  const file2 = openDatabase(file);
  const left = () => Number(file2.prepare("SELECT count(*) AS n FROM scope").get()?.n);
  const pages = () => Number(file2.prepare("PRAGMA page_count").get()?.page_count);
  expect(file2.prepare("PRAGMA page_size").get()?.page_size).toBe(8192);
  const [before, beginning] = [left(), pages()];
  expect(before).toBe(301);
  now += 120;
  for (let writes = 0; writes < 40; writes++) await second.write("stays", [keep(`b${writes}`, "2")], 3600);
  expect(left()).toBe(41);
  expect(pages()).toBeLessThan(beginning / 2);
  file2.close();
  await second.close();
  await second.close();
  rmSync(folder, { recursive: true });
});

test("SQLite: a write during a burst of expiry drops few sessions, which share pages, or moves those out of the log", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sessions-"));
  const file = join(folder, "sessions.sqlite");
  const database = openDatabase(file);
  let now = 1_900_000_000;
  const store = createSqliteStore(database, () => now);
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
    await store.write(randomUUID(), [keep("a", cart)], 30);
  }
  await store.write("stays", [keep("a", "1")], 3600);
  now += 120;
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  const left = [2001];
  for (let writes = 1; writes <= 2000 && left.at(-1) !== 1; writes++) {
    await store.write("stays", [keep(`b${writes}`, "2")], 3600);
    left.push(number("SELECT count(*) AS n FROM session", "n"));
    if (writes === 1) {
      const dropped = 2001 - (left.at(-1) ?? 0);
      const moved = number("PRAGMA wal_checkpoint", "log") * number("PRAGMA page_size", "page_size");
      // Twice as much where sessions share pages in the order of their ids, which is none.
      expect(moved / dropped).toBeLessThan(14_000);
    }
    if (writes === 4) expect(inFile()).toBe(left[3]);
  }
  const dropped = left.slice(1).map((one, index) => (left[index] ?? 0) - one);
  expect(Math.max(...dropped)).toBeLessThanOrEqual(100);
  for (const [index, sessions] of dropped.entries())
    if (index % 2 === 0) expect(sessions).toBeGreaterThan(0);
    else expect(sessions, "the write after a slice").toBe(0);
  await store.close();
  rmSync(folder, { recursive: true });
});

test("SQLite: takes over what a build before kept in another layout", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sessions-"));
  const file = join(folder, "sessions.sqlite");
  const before = new DatabaseSync(file);
  before.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE session (id TEXT PRIMARY KEY, expires INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE INDEX session_expires ON session (expires);
    CREATE TABLE scope (
      id TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE ON UPDATE CASCADE,
      name TEXT NOT NULL,
      value BLOB NOT NULL,
      PRIMARY KEY (id, name)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO session VALUES ('old', 1900000060), ('other', 1900000010);
    INSERT INTO scope VALUES ('old', 'a', x'31'), ('old', 'b', x'32'), ('other', 'a', x'33');
  `);
  before.close();
  let now = 1_900_000_000;
  const store = createSqliteStore(openDatabase(file), () => now);
  expect(await Promise.all(["a", "b"].map((name) => kept(store, "old", name)))).toEqual(["1", "2"]);
  expect(await store.write("old", [keep("a", "4", "1")], 600)).toBe(true);
  now += 20;
  expect(await kept(store, "other", "a")).toBeUndefined();
  await store.close();
  const again = createSqliteStore(openDatabase(file), () => now);
  expect(await kept(again, "old", "a")).toBe("4");
  await again.close();
  rmSync(folder, { recursive: true });
});

test("SQLite: sessions that were deleted without their scopes leave nothing to the next ones", async () => {
  const database = openDatabase(":memory:");
  const store = createSqliteStore(database);
  await store.write("first", [keep("a", "1"), keep("b", "1")], 60);
  database.exec("PRAGMA foreign_keys = OFF; DELETE FROM session; PRAGMA foreign_keys = ON");
  expect(await store.write("second", [keep("a", "2")], 60)).toBe(true);
  expect([...(await store.read("second"))].map(([name, value]) => [name, text(value)])).toEqual([["a", "2"]]);
  await store.close();
});

test("SQLite: counts the sessions that live, up to a limit", async () => {
  let now = 1_900_000_000;
  const store = createSqliteStore(openDatabase(":memory:"), () => now);
  await store.ping();
  for (const id of ["a", "b", "c"]) await store.write(id, [keep("x", "1"), keep("y", "2")], 60);
  expect([store.count?.(10), store.count?.(2)]).toEqual([3, 2]);
  now += 61;
  expect(store.count?.(10)).toBe(0);
  await store.close();
});

test("SQLite: waits for another process that writes, without holding up its own", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sessions-"));
  const file = join(folder, "sessions.sqlite");
  const store = createSqliteStore(openDatabase(file));
  const other = openDatabase(file);
  other.exec("BEGIN IMMEDIATE");
  let written = false;
  const writing = store.write("s", [keep("a", "1")], 60).then(() => {
    written = true;
  });
  for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setTimeout(resolve, 1));
  expect(written, "others had their turn meanwhile").toBe(false);
  other.exec("COMMIT");
  await writing;
  expect(await kept(store, "s", "a")).toBe("1");
  other.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

test("SQLite: with several connections, too, no other process gets the file for itself", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sessions-"));
  const file = join(folder, "sessions.sqlite");
  const store = createSqliteStore(openDatabase(file));
  // The declarations' connection.
  const beside = openDatabase(file);
  await store.write("s", [keep("a", "1")], 60);
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
  await store.close();
  rmSync(folder, { recursive: true });
});

test("SQLite: a file that is removed or replaced under a portal shows in its ping", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sessions-"));
  const file = join(folder, "sessions.sqlite");
  const store = createSqliteStore(openDatabase(file));
  await store.ping();
  renameSync(file, `${file}.gone`);
  await expect(store.ping()).rejects.toThrow(/removed or replaced/);
  writeFileSync(file, "");
  await expect(store.ping()).rejects.toThrow(/removed or replaced/);
  await store.close();
  rmSync(folder, { recursive: true });
});

test("SQLite: with a full disk nothing is kept, what was kept can be read, and with space it heals", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sessions-"));
  const database = openDatabase(join(folder, "sessions.sqlite"));
  const store = createSqliteStore(database);
  await store.write("s", [keep("a", "1")], 600);
  const { page_count: pages } = database.prepare("PRAGMA page_count").get() as { page_count: number };
  database.exec(`PRAGMA max_page_count = ${pages}`);
  const large = "x".repeat(1_000_000);
  await expect(store.write("s", [keep("b", large)], 600)).rejects.toThrow(/full/);
  expect(await kept(store, "s", "a")).toBe("1");
  database.exec(`PRAGMA max_page_count = ${pages + 1000}`);
  expect(await store.write("s", [keep("b", large)], 600)).toBe(true);
  expect(await kept(store, "s", "b")).toBe(large);
  await store.close();
  rmSync(folder, { recursive: true });
});

test("Redis: while its memory is full nothing is kept and the ping says so; with room it heals", async () => {
  const server = await startRedis(undefined, ["--maxmemory-policy", "noeviction"]);
  const redis = openRedis(server.url, () => {});
  const store = createRedisStore(redis);
  await expect.poll(() => store.ping().then(() => "there", String)).toBe("there");
  await store.write("s", [keep("a", "1")], 60);
  await redis.send("k", ["CONFIG", "SET", "maxmemory", "1"]);
  await expect(store.ping()).rejects.toThrow(/maxmemory/);
  await expect(store.write("s", [keep("b", "2")], 60)).rejects.toThrow(/maxmemory/);
  expect(await kept(store, "s", "a")).toBe("1");
  await redis.send("k", ["CONFIG", "SET", "maxmemory", "0"]);
  await store.ping();
  expect(await store.write("s", [keep("b", "2")], 60)).toBe(true);
  await store.close();
  await server.stop();
});

test("Redis: the store connects again after Redis was away, and rejects meanwhile", async () => {
  const server = await startRedis();
  const reported: Error[] = [];
  const store = createRedisStore(openRedis(server.url, (error) => reported.push(error)));
  await store.write("s", [keep("a", "1")], 60);
  await server.stop();
  const meanwhile = await Promise.allSettled([
    store.ping(),
    store.read("s"),
    store.write("s", [keep("b", "late")], 60),
  ]);
  expect(meanwhile.map(({ status }) => status)).toEqual(Array(3).fill("rejected"));
  expect(reported.length).toBeGreaterThan(0);
  const again = await startRedis(server.port);
  await expect.poll(() => store.ping().then(() => "there", String)).toBe("there");
  await store.write("s", [keep("a", "2")], 60);
  expect(await kept(store, "s", "a")).toBe("2");
  await store.close();
  await again.stop();
});

test("Redis: one that hangs holds up a few commands for their time, the rest not at all, and is taken back", async () => {
  const server = await startRedis();
  const store = createRedisStore(openRedis(server.url, () => {}));
  await store.write("s", [keep("a", "1")], 60);
  server.pause();
  const outcome = () =>
    store.read("s").then(
      () => "there",
      (error: Error) => error.message,
    );
  for (let tries = 0; tries < 3; tries++) expect(await outcome()).not.toBe("there");
  expect(await outcome(), "known to be away").toMatch(/^Redis is away: /);
  server.resume();
  await expect.poll(outcome).toBe("there");
  expect(await kept(store, "s", "a")).toBe("1");
  await store.close();
  await server.stop();
});

test("Redis: an answer that is an error is no outage", async () => {
  const server = await startRedis();
  const redis = openRedis(server.url, () => {});
  for (let tries = 0; tries < 5; tries++)
    await expect(redis.send("k", ["NOSUCHCOMMAND"])).rejects.toThrow(/unknown/);
  await redis.send("k", ["SET", "k", "v"]);
  expect(await redis.send("k", ["GET", "k"])).toBe("v");
  await redis.close();
  await server.stop();
});

test("Redis: a store that never reached its server rejects, says why, and can be closed", async () => {
  const store = createRedisStore(openRedis("redis://127.0.0.1:1", () => {}));
  await expect(store.read("s")).rejects.toThrow(/^Redis is away: .*ECONNREFUSED/);
  await store.close();
});

describe("Redis is found", () => {
  const roundTrip = async (address: string) => {
    const store = createRedisStore(openRedis(address, () => {}));
    await expect.poll(() => store.ping().then(() => "there", String)).toBe("there");
    expect(await store.write("s", [keep("a", "1"), keep("b", "2")], 60)).toBe(true);
    expect(await store.write("s", [drop("a", "1")], 60)).toBe(true);
    expect([...(await store.read("s")).keys()]).toEqual(["b"]);
    await store.close();
  };

  test("as an ACL user, in a database of its own", async () => {
    const server = await startRedis(undefined, ["--user", "portal", "on", ">p@ss:word", "~*", "+@all"]);
    await roundTrip(`redis://portal:${encodeURIComponent("p@ss:word")}@127.0.0.1:${server.port}/3`);
    await server.stop();
  });

  test("over TLS, with a certificate of the operator's own CA", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tls-"));
    const certificate = join(folder, "certificate.pem");
    const key = join(folder, "key.pem");
    const request =
      "req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -addext subjectAltName=DNS:localhost";
    execFileSync("openssl", [...request.split(" "), "-keyout", key, "-out", certificate], {
      stdio: "ignore",
    });
    const port = await freePort();
    const tls = ["--tls-port", String(port), "--tls-cert-file", certificate, "--tls-key-file", key];
    const server = await startRedis(undefined, [...tls, "--tls-auth-clients", "no"]);
    // Which certificates Node trusts is settled when it starts.
    const script = `import { openRedis } from "./app/session/redis.server.ts";
      const redis = openRedis("rediss://localhost:${port}", () => {});
      console.log(await redis.send("k", ["PING"]).catch(() => "no connection"));
      process.exit();`;
    const answer = (env: object) =>
      execFileSync(process.execPath, ["--input-type=module", "-e", script], {
        env: { ...process.env, SANDBOX: "embedded", ...env },
        encoding: "utf8",
      }).trim();
    expect(answer({ NODE_EXTRA_CA_CERTS: certificate })).toBe("PONG");
    expect(answer({})).toBe("no connection");
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  test("as a cluster", async () => {
    const server = await startRedis(undefined, ["--cluster-enabled", "yes"]);
    const client = createClient({ url: server.url });
    await client.connect();
    await client.sendCommand(["CLUSTER", "ADDSLOTSRANGE", "0", "16383"]);
    await client.close();
    await roundTrip(`redis+cluster://127.0.0.1:${server.port}`);
    await server.stop();
  });

  test("through sentinels", async () => {
    const server = await startRedis();
    const sentinel = await startSentinel(server.port, "portal");
    await roundTrip(`redis+sentinel://127.0.0.1:1,127.0.0.1:${sentinel.port}/portal`);
    await sentinel.stop();
    await server.stop();
  });
});
