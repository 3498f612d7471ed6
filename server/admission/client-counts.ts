import type { Store } from "express-rate-limit";
import { LRUCache } from "lru-cache";
import { atMost } from "#app/platform/at-most.ts";
import { monotonicMs } from "#app/platform/monotonic.ts";

/** Requests by client, in memory; limited to `most` clients, so that many addresses cannot fill it. */
export function clientCounts(windowMs: number, most = 50_000, now = monotonicMs) {
  const clients = new LRUCache<string, { totalHits: number; endsAt: number }>({
    ...atMost(most),
    ttl: windowMs,
    ttlResolution: 0,
    perf: { now },
  });
  return {
    increment(key) {
      const counter = clients.get(key);
      const counted = counter ?? { totalHits: 0, endsAt: now() + windowMs };
      counted.totalHits++;
      if (!counter) clients.set(key, counted);
      const { totalHits, endsAt } = counted;
      return { totalHits, resetTime: new Date(Date.now() + endsAt - now()) };
    },
    decrement(key) {
      const counter = clients.get(key);
      if (counter) counter.totalHits--;
    },
    resetKey: (key) => void clients.delete(key),
  } satisfies Store;
}
