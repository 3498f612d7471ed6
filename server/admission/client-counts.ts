import type { Store } from "express-rate-limit";
import { LRUCache } from "lru-cache";
import { atMost } from "#app/platform/at-most.ts";

/** Requests by client, in memory; limited to `most` clients, so that many addresses cannot fill it. */
export function clientCounts(windowMs: number, most = 50_000, now: () => number = Date.now) {
  const clients = new LRUCache<string, { totalHits: number; resetTime: Date }>({
    ...atMost(most),
    ttl: windowMs,
    ttlResolution: 0,
    perf: { now },
  });
  return {
    increment(key) {
      const known = clients.get(key);
      const counted = known ?? { totalHits: 0, resetTime: new Date(now() + windowMs) };
      counted.totalHits++;
      if (!known) clients.set(key, counted);
      return { ...counted };
    },
    decrement(key) {
      const known = clients.get(key);
      if (known) known.totalHits--;
    },
    resetKey: (key) => void clients.delete(key),
  } satisfies Store;
}
