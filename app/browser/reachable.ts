import { markHeader } from "./portal-mark.ts";

/** Small, public, and sets no cookie. */
const probe = "/robots.txt";
const patienceMs = 10_000;
const firstWaitMs = 1000;
const longestWaitMs = 30_000;

/** Whether the portal itself responds now: a hotspot's login or a gateway's page does not count. */
export async function isReachable(): Promise<boolean> {
  if (!navigator.onLine) return false;
  const options = { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(patienceMs) } as const;
  return fetch(probe, options).then(
    (answer) => answer.headers.has(markHeader),
    () => false,
  );
}

/**
 * Resolves when the portal can be reached: checks when the browser comes back online, and from time to time.
 * @returns false if aborted
 */
export async function untilReachable(signal: AbortSignal): Promise<boolean> {
  for (let waitMs = firstWaitMs; !signal.aborted; waitMs = Math.min(2 * waitMs, longestWaitMs)) {
    await new Promise((resolve) => {
      setTimeout(resolve, waitMs);
      addEventListener("online", resolve, { once: true });
      signal.addEventListener("abort", resolve, { once: true });
    });
    if (!signal.aborted && (await isReachable())) return !signal.aborted;
  }
  return false;
}
