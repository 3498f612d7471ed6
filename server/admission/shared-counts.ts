import type { Store } from "express-rate-limit";
import type { Logger } from "pino";
import { RedisStore, type SendCommandClusterFn } from "rate-limit-redis";
import { clientCounts } from "./client-counts.ts";

/** Sends a command to the shared Redis; undefined without one. */
export type SharedRedis = () => Promise<SendCommandClusterFn | undefined>;

/** Counts across all portals that share a Redis; while it is down, in this process alone, so that nobody is refused. */
export function sharedCounts(name: string, windowMs: number, redis: SharedRedis, logger: Logger) {
  const own = clientCounts(windowMs);
  let shared: Promise<RedisStore | undefined> | undefined;
  let fails = false;

  async function connect() {
    const sendCommandCluster = await redis();
    if (!sendCommandCluster) return undefined;
    const store = new RedisStore({ prefix: `limit:${name}:`, sendCommandCluster });
    // eslint-disable-next-line house/no-cast -- of the limiter's options it reads this one
    await store.init({ windowMs } as Parameters<RedisStore["init"]>[0]);
    return store;
  }

  /** @returns undefined without a shared store, and while it is down */
  async function inShared<T>(use: (store: RedisStore) => Promise<T>): Promise<{ result: T } | undefined> {
    try {
      shared ??= connect();
      const store = await shared;
      const counted = store && { result: await use(store) };
      fails = false;
      return counted;
    } catch (error) {
      // Once per outage, not once per request.
      if (!fails)
        logger.warn({ err: error }, "The shared store counts no requests: this process counts alone.");
      fails = true;
      // The library never retries a script that failed to load.
      shared = undefined;
      return undefined;
    }
  }

  return {
    ...own,
    async increment(client) {
      const counted = await inShared((store) => store.increment(client));
      return counted?.result ?? own.increment(client);
    },
    async decrement(client) {
      const done = await inShared((store) => store.decrement(client));
      if (!done) own.decrement(client);
    },
  } satisfies Store;
}
