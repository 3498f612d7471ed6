import type { OfferSummary } from "#app/backend/contract/order.ts";
import { verifyOffer } from "#app/backend/offers.server.ts";
import { type PaymentState, paymentStateOf, paymentStates } from "#app/domain/payment-states.ts";
import type { FormFieldError, OfferError } from "#app/errors/errors.ts";
import { offerStateOfCode } from "#app/errors/offer-states.ts";
import { readAgainWhile } from "#app/outcome/lagging-read.server.ts";
import { askOffer, isNoOrder, readOrder } from "#app/outcome/order.server.ts";
import type { RequestContext } from "#app/request/context.server.ts";
import { type Cart, type Intent, isSent } from "./cart.server.ts";

export type Failing = OfferError | FormFieldError;

/** What the session and the provider together know of an offer's order. */
export type KnownOrder =
  /** Sent by this session, with an end that is unknown yet. */
  | { is: "underWay"; intent: Intent }
  /** Its `payment` is undefined where neither of them says how it stands. */
  | { is: "placed"; payment: PaymentState | undefined; summary: OfferSummary; error?: undefined }
  | { is: "placed"; payment: PaymentState | undefined; summary?: undefined; error: Failing }
  /** Not ordered, with the state that the provider names; undefined if it can be ordered. */
  | { is: "open"; state: Failing | undefined };

interface OfferOfOrder {
  context: RequestContext;
  token: string;
  /** Customers are led here from the payment page, with a payment that reads may not show yet. */
  isAfterPayment?: true;
}

/**
 * The one answer to "is it ordered, and what is left to do", which every page of an offer and every reset asks for
 * (decision 0126). A success stays known: a summary that contradicts it may lag behind, so it is asked again, and
 * whatever is said then changes nothing but how much can be shown.
 * @param asked what the offer's verification has just said
 */
export async function knownOrder(
  { context, token, isAfterPayment }: OfferOfOrder,
  cart: Cart | undefined,
  asked?: { state: Failing },
): Promise<KnownOrder> {
  if (cart?.intent?.isUnknown) return { is: "underWay", intent: cart.intent };
  const isPlaced = cart?.ordered !== undefined;
  const mayBePaid = isAfterPayment && cart?.ordered?.payAt !== undefined;
  /** A later read may fail. */
  let readable: Extract<Awaited<ReturnType<typeof readOrder>>, { ok: true }> | undefined;
  const latest = await readAgainWhile(
    context,
    async () => {
      const read = await readOrder({ context, token }, cart?.ended);
      readable = read.ok ? read : readable;
      return read;
    },
    (answer) =>
      answer.lags ||
      (answer.ok && mayBePaid && paymentOf(cart, answer.data) === "open") ||
      (isPlaced && !answer.ok && (answer.failure?.status ?? 500) < 500 && !paymentSaidBy(answer.error.code)),
  );
  const summary = readable ?? latest;
  if (summary.ok)
    return { is: "placed", summary: summary.data, payment: paymentOf(cart, summary.data, asked?.state.code) };
  const { error } = summary;
  const payment = paymentSaidBy(error.code);
  if (isPlaced || payment) return { is: "placed", error, payment };
  if (asked) return { is: "open", state: asked.state };
  const { error: state, ...now } = await readAgainWhile(
    context,
    () => askOffer({ context, token }),
    ({ error, isClear }) => isClear && speaksOfEnded(cart, error?.code),
  );
  if (state?.code === "OfferConsumed" && isNoOrder(summary)) {
    // It may have been placed between the two reads.
    const placed = await readOrder({ context, token }, cart?.ended);
    if (placed.ok) return { is: "placed", summary: placed.data, payment: paymentOf(cart, placed.data) };
  }
  // For a visitor who has begun nothing here, an order that cannot be read is not one that is not there.
  if (!cart && error.code === "OfferSummaryNotLoaded") return { is: "open", state: error };
  if (now.isOpen) return { is: "open", state: undefined };
  return { is: "open", state: now.isClear || error.code === "NotFound" ? state : error };
}

/** Whether a state that is read may be that of an order which this session has reset: then the read may lag behind. */
const speaksOfEnded = (cart: Cart | undefined, code: Failing["code"] | undefined): boolean =>
  cart?.resetKey !== undefined &&
  !isSent(cart) &&
  code !== undefined &&
  (code === "OfferConsumed" || paymentSaidBy(code) !== undefined);

/**
 * What the provider says of an offer that can be ordered. A state that a reset of this session has ended is asked again.
 * Errors: as for `verifyOffer`.
 */
export const verifyAfter = (
  { context, token }: { context: RequestContext; token: string },
  cart: Cart | undefined,
) =>
  readAgainWhile(
    context,
    () => verifyOffer(context, token),
    (answer) => !answer.ok && speaksOfEnded(cart, answer.error.code),
  );

/** The payment's state that an offer's state names, if it is one. */
export const paymentSaidBy = (code: Failing["code"]): PaymentState | undefined =>
  (Object.keys(paymentStates) as PaymentState[]).find((name) =>
    paymentStates[name].saidAs?.some((state) => state === code),
  );

/**
 * What a reset would end, if it may open the offer again: not for an order that may be on its way, is done, or waits for
 * its payment's confirmation, and not while nobody says how a placed one stands.
 */
export async function resettable(place: { context: RequestContext; token: string }, cart: Cart | undefined) {
  const known = await knownOrder(place, cart);
  if (known.is === "open") return {};
  const { payment, summary } = known.is === "placed" ? known : {};
  if (!payment || payment === "waiting" || paymentStates[payment].isDone) return undefined;
  return { placed: summary && { orderId: summary.orderId, orderedAt: summary.orderedAt } };
}

/** @param offerState what the offer's verification says: the summary of an abandoned payment that can be read is open */
export function paymentOf(
  cart: Cart | undefined,
  { paid, payment, code }: OfferSummary,
  offerState?: string,
): PaymentState | undefined {
  const { ordered, verification } = cart ?? {};
  const isAsked = !verification || verification.payment === "missing";
  return paymentStateOf({
    paid,
    method: payment?.method ?? cart?.payment?.method ?? (isAsked ? undefined : "none"),
    hasPaymentPage: ordered?.payAt !== undefined || ordered?.payBlockedAt !== undefined,
    said: offerStateOfCode(code) ?? (offerState === "OfferAbandonedPayment" ? undefined : offerState),
  });
}
