import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "redis";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createRedisStore } from "#app/session/redis-store.server.ts";
import { createSqliteStore } from "#app/session/sqlite-store.server.ts";
import type { SessionStore } from "#app/session/store.ts";
import { startRedis } from "../support/redis-server.ts";

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
const same = (_: string, value: Uint8Array) => value;

async function sqliteSubject(): Promise<Subject> {
  const folder = mkdtempSync(join(tmpdir(), "sessions-"));
  const file = join(folder, "sessions.sqlite");
  let now = 1_900_000_000;
  const store = createSqliteStore(file, () => now);
  const other = createSqliteStore(file, () => now);
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
  const store = createRedisStore(server.url, report);
  const other = createRedisStore(server.url, report);
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

  test("keeps bytes as they are, per session and scope", async () => {
    const all = Uint8Array.from({ length: 256 }, (_, value) => value);
    await store.write(id, "a", all, 60);
    await store.write(id, "b", bytes("other"), 60);
    expect([...((await store.read(id, "a")) ?? [])]).toEqual([...all]);
    expect(text(await store.read(id, "b"))).toBe("other");
    expect(await store.read(id, "c")).toBeUndefined();
    expect(await store.read("somebody else", "a")).toBeUndefined();
    expect(text(await subject.other.read(id, "b"))).toBe("other");
  });

  test("two scopes written at once by two processes are both kept", async () => {
    const names = Array.from({ length: 20 }, (_, number) => `scope ${number}`);
    await Promise.all(
      names.map((name, number) => (number % 2 ? store : subject.other).write(id, name, bytes(name), 60)),
    );
    for (const name of names) expect(text(await store.read(id, name))).toBe(name);
  });

  test("removes one scope and leaves the others", async () => {
    await store.write(id, "a", bytes("1"), 60);
    await store.write(id, "b", bytes("2"), 60);
    expect(await store.remove(id, "a")).toBe(true);
    expect(await store.remove(id, "a")).toBe(false);
    expect(await store.remove(id, "never there")).toBe(false);
    expect(await store.read(id, "a")).toBeUndefined();
    expect(text(await store.read(id, "b"))).toBe("2");
  });

  /** Many calls at once, half of them of another process. */
  const atOnce = (call: (store: SessionStore, number: number) => Promise<boolean>) =>
    Promise.all(Array.from({ length: 20 }, (_, number) => call(number % 2 ? store : subject.other, number)));

  test("of claims at once one keeps its value, in a new session and in one that lives", async () => {
    for (const scope of ["a", "b"]) {
      const claims = await atOnce((one, number) => one.claim(id, scope, bytes(String(number)), 60));
      expect(claims.filter(Boolean)).toHaveLength(1);
      expect(text(await store.read(id, scope))).toBe(String(claims.indexOf(true)));
    }
  });

  test("a claim prolongs its session, and an expired one may be claimed anew", async () => {
    expect(await store.claim(id, "a", bytes("1"), 60)).toBe(true);
    await subject.pass(40);
    expect(await store.claim(id, "a", bytes("2"), 60)).toBe(false);
    await subject.pass(40);
    expect(text(await store.read(id, "a"))).toBe("1");
    await subject.pass(61);
    expect(await store.claim(id, "a", bytes("3"), 60)).toBe(true);
  });

  test("of removals at once one took the value", async () => {
    await store.write(id, "a", bytes("1"), 60);
    expect((await atOnce((one) => one.remove(id, "a"))).filter(Boolean)).toHaveLength(1);
  });

  test("a session ends when it was idle for too long, with every scope", async () => {
    await store.write(id, "a", bytes("1"), 60);
    await store.write(id, "b", bytes("2"), 60);
    await subject.pass(59);
    expect(text(await store.read(id, "a"))).toBe("1");
    await subject.pass(2);
    expect(await store.read(id, "a")).toBeUndefined();
    expect(await store.read(id, "b")).toBeUndefined();
    expect(await store.touch(id, 60)).toBe(false);
  });

  test("an expired session's scopes do not come back with a new write", async () => {
    await store.write(id, "a", bytes("old"), 60);
    await subject.pass(61);
    await store.write(id, "b", bytes("new"), 60);
    expect(await store.read(id, "a")).toBeUndefined();
    expect(text(await store.read(id, "b"))).toBe("new");
  });

  test("a touch and a write both prolong all scopes", async () => {
    await store.write(id, "a", bytes("1"), 60);
    await subject.pass(40);
    expect(await store.touch(id, 60)).toBe(true);
    await subject.pass(40);
    await store.write(id, "b", bytes("2"), 60);
    await subject.pass(40);
    expect(text(await store.read(id, "a"))).toBe("1");
  });

  test("a rename moves every scope in its new form and leaves nothing under the old id", async () => {
    await store.write(id, "a", bytes("1"), 60);
    await store.write(id, "b", bytes("2"), 60);
    const renew = (scope: string, value: Uint8Array) => bytes(`${scope}${text(value)}!`);
    await store.rename(id, `${id}-new`, renew, 60);
    expect(text(await store.read(`${id}-new`, "a"))).toBe("a1!");
    expect(text(await store.read(`${id}-new`, "b"))).toBe("b2!");
    expect(await store.read(id, "a")).toBeUndefined();
    expect(await store.touch(id, 60)).toBe(false);
    await subject.pass(59);
    expect(await store.touch(`${id}-new`, 60)).toBe(true);
  });

  test("a rename drops what cannot be carried over", async () => {
    await store.write(id, "good", bytes("1"), 60);
    await store.write(id, "bad", bytes("2"), 60);
    await store.rename(id, `${id}-new`, (scope, value) => (scope === "bad" ? undefined : value), 60);
    expect(await store.read(`${id}-new`, "bad")).toBeUndefined();
    expect(text(await store.read(`${id}-new`, "good"))).toBe("1");
  });

  test("of two renames at once one gets everything, the other nothing", async () => {
    await store.write(id, "a", bytes("1"), 60);
    await store.write(id, "b", bytes("2"), 60);
    const targets = [`${id}-x`, `${id}-y`];
    await Promise.all([store.rename(id, `${id}-x`, same, 60), subject.other.rename(id, `${id}-y`, same, 60)]);
    const found = await Promise.all(
      targets.map(async (target) => [
        text(await store.read(target, "a")),
        text(await store.read(target, "b")),
      ]),
    );
    expect(found).toContainEqual(["1", "2"]);
    expect(found).toContainEqual([undefined, undefined]);
  });

  test("writes beside a rename lie whole under one of the two ids", async () => {
    await store.write(id, "a", bytes("1"), 60);
    await Promise.all([
      store.rename(id, `${id}-new`, same, 60),
      ...["b", "c", "d"].map((name) => subject.other.write(id, name, bytes(name), 60)),
    ]);
    expect(text(await store.read(`${id}-new`, "a"))).toBe("1");
    for (const name of ["b", "c", "d"]) {
      const values = [await store.read(id, name), await store.read(`${id}-new`, name)];
      expect(values.map(text).filter(Boolean)).toEqual([name]);
    }
  });

  test("the rename of an unknown session makes none", async () => {
    await store.rename(id, `${id}-new`, same, 60);
    expect(await store.touch(`${id}-new`, 60)).toBe(false);
  });

  test("a destroyed session is gone", async () => {
    await store.write(id, "a", bytes("1"), 60);
    await store.destroy(id);
    expect(await store.read(id, "a")).toBeUndefined();
    expect(await store.touch(id, 60)).toBe(false);
  });
});

test("SQLite: what a process kept is there for the next one; expired sessions leave the file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sessions-"));
  const file = join(folder, "deep", "sessions.sqlite");
  let now = 1_900_000_000;
  const first = createSqliteStore(file, () => now);
  await first.write("stays", "a", bytes("1"), 3600);
  for (let number = 0; number < 250; number++) await first.write(`goes-${number}`, "a", bytes("x"), 30);
  await first.close();

  now += 120;
  const second = createSqliteStore(file, () => now);
  expect(text(await second.read("stays", "a"))).toBe("1");
  now += 120;
  const { DatabaseSync } = await import("node:sqlite");
  const file2 = new DatabaseSync(file);
  const left = () => file2.prepare("SELECT count(*) AS n FROM scope").get()?.n;
  expect(left()).toBe(251);
  await second.write("stays", "b", bytes("2"), 3600);
  expect(left(), "one sweep removes 200 at most").toBe(52);
  await second.write("stays", "c", bytes("3"), 3600);
  expect(left(), "the next write goes on").toBe(3);
  file2.close();
  await second.close();
  await second.close();
  rmSync(folder, { recursive: true });
});

test("Redis: counts for all portals at once, until the window ends", async () => {
  const { store, other, pass, end } = await redisSubject();
  const count = (one: SessionStore, key = "a") => one.count?.(key, 60_000);
  const counted = await Promise.all(
    Array.from({ length: 20 }, (_, number) => count(number % 2 ? store : other)),
  );
  expect(counted.map((one) => one?.hits).sort((a = 0, b = 0) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, number) => number + 1),
  );
  expect((await count(store, "b"))?.hits).toBe(1);
  await pass(40);
  const later = await count(store);
  expect(later?.hits).toBe(21);
  expect(later?.endsInMs, "a hit does not prolong the window").toBeLessThanOrEqual(20_000);
  await pass(21);
  expect((await count(other))?.hits).toBe(1);
  await end();
});

test("Redis: the store connects again after Redis was away, and rejects meanwhile", async () => {
  const server = await startRedis();
  const reported: Error[] = [];
  const store = createRedisStore(server.url, (error) => reported.push(error));
  await store.write("s", "a", bytes("1"), 60);
  await server.stop();
  const meanwhile = await Promise.allSettled([
    store.ping(),
    store.write("s", "a", bytes("late"), 60),
    store.claim("s", "b", bytes("late"), 60),
    store.count?.("a", 60_000),
  ]);
  expect(meanwhile.map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
  expect(reported.length).toBeGreaterThan(0);
  const again = await startRedis(server.port);
  await expect.poll(() => store.ping().then(() => "there", String), { timeout: 10_000 }).toBe("there");
  await store.write("s", "a", bytes("2"), 60);
  expect(text(await store.read("s", "a"))).toBe("2");
  await store.close();
  await again.stop();
});

test("Redis: a store that never reached its server rejects and can be closed", async () => {
  const store = createRedisStore("redis://127.0.0.1:1", () => {});
  await expect(store.read("s", "a")).rejects.toThrow();
  await store.close();
});
