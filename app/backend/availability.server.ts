import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhenResult,
  TaskCancelledError,
  wrap,
} from "cockatiel";
import type { Result } from "#app/errors/errors.ts";
import type { Call } from "./contract/call.ts";

/** Calls to one area that may be in progress at once, and calls that may queue behind them. */
const mostAtOnce = 100;
const mostWaiting = 100;
/** Consecutive failures after which an area counts as down, and for how long it then gets no calls. */
const failuresInARow = 8;
const pauseMs = 5000;

/**
 * Whether the provider is down: no connection, or no response in time. Any response, however bad, means that it is up.
 */
const isAway = (result: unknown) => {
  const { ok, failure } = result as Result<unknown> & { failure?: { kind: string } };
  return !ok && (failure?.kind === "unreachable" || failure?.kind === "timeout");
};

const newPolicy = () =>
  wrap(
    bulkhead(mostAtOnce, mostWaiting),
    circuitBreaker(handleWhenResult(isAway), {
      breaker: new ConsecutiveBreaker(failuresInARow),
      halfOpenAfter: pauseMs,
    }),
  );
const policies = new Map<string, ReturnType<typeof newPolicy>>();

/** The part of the provider's API that a call belongs to, such as `offer`: the unit that fails together. */
const areaOf = ({ path }: Call) => path.replace("/api/{brand}", "/api").split("/")[2] ?? "";

/**
 * Sends a call only where an answer is likely: no customer waits for a timeout that others have just run into.
 * @param signal ends the wait behind other calls, too
 * @returns the call's own result; `unavailable` where it was not sent: at once while its area is out of order or has more
 * than it can take, later if it waited in vain
 */
export async function whenAvailable<T>(
  call: Call,
  signal: AbortSignal,
  ask: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const area = areaOf(call);
  const policy = policies.get(area) ?? newPolicy();
  policies.set(area, policy);
  const gaveUp = new TaskCancelledError("All its time went by behind other calls.");
  let isSent = false;
  const answered = policy.execute(() => {
    if (signal.aborted) throw gaveUp;
    isSent = true;
    return ask();
  });
  const overdue = new Promise<never>((_, reject) =>
    signal.addEventListener("abort", () => isSent || reject(gaveUp), { once: true }),
  );
  try {
    return await Promise.race([answered, overdue]);
  } catch (cause) {
    if (cause !== gaveUp && !(cause instanceof BrokenCircuitError || cause instanceof BulkheadRejectedError))
      throw cause;
    const retryAfter = Math.ceil(pauseMs / 1000);
    return { ok: false, failure: { kind: "unavailable", problem: { code: "DOWNTIME" }, retryAfter, cause } };
  }
}
