import type { ActingCall } from "#app/backend/contract/calls.ts";

/** An answer as it is sent: a body is JSON, a page is HTML; neither is 204. */
export interface Answer {
  status?: number;
  body?: unknown;
  page?: string;
  pdf?: true;
  /** What it says is what was asked for: plain words leave it as it is. */
  isAskedFor?: true;
}

/** How it refuses what acts; `takes`: it does not. */
export const refusals = {
  takes: {},
  "own words": {
    status: 422,
    body: { errors: [{ field: "phone", message: "Die Nummer kennen wir nicht." }] },
  },
  "own words, unreadable": { status: 422, body: { errors: [5] } },
  "bare 400": { status: 400 },
  "bare 403": { status: 403 },
  "bare 404": { status: 404 },
  "bare 500": { status: 500 },
  "a gateway's page": { status: 502, page: "<h1>Bad Gateway</h1>" },
  "closed for now": { status: 503, body: { code: "DOWNTIME" } },
} satisfies Record<string, Answer>;
export type Refusal = keyof typeof refusals;

/** What it says of itself when it is read. */
export const readings = { whole: 0, "0.5 s behind": 500, "5 s behind": 5000, failing: 0 } as const;
export type Reading = keyof typeof readings;

/** How its answer to what acts arrives. */
export const arrivals = ["given", "lost", "late"] as const;
export type Arrival = (typeof arrivals)[number];

/** What becomes of one call for one customer; all else is taken, and readable at once. */
export interface Plan {
  call: ActingCall;
  refusal: Refusal;
  reading: Reading;
  arrival: Arrival;
}
