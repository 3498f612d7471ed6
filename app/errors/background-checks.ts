import { useEffect, useRef } from "react";
import type { Refresh } from "./state-row.ts";

/** How a page waits that asks again by itself. */
export interface Waiting {
  /** Its path. */
  self: string;
  /** Its status for as long as nothing has changed. */
  status: number;
  /** How often it has asked already. */
  attempt: number;
  refresh: Refresh;
}

/** Without a reload, so that screen readers and scroll position are undisturbed; at once on coming back. */
export function useBackgroundChecks(waiting: Waiting | undefined, onChecked?: () => void) {
  const latest = useRef(onChecked);
  useEffect(() => {
    if (!waiting) return;
    const { self, status, refresh } = waiting;
    const keepRefresh = cancelRefresh();
    // A stop that comes now would end the navigation, and nothing would ask again.
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
        if (answer.ok) latest.current?.();
      } catch {
        // Offline or the backend failed: try again at the next check.
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
 * Cancels the `Refresh` header, which serves browsers without JavaScript and counts from the load event. `window.stop`
 * aborts all requests, so other scripts get some time first.
 * @returns a function that keeps the header if it is still active
 */
function cancelRefresh(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stopLater = () => {
    timer = setTimeout(() => window.stop(), 1000);
  };
  if (document.readyState === "complete") stopLater();
  else window.addEventListener("load", stopLater, { once: true });
  return () => {
    clearTimeout(timer);
    window.removeEventListener("load", stopLater);
  };
}
