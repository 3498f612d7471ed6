import { Counter, Histogram } from "prom-client";
import { config } from "./config.server.ts";

/** How long the provider's API took for a call, and how it ended. Nothing where nobody asks for metrics. */
export const backendCallSeconds =
  config().metricsPort === undefined
    ? undefined
    : new Histogram({
        name: "portal_backend_call_duration_seconds",
        help: "Calls of the provider's API by call and outcome (ok, or the kind of failure)",
        labelNames: ["call", "outcome"] as const,
        buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      });

/** Attempts that failed because the secret that a declaration was sealed with is not among the settings. */
export const unreadableDeclarations =
  config().metricsPort === undefined
    ? undefined
    : new Counter({
        name: "portal_declarations_unreadable_total",
        help: "Attempts to pass on a declaration whose SESSION_SECRET is missing",
      });
