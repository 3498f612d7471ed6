import type { Logger } from "pino";
import { monotonicMs } from "./monotonic.ts";

const minuteMs = 60_000;

/**
 * A log of what fails again and again while something is away: the first failure with its stack, and then a line a minute
 * that says how many there were.
 */
export function outageLog(logger: Logger, message: string): (cause: unknown) => void {
  let quietUntil = Number.NEGATIVE_INFINITY;
  let failures = 0;
  return (cause) => {
    failures++;
    if (monotonicMs() < quietUntil) return;
    quietUntil = monotonicMs() + minuteMs;
    logger.warn({ err: cause, failures }, message);
    failures = 0;
  };
}
