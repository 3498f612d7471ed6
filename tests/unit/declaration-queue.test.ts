import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { openPostgres, type PostgresStore } from "#app/declarations/postgres-database.server.ts";
import { type DeclarationQueue, longestHoldMs } from "#app/declarations/queue.ts";
import type { QueueDatabase } from "#app/declarations/queue-database.ts";
import { createSqlQueue } from "#app/declarations/sql-queue.server.ts";
import { openSqlite } from "#app/declarations/sqlite-database.server.ts";
import { readConfig } from "#app/platform/config.server.ts";
import { allOf } from "../support/all-of.ts";
import { startPostgres } from "../support/postgres-server.ts";
import { isThere } from "../support/store.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

interface Subject {
  open(): Promise<QueueDatabase>;
  /** Another tool on the same data. */
  query(text: string): Promise<unknown>;
  end(): Promise<unknown>;
}

async function sqliteSubject(): Promise<Subject> {
  const file = join(temporaryFolder(), "declarations.sqlite");
  return {
    open: () => openSqlite(file),
    async query(text) {
      const database = new DatabaseSync(file);
      database.exec(text);
      database.close();
    },
    end: async () => {},
  };
}

const asker = { connections: 5, leastConnections: 1, patienceMs: 2000 };
const storeAt = (url: string) =>
  readConfig({ SANDBOX: "embedded", DECLARATION_STORE: url }).declarations.store as PostgresStore;

/** One for all tests: PostgreSQL takes seconds to begin. */
const folder = temporaryFolder();
const key = join(folder, "key");
const certificate = join(folder, "certificate");
const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", ...names];
spawnSync("openssl", [...made, "-keyout", key, "-out", certificate]);
const server = await startPostgres({
  tls: { key: readFileSync(key, "utf8"), certificate: readFileSync(certificate, "utf8") },
});
afterAll(server.stop);
const postgresSubject = async (): Promise<Subject> => ({
  open: () => openPostgres(storeAt(server.url), asker),
  query: server.query,
  end: async () => {},
});

describe.each([
  ["SQLite", sqliteSubject],
  ["PostgreSQL", postgresSubject],
])("declarations that wait: %s", (_, start) => {
  let subject: Subject;
  let queue: DeclarationQueue;
  /** A second process on the same data. */
  let other: DeclarationQueue;
  const longestPauseMs = 120_000;
  /** Longer than a slow machine takes between two statements. */
  const forMs = 60_000;
  beforeAll(async () => {
    subject = await start();
    queue = createSqlQueue(subject.open, longestPauseMs);
    other = createSqlQueue(subject.open, longestPauseMs);
    // Both make the table.
    await Promise.all([isThere(queue), isThere(other)]);
  });
  afterAll(async () => {
    await Promise.all([queue.close(), other.close()]);
    await subject.end();
  });
  beforeEach(() => subject.query("DELETE FROM declaration"));

  /** As if so much time had gone by; less than none where the clock is set back. */
  const pass = (ms: number) =>
    subject.query(
      `UPDATE declaration SET due = due - ${ms}, "receivedAt" = "receivedAt" - ${ms},
        "openSince" = "openSince" - ${ms}, "removeAt" = "removeAt" - ${ms}`,
    );
  const add = (id: string, lane = id, token = "first") =>
    queue.add({ id, lane, sealed: `content of ${id}` }, { token, forMs });
  const leased = async (worker = queue, token = "next") => (await worker.lease({ token, forMs }))?.id;
  const later = (pauseMs: number) => ({ state: "waiting", pauseMs }) as const;
  const done = (state: "forwarded" | "refused", keepMs = 60_000) => ({ state, sealed: "answered", keepMs });
  const about = (time: number) => expect.toSatisfy((at: number) => Math.abs(at - time) < 60_000);

  test("an id is stored once, with its first content", async () => {
    expect(await add("a")).toEqual({ end: "stored", leased: true });
    expect(await other.add({ id: "a", lane: "b", sealed: "x" }, { token: "b", forMs })).toEqual({
      end: "known",
      isRecent: true,
      entry: {
        id: "a",
        lane: "a",
        state: "waiting",
        attempts: 1,
        sealed: "content of a",
        // The database's clock is the machine's, whatever this process takes for the time.
        receivedAt: about(performance.timeOrigin + performance.now()),
      },
    });
    expect(await queue.find("b")).toBeUndefined();
  });

  test("a share of the store has room while something in it is the provider's", async () => {
    const share = "barrier";
    const write = (id: string) => queue.add({ id, lane: id, sealed: id, share }, { token: id, forMs });
    await add("declared");
    await queue.settle("declared", "first", done("forwarded"));
    for (const id of ["a", "b", "c"]) {
      expect(await other.makeRoom(share, 3)).toBe(true);
      await write(id);
    }
    expect(await queue.makeRoom(share, 3), "all of them wait").toBe(false);
    for (const id of ["b", "c"]) await queue.settle(id, id, done("forwarded"));
    expect(await queue.makeRoom(share, 3)).toBe(true);
    const left = await Promise.all(["declared", "a", "b", "c"].map((id) => queue.find(id)));
    expect(left.map((entry) => entry?.id)).toEqual(["declared", "a", undefined, "c"]);
  });

  test("is not called lost where only the look for it fails", async () => {
    await add("a");
    const at = await subject.open();
    const refused = new Error("out of memory");
    let statements = 0;
    const failing = createSqlQueue(
      async () => ({
        ...at,
        isRefusal: () => true,
        run: (statement) => (++statements > 1 ? Promise.reject(refused) : at.run(statement)),
      }),
      60_000,
    );
    const again = { id: "a", lane: "a", sealed: "x" };
    expect(await failing.add(again, { token: "b", forMs })).toEqual({ end: "unknown", error: refused });
    await failing.close();
  });

  describe("the same content", () => {
    const same = (id: string, by = queue) =>
      by.add({ id, lane: id, sealed: id, content: "digest" }, { token: id, forMs });
    const hour = 60 * 60 * 1000;

    test("within an hour is the same declaration, whatever its id", async () => {
      expect(await same("a")).toEqual({ end: "stored", leased: true });
      expect(await same("b", other)).toMatchObject({ end: "known", isRecent: true, entry: { id: "a" } });
      await pass(hour - 60_000);
      expect(await same("c")).toMatchObject({ end: "known", entry: { id: "a" } });
      expect((await add("d")).end).toBe("stored");
    });

    test("after an hour is another one; an id is known for longer", async () => {
      await same("a");
      await pass(hour);
      expect(await same("a")).toMatchObject({ end: "known", isRecent: false, entry: { id: "a" } });
      expect((await same("b")).end).toBe("stored");
      expect(await same("a")).toMatchObject({ end: "known", isRecent: true, entry: { id: "b" } });
      await pass(hour);
      expect(await same("a")).toMatchObject({ end: "known", isRecent: false, entry: { id: "a" } });
      expect((await same("c")).end).toBe("stored");
    });

    test.each([
      ["never sent before", async () => {}],
      ["last sent an hour ago", () => same("first").then(() => pass(hour))],
    ])("arriving at two portals at once is one declaration: %s", async (_, before) => {
      await before();
      const ids = Array.from({ length: 12 }, (_, at) => `${at}`);
      const ends = await Promise.all(ids.map((id, at) => same(id, at % 2 ? queue : other)));
      const stored = ids.filter((_, at) => ends[at]?.end === "stored");
      expect(stored).toHaveLength(1);
      for (const end of ends)
        if (end.end !== "stored") expect(end).toMatchObject({ end: "known", entry: { id: stored[0] } });
    });
  });

  test("one of two processes holds the lease; once it ends, the earlier holder changes nothing", async () => {
    await add("a");
    expect(await leased(other)).toBeUndefined();
    await pass(forMs + 1);
    const tries = await Promise.all([leased(queue, "queue's"), leased(other, "other's")]);
    expect(tries.toSorted()).toEqual(["a", undefined]);
    expect(await queue.settle("a", "first", done("forwarded"))).toBe(false);
    expect(await queue.find("a")).toMatchObject({ state: "waiting", attempts: 2 });
    expect(await queue.settle("a", tries[0] ? "queue's" : "other's", done("forwarded"))).toBe(true);
    expect(await queue.find("a")).toMatchObject({ state: "forwarded", sealed: "answered" });
  });

  test("two processes that work off a backlog lease each entry once", async () => {
    const ids = Array.from({ length: 40 }, (_, at) => `${at}`);
    for (const id of ids) await add(id);
    await pass(forMs + 1);
    const work = async (worker: DeclarationQueue) => {
      const mine: string[] = [];
      // Longer than the slowest machine takes for all.
      const next = async () => (await worker.lease({ token: "next", forMs: 3_600_000 }))?.id;
      for (let id = await next(); id; id = await next()) mine.push(id);
      return mine;
    };
    const all = await Promise.all([work(queue), work(other), work(queue), work(other)]);
    expect(all.flat().toSorted()).toEqual(ids.toSorted());
  });

  test("an entry that was not accepted is due again after its pause", async () => {
    await add("a");
    expect(await queue.settle("a", "first", later(100_000))).toBe(true);
    expect(await leased()).toBeUndefined();
    await pass(100_000);
    expect(await leased()).toBe("a");
  });

  test("a contract's order is kept; other contracts do not wait for it", async () => {
    expect(await add("a1", "a")).toEqual({ end: "stored", leased: true });
    expect(await add("a2", "a")).toEqual({ end: "stored", leased: false });
    expect(await add("b", "b")).toEqual({ end: "stored", leased: true });
    await queue.settle("a1", "first", later(100_000));
    await queue.settle("b", "first", later(50_000));
    await pass(60_000);
    expect(await leased()).toBe("b");
    expect(await leased()).toBeUndefined();
    await pass(40_000);
    await queue.settle("b", "next", later(100_000));
    expect(await leased()).toBe("a1");
    expect(await leased(other)).toBeUndefined();
    await queue.settle("a1", "next", done("refused"));
    expect(await leased(other)).toBe("a2");
  });

  test("a contract waits an hour at most for a declaration that does not get through; both are listed", async () => {
    await add("a1", "a");
    await queue.settle("a1", "first", later(100_000));
    await pass(longestHoldMs - 60_000);
    await queue.settle("a1", "first", later(100_000));
    expect(await add("a2", "a")).toEqual({ end: "stored", leased: false });
    await queue.lease({ token: "again", forMs });
    await queue.settle("a1", "again", later(100_000));
    expect(await leased()).toBeUndefined();
    expect(await queue.backlog()).toMatchObject({ overtaken: 0 });
    await pass(60_000);
    expect(await leased()).toBe("a2");
    await queue.settle("a2", "next", done("forwarded"));
    expect(await add("a3", "a")).toEqual({ end: "stored", leased: true });
    await add("b", "b");
    await queue.settle("b", "first", done("forwarded"));
    expect((await allOf(queue.open())).map(({ id, state, ...order }) => [id, state, order])).toEqual([
      ["a1", "waiting", expect.objectContaining({ overtaken: true, overtook: false })],
      ["a2", "forwarded", expect.objectContaining({ overtaken: false, overtook: true })],
      ["a3", "waiting", expect.objectContaining({ overtaken: false, overtook: true })],
    ]);
    expect(await queue.backlog()).toMatchObject({ overtaken: 1 });
  });

  test("a clock that is set back stops nothing, and no age is negative", async () => {
    for (const id of ["leased", "a1", "a2"]) await add(id, id.slice(0, 1));
    await queue.settle("a1", "first", later(100_000));
    await pass(-6 * 60 * 60 * 1000);
    expect(await queue.backlog()).toMatchObject({ waiting: 3, oldestMs: 0 });
    await queue.sweep();
    expect([await leased(), await leased(), await leased()]).toEqual(["leased", "a1", undefined]);
    await queue.settle("a1", "next", done("forwarded"));
    expect(await leased()).toBe("a2");
  });

  test("an operator can make one due now, also after a refusal, but not an accepted one", async () => {
    for (const id of ["a", "b", "c"]) await add(id);
    await queue.settle("a", "first", later(60_000));
    await queue.settle("b", "first", done("refused"));
    await queue.settle("c", "first", done("forwarded"));
    expect((await allOf(queue.open())).map(({ id, state, dueInMs }) => [id, state, dueInMs])).toEqual([
      ["a", "waiting", about(60_000)],
      ["b", "refused", undefined],
    ]);
    expect((await allOf(queue.open())).map(({ keepMs }) => keepMs)).toEqual([undefined, expect.any(Number)]);
    expect([await queue.resend("a"), await queue.resend("b")]).toEqual([true, true]);
    expect([await queue.resend("c"), await queue.resend("unknown")]).toEqual([false, false]);
    const due = [await leased(), await leased(), await leased()];
    expect(new Set(due)).toEqual(new Set(["a", "b", undefined]));
  });

  test("what is left to staff is neither due nor ever deleted until it is finished, or sent again", async () => {
    for (const id of ["a", "b"]) {
      await add(id);
      expect(await queue.settle(id, "first", { state: "byHand" })).toBe(true);
    }
    await pass(365 * 24 * 3_600_000);
    await queue.sweep();
    expect(await leased()).toBeUndefined();
    expect(await queue.backlog()).toMatchObject({ waiting: 0, byHand: 2 });
    expect((await allOf(queue.open())).map(({ id, state }) => [id, state])).toEqual([
      ["a", "byHand"],
      ["b", "byHand"],
    ]);
    const done = { sealed: "passed on", keepMs: 1000 };
    expect([await other.finish("a", done), await queue.finish("a", done)]).toEqual([true, false]);
    expect(await queue.find("a")).toMatchObject({ state: "forwarded", sealed: "passed on" });
    expect([await queue.resend("b"), await leased()]).toEqual([true, "b"]);
    await pass(2000);
    await queue.sweep();
    expect(await queue.find("a")).toBeUndefined();
  });

  test("the backlog is counted, with the age of its oldest", async () => {
    const none = { waiting: 0, refused: 0, refusedEnding: 0, byHand: 0, overtaken: 0, oldestMs: 0 };
    expect(await queue.backlog()).toEqual(none);
    await add("old");
    await pass(500_000);
    for (const id of ["a", "b", "c"]) await add(id);
    await queue.settle("a", "first", done("refused"));
    await queue.settle("b", "first", done("forwarded"));
    expect(await other.backlog()).toEqual({
      waiting: 2,
      refused: 1,
      refusedEnding: 1,
      byHand: 0,
      overtaken: 0,
      oldestMs: about(500_000),
    });
  });

  test("accepted entries expire; waiting ones never do", async () => {
    for (const id of ["waits", "taken", "refused", "kept"]) await add(id);
    await queue.settle("taken", "first", done("forwarded", 1000));
    await queue.settle("refused", "first", done("refused", 1000));
    await queue.settle("kept", "first", done("forwarded"));
    await pass(2000);
    expect(await queue.sweep(), "those that were refused, as nobody sent them again").toEqual(["refused"]);
    const found = await Promise.all(["waits", "taken", "refused", "kept"].map((id) => queue.find(id)));
    expect(found.map((entry) => entry?.state)).toEqual(["waiting", undefined, undefined, "forwarded"]);
    expect(await other.sweep()).toEqual([]);
    expect(await queue.backlog()).toMatchObject({ waiting: 1, refused: 0 });
  });

  test("an entry is replaced only if it is still as it was read", async () => {
    await add("a");
    const replaced = (from: string, to: string) => other.replace("a", from, to);
    expect(await replaced("something else", "x")).toBe(false);
    expect([await replaced("content of a", "y"), (await queue.find("a"))?.sealed]).toEqual([true, "y"]);
  });

  test("an entry is removed only in the state in which it was found", async () => {
    await add("a");
    expect(await queue.removeIf("a", "forwarded")).toBe(false);
    await queue.settle("a", "first", done("forwarded"));
    expect([await queue.removeIf("a", "waiting"), (await queue.find("a"))?.state]).toEqual([
      false,
      "forwarded",
    ]);
    expect([await other.removeIf("a", "forwarded"), await queue.find("a")]).toEqual([true, undefined]);
  });

  test("every entry can be read, in the order of arrival, with how long it is kept", async () => {
    for (const id of ["waits", "refused"]) await add(id);
    await add("later", "waits");
    await queue.settle("refused", "first", done("refused", 40_000));
    const kept: unknown[] = [];
    for await (const entry of other.entries()) kept.push(entry);
    const about40s = expect.toSatisfy((ms: number) => ms > 0 && ms <= 40_000);
    expect(kept).toMatchObject([{ id: "waits" }, { id: "refused", keepMs: about40s }, { id: "later" }]);
    expect(kept[0]).not.toHaveProperty("keepMs");
  });

  test("a later version's table, with a column that this one does not know, serves as well", async () => {
    await subject.query("ALTER TABLE declaration ADD COLUMN later TEXT");
    const restarted = createSqlQueue(subject.open, longestPauseMs);
    expect(await restarted.add({ id: "a", lane: "a", sealed: "x" }, { token: "first", forMs })).toEqual({
      end: "stored",
      leased: true,
    });
    expect(await queue.settle("a", "first", done("forwarded"))).toBe(true);
    await restarted.close();
  });
});

/** How a connection is, or why there is none. */
async function connection(host: string, sslmode: string, PGSSLROOTCERT?: string) {
  const DECLARATION_STORE = `postgres://portal@${host}:${server.port}/portal${sslmode && `?sslmode=${sslmode}`}`;
  const { store } = readConfig({ SANDBOX: "embedded", DECLARATION_STORE, PGSSLROOTCERT }).declarations;
  const database = await openPostgres(store as PostgresStore, asker);
  const asked = sql<{ ssl: boolean }>`SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`;
  const answer = await database
    .run(() => asked.execute(database.db))
    .then(({ rows }) => (rows[0]?.ssl ? "TLS" : "plain"))
    .catch(({ code }) => code);
  await database.close();
  return answer;
}
test.each([
  ["localhost", "verify-full", certificate, "TLS"],
  ["localhost", "", certificate, "TLS"],
  ["127.0.0.1", "verify-full", certificate, "ERR_TLS_CERT_ALTNAME_INVALID"],
  ["127.0.0.1", "verify-ca", certificate, "TLS"],
  ["localhost", "verify-full", undefined, "DEPTH_ZERO_SELF_SIGNED_CERT"],
  ["localhost", "verify-ca", undefined, "DEPTH_ZERO_SELF_SIGNED_CERT"],
  ["localhost", "require", "package.json", expect.stringMatching(/./)],
  ["localhost", "require", undefined, "TLS"],
  ["localhost", "disable", undefined, "plain"],
  ["localhost", "", undefined, "plain"],
])("PostgreSQL at %s with sslmode=%s and the certificate %s: %s", async (host, mode, file, expected) => {
  await expect.poll(() => connection(host, mode, file)).toEqual(expected);
});

const versionOne = (integer: string, seq: string) => `CREATE TABLE declaration (
  seq ${seq}, id TEXT NOT NULL UNIQUE, lane TEXT NOT NULL, "receivedAt" ${integer} NOT NULL,
  state TEXT NOT NULL DEFAULT 'waiting', attempts ${integer} NOT NULL DEFAULT 0, due ${integer} NOT NULL, token TEXT,
  "removeAt" ${integer}, sealed TEXT NOT NULL, content TEXT)`;

test("a table of version 1 is refused by name, and nothing in it is touched", async () => {
  const file = join(temporaryFolder(onTestFinished), "sessions.sqlite");
  const old = new DatabaseSync(file);
  old.exec(versionOne("INTEGER", "INTEGER PRIMARY KEY AUTOINCREMENT"));
  old.close();
  await server.query("CREATE DATABASE old");
  await server.query(versionOne("BIGINT", "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"), "old");
  const store = storeAt(server.url.replace(/portal$/, "old"));
  for (const open of [() => openSqlite(file), () => openPostgres(store, asker)]) {
    const queue = createSqlQueue(open, 120_000);
    await expect(queue.ping()).rejects.toThrow("The table `declaration` is of a version before 2.0.0.");
    const added = await queue.add({ id: "a", lane: "a", sealed: "x" }, { token: "first", forMs: 1000 });
    expect(added.end).toBe("notStored");
    await queue.close();
  }
  expect(await server.query("SELECT * FROM declaration", "old")).toEqual([]);
});

describe("a PostgreSQL that", () => {
  const lease = { token: "first", forMs: 1000 };
  const entry = (id: string) => ({ id, lane: id, sealed: id, content: id });
  let queue: DeclarationQueue;
  beforeEach(async () => {
    queue = createSqlQueue(() => openPostgres(storeAt(server.url), asker), 120_000);
    await isThere(queue);
    await server.query("DELETE FROM declaration");
  });
  afterEach(() => queue.close());
  const standbys = async (names: string) => {
    await server.query(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
    await server.query("SELECT pg_reload_conf()");
  };
  /** The server's processes take a setting over one after the other: commits before that do not wait. */
  let id = "";
  const another = () => {
    id += "a";
    return queue.add(entry(id), lease);
  };

  test("waits for a standby has not said whether it has an entry, which may arrive later", async () => {
    await standbys("away");
    // Nor has it about the same once more, which waits for the first.
    const twice = async () => [(await another()).end, (await queue.add(entry(id), lease)).end];
    await expect.poll(twice).toEqual(["unknown", "unknown"]);
    await standbys("");
    await expect.poll(async () => (await queue.find(id))?.state).toBe("waiting");
    await expect.poll(async () => (await queue.add(entry(id), lease)).end).toBe("known");
  });

  test("loses its connection after the commit is asked what became of the entry", async () => {
    await standbys("away");
    const end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
    const addAnother = async () => {
      let isOver = false;
      const adding = another().finally(() => {
        isOver = true;
      });
      // Also one that an earlier try left behind.
      while (!isOver) await server.query(end);
      return adding;
    };
    await expect.poll(addAnother).toMatchObject({ end: "known", entry: { state: "waiting" } });
    await standbys("");
  });

  test("refuses, is full or is away has stored nothing", async () => {
    await server.query(`CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full'; END $$`);
    await server.query("CREATE TRIGGER fill BEFORE INSERT ON declaration EXECUTE FUNCTION fill()");
    expect((await queue.add(entry("full"), lease)).end).toBe("notStored");
    await server.query("DROP FUNCTION fill CASCADE");
    expect((await queue.add(entry("full"), lease)).end).toBe("stored");
    await server.kill();
    // A pooled connection may only now be found broken.
    await expect.poll(async () => (await queue.add(entry("away"), lease)).end).toBe("notStored");
  });
});

test("a file that is gone is made again, once for all statements of that moment", async () => {
  const file = join(temporaryFolder(onTestFinished), "declarations.sqlite");
  let opened = 0;
  const queue = createSqlQueue(() => {
    opened++;
    return openSqlite(file);
  }, 120_000);
  await queue.ping();
  rmSync(file);
  await Promise.all([queue.ping(), queue.backlog(), queue.find("a"), queue.ping()]);
  expect(opened).toBe(2);
  await queue.close();
});
