import { monitorEventLoopDelay } from "node:perf_hooks";
import type { RequestHandler } from "express";
import { sendHostErrorPage } from "#server/pages/host-error-page.ts";
import { requestedPage } from "#server/pages/requested-page.ts";
import { turnedAwayForm } from "./turned-away-form.ts";

const lookEveryMs = 500;
const comeBackSeconds = "5";

/** Above these limits, pages are refused; 0 = never. */
export interface LoadLimits {
  /** Requests in progress: each occupies memory, however little CPU it needs while it waits for the backend. */
  requests: number;
  /** How late the event loop is, in milliseconds: the lower of its medians over the last two half seconds. */
  delayMs: number;
}

/** Refuses at once what cannot be served in time, so that the rest can be. A declaration is never refused. */
export function shedLoad(limits: LoadLimits, loopDelayMs = measuredDelay()): RequestHandler {
  let underWay = 0;
  return async (request, response, next) => {
    const full =
      (limits.requests > 0 && underWay >= limits.requests) ||
      (limits.delayMs > 0 && loopDelayMs() > limits.delayMs);
    if (full && !requestedPage(request).row?.declaration) {
      response.set("Retry-After", comeBackSeconds);
      return sendHostErrorPage(request, response, "overloaded", {
        fields: await turnedAwayForm(request, response),
      });
    }
    underWay++;
    response.once("close", () => underWay--);
    next();
  };
}

/** A single long step, such as a new process's first page, is no overload: only two late periods in a row count. */
export function measuredDelay(
  histogram: Pick<
    ReturnType<typeof monitorEventLoopDelay>,
    "enable" | "percentile" | "reset"
  > = monitorEventLoopDelay(),
): () => number {
  histogram.enable();
  let medians = [0, 0];
  setInterval(() => {
    medians = [medians[1] ?? 0, histogram.percentile(50) / 1e6];
    histogram.reset();
  }, lookEveryMs).unref();
  return () => Math.min(...medians);
}
