import { createHash } from "node:crypto";
import type { Store } from "express-rate-limit";
import type { Logger } from "pino";
import { clientCounts } from "./client-counts.ts";

/** Counts one more of this key for all portals; nothing where they share no store. */
export type CountForAll = (
  key: string,
  windowMs: number,
) => Promise<{ hits: number; endsInMs: number } | undefined>;

/**
 * Requests by client, counted by all portals together where they share a store. Without one, or while it does not
 * answer in its time, this process counts alone: no customer is refused for it.
 * @param name of the limit: each has counts of its own
 */
export function sharedCounts(name: string, windowMs: number, countForAll: CountForAll, logger: Logger) {
  const own = clientCounts(windowMs);
  let fails = false;
  return {
    ...own,
    async increment(client) {
      // Whose addresses they are is nothing that a store has to know.
      const key = `${name}:${createHash("sha256").update(client).digest("base64url")}`;
      try {
        const counted = await countForAll(key, windowMs);
        fails = false;
        if (counted) return { totalHits: counted.hits, resetTime: new Date(Date.now() + counted.endsInMs) };
      } catch (error) {
        // Once per outage, not once per request.
        if (!fails)
          logger.warn({ err: error }, "The shared store counts no requests: this process counts alone.");
        fails = true;
      }
      return own.increment(client);
    },
  } satisfies Store;
}
