import { keysOf } from "./keys-of.ts";

interface PaymentRow {
  /** The order is complete: it is confirmed, and counts as a purchase. */
  isDone: boolean;
  /** The offer states (specification §4) that say so. */
  saidAs?: readonly string[];
}

const rows = {
  /** Nothing is to be paid before the order counts: direct debit and invoice are paid later, or nothing is due. */
  notDue: { isDone: true },
  paid: { isDone: true },
  /** The customer has yet to pay, on the payment provider's page. */
  open: { isDone: false },
  /** The customer has paid, and the payment provider has yet to confirm it. */
  waiting: { isDone: false, saidAs: ["OfferPaymentWaitForCapture"] },
  failed: {
    isDone: false,
    saidAs: ["PaymentAborted", "PaymentFailed", "ReservationAmountCanNotBeBlocked"],
  },
  /** It can no longer be paid. */
  expired: { isDone: false, saidAs: ["OfferAbandonedPayment"] },
} satisfies Record<string, PaymentRow>;

export type PaymentState = keyof typeof rows;
/** The states of a placed order's payment (product decisions §3). An order that is not paid never reads as done. */
export const paymentStates: Record<PaymentState, PaymentRow> = rows;
const names = keysOf(rows);

interface KnownPayment {
  /** The provider's word whether nothing is left to be paid now; undefined where it says neither. */
  paid: boolean | undefined;
  /** How the order is paid; `none` if nothing was to be chosen, undefined if that is not known. */
  method: string | undefined;
  /** The order led to a payment provider's page. */
  hasPaymentPage: boolean;
  /** The offer's state, if the provider names one. */
  providersState: string | undefined;
}

/** Paid at the payment provider's page, before the order is complete. */
const paidAtOnce: readonly (string | undefined)[] = ["credit_card", "paypal"];
const paidLater: readonly (string | undefined)[] = ["direct_debit", "invoice", "none"];

/**
 * The payment's state. A state that the provider names decides; then `paid`; then the method: what is collected later
 * is not due, and whatever else is unpaid is open.
 * @returns nothing where it is paid at once and the provider does not say whether it is: nobody may pay twice
 */
export function paymentStateOf({
  paid,
  method,
  hasPaymentPage,
  providersState,
}: KnownPayment): PaymentState | undefined {
  const named = names.find((name) => paymentStates[name].saidAs?.some((state) => state === providersState));
  if (named) return named;
  if (paid) return hasPaymentPage || paidAtOnce.includes(method) ? "paid" : "notDue";
  if (!hasPaymentPage && paidLater.includes(method)) return "notDue";
  return paid === false ? "open" : undefined;
}
