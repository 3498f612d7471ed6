import { useEffect, useEffectEvent } from "react";
import type { Refresh } from "#app/errors/state-row.ts";

/** How a page waits that checks again automatically. */
export interface Waiting {
  /** Its path. */
  self: string;
  /** Its status as long as nothing has changed. */
  status: number;
  /** How often it has checked already. */
  attempt: number;
  refresh: Refresh;
}

/**
 * Checks without a reload, which would disturb screen readers and scroll position; at once when the tab is visible
 * again.
 */
export function useBackgroundChecks(waiting: Waiting | undefined, onChecked?: () => void) {
  const checked = useEffectEvent(() => onChecked?.());
  useEffect(() => {
    if (!waiting) return;
    const { self, status, refresh } = waiting;
    const keepRefresh = cancelRefresh();
    // Without `keepRefresh`, the pending `window.stop` could abort this navigation, and nothing would check any more.
    const leave = (address: string) => {
      keepRefresh();
      window.location.replace(address);
    };
    let { attempt } = waiting;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const scheduleCheck = () => {
      clearTimeout(timer);
      const pause = refresh.seconds[Math.min(attempt, refresh.seconds.length - 1)] ?? 60;
      if (attempt < refresh.attempts) timer = setTimeout(check, pause * 1000);
      else leave(`${self}?attempt=${attempt}`);
    };
    const check = async () => {
      attempt += 1;
      try {
        const answer = await fetch(self, { method: "HEAD", redirect: "manual" });
        if (answer.type === "opaqueredirect" || (answer.status !== status && answer.status < 500))
          return leave(self);
        if (answer.ok) checked();
      } catch {
        // Offline, or the backend failed: try again at the next check.
      }
      scheduleCheck();
    };
    const checkIfVisible = () => document.visibilityState === "visible" && check();
    document.addEventListener("visibilitychange", checkIfVisible);
    scheduleCheck();
    return () => {
      keepRefresh();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", checkIfVisible);
    };
  }, [waiting]);
}

/**
 * Cancels the `Refresh` header, which serves browsers without JavaScript and counts from the load event.
 * `window.stop` aborts all requests, so other scripts get some time first, and a customer who leaves by then may do so.
 * @returns a function that keeps the header unless it is already cancelled
 */
function cancelRefresh(): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const stopLater = () => {
    const timer = setTimeout(() => window.stop(), 1000);
    signal.addEventListener("abort", () => clearTimeout(timer));
  };
  if (document.readyState === "complete") stopLater();
  else window.addEventListener("load", stopLater, { once: true, signal });
  const keep = () => controller.abort();
  // On iPhones, only the click is reported.
  for (const leaves of ["click", "beforeunload"]) window.addEventListener(leaves, keep, { signal });
  return keep;
}
