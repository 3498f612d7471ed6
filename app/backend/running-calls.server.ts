import { setTimeout as wait } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { atMost } from "#app/platform/at-most.ts";
import { config } from "#app/platform/config.server.ts";
import { monotonicMs } from "#app/platform/monotonic.ts";
import { deadlineContext, type RequestContext } from "#app/request/context.server.ts";

/** Milliseconds that a call with an effect may take: three times as long as the page that waits for it. */
export const actingPatienceMs = () => 3 * config().pageDeadlineMs;

/** This process's calls in progress or just ended, by key: a call continues after its page has stopped waiting. */
export const callsUnderWay = <T>() =>
  new LRUCache<string, Promise<T>>({ ...atMost(10_000), ttl: 10 * 60_000 });

/**
 * Waits for a call for nine tenths of the page's remaining time.
 * @returns the call's result, or undefined if the call is still in progress by then
 */
export const whilePageWaits = <T>(context: RequestContext, call: Promise<T>): Promise<T | undefined> =>
  Promise.race([call, wait((context.get(deadlineContext) - monotonicMs()) * 0.9, undefined, { ref: false })]);
