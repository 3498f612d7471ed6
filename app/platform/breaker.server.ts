import { monotonicMs } from "./monotonic.ts";

/** It is known to be away, so it was not asked. */
export class CircuitOpen extends Error {
  override readonly name = "CircuitOpen";
}

interface Options {
  failuresInARow: number;
  askAgainMs: number;
  /** Whether an error means that nobody answers. */
  isOutage?: (error: unknown) => boolean;
}

/**
 * Fails at once what would only wait for something that is away: after some failures in a row, one call at a time asks
 * whether it is back. Cockatiel's breaker goes by the machine's clock: set back by an hour, it would ask an hour late.
 */
export function breaker({ failuresInARow, askAgainMs, isOutage = () => true }: Options) {
  let failures = 0;
  let failedAt = 0;
  let isAsking = false;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    const isAway = failures >= failuresInARow;
    if (isAway && (isAsking || monotonicMs() - failedAt < askAgainMs)) throw new CircuitOpen();
    isAsking = isAway;
    try {
      const done = await work();
      failures = 0;
      return done;
    } catch (error) {
      if (isOutage(error)) {
        failures++;
        failedAt = monotonicMs();
      } else failures = 0;
      throw error;
    } finally {
      if (isAway) isAsking = false;
    }
  };
}
