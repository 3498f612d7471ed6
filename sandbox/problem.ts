import type { z } from "zod";
import type { problem } from "../app/backend/contract/common.ts";

export type ProblemBody = z.input<typeof problem>;

/** Thrown by a handler to respond with an error; its writes are rolled back. */
export class Refusal extends Error {
  readonly status: number;
  readonly problem: ProblemBody;
  constructor(status: number, problem: ProblemBody) {
    super(problem.message ?? problem.code ?? String(status));
    this.status = status;
    this.problem = problem;
  }
}

export const refusal = (status: number, code: string, message: string, more: ProblemBody = {}) =>
  new Refusal(status, { code, message, ...more });

/** Fields that the provider refuses; `field` is the path in the body. */
export const fieldRefusal = (errors: NonNullable<ProblemBody["errors"]>) =>
  refusal(422, "VALIDATION_FAILED", "Validation failed.", { errors });

export const unknownRefusal = (what: string) => refusal(404, "NOT_FOUND", `${what} not found.`);

/**
 * HTTP status of a coded error. Never 401, 403 or 404, whose own meaning in specification §8 precedes the code.
 */
const statuses: Record<string, number> = {
  DOWNTIME: 503,
  RESERVATION_RETRY_DOWNTIME: 503,
  RESERVATION_RETRY_LATER: 503,
  RESERVATION_RETRY_MODAL: 503,
  OFFER_TECH_ERROR: 500,
  TECHNICAL_PROBLEM: 500,
  OFFER_CANCELLED: 410,
  OFFER_CONSUMED: 410,
  OFFER_EXPIRED: 410,
};
const statusOfCode = (code: string) => statuses[code] ?? 409;

const withDowntime = new Set(["DOWNTIME", "RESERVATION_RETRY_DOWNTIME"]);
/**
 * Codes with the dealer's hotline, where the customer has to call the seller of the offer; all others have the brand's.
 */
const dealerCodes = new Set(["RESERVATION_CALL_HOTLINE"]);
/** A number reserved for fiction. */
const shopHotline = "030 23125 111";

/** A made-up credit agency. */
const creditCheck = {
  reason: "Zu viele laufende Ratenzahlungen",
  source: "Muster-Auskunftei, Postfach 1, 50667 Köln",
};

/** When a downtime ends, for a code that has one: in two hours. */
export const downtimeOf = (code: string, now: Date): ProblemBody =>
  withDowntime.has(code) ? { downtime: new Date(now.getTime() + 2 * 3_600_000).toISOString() } : {};

/** A coded error, with the hotline where it applies. */
export function codedRefusal(code: string, extra: ProblemBody = {}): Refusal {
  return new Refusal(statusOfCode(code), {
    code,
    message: `Sandbox: ${code}`,
    ...(dealerCodes.has(code) && { shopHotline }),
    ...(code === "CREDIT_REFUSED" && { creditCheck }),
    ...extra,
  });
}
