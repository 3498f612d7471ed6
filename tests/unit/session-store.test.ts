import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "redis";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openRedis } from "#app/session/redis.server.ts";
import { createRedisStore } from "#app/session/redis-store.server.ts";
import { createSqliteStore, openSessionFile } from "#app/session/sqlite-store.server.ts";
import type { SessionStore } from "#app/session/store.ts";
import { startRedis } from "../support/redis-server.ts";
import { decoded, removeScope, setScope, storedValue, storedValues } from "../support/session-store.ts";
import { isThere } from "../support/store.ts";

// What every store does; the rest is in sqlite-store.test.ts and redis-store.test.ts.

interface Subject {
  store: SessionStore;
  /** A second process on the same data. */
  other: SessionStore;
  /** Advances time, without waiting. */
  pass(seconds: number): Promise<void>;
  end(): Promise<void>;
}

async function sqliteSubject(): Promise<Subject> {
  const folder = mkdtempSync(join(tmpdir(), "sessions-"));
  const file = join(folder, "sessions.sqlite");
  let now = 1_900_000_000;
  const store = createSqliteStore(openSessionFile(file), () => now);
  const other = createSqliteStore(openSessionFile(file), () => now);
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
  const store = createRedisStore(openRedis(server.url, () => {}));
  const other = createRedisStore(openRedis(server.url, () => {}));
  await Promise.all([isThere(store), isThere(other)]);
  const clock = createClient({ url: server.url });
  await clock.connect();
  return {
    store,
    other,
    // Redis' clock cannot be set, but every key's remaining time can.
    async pass(seconds) {
      for (const key of await clock.keys("*")) {
        const left = await clock.pTTL(key);
        expect(left, "every session expires").not.toBe(-1);
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

  test("keeps bytes unchanged, per session and scope, and reads them all at once", async () => {
    const all = Uint8Array.from({ length: 256 }, (_, value) => value);
    expect(
      await store.write(id, [{ name: "a", seen: undefined, value: all }, setScope("b", "other")], 60),
    ).toBe(true);
    const scopes = await subject.other.read(id);
    expect([...scopes.keys()].sort()).toEqual(["a", "b"]);
    expect([...(scopes.get("a") ?? [])]).toEqual([...all]);
    expect(decoded(scopes.get("b"))).toBe("other");
    expect((await store.read("somebody else")).size).toBe(0);
  });

  test("two scopes written at once by two processes are both kept", async () => {
    const names = Array.from({ length: 20 }, (_, number) => `scope ${number}`);
    await Promise.all(
      names.map((name, number) => (number % 2 ? store : subject.other).write(id, [setScope(name, name)], 60)),
    );
    for (const name of names) expect(await storedValue(store, id, name)).toBe(name);
  });

  test("removes one scope and leaves the others; without scopes there is no session", async () => {
    await store.write(id, [setScope("a", "1"), setScope("b", "2")], 60);
    expect(await store.write(id, [removeScope("a", "1")], 60)).toBe(true);
    expect([...(await store.read(id)).keys()]).toEqual(["b"]);
    expect(await store.write(id, [removeScope("b", "2")], 60)).toBe(true);
    expect((await store.read(id)).size).toBe(0);
  });

  test("overwrites nothing that the caller has not seen, and then writes nothing at all", async () => {
    await store.write(id, [setScope("a", "1")], 60);
    const stale = [
      setScope("a", "2"),
      setScope("a", "2", "0"),
      removeScope("a", "0"),
      setScope("gone", "2", "1"),
    ];
    for (const change of stale) expect(await store.write(id, [setScope("b", "x"), change], 60)).toBe(false);
    expect(await storedValues(store, id)).toEqual([["a", "1"]]);
    expect(await store.write(id, [setScope("b", "x"), setScope("a", "2", "1")], 60)).toBe(true);
    expect(await storedValue(store, id, "a")).toBe("2");
  });

  test("of concurrent writes to one value one wins, in a new session and in a live one", async () => {
    for (const seen of [undefined, "0"]) {
      if (seen) await store.write(id, [setScope("b", seen)], 60);
      const scope = seen ? "b" : "a";
      const written = await Promise.all(
        Array.from({ length: 20 }, (_, number) =>
          (number % 2 ? store : subject.other).write(id, [setScope(scope, `n${number}`, seen)], 60),
        ),
      );
      expect(written.filter(Boolean)).toHaveLength(1);
      expect(await storedValue(store, id, scope)).toBe(`n${written.indexOf(true)}`);
    }
  });

  test("an idle session expires with all its scopes", async () => {
    await store.write(id, [setScope("a", "1"), setScope("b", "2")], 600);
    await subject.pass(500);
    expect(await storedValue(store, id, "a")).toBe("1");
    await subject.pass(101);
    expect((await store.read(id)).size).toBe(0);
    await store.touch(id, 600);
    expect((await store.read(id)).size, "a touch brings nothing back").toBe(0);
  });

  test("an expired session's scopes neither come back with a new write nor block it", async () => {
    await store.write(id, [setScope("a", "old"), setScope("b", "old")], 60);
    await subject.pass(61);
    expect(await store.write(id, [setScope("b", "new")], 60)).toBe(true);
    expect(await storedValues(store, id)).toEqual([["b", "new"]]);
  });

  test("a touch and a write both prolong all scopes", async () => {
    await store.write(id, [setScope("a", "1")], 60);
    await subject.pass(40);
    await store.touch(id, 60);
    await subject.pass(40);
    await store.write(id, [setScope("b", "2")], 60);
    await subject.pass(40);
    expect(await storedValue(store, id, "a")).toBe("1");
  });
});
