import { createHash, randomUUID } from "node:crypto";
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

const digest = (value: Uint8Array | undefined) =>
  value ? createHash("sha1").update(value).digest("hex") : "";

/** Sessions in Redis, one hash per session, for several portals side by side. No command uses two keys. */
export function createRedisStore(redis: Redis): SessionStore {
  const read: SessionStore["read"] = async (id) => {
    const key = keyOf(id);
    const scopes = new Map<string, Buffer>();
    // eslint-disable-next-line house/no-cast -- names and values by turns, as bytes
    const row = (await redis.send(key, ["HGETALL", key], "bytes")) as Buffer[];
    for (let at = 0; at < row.length; at += 2) {
      const value = row[at + 1];
      if (value) scopes.set(String(row[at]), value);
    }
    return scopes;
  };
  const write: SessionStore["write"] = async (id, changes, idleSeconds) => {
    const key = keyOf(id);
    const rows = changes.flatMap(({ name, seen, value }) => [
      name,
      digest(seen),
      value ? Buffer.from(value) : "",
    ]);
    return (await redis.send(key, ["EVAL", writeUnchanged, "1", key, String(idleSeconds), ...rows])) === 1;
  };
  /** One for each portal, which looks every few seconds. */
  const probe = `probe-${randomUUID()}`;

  return {
    read,
    write,
    async touch(id, idleSeconds) {
      const key = keyOf(id);
      await redis.send(key, ["EXPIRE", key, String(idleSeconds)]);
    },
    async ping() {
      // Read as sessions are: a proxy that answers otherwise than Redis would keep none, and accept every write.
      const value = Buffer.from(randomUUID());
      await write(probe, [{ name: "at", seen: (await read(probe)).get("at"), value }], 60);
      if (!value.equals((await read(probe)).get("at") ?? Buffer.of()))
        throw new Error("what was written does not come back");
    },
    close: () => redis.close(),
  };
}
