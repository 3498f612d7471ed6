import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { DeclarationQueue } from "#app/declarations/queue.ts";
import { createRedisQueue } from "#app/declarations/redis-queue.server.ts";
import { createSqliteQueue } from "#app/declarations/sqlite-queue.server.ts";
import { openRedis } from "#app/session/redis.server.ts";
import { startRedis } from "../support/redis-server.ts";

interface Subject {
  queue: DeclarationQueue;
  /** A second process on the same data. */
  other: DeclarationQueue;
  /** Whether an entry survives the end of the store's process. */
  durable: boolean;
  clear(): Promise<unknown>;
  end(): Promise<void>;
}

async function sqliteSubject(): Promise<Subject> {
  const folder = mkdtempSync(join(tmpdir(), "declarations-"));
  let count = 0;
  const subject = {
    durable: true,
    async clear() {
      await subject.queue?.close();
      await subject.other?.close();
      const file = join(folder, `${count++}.sqlite`);
      subject.queue = createSqliteQueue(file);
      subject.other = createSqliteQueue(file);
    },
    async end() {
      await Promise.all([subject.queue.close(), subject.other.close()]);
      rmSync(folder, { recursive: true });
    },
  } as Subject;
  return subject;
}

async function redisSubject(): Promise<Subject> {
  const server = await startRedis();
  const report = (error: Error) => {
    throw error;
  };
  const [one, two] = [openRedis(server.url, report), openRedis(server.url, report)];
  return {
    queue: createRedisQueue(one),
    other: createRedisQueue(two),
    durable: false,
    clear: () => one.send("", ["FLUSHALL"]),
    async end() {
      await Promise.all([one.close(), two.close()]);
      await server.stop();
    },
  };
}

describe.each([
  ["SQLite", sqliteSubject],
  ["Redis", redisSubject],
])("declarations that wait: %s", (_, open) => {
  let subject: Subject;
  let queue: DeclarationQueue;
  let other: DeclarationQueue;
  beforeAll(async () => {
    subject = await open();
  });
  afterAll(() => subject.end());
  beforeEach(async () => {
    await subject.clear();
    ({ queue, other } = subject);
  });

  const now = Date.now();
  const lease = (token: string, until = now + 1000) => ({ token, until });
  const add = (id: string, lane = id, token = "first", until = now + 1000) =>
    queue.add({ id, lane, receivedAt: now, sealed: `content of ${id}` }, lease(token, until));
  const leased = async (by = queue, at = now, token = "next") =>
    (await by.lease(at, lease(token, at + 1000)))?.id;
  const later = (due: number) => ({ state: "waiting", due }) as const;
  const done = (state: "forwarded" | "refused", removeAt = now + 60_000) => ({
    state,
    sealed: "answered",
    removeAt,
  });

  test("an id is stored once, with its first content", async () => {
    expect(await add("a")).toEqual({ leased: true });
    expect(
      await other.add({ id: "a", lane: "b", receivedAt: now + 1, sealed: "x" }, lease("b")),
    ).toMatchObject({
      known: { id: "a", lane: "a", receivedAt: now, state: "waiting", attempts: 1, sealed: "content of a" },
    });
    expect(await queue.find("b")).toBeUndefined();
  });

  test("one of two processes holds the lease; once it ends, the earlier holder changes nothing", async () => {
    await add("a");
    expect(await leased(other)).toBeUndefined();
    const tries = await Promise.all([
      leased(queue, now + 1001, "queue's"),
      leased(other, now + 1001, "other's"),
    ]);
    expect(tries.toSorted()).toEqual(["a", undefined]);
    expect(await queue.settle("a", "first", done("forwarded"))).toBe(false);
    expect(await queue.find("a")).toMatchObject({ state: "waiting", attempts: 2 });
    expect(await queue.settle("a", tries[0] ? "queue's" : "other's", done("forwarded"))).toBe(true);
    expect(await queue.find("a")).toMatchObject({ state: "forwarded", sealed: "answered" });
  });

  test("an entry that was not accepted is due again at the given time", async () => {
    await add("a");
    expect(await queue.settle("a", "first", later(now + 500))).toBe(true);
    expect(await leased(queue, now + 499)).toBeUndefined();
    expect(await leased(queue, now + 500)).toBe("a");
  });

  test("a contract's order is kept; other contracts do not wait for it", async () => {
    expect(await add("a1", "a")).toEqual({ leased: true });
    expect(await add("a2", "a")).toEqual({ leased: false });
    expect(await add("b", "b")).toEqual({ leased: true });
    await queue.settle("a1", "first", later(now + 500));
    await queue.settle("b", "first", later(now + 100));
    expect(await leased(queue, now + 400)).toBe("b");
    expect(await leased(queue, now + 400)).toBeUndefined();
    expect(await leased(queue, now + 500)).toBe("a1");
    expect(await leased(other, now + 600)).toBeUndefined();
    await queue.settle("a1", "next", done("refused"));
    expect(await leased(other, now + 600)).toBe("a2");
  });

  test("an operator can make one due now, also after a refusal, but not an accepted one", async () => {
    for (const id of ["a", "b", "c"]) await add(id);
    await queue.settle("a", "first", later(now + 60_000));
    await queue.settle("b", "first", done("refused"));
    await queue.settle("c", "first", done("forwarded"));
    expect((await queue.open()).map(({ id, state, due }) => [id, state, due])).toEqual([
      ["a", "waiting", now + 60_000],
      ["b", "refused", undefined],
    ]);
    expect([await queue.resend("a", now), await queue.resend("b", now + 1)]).toEqual([true, true]);
    expect([await queue.resend("c", now), await queue.resend("unknown", now)]).toEqual([false, false]);
    expect([await leased(), await leased(queue, now + 1), await leased(queue, now + 1)]).toEqual([
      "a",
      "b",
      undefined,
    ]);
  });

  test("the backlog is counted, with the time of its oldest", async () => {
    expect(await queue.backlog()).toEqual({ waiting: 0, refused: 0 });
    for (const id of ["a", "b", "c"]) await add(id);
    await queue.add({ id: "old", lane: "old", receivedAt: now - 5000, sealed: "x" }, lease("first"));
    await queue.settle("a", "first", done("refused"));
    await queue.settle("b", "first", done("forwarded"));
    expect(await other.backlog()).toEqual({ waiting: 2, refused: 1, oldest: now - 5000 });
  });

  test("accepted entries expire; waiting ones never do", async () => {
    for (const id of ["waits", "taken", "refused", "kept"]) await add(id);
    await queue.settle("taken", "first", done("forwarded", now - 1));
    await queue.settle("refused", "first", done("refused", now - 1));
    await queue.settle("kept", "first", done("forwarded"));
    await queue.sweep(now);
    const found = await Promise.all(["waits", "taken", "refused", "kept"].map((id) => queue.find(id)));
    expect(found.map((entry) => entry?.state)).toEqual(["waiting", undefined, undefined, "forwarded"]);
    expect(await queue.backlog()).toMatchObject({ waiting: 1, refused: 0 });
  });

  test("says whether it survives the end of its process", async () => {
    expect(await queue.durable()).toBe(subject.durable);
  });
});
