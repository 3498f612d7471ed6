import { keysOf } from "#app/domain/keys-of.ts";
import {
  byCode,
  callUs,
  downtime,
  expired,
  expiredLink,
  failed,
  info,
  type StateRow,
  technicalProblem,
  unknownLink,
  warning,
} from "./state-row.ts";

export interface OfferStateRow extends StateRow {
  /** The backend's code (specification §8), if the backend can report this state. */
  code?: string;
  /** On a page of the journey this is no error but a redirect (302) to this step. */
  redirect?: "personal-data" | "id-data";
}

const missing = { ...info, status: 409 } as const;
const personalDataMissing = { ...missing, redirect: "personal-data", actions: ["toPersonalData"] } as const;
const retryInDialog = { ...info, status: 503, actions: ["dialogRetry"], retryAfter: 5 } as const;

const otherPayment = ["otherPaymentMethod", "hotline"] as const;

const rows = {
  BirthdateNotPresent: { ...personalDataMissing, code: "BIRTHDATE_NOT_PRESENT" },
  // CREDIT_REFUSED is our addition: Directive (EU) 2023/2225 wants the reason and a person's review.
  CreditRefused: { ...info, code: "CREDIT_REFUSED", status: 409, actions: ["hotline"], icon: "phone" },
  DocumentsNotLoaded: { ...technicalProblem, status: 502 },
  Downtime: { ...downtime, code: "DOWNTIME" },
  Forbidden: { status: 403, actions: ["hotline"], severity: "warning", icon: "lock" },
  IdentificationDataMissing: {
    ...missing,
    code: "IDENTIFICATIONDATA_MISSING",
    redirect: "id-data",
    actions: ["toIdData"],
  },
  NoHardwareStock: { ...callUs, code: "NO_HARDWARE_STOCK" },
  NoPaymentMethodsAvailable: { ...callUs, code: "NO_PAYMENT_METHODS_AVAILABLE" },
  NotFound: unknownLink,
  OfferAbandonedPayment: {
    ...info,
    code: "OFFER_ABANDONED_PAYMENT",
    status: 409,
    actions: ["restart", "hotline"],
  },
  OfferBlocked: { ...callUs, code: "OFFER_BLOCKED", icon: "lock", arbitration: true },
  OfferCancelled: { ...expired, code: "OFFER_CANCELLED", icon: "warning" },
  OfferConsumed: {
    code: "OFFER_CONSUMED",
    status: 410,
    actions: ["showOrder", "hotline"],
    severity: "success",
    icon: "check",
  },
  OfferExpired: { ...expiredLink, code: "OFFER_EXPIRED" },
  OfferResetFailed: { ...technicalProblem, status: 502, actions: ["reset", "hotline"] },
  OfferSummaryNotLoaded: { ...technicalProblem, status: 502 },
  OfferIncompatibleState: { ...warning, code: "OFFER_INCOMPATIBLE_STATE", status: 409, actions: ["restart"] },
  OfferPaymentWaitForCapture: {
    code: "OFFER_PAYMENT_WAITFORCAPTURE",
    status: 202,
    actions: ["wait"],
    severity: "info",
    icon: "clock",
    refresh: { seconds: [5, 5, 10, 20, 30, 60], attempts: 30 },
  },
  OfferMismatch: { ...callUs, code: "OFFER_MISMATCH", arbitration: true },
  OfferTechError: { ...technicalProblem, code: "OFFER_TECH_ERROR" },
  // PAYMENT_ABORTED and PAYMENT_FAILED are our addition: §8 has no code for two states of §4.
  PaymentAborted: { ...info, code: "PAYMENT_ABORTED", status: 200, actions: ["payAgain"] },
  PaymentFailed: { ...failed, code: "PAYMENT_FAILED", status: 409, actions: otherPayment },
  PersonalDataMissing: { ...personalDataMissing, code: "PERSONAL_DATA_MISSING" },
  ReservationAmountCanNotBeBlocked: {
    ...warning,
    code: "RESERVATION_AMOUNT_CAN_NOT_BE_BLOCKED",
    status: 409,
    actions: otherPayment,
  },
  ReservationCallHotline: { ...callUs, code: "RESERVATION_CALL_HOTLINE", icon: "phone" },
  ReservationFoundNoOrder: {
    code: "RESERVATION_FOUND_NO_ORDER",
    status: 404,
    actions: ["hotline"],
    severity: "warning",
    icon: "phone",
    arbitration: true,
  },
  ReservationRetryDowntime: { ...downtime, code: "RESERVATION_RETRY_DOWNTIME" },
  ReservationRetryLater: { ...downtime, code: "RESERVATION_RETRY_LATER", retryAfter: 5 * 60 },
  ReservationRetryModal: { ...retryInDialog, code: "RESERVATION_RETRY_MODAL" },
  TechnicalProblem: { ...technicalProblem, code: "TECHNICAL_PROBLEM" },
  Unauthorized: { status: 401, actions: ["login", "newLink"], severity: "info", icon: "lock" },
  Unexpected: technicalProblem,
} satisfies Record<string, OfferStateRow>;

/** The offer error states of specification §4, and `CreditRefused`. */
export type OfferState = keyof typeof rows;
export const offerStateNames = keysOf(rows);
/** One row per state. Texts: `errors.offer.<state>`. */
export const offerStates: Record<OfferState, OfferStateRow> = rows;
export const offerStateOfCode = byCode(offerStates);
