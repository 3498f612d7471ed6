import { createHash } from "node:crypto";
import type { Redis } from "./redis.server.ts";
import type { SessionStore } from "./store.ts";

const keyOf = (id: string) => `session:${id}`;

/**
 * ARGV: idle seconds; per change its name, the digest of the value that was read, and the new value if there is one.
 */
const writeUnchanged = `
  for i = 2, #ARGV, 3 do
    local kept = redis.call("HGET", KEYS[1], ARGV[i])
    if (kept and redis.sha1hex(kept) or "") ~= ARGV[i + 1] then return 0 end
  end
  for i = 2, #ARGV, 3 do
    if ARGV[i + 2] == "" then redis.call("HDEL", KEYS[1], ARGV[i])
    else redis.call("HSET", KEYS[1], ARGV[i], ARGV[i + 2]) end
  end
  redis.call("EXPIRE", KEYS[1], ARGV[1])
  return 1
`;

const probe = `redis.call("HSET", KEYS[1], "at", 1) redis.call("EXPIRE", KEYS[1], 60)`;

const digest = (value: Uint8Array | undefined) =>
  value ? createHash("sha1").update(value).digest("hex") : "";
const bufferOf = (value: Uint8Array | undefined) => (value ? Buffer.from(value) : "");

/** Sessions in Redis, one hash per session, for several portals side by side. No command uses two keys. */
export function createRedisStore(redis: Redis): SessionStore {
  return {
    async read(id) {
      const key = keyOf(id);
      const scopes = await redis.send(key, ["HGETALL", key], "bytes");
      return new Map(Object.entries(scopes as Record<string, Buffer>));
    },
    async write(id, changes, idleSeconds) {
      const key = keyOf(id);
      const rows = changes.flatMap(({ name, seen, value }) => [name, digest(seen), bufferOf(value)]);
      return (await redis.send(key, ["EVAL", writeUnchanged, "1", key, String(idleSeconds), ...rows])) === 1;
    },
    async touch(id, idleSeconds) {
      const key = keyOf(id);
      await redis.send(key, ["EXPIRE", key, String(idleSeconds)]);
    },
    async ping() {
      const key = keyOf("probe");
      await redis.send(key, ["EVAL", probe, "1", key]);
    },
    close: () => redis.close(),
  };
}
