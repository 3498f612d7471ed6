import { Counter, type CounterConfiguration, Histogram } from "prom-client";
import { config } from "./config.server.ts";

/** Nothing where nobody asks for metrics. */
const counter = <Label extends string = never>(options: CounterConfiguration<Label>) =>
  config().metricsPort === undefined ? undefined : new Counter(options);

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

/** Fields of the provider's answers that were read differently, left out, or made an answer unusable. */
export const backendDeviations = counter({
  name: "portal_backend_deviations_total",
  help: "Fields of the provider's answers that differ from the contract, by call and path, and how",
  labelNames: ["call", "path", "what"] as const,
});

/** Attempts at a declaration that cannot be unsealed or passed on, such as one whose secret is not set any more. */
export const unreadableDeclarations = counter({
  name: "portal_declarations_unreadable_total",
  help: "Attempts that skipped a declaration, because its SESSION_SECRET or its brand is missing",
});

/** Customers who could not be sent to pay, identify themselves or log in, because a setting is missing. */
export const refusedRedirects = counter({
  name: "portal_redirects_refused_total",
  help: "Customers who could not go on to another site, by errand and the setting that is missing",
  labelNames: ["errand", "setting"] as const,
});

// An alert sees the first one only where there was a zero before.
for (const errand of ["payment", "identification"])
  refusedRedirects?.inc({ errand, setting: "REDIRECT_ORIGINS" }, 0);
refusedRedirects?.inc({ errand: "login", setting: "LOGIN_URL" }, 0);
