import type { Redis } from "#app/session/redis.server.ts";
import { type DeclarationQueue, type Entry, entrySchema } from "./queue.ts";

const entryFields = ["id", "lane", "receivedAt", "state", "attempts", "sealed"];
/** One slot of a cluster: every script here works on several keys. */
const at = (name: string) => `{declarations}:${name}`;

/** An entry is a hash; while it waits, its id is in three sorted sets: `due`, its lane, `waiting`. */
const shared = `
  local function entry(id) return "{declarations}:entry:" .. id end
  local function lane(name) return "{declarations}:lane:" .. name end
  local function leave(id)
    redis.call("ZREM", "{declarations}:due", id)
    redis.call("ZREM", "{declarations}:waiting", id)
    redis.call("ZREM", lane(redis.call("HGET", entry(id), "lane")), id)
  end
`;
const scripts = {
  /** ARGV: id, lane, receivedAt, sealed, token, until. Answers 0 known, 1 waits its turn, 2 leased. */
  add: `
    local id, laneName, receivedAt, sealed, token, till = unpack(ARGV)
    if redis.call("EXISTS", entry(id)) == 1 then return 0 end
    local seq = redis.call("INCR", "{declarations}:seq")
    local first = redis.call("ZCARD", lane(laneName)) == 0
    redis.call("HSET", entry(id), "id", id, "lane", laneName, "receivedAt", receivedAt, "sealed", sealed,
      "state", "waiting", "seq", seq, "attempts", first and 1 or 0, "token", first and token or "")
    redis.call("ZADD", "{declarations}:due", first and till or 0, id)
    redis.call("ZADD", "{declarations}:waiting", receivedAt, id)
    redis.call("ZADD", lane(laneName), seq, id)
    return first and 2 or 1`,
  /** ARGV: now, token, until. Answers an id. An entry that is not the first of its lane is due with the first one. */
  lease: `
    local now, token, till = unpack(ARGV)
    for _, id in ipairs(redis.call("ZRANGE", "{declarations}:due", "-inf", now, "BYSCORE", "LIMIT", 0, 200)) do
      local first = redis.call("ZRANGE", lane(redis.call("HGET", entry(id), "lane")), 0, 0)[1]
      if first == id then
        redis.call("ZADD", "{declarations}:due", till, id)
        redis.call("HSET", entry(id), "token", token)
        redis.call("HINCRBY", entry(id), "attempts", 1)
        return id
      end
      redis.call("ZADD", "{declarations}:due", redis.call("ZSCORE", "{declarations}:due", first), id)
    end`,
  /** ARGV: id, token, state, due or removeAt, sealed. */
  settle: `
    local id, token, state, when, sealed = unpack(ARGV)
    if redis.call("HGET", entry(id), "token") ~= token then return 0 end
    redis.call("HSET", entry(id), "token", "", "state", state)
    if state == "waiting" then
      redis.call("ZADD", "{declarations}:due", when, id)
      return 1
    end
    local nextOne = redis.call("ZRANGE", lane(redis.call("HGET", entry(id), "lane")), 1, 1)[1]
    if nextOne then redis.call("ZADD", "{declarations}:due", 0, nextOne) end
    leave(id)
    redis.call("HSET", entry(id), "sealed", sealed)
    redis.call("PEXPIREAT", entry(id), when)
    if state == "refused" then redis.call("ZADD", "{declarations}:refused", when, id) end
    return 1`,
  /** ARGV: id, now. */
  resend: `
    local id, now = unpack(ARGV)
    local state = redis.call("HGET", entry(id), "state")
    if not state or state == "forwarded" then return 0 end
    redis.call("PERSIST", entry(id))
    redis.call("ZREM", "{declarations}:refused", id)
    redis.call("HSET", entry(id), "state", "waiting")
    redis.call("ZADD", "{declarations}:due", now, id)
    redis.call("ZADD", "{declarations}:waiting", redis.call("HGET", entry(id), "receivedAt"), id)
    redis.call("ZADD", lane(redis.call("HGET", entry(id), "lane")), redis.call("HGET", entry(id), "seq"), id)
    return 1`,
};

/** Declarations in Redis, for several portals side by side. It has to keep its data on disk: see `durable`. */
export function createRedisQueue(redis: Redis): DeclarationQueue {
  const send = (...command: (string | number)[]) => redis.send(at("due"), command.map(String));
  const run = (name: keyof typeof scripts, ...args: (string | number)[]) =>
    send("EVAL", shared + scripts[name], 1, at("due"), ...args);
  const ids = async (name: string) => (await send("ZRANGE", at(name), 0, -1)) as string[];

  async function find(key: string): Promise<Entry | undefined> {
    const values = (await send("HMGET", at(`entry:${key}`), ...entryFields)) as (string | null)[];
    const row = Object.fromEntries(entryFields.map((name, index) => [name, values[index]]));
    return row.id ? entrySchema.parse(row) : undefined;
  }

  return {
    async add({ id, lane, receivedAt, sealed }, { token, until }) {
      const answer = Number(await run("add", id, lane, receivedAt, sealed, token, until));
      const known = answer === 0 ? await find(id) : undefined;
      return known ? { known } : { leased: answer === 2 };
    },
    find,
    async lease(now, { token, until }) {
      const id = await run("lease", now, token, until);
      return typeof id === "string" ? find(id) : undefined;
    },
    async settle(id, token, settlement) {
      const rest =
        settlement.state === "waiting" ? [settlement.due, ""] : [settlement.removeAt, settlement.sealed];
      return Number(await run("settle", id, token, settlement.state, ...rest)) === 1;
    },
    async resend(id, now) {
      return Number(await run("resend", id, now)) === 1;
    },
    async open() {
      const known = [...(await ids("waiting")), ...(await ids("refused"))];
      const entries = await Promise.all(
        known.map(async (id) => {
          const [entry, due] = await Promise.all([find(id), send("ZSCORE", at("due"), id)]);
          return entry && { ...entry, due: due === null ? undefined : Number(due) };
        }),
      );
      return entries.filter((entry) => entry !== undefined).sort((a, b) => a.receivedAt - b.receivedAt);
    },
    async backlog() {
      const [[first], waiting, refused] = await Promise.all([
        send("ZRANGE", at("waiting"), 0, 0) as Promise<string[]>,
        send("ZCARD", at("waiting")),
        send("ZCARD", at("refused")),
      ]);
      const oldest = first === undefined ? undefined : (await find(first))?.receivedAt;
      return { waiting: Number(waiting), refused: Number(refused), ...(oldest && { oldest }) };
    },
    async durable() {
      const facts = String(await send("INFO", "persistence"));
      return /aof_enabled:1/.test(facts) && /aof_last_write_status:ok/.test(facts);
    },
    // Entries expire by themselves; only their ids remain.
    async sweep(now) {
      await send("ZREMRANGEBYSCORE", at("refused"), "-inf", now);
    },
    // The sessions share the connection.
    async close() {},
  };
}
