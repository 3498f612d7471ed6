import { BulkheadRejectedError, bulkhead, TaskCancelledError } from "cockatiel";
import { LRUCache } from "lru-cache";
import type { Downtime, Failure, Result } from "#app/errors/errors.ts";
import { monotonicMs } from "#app/platform/monotonic.ts";
import type { Call } from "./contract/call.ts";

/** Calls to one area that may be in progress at once, and calls that may queue behind them. */
const maxAtOnce = 100;
const maxWaiting = 100;
/** One link, however often it is looked at, takes no more than half of them. */
const maxForOneLink = maxAtOnce / 2;
/** Links in a row without any response after which an area counts as down, and for how long it then gets no calls. */
const maxSilent = 8;
const pauseMs = 5000;
/** Calls that try, after that pause, whether an area is back: each for another link. */
const maxProbes = 3;
/** Links in a row that the provider put off by `Retry-After` until it is heeded for all others, and for how long at most. */
const maxPutOff = 3;
const longestHeededMs = 120_000;

interface Pause {
  /** By `monotonicMs`. */
  until: number;
  /** When the provider says that it ends. */
  downtime?: Downtime | undefined;
}

/** A part of the provider's API, such as `offer`: the unit that fails together. */
class Area {
  readonly queue = bulkhead(maxAtOnce, maxWaiting);
  readonly #underWay = new Map<unknown, number>();
  /** Links without a response, and links that were put off, since the area last answered otherwise. */
  readonly #silent = new Set<unknown>();
  readonly #putOff = new Set<unknown>();
  /** Links that were put off when they were looked at. */
  readonly #links = new LRUCache<string, Pause>({ max: 1000 });
  #closed: Pause = { until: 0 };

  /** Why the area may not be called for this link now; undefined if it may. */
  closedFor(link: unknown): Failure | undefined {
    const ofLink = typeof link === "string" && this.#links.get(link);
    for (const { until, downtime } of [this.#closed, ...(ofLink ? [ofLink] : [])])
      if (until > monotonicMs()) return unavailable(until - monotonicMs(), downtime);
    const isProbe = this.#silent.size >= maxSilent;
    const isFull = isProbe
      ? this.#underWay.has(link) || this.#underWay.size >= maxProbes
      : this.#countOf(link) >= maxForOneLink;
    return isFull ? unavailable(pauseMs) : undefined;
  }

  async watch<T>(link: unknown, isLook: boolean, ask: () => Promise<Result<T>>): Promise<Result<T>> {
    this.#underWay.set(link, this.#countOf(link) + 1);
    const result = await ask().finally(() => {
      const left = this.#countOf(link) - 1;
      if (left > 0) this.#underWay.set(link, left);
      else this.#underWay.delete(link);
    });
    this.#learn(link, isLook, result.ok ? undefined : result.failure);
    return result;
  }

  #countOf(link: unknown): number {
    return this.#underWay.get(link) ?? 0;
  }

  #learn(link: unknown, isLook: boolean, failure: Failure | undefined): void {
    if (failure?.kind === "unreachable" || failure?.kind === "timeout") {
      const isNew = this.#silent.size < maxSilent || !this.#silent.has(link);
      this.#silent.add(link);
      // A link that is known to get no response says nothing about its area.
      if (isNew && this.#silent.size >= maxSilent) this.#close({ until: monotonicMs() + pauseMs });
      // A long outage needs no longer memory.
      if (this.#silent.size > maxAtOnce) this.#silent.delete(this.#silent.values().next().value);
      return;
    }
    // Any response, however bad, means that the area is up.
    this.#silent.clear();
    const milliseconds = failure ? putOffFor(failure) : 0;
    const pause = { until: monotonicMs() + milliseconds, downtime: failure?.problem?.downtime };
    if (milliseconds) this.#putOff.add(link);
    // What acts is sent again by a page that waits, or by the worker.
    if (milliseconds && isLook && typeof link === "string") this.#links.set(link, pause);
    const isHeeded = this.#putOff.size >= maxPutOff;
    if (isHeeded) this.#close(pause);
    if (isHeeded || !milliseconds) this.#putOff.clear();
  }

  #close(pause: Pause): void {
    if (pause.until > this.#closed.until) this.#closed = pause;
  }
}

/** The milliseconds of a `Retry-After` that is heeded; beside a code of its own, it belongs to that state. */
function putOffFor({ status, problem, retryAfter = 0 }: Failure): number {
  const concernsAll = !problem?.code || problem.code === "DOWNTIME";
  const isHeeded = concernsAll && (status === 503 || status === 429);
  return isHeeded ? Math.min(retryAfter * 1000, longestHeededMs) : 0;
}

const areas = new Map<string, Area>();

function areaOf({ path }: Call): Area {
  const name = path.replace("/api/{brand}", "/api").split("/")[2] ?? "";
  const area = areas.get(name) ?? new Area();
  areas.set(name, area);
  return area;
}

/** Made once: an error costs its stack, and only this one's name is told. */
const gaveUp = new TaskCancelledError("All its time went by behind other calls.");

/**
 * Sends a call only where an answer is likely: no customer waits for a timeout that others have just run into, and no
 * provider is asked before the time that it has named.
 * @param link what the call is about (an id or a token), as one bad link must not close its area; a call about nothing in
 * particular has none
 * @param signal ends the wait behind other calls, too
 * @returns the call's own result; `unavailable` where it was not sent: at once while its area is out of order or has more
 * than it can take, later if it waited in vain
 */
export async function whenAvailable<T>(
  call: Call,
  link: string | undefined,
  signal: AbortSignal,
  ask: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const area = areaOf(call);
  const about = link ?? Symbol();
  const failure = area.closedFor(about);
  if (failure) return { ok: false, failure };
  let isSent = false;
  const answered = area.queue.execute(() => {
    if (signal.aborted) throw gaveUp;
    isSent = true;
    return area.watch(about, call.method === "GET", ask);
  });
  const overdue = new Promise<never>((_, reject) =>
    signal.addEventListener("abort", () => isSent || reject(gaveUp), { once: true }),
  );
  try {
    return await Promise.race([answered, overdue]);
  } catch (cause) {
    if (cause !== gaveUp && !(cause instanceof BulkheadRejectedError)) throw cause;
    return { ok: false, failure: unavailable(pauseMs, undefined, cause) };
  }
}

const unavailable = (milliseconds: number, downtime?: Downtime, cause?: unknown): Failure => ({
  kind: "unavailable",
  problem: { code: "DOWNTIME", downtime },
  retryAfter: Math.ceil(milliseconds / 1000),
  cause,
});
