import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { config } from "#app/operation/config.server.ts";
import { logger } from "#app/operation/log.server.ts";
import { openRedis, type Redis } from "#app/session/redis.server.ts";
import { declarationQueue } from "./open-queue.server.ts";
import type { MovedEntry } from "./queue.ts";
import { createSqlQueue } from "./sql-queue.server.ts";
import { openSqlite } from "./sqlite-database.server.ts";

/** Another store that still has declarations. */
interface Source {
  /** All that it has, the oldest first. */
  entries(): AsyncIterable<MovedEntry>;
  remove(id: string): Promise<void>;
  close(): Promise<void>;
}

const fileIn = (address: string) =>
  address.startsWith("sqlite:") ? address.slice("sqlite:".length) : undefined;

/** Keys of version 0.1: an entry is a hash; while it waits, its id is in three sorted sets, once refused in another. */
const at = (name: string) => `{declarations}:${name}`;
const fields = ["id", "lane", "receivedAt", "state", "attempts", "sealed", "seq"];

function redisSource(redis: Redis): Source {
  const send = (...command: string[]) => redis.send(at("due"), command);
  async function read(key: string) {
    const [values, ttl] = await Promise.all([send("HMGET", key, ...fields), send("PTTL", key)]);
    const entry = Object.fromEntries(
      fields.map((name, index) => [name, (values as (string | null)[])[index]]),
    );
    if (fields.some((name) => entry[name] === null)) {
      logger.error({ key }, "This entry of Redis is not whole, and is left there.");
      return [];
    }
    const [receivedAt, attempts, seq] = [entry.receivedAt, entry.attempts, entry.seq].map(Number);
    const keepMs = entry.state === "waiting" ? undefined : Math.max(Number(ttl), 0);
    return [{ ...entry, receivedAt, attempts, seq, keepMs } as MovedEntry & { seq: number }];
  }
  return {
    async *entries() {
      const keys: string[] = [];
      let cursor = "0";
      do {
        const [next, found] = (await send("SCAN", cursor, "MATCH", at("entry:*"), "COUNT", "1000")) as [
          string,
          string[],
        ];
        keys.push(...found);
        cursor = String(next);
      } while (cursor !== "0");
      const entries: (MovedEntry & { seq: number })[] = [];
      for (const key of new Set(keys)) entries.push(...(await read(key)));
      for (const { seq, ...entry } of entries.sort((a, b) => a.seq - b.seq)) yield entry;
    },
    async remove(id) {
      const lane = String(await send("HGET", at(`entry:${id}`), "lane"));
      // A portal of that version stops at an id without an entry, so the entry is deleted last.
      for (const set of ["due", "waiting", "refused", `lane:${lane}`]) await send("ZREM", at(set), id);
      await send("DEL", at(`entry:${id}`));
    },
    close: () => redis.close(),
  };
}

function open(address: string): Source {
  const file = fileIn(address);
  if (file === undefined) return redisSource(openRedis(address, () => {}));
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  // The store is only read and emptied: its clock does not matter.
  const queue = createSqlQueue(() => openSqlite(file), Number.MAX_SAFE_INTEGER);
  return { entries: queue.entries, remove: queue.remove, close: queue.close };
}

const isOwn = (address: string) => {
  const { store } = config().declarations;
  return store.kind === "sqlite" && resolve(store.file) === resolve(fileIn(address) ?? "");
};

/**
 * Moves all declarations of another store to this portal's own. Each is removed there once it is stored here, so an
 * interrupted run is simply repeated.
 * @returns how many were moved, and how many of those wait
 */
export async function moveDeclarations(address = config().session.store) {
  if (isOwn(address))
    throw new Error(`${address} is the DECLARATION_STORE itself: there is nothing to move.`);
  const queue = declarationQueue();
  const source = open(address);
  let [moved, waiting] = [0, 0];
  try {
    for await (const entry of source.entries()) {
      await queue.adopt(entry);
      await source.remove(entry.id);
      moved++;
      if (entry.state === "waiting") waiting++;
    }
  } finally {
    await source.close();
  }
  return { moved, waiting };
}

/** How many wait where an earlier version, or earlier settings, stored them: beside the sessions. */
async function countLeftBehind(): Promise<number> {
  const address = config().session.store;
  if (isOwn(address)) return 0;
  const file = fileIn(address);
  if (file === undefined) {
    const redis = openRedis(address, () => {});
    try {
      return Number(await redis.send(at("due"), ["ZCARD", at("waiting")]));
    } finally {
      await redis.close();
    }
  }
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return Number(database.prepare("SELECT count(*) AS n FROM declaration WHERE state = 'waiting'").get()?.n);
  } finally {
    database.close();
  }
}

/** Logs an error if declarations wait beside the sessions, where nothing forwards them. */
export async function reportLeftBehind(): Promise<void> {
  // The store is down, or has no such table.
  const count = await countLeftBehind().catch(() => 0);
  if (count > 0)
    logger.error(
      { count },
      "Declarations wait in SESSION_STORE, and nobody passes them on: run `npm run declarations -- move`.",
    );
}
