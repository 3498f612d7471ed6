import { setTimeout as wait } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { config } from "#app/platform/config.server.ts";
import { monotonicMs } from "#app/platform/monotonic.ts";
import {
  brandContext,
  localeContext,
  type RequestContext,
  traceIdContext,
} from "#app/request/context.server.ts";
import { playsFault } from "#app/request/trace-id.server.ts";

/** How long a response counts as fresh. */
const maxAgeMs = 10 * 60 * 1000;
/** How long a failure is remembered, so that the next page does not run into the same timeout. */
const failureAgeMs = 15_000;
const capacity = 500;
/**
 * A page waits for a quarter of its time, then goes on without the response; for a while, pages then do not wait at
 * all.
 */
const quarterOfThePage = () => config().pageDeadlineMs / 4;
const clock = { now: monotonicMs };

/** The cache key of a response: by brand and language. A scenario that plays a fault gets entries of its own. */
export function keyOf(context: RequestContext, ...what: string[]): string {
  const traceId = context.get(traceIdContext);
  const { locale } = context.get(localeContext);
  return [...what, context.get(brandContext).backendEnum, locale, playsFault(traceId) && traceId].join(" ");
}

/**
 * Caches successful responses for ten minutes, so that lists and configuration are not requested for every page.
 * Concurrent requests share one call. A failure is never cached as a response: the last good one is served, however
 * old; without one, the failure is returned for 15 seconds instead of calling again.
 * @param late the result for a page that has waited long enough when there is no earlier response
 * @param waitMs how long a page waits, in milliseconds
 * @returns a function of a cache key and the call to make when there is no fresh response; it throws what that call
 * throws
 */
export function cached<T extends { ok: boolean }>(late: T, waitMs = quarterOfThePage) {
  const failures = new LRUCache<string, T>({ max: capacity, ttl: failureAgeMs, perf: clock });
  const answers = new LRUCache<string, T, () => Promise<T>>({
    max: capacity,
    ttl: maxAgeMs,
    perf: clock,
    allowStaleOnFetchRejection: true,
    noDeleteOnStaleGet: true,
    async fetchMethod(key, _stale, { context: ask }) {
      const answer = await ask();
      if (answer.ok) return answer;
      failures.set(key, answer);
      throw new Error("No answer to keep.");
    },
  });
  const lastGood = (key: string) => answers.get(key, { allowStale: true });
  return async (key: string, ask: () => Promise<T>): Promise<T> => {
    const failed = failures.get(key);
    if (failed) return lastGood(key) ?? failed;
    const fresh = answers.get(key);
    if (fresh) return fresh;
    const asked = answers.fetch(key, { context: ask }).then(
      (answer) => answer ?? failures.get(key) ?? late,
      (error: unknown) => {
        const failure = failures.get(key);
        if (failure) return failure;
        throw error;
      },
    );
    const answer = await Promise.race([asked, wait(waitMs(), undefined, { ref: false })]);
    if (answer) return answer;
    asked.catch(() => {});
    failures.set(key, late);
    return lastGood(key) ?? late;
  };
}
