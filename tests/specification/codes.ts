import { expect } from "vitest";
import type { IdvOutcome } from "#app/errors/idv-outcomes.ts";
import { type OfferState, offerStateNames } from "#app/errors/offer-states.ts";

const states = new Map(offerStateNames.map((name) => [name.toLowerCase(), name]));
const statusOf: Record<string, number> = {
  DOWNTIME: 503,
  OFFER_CANCELLED: 410,
  OFFER_CONSUMED: 410,
  OFFER_EXPIRED: 410,
  OFFER_PAYMENT_WAITFORCAPTURE: 202,
  OFFER_TECH_ERROR: 500,
  RESERVATION_FOUND_NO_ORDER: 404,
  RESERVATION_RETRY_DOWNTIME: 503,
  RESERVATION_RETRY_LATER: 503,
  RESERVATION_RETRY_MODAL: 503,
  TECHNICAL_PROBLEM: 500,
};
/** The codes of specification §8 in its order: the state of each, and the status of its page. */
export const offerCodes = `BIRTHDATE_NOT_PRESENT DOWNTIME IDENTIFICATIONDATA_MISSING NO_HARDWARE_STOCK
  NO_PAYMENT_METHODS_AVAILABLE OFFER_ABANDONED_PAYMENT OFFER_BLOCKED OFFER_CANCELLED OFFER_CONSUMED OFFER_EXPIRED
  OFFER_INCOMPATIBLE_STATE OFFER_MISMATCH OFFER_TECH_ERROR OFFER_PAYMENT_WAITFORCAPTURE PERSONAL_DATA_MISSING
  RESERVATION_AMOUNT_CAN_NOT_BE_BLOCKED RESERVATION_CALL_HOTLINE RESERVATION_FOUND_NO_ORDER RESERVATION_RETRY_DOWNTIME
  RESERVATION_RETRY_LATER RESERVATION_RETRY_MODAL TECHNICAL_PROBLEM`
  .split(/\s+/)
  .map((code) => {
    const state: OfferState = states.get(code.replaceAll("_", "").toLowerCase()) ?? expect.fail(code);
    return { code, state, status: statusOf[code] ?? 409 };
  });

export const idvCodes: [code: string, IdvOutcome][] = [
  ["IDV_COMPLETED", "IdvCompleted"],
  ["IDV_NO_METHODS_AVAILABLE", "IdvNoMethodsAvailable"],
  ["IDV_SUCCESS", "IdvSuccess"],
  ["NO_MORE_IDV_POSSIBLE", "NoMoreIdvPossible"],
  ["OFFER_CANCELLED", "OfferCancelled"],
  ["OFFER_CONSUMED", "OfferConsumed"],
  ["OFFER_EXPIRED", "OfferExpired"],
  ["RESERVATION_CALL_HOTLINE", "ReservationCallHotline"],
  ["TECHNICAL_PROBLEM", "TechnicalProblem"],
  ["DOWNTIME", "Downtime"],
];
