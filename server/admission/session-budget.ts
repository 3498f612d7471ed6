import type { Request } from "express";
import type { Store } from "express-rate-limit";
import { LRUCache } from "lru-cache";
import { atMost } from "#app/platform/at-most.ts";

/** Networks in memory, so that they cannot fill it. */
const maxNetworks = 10_000;
/** Counts like one more session. */
const unitBytes = 4096;

interface Options {
  /** Sessions that one network may begin within a window, and 4 kB each that its sessions store. */
  limit: number;
  windowMs: number;
  counts: Pick<Store, "increment">;
  networkOf: (request: Request) => string;
}

/**
 * Counts what each network adds to the store of sessions. Far beyond what the customers behind one address do, it begins no
 * more sessions for the rest of the window; those that it has go on (decision 0088).
 */
export function budgetSessions({ limit, windowMs, counts, networkOf }: Options) {
  const over = new LRUCache<string, true>({ ...atMost(maxNetworks), ttl: windowMs });
  /** Bytes that do not make a unit yet. */
  const rest = new LRUCache<string, number>(atMost(maxNetworks));

  const mayBegin = (request: Request) => limit === 0 || over.size === 0 || !over.has(networkOf(request));

  async function count(request: Request, added: { sessions: number; bytes: number }): Promise<void> {
    if (limit === 0 || added.sessions + added.bytes === 0) return;
    const network = networkOf(request);
    const bytes = (rest.get(network) ?? 0) + added.bytes;
    rest.set(network, bytes % unitBytes);
    for (let units = added.sessions + Math.floor(bytes / unitBytes); units > 0; units--) {
      const { totalHits, resetTime } = await counts.increment(network);
      const ttl = (resetTime?.getTime() ?? 0) - Date.now();
      if (totalHits >= limit && ttl > 0) over.set(network, true, { ttl });
    }
  }
  return { mayBegin, count };
}
