import { setTimeout as wait } from "node:timers/promises";
import { createClient, RESP_TYPES } from "redis";
import type { SessionStore } from "./store.ts";

/** Longer than a fail-over within one data centre, shorter than a customer's patience. */
const commandTimeoutMs = 2000;
const renameTries = 5;
const keyOf = (id: string) => `session:${id}`;

/**
 * Moves a session only if it still is what the caller saw.
 * KEYS: old, new. ARGV: idle seconds, number of fields seen, their name/value pairs, then the pairs to write.
 */
const moveUnchanged = `
  local seen = tonumber(ARGV[2])
  if redis.call("HLEN", KEYS[1]) ~= seen then return 0 end
  for i = 0, seen - 1 do
    if redis.call("HGET", KEYS[1], ARGV[3 + 2 * i]) ~= ARGV[4 + 2 * i] then return 0 end
  end
  redis.call("DEL", KEYS[1])
  for i = 3 + 2 * seen, #ARGV, 2 do redis.call("HSET", KEYS[2], ARGV[i], ARGV[i + 1]) end
  redis.call("EXPIRE", KEYS[2], ARGV[1])
  return 1
`;

/** The patience of single commands for a transaction: the client gives it none, and would wait for Redis to come back. */
function inTime<T>(transaction: Promise<T>): Promise<T> {
  const done = new AbortController();
  const late = wait(commandTimeoutMs, undefined, { signal: done.signal }).then(() => {
    throw new Error("Redis did not answer in time.");
  });
  return Promise.race([transaction, late]).finally(() => done.abort());
}

/**
 * Sessions in Redis, one hash per session: for several portals side by side.
 * Connects by itself, and again whenever the connection is lost.
 * @param url `redis://…` or `rediss://…`
 * @param report gets connection errors; commands reject on their own
 */
export function createRedisStore(url: string, report: (error: Error) => void): SessionStore {
  const client = createClient({
    url,
    commandOptions: { timeout: commandTimeoutMs },
    // A queue that grows while Redis is away would only postpone the error page.
    commandsQueueMaxLength: 10_000,
    socket: { connectTimeout: 2000, reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, 2000) },
    pingInterval: 30_000,
  });
  let reported = "";
  client.on("error", (error: Error) => {
    // Once per outage, not once per attempt.
    if (error.message !== reported) report(error);
    reported = error.message;
  });
  client.on("ready", () => {
    reported = "";
  });
  // Not awaited: a portal that starts before Redis says so at /health/ready and serves what needs no session.
  client.connect().catch(report);
  const bytes = client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });

  async function rename(...[id, newId, change, idleSeconds]: Parameters<SessionStore["rename"]>) {
    for (let tries = 0; tries < renameTries; tries++) {
      const seen = Object.entries((await bytes.hGetAll(keyOf(id))) as Record<string, Buffer>);
      if (seen.length === 0) return;
      const moved = seen.flatMap(([scope, value]) => {
        const changed = change(scope, value);
        return changed ? [scope, Buffer.from(changed)] : [];
      });
      const done = await client.eval(moveUnchanged, {
        keys: [keyOf(id), keyOf(newId)],
        arguments: [String(idleSeconds), String(seen.length), ...seen.flat(), ...moved] as string[],
      });
      if (done === 1) return;
    }
    throw new Error("The session changed all the time while its id was renewed.");
  }

  return {
    async read(id, scope) {
      const value = (await bytes.hGet(keyOf(id), scope)) as Buffer | null;
      return value ?? undefined;
    },
    async write(id, scope, value, idleSeconds) {
      const key = keyOf(id);
      await inTime(client.multi().hSet(key, scope, Buffer.from(value)).expire(key, idleSeconds).exec());
    },
    async claim(id, scope, value, idleSeconds) {
      const key = keyOf(id);
      const [kept] = await inTime(
        client.multi().hSetNX(key, scope, Buffer.from(value)).expire(key, idleSeconds).exec(),
      );
      return Number(kept) === 1;
    },
    async remove(id, scope) {
      return (await client.hDel(keyOf(id), scope)) === 1;
    },
    async touch(id, idleSeconds) {
      return (await client.expire(keyOf(id), idleSeconds)) === 1;
    },
    rename,
    async destroy(id) {
      await client.del(keyOf(id));
    },
    async count(key, windowMs) {
      const name = `count:${key}`;
      // Set with its expiry before it is counted: no count can stay without one.
      const [, hits, endsInMs] = await inTime(
        client
          .multi()
          .set(name, 0, { condition: "NX", expiration: { type: "PX", value: windowMs } })
          .incr(name)
          .pTTL(name)
          .exec(),
      );
      return { hits: Number(hits), endsInMs: Number(endsInMs) };
    },
    async ping() {
      await client.ping();
    },
    async close() {
      if (!client.isOpen) return;
      if (client.isReady) await client.close();
      else client.destroy();
    },
  };
}
