import {
  downtime,
  expiredLink,
  notFound,
  type Refresh,
  type StateRow,
  technicalProblem,
  warning,
} from "./state-row.ts";

const later = ["retry", "hotline"] as const;
const callHotline = { ...warning, actions: ["hotline"] } as const;
const locked = { ...callHotline, icon: "lock" } as const;
const away = { ...downtime, severity: "info", actions: later } as const;

/** What the portal itself cannot do at the moment. */
export const portalStates = {
  SessionsAway: { ...away, severity: "warning", retryAfter: 60 },
  // Somebody at the customer's address begins more sessions than all others there would.
  TooManySessions: { ...away, severity: "warning", status: 429, retryAfter: 300 },
  // An operator has closed a journey or a site.
  Closed: { ...away, severity: "warning", actions: ["checkAgain", "hotline", "shop"] },
  // The operator has not listed the origin that the provider sends customers to.
  PaymentBlocked: { ...warning, status: 500, actions: ["pay", "otherPaymentMethod", "hotline"] },
  // The order is placed, and its payment is open: nothing has failed.
  PaymentOpen: {
    ...warning,
    icon: "clock",
    status: 200,
    actions: ["pay", "checkAgain", "otherPaymentMethod"],
  },
  // The link to another browser.
  HandoverUsed: { ...warning, status: 410, actions: ["retry"] },
  HandoverUnknown: { ...warning, status: 404, actions: ["retry"] },
  HandoverCodeUnknown: { ...warning, status: 404, actions: ["retry"] },
  IdentityBlocked: technicalProblem,
  LoginBlocked: technicalProblem,
  // The login came back to a browser without the session in which it began.
  LoginLost: { ...warning, status: 410, actions: ["retry"] },
} satisfies Record<string, StateRow>;

/** Why customer data cannot be shown. The names are those of specification §4 where it has one. */
export const customerStates = {
  NotFound: { ...callHotline, status: 404, actions: ["hotline", "newLink"] },
  LinkExpired: { ...expiredLink, actions: ["newLink", "hotline"] },
  Unauthorized: { ...locked, status: 401, actions: ["newLink", "hotline"] },
  Forbidden: { ...locked, status: 403 },
  Downtime: away,
  TechnicalProblem: technicalProblem,
} satisfies Record<string, StateRow>;

/** Why a receipt, a prefill or a document of a declaration cannot be shown. */
export const declarationStates = {
  NotFound: notFound,
  // Its link is signed, so the declaration was received: the store cannot be asked for it now, or has it no longer.
  Received: { ...away, status: 202, retryAfter: 60 },
  ReceivedBefore: { ...notFound, severity: "info", icon: "info" },
  Downtime: away,
  TechnicalProblem: technicalProblem,
  ProofTooLarge: { ...callHotline, status: 413 },
} satisfies Record<string, StateRow>;

/** A post whose outcome is not known yet. Texts: `Waiting` in the group `waiting`, after two minutes `StillUnknown`. */
export const waitingRow = { status: 202, severity: "info", icon: "clock" } as const;

/** How long a page waits for the end of an act (product decisions §6): from then on, it is better to ask a person. */
export const longestWaitSeconds = 120;

/** When the waiting page checks again. */
export function waitingRefresh(elapsed: number): Refresh | undefined {
  const seconds: number[] = [];
  for (let at = elapsed; at < longestWaitSeconds; at += seconds.at(-1) ?? 0)
    seconds.push(at < 15 ? 2 : at < 45 ? 5 : 10);
  return seconds.length > 0 ? { seconds, attempts: seconds.length } : undefined;
}

/** What is wrong with the link for unsubscribing from advertising mails. */
export const subscriptionStates = {
  incomplete: { ...callHotline, status: 404, actions: ["hotline", "revokeAll"] },
  unknownToken: { ...callHotline, status: 404, actions: ["hotline", "revokeAll"] },
  unknownBrand: { ...callHotline, status: 404 },
  LinkExpired: { ...expiredLink, actions: ["revokeAll", "newLink", "hotline"] },
} satisfies Record<string, StateRow>;
