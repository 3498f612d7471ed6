import type { Store } from "express-rate-limit";

/**
 * Requests by client, in this process' memory. All windows are equally long, so the first entry is the first to end:
 * entries that ended go with the next request, and so do the oldest once there are too many. Without a bound, a crowd
 * of addresses would fill the memory.
 * @param most clients that are counted at a time
 */
export function clientCounts(windowMs: number, most = 100_000, now: () => number = Date.now) {
  const clients = new Map<string, { totalHits: number; resetTime: Date }>();

  function forgetOldest() {
    for (const [key, { resetTime }] of clients) {
      if (resetTime.getTime() > now() && clients.size <= most) return;
      clients.delete(key);
    }
  }

  return {
    increment(key) {
      const known = clients.get(key);
      const goesOn = known !== undefined && known.resetTime.getTime() > now();
      const { totalHits, resetTime } = goesOn
        ? known
        : { totalHits: 0, resetTime: new Date(now() + windowMs) };
      if (!goesOn) clients.delete(key);
      const counted = { totalHits: totalHits + 1, resetTime };
      clients.set(key, counted);
      forgetOldest();
      return counted;
    },
    decrement(key) {
      const known = clients.get(key);
      if (known) known.totalHits -= 1;
    },
    resetKey: (key) => void clients.delete(key),
  } satisfies Store;
}
