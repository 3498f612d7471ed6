import { keysOf } from "#app/domain/keys-of.ts";

/** What a customer can do on the page of an error state, and where it leads. The label is `errors.actions.<kind>`. */
export const errorActions = {
  retry: "same",
  /** The same page again, worded for something that takes a while. */
  checkAgain: "same",
  /** Retry, offered in a dialog. */
  dialogRetry: "same",
  /** No button at first: the page refreshes itself. */
  wait: "same",
  /** PATCH the offer, then its start. */
  restart: "clearError",
  /** PATCH the offer again after that failed. */
  reset: "clearError",
  /** The payment page of an order that is placed. */
  pay: "payment-page",
  /** PATCH the offer, then the payment step. */
  payAgain: "resetPayment",
  /** PATCH the offer, then the payment step. */
  otherPaymentMethod: "resetPayment",
  toPersonalData: "personal-data",
  toIdData: "id-data",
  login: "offer-login",
  /** An order that is no longer sent by itself: to the button that sends it, under its key. */
  orderAgain: "summary",
  /** An offer that is open again, whose order is gone. */
  toOffer: "offer",
  /** What was ordered; only in a session that knows the order. */
  showOrder: "confirmation",
  /** The page that shows what the link looks like and whom to ask. */
  checkLink: "offer-landing",
  /** A new link by e-mail, where the provider sends some. */
  newLink: "new-link",
  /** All consents, by name and e-mail address: where no link opens them. */
  revokeAll: "revocation-by-name",
  /** The number in the response (`shopHotline`), or else the brand's. */
  hotline: "hotline",
  shop: "shops",
} as const;
/** What a reset is for (specification §3): another payment, or the start of the offer. */
export type PaymentAction = "resetPayment" | "clearError";
export type ErrorAction = keyof typeof errorActions;

/** How serious a state is: the colour of its icon. */
export type Severity = "success" | "info" | "warning" | "error";
export type StateIcon = "check" | "info" | "clock" | "lock" | "phone" | "warning" | "error";

/** How a page refreshes itself: the pauses in seconds, the last one repeated up to `attempts` in all. */
export interface Refresh {
  seconds: readonly number[];
  attempts: number;
}

/** What the page of a state needs to know: the columns that the tables of all journeys share. */
export interface StateRow {
  /** HTTP status of the page that shows it (product decisions §6). */
  status: number;
  /** What can be done, the first one as the main button; empty if nothing is left to do. */
  actions: readonly ErrorAction[];
  severity: Severity;
  icon: StateIcon;
  refresh?: Refresh;
  /** An order that was refused, or has failed, for good: a complaint about it may end at the arbitration body (§ 68 TKG). */
  arbitration?: true;
  /** `Retry-After` in seconds if the response states no end. */
  retryAfter?: number;
}

/** Seconds after which to come back during a downtime whose end is unknown. */
export const openEndedDowntime = 15 * 60;

export const info = { severity: "info", icon: "info" } as const;
export const warning = { severity: "warning", icon: "warning" } as const;
export const failed = { severity: "error", icon: "error" } as const;

/** Rows that several tables share, completely or in part. */
export const downtime = {
  ...warning,
  status: 503,
  actions: ["checkAgain"],
  icon: "clock",
  retryAfter: openEndedDowntime,
} as const satisfies StateRow;
export const technicalProblem = { ...failed, status: 500, actions: ["retry", "hotline"] } as const;
export const callUs = { ...warning, status: 409, actions: ["hotline", "shop"] } as const;
export const notFound = { ...warning, status: 404, actions: ["checkLink"] } as const;
/** Of a link whose owner can be mailed another one. */
export const unknownLink = { ...notFound, actions: ["checkLink", "newLink"] } as const;
export const expiredLink = {
  ...warning,
  status: 410,
  actions: ["hotline", "newLink"],
  icon: "clock",
} as const;
export const expired = { ...warning, status: 410, actions: ["hotline"], icon: "clock" } as const;

/** Finds the state of a backend code in any case; undefined for one that is not in the table. */
export function byCode<Name extends string>(rows: Record<Name, StateRow & { code?: string }>) {
  const names = keysOf(rows);
  const nameOfCode = new Map(names.map((name) => [rows[name].code, name]));
  return (code: string | undefined): Name | undefined =>
    code ? nameOfCode.get(code.trim().toUpperCase()) : undefined;
}

/** Seconds until a waiting page refreshes itself next; undefined once it has tried often enough. */
export function refreshAfter(refresh: Refresh, attempt: number): number | undefined {
  if (attempt >= refresh.attempts) return undefined;
  return refresh.seconds[Math.min(attempt, refresh.seconds.length - 1)];
}
