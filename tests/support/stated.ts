import type { IdvOutcome } from "#app/errors/idv-outcomes.ts";
import type { OfferState } from "#app/errors/offer-states.ts";
import type { ErrorAction } from "#app/errors/state-row.ts";

/** What a page of a state answers, and has on it: written down once more, so that the product's own table cannot vouch for itself. */
interface Stated {
  /** The provider's code (specification §8), if it has one for the state. */
  code?: string;
  /** Product decisions §6. */
  status: number;
  actions: ErrorAction[];
  refreshes?: true;
}

const call: ErrorAction[] = ["hotline"];
const again: ErrorAction[] = ["retry", "hotline"];
const later: ErrorAction[] = ["checkAgain"];

/** The offer error states of specification §4, and `CreditRefused`. */
export const statedOffer: Record<OfferState, Stated> = {
  BirthdateNotPresent: { code: "BIRTHDATE_NOT_PRESENT", status: 409, actions: ["toPersonalData"] },
  CreditRefused: { code: "CREDIT_REFUSED", status: 409, actions: call },
  DocumentsNotLoaded: { status: 502, actions: again },
  Downtime: { code: "DOWNTIME", status: 503, actions: later },
  Forbidden: { status: 403, actions: call },
  IdentificationDataMissing: { code: "IDENTIFICATIONDATA_MISSING", status: 409, actions: ["toIdData"] },
  NoHardwareStock: { code: "NO_HARDWARE_STOCK", status: 409, actions: call },
  NoPaymentMethodsAvailable: { code: "NO_PAYMENT_METHODS_AVAILABLE", status: 409, actions: call },
  NotFound: { status: 404, actions: ["checkLink"] },
  // Without an order that can be read: unknown, and no button that ends anything.
  OfferAbandonedPayment: {
    code: "OFFER_ABANDONED_PAYMENT",
    status: 202,
    actions: ["checkAgain", "hotline"],
  },
  OfferBlocked: { code: "OFFER_BLOCKED", status: 409, actions: call },
  OfferCancelled: { code: "OFFER_CANCELLED", status: 410, actions: call },
  OfferConsumed: { code: "OFFER_CONSUMED", status: 410, actions: call },
  OfferExpired: { code: "OFFER_EXPIRED", status: 410, actions: call },
  OfferResetFailed: { status: 502, actions: ["reset", "hotline"] },
  OfferSummaryNotLoaded: { status: 502, actions: again },
  OfferIncompatibleState: { code: "OFFER_INCOMPATIBLE_STATE", status: 409, actions: ["restart"] },
  OfferPaymentWaitForCapture: {
    code: "OFFER_PAYMENT_WAITFORCAPTURE",
    status: 202,
    actions: ["wait"],
    refreshes: true,
  },
  OfferMismatch: { code: "OFFER_MISMATCH", status: 409, actions: call },
  OfferTechError: { code: "OFFER_TECH_ERROR", status: 500, actions: again },
  PaymentAborted: { code: "PAYMENT_ABORTED", status: 200, actions: ["payAgain"] },
  PaymentFailed: { code: "PAYMENT_FAILED", status: 409, actions: ["otherPaymentMethod"] },
  PersonalDataMissing: { code: "PERSONAL_DATA_MISSING", status: 409, actions: ["toPersonalData"] },
  ReservationAmountCanNotBeBlocked: {
    code: "RESERVATION_AMOUNT_CAN_NOT_BE_BLOCKED",
    status: 409,
    actions: ["otherPaymentMethod"],
  },
  ReservationCallHotline: { code: "RESERVATION_CALL_HOTLINE", status: 409, actions: call },
  ReservationFoundNoOrder: { code: "RESERVATION_FOUND_NO_ORDER", status: 404, actions: call },
  ReservationRetryDowntime: { code: "RESERVATION_RETRY_DOWNTIME", status: 503, actions: later },
  ReservationRetryLater: { code: "RESERVATION_RETRY_LATER", status: 503, actions: later },
  ReservationRetryModal: { code: "RESERVATION_RETRY_MODAL", status: 503, actions: ["dialogRetry"] },
  TechnicalProblem: { code: "TECHNICAL_PROBLEM", status: 500, actions: again },
  Unauthorized: { status: 401, actions: ["login"] },
  Unexpected: { status: 500, actions: again },
};

/** The outcomes of specification §4, with their pages: the routed ones by their segment, the others in place. */
export const statedIdv: Record<IdvOutcome, Stated & { page: string; segment?: string }> = {
  IdvCompleted: {
    code: "IDV_COMPLETED",
    status: 200,
    actions: [],
    page: "completed",
    segment: "abgeschlossen",
  },
  IdvNoMethodsAvailable: {
    code: "IDV_NO_METHODS_AVAILABLE",
    status: 409,
    actions: ["hotline"],
    page: "error",
  },
  IdvSuccess: { code: "IDV_SUCCESS", status: 200, actions: [], page: "success", segment: "erfolgreich" },
  NoMoreIdvPossible: {
    code: "NO_MORE_IDV_POSSIBLE",
    status: 409,
    actions: call,
    page: "failed",
    segment: "fehlgeschlagen",
  },
  NotFound: { status: 404, actions: ["checkLink"], page: "error" },
  OfferCancelled: { code: "OFFER_CANCELLED", status: 410, actions: call, page: "error" },
  OfferConsumed: {
    code: "OFFER_CONSUMED",
    status: 200,
    actions: [],
    page: "consumed",
    segment: "angenommen",
  },
  OfferExpired: {
    code: "OFFER_EXPIRED",
    status: 410,
    actions: call,
    page: "expired",
    segment: "abgelaufen",
  },
  ReservationCallHotline: { code: "RESERVATION_CALL_HOTLINE", status: 409, actions: call, page: "error" },
  TechnicalProblem: { code: "TECHNICAL_PROBLEM", status: 500, actions: again, page: "error" },
  Downtime: { code: "DOWNTIME", status: 503, actions: later, page: "error" },
  Unexpected: { status: 500, actions: again, page: "error" },
};
