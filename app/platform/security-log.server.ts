import type { Logger } from "pino";
import { Counter, register } from "prom-client";
import { config } from "./config.server.ts";
import { monotonicMs } from "./monotonic.ts";

const events = [
  "signature",
  "guessing",
  "limit",
  "sessions",
  "foreign-origin",
  "other-site",
  "unknown-host",
] as const;
type SecurityEvent = (typeof events)[number];

const minuteMs = 60_000;
const metric = "portal_security_events_total";

/** One counter for the host and the build, each of which has a copy of this module. Undefined if metrics are off. */
function sharedCounter() {
  if (config().metricsPort === undefined) return undefined;
  const registered = register.getSingleMetric(metric);
  if (registered instanceof Counter) return registered;
  const counter = new Counter({
    name: metric,
    help: "Refused signatures, guesses, limits, sessions, and foreign origins and hosts, by event",
    labelNames: ["event"] as const,
  });
  // A rate sees the first increment only if the counter was zero before.
  for (const event of events) counter.inc({ event }, 0);
  return counter;
}

/**
 * A log of what anybody can cause: each event is counted, and one line a minute at most says how many there were.
 * @returns a function that logs what was seen and what was expected; never a token, an address or a name
 */
export function securityLog(logger: Logger, event: SecurityEvent, message: string): (facts: object) => void {
  let quietUntil = 0;
  let leftOut = 0;
  const counter = sharedCounter();
  return (facts) => {
    counter?.inc({ event });
    leftOut++;
    if (monotonicMs() < quietUntil) return;
    quietUntil = monotonicMs() + minuteMs;
    logger.warn({ security: event, ...facts, refused: leftOut }, message);
    leftOut = 0;
  };
}
