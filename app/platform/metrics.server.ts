import { Counter, type CounterConfiguration, Gauge, Histogram } from "prom-client";
import { journeys } from "#app/page-table.server.ts";
import { config } from "./config.server.ts";

/** Undefined if metrics are off. */
const ifOn = <Metric>(create: () => Metric) => (config().metricsPort === undefined ? undefined : create());
const counter = <Label extends string = never>(options: CounterConfiguration<Label>) =>
  ifOn(() => new Counter(options));

/** How long the provider's API took for a call, and how the call ended. */
export const backendCallSeconds = ifOn(
  () =>
    new Histogram({
      name: "portal_backend_call_duration_seconds",
      help: "Calls of the provider's API by call and outcome (ok, answer: it says no, or a failure)",
      labelNames: ["call", "outcome"] as const,
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    }),
);

/** Fields of the provider's responses that were read differently, left out, or made a response unusable. */
export const backendDeviations = counter({
  name: "portal_backend_deviations_total",
  help: "Fields of the provider's answers that differ from the contract, by call and path, and how",
  labelNames: ["call", "path", "what"] as const,
});

/** Each of them occupies a connection to the provider, and up to a mebibyte. */
export const openDocuments = ifOn(
  () =>
    new Gauge({
      name: "portal_backend_documents_open",
      help: "Documents of the provider that customers are loading",
    }),
);

/** Attempts at a declaration that cannot be unsealed or forwarded, such as one whose secret is no longer set. */
export const unreadableDeclarations = counter({
  name: "portal_declarations_unreadable_total",
  help: "Attempts that skipped a declaration, because its SESSION_SECRET or its brand is missing",
});

/** Declarations that were refused, and that nobody sent again before `DECLARATION_DAYS` were over. */
export const deletedRefused = counter({
  name: "portal_declarations_refused_deleted_total",
  help: "Declarations that were deleted although the provider had refused them",
});

/** Customers who could not be redirected to pay, identify themselves or log in because a setting is missing. */
export const refusedRedirects = counter({
  name: "portal_redirects_refused_total",
  help: "Customers who could not go on to another site, by errand and the setting that is missing (none: the address is too long)",
  labelNames: ["errand", "setting"] as const,
});

/** What customers, and strangers, add to the store of sessions. */
export const sessionsBegun = counter({
  name: "portal_sessions_begun_total",
  help: "Sessions that were not in the store before",
});
export const sessionBytes = counter({
  name: "portal_session_bytes_total",
  help: "Bytes by which sessions have grown in the store; what ends is not deducted",
});

/** How often a page's HTML was there already: what it shows had been rendered before. */
export const cachedPages = counter({
  name: "portal_kept_pages_total",
  help: "Pages that can be kept, by whether their HTML was found (yes, no)",
  labelNames: ["found"] as const,
});

/** Outcomes of what customers wanted, once known; `waiting` is followed by another one. */
export const journeyOutcomes = counter({
  name: "portal_journey_outcomes_total",
  help: "Orders, choices, changes and declarations by journey, brand and outcome (done, waiting, refused, failed)",
  labelNames: ["journey", "brand", "outcome"] as const,
});
export type Outcome = (typeof outcomes)[number];
const outcomes = ["done", "waiting", "refused", "failed"] as const;

/** States shown to customers, errors and others, each time a page shows one. */
export const journeyStates = counter({
  name: "portal_journey_states_total",
  help: "Pages of a state, by journey, brand and state",
  labelNames: ["journey", "brand", "state"] as const,
});

const storeSeconds = ifOn(
  () =>
    new Histogram({
      name: "portal_store_duration_seconds",
      help: "How long a store took for a command, also where it failed",
      labelNames: ["store"] as const,
      buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5],
    }),
);

/** Measures a store's command, whatever its outcome. */
export async function timed<T>(
  store: "sessions" | "declarationStore",
  command: () => Promise<T>,
): Promise<T> {
  const stop = storeSeconds?.startTimer({ store });
  try {
    return await command();
  } finally {
    stop?.();
  }
}

/** For files that are read again while the portal runs. */
export const wrongSettings = ifOn(
  () =>
    new Gauge({
      name: "portal_settings_wrong",
      help: "1 while what a setting names (switches, brands) cannot be read, so that what was valid before counts",
      labelNames: ["setting"] as const,
    }),
);

/** Called once brands can be read. */
export function startCounting(brands: readonly string[]): void {
  // An alert sees the first increment only if the counter was zero before.
  for (const brand of brands)
    for (const journey of journeys)
      for (const outcome of outcomes) journeyOutcomes?.inc({ journey, brand, outcome }, 0);
}

// An alert sees the first increment only if the counter was zero before.
for (const errand of ["payment", "identification"])
  for (const setting of ["REDIRECT_ORIGINS", "none"]) refusedRedirects?.inc({ errand, setting }, 0);
refusedRedirects?.inc({ errand: "login", setting: "LOGIN_URL" }, 0);
