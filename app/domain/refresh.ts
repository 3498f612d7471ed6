/** How a page refreshes itself: the pauses in seconds, the last one repeated up to `attempts` in all. */
export interface Refresh {
  seconds: readonly number[];
  attempts: number;
}

/**
 * Seconds until a waiting page refreshes itself.
 * @param attempt how often it has done so already, from 0
 * @returns nothing once it has tried often enough: the page then offers a button
 */
export function refreshAfter(refresh: Refresh, attempt: number): number | undefined {
  if (attempt >= refresh.attempts) return undefined;
  return refresh.seconds[Math.min(attempt, refresh.seconds.length - 1)];
}
