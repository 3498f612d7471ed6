import { setTimeout as wait } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import {
  brandContext,
  localeContext,
  type RequestContext,
  traceIdContext,
} from "#app/middleware/request.server.ts";
import { playsFault } from "#app/middleware/trace.server.ts";
import { config } from "#app/operation/config.server.ts";

/** How long an answer counts as fresh. */
const maxAgeMs = 10 * 60 * 1000;
/** How long a failure is remembered, so that the next page does not run into the same timeout. */
const failureAgeMs = 15_000;
const capacity = 500;
/** Pages wait for a quarter of their time and then go on without the answer; for a while they do not wait at all. */
const quarterOfThePage = () => config().pageDeadlineMs / 4;
const clock = { now: () => Date.now() };

/** Names an answer of a brand in a language. */
export function keyOf(context: RequestContext, ...what: string[]): string {
  const traceId = context.get(traceIdContext);
  const { locale } = context.get(localeContext);
  return [...what, context.get(brandContext).backendEnum, locale, playsFault(traceId) && traceId].join(" ");
}

/**
 * Keeps successful answers for a bounded age, so that lists and configuration are not asked for at every page.
 * Requests that come while the answer is under way share it. A failure is never kept as an answer: the last good one
 * serves on, however old; without one, the failure is repeated for a short while instead of asking again.
 * @param late what a page goes on with that has waited long enough
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
      (answer) => answer ?? (failures.get(key) as T),
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
