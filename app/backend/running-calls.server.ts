import { setTimeout as wait } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { deadlineContext, type RequestContext } from "#app/middleware/request.server.ts";
import { config } from "#app/operation/config.server.ts";

/** A call that acts may take as long as three pages: the page that waits for it gives up long before. */
export const actingPatienceMs = () => 3 * config().pageDeadlineMs;

/** The calls of this process that are under way or have just ended, by key: a page stops waiting, its call goes on. */
export const callsUnderWay = <T>() => new LRUCache<string, Promise<T>>({ max: 10_000, ttl: 10 * 60_000 });

/** Waits for a call while the page can wait. @returns undefined where the call goes on after that */
export const whilePageWaits = <T>(context: RequestContext, call: Promise<T>): Promise<T | undefined> =>
  Promise.race([call, wait((context.get(deadlineContext) - Date.now()) * 0.9, undefined, { ref: false })]);
