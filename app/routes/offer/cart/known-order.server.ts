import type { OfferSummary } from "#app/backend/contract/order.ts";
import { verifyOffer } from "#app/backend/offers.server.ts";
import { keysOf } from "#app/domain/keys-of.ts";
import { type PaymentState, paymentStateOf, paymentStates } from "#app/domain/payment-states.ts";
import { offerStateOfCode } from "#app/errors/offer-states.ts";
import { readAgainWhile } from "#app/outcome/lagging-read.server.ts";
import { type Failing, type OrderRead, readOrder } from "#app/outcome/order.server.ts";
import { clockOf } from "#app/outcome/order-life.ts";
import { isSent, orderedIn, payAtOf, type Told, toldOf } from "#app/outcome/order-told.ts";
import { config } from "#app/platform/config.server.ts";
import type { RequestContext } from "#app/request/context.server.ts";
import type { Cart } from "./cart.server.ts";

type Offer = { context: RequestContext; token: string };

/** The clock of this session's order: it may be sent again once half of a page's time has passed. */
export const clockOfOrder = (cart: Cart | undefined) =>
  clockOf(cart?.order, Date.now(), config().pageDeadlineMs / 2);

/** What the provider says, and what is told of it to this session: every page of an offer asks it. */
export interface Standing {
  read: OrderRead;
  told: Told;
}

export const standingOf = (cart: Cart | undefined, read: OrderRead): Standing => ({
  read,
  told: toldOf(cart?.order, read.said, clockOfOrder(cart)),
});

/** @param more why a read may be behind, as far as the caller knows */
export function readFor(
  { context, token }: Offer,
  cart: Cart | undefined,
  more: { isAfterPayment?: boolean; isAfterCall?: boolean } = {},
): Promise<OrderRead> {
  return readOrder(
    { context, token },
    {
      life: cart?.order,
      paymentOf: (summary, offerState) => paymentOf(cart, summary, offerState),
      isAfterPayment: more.isAfterPayment === true && payAtOf(cart?.order) !== undefined,
      isAfterCall: more.isAfterCall === true,
    },
  );
}

/** How an offer's order stands, for pages that neither send nor end anything. */
export const standing = async (place: Offer, cart: Cart | undefined): Promise<Standing> =>
  standingOf(cart, await readFor(place, cart));

/**
 * What the provider says of an offer that can be ordered. A state that a reset of this session has ended is asked again.
 * Errors: as for `verifyOffer`.
 */
export const verifyAfter = ({ context, token }: Offer, cart: Cart | undefined) =>
  readAgainWhile(
    context,
    () => verifyOffer(context, token),
    (answer) => !answer.ok && speaksOfEnded(cart, answer.error.code),
  );

/** Whether a state may be that of an order which this session has reset: then the read may be behind. */
const speaksOfEnded = (cart: Cart | undefined, code: Failing["code"]): boolean =>
  cart !== undefined &&
  cart.order.ended.length > 0 &&
  !isSent(cart.order) &&
  (code === "OfferConsumed" || paymentSaidBy(code) !== undefined);

/** The payment's state that an offer's state names, if it is one. */
export const paymentSaidBy = (code: Failing["code"]): PaymentState | undefined =>
  keysOf(paymentStates).find((name) => paymentStates[name].saidAs?.some((state) => state === code));

/** @param offerState what the offer's verification says: the summary of an abandoned payment that can be read is open */
export function paymentOf(
  cart: Cart | undefined,
  { paid, payment, code }: OfferSummary,
  offerState?: string,
): PaymentState | undefined {
  const pay = cart && orderedIn(cart.order)?.pay;
  const isAsked = !cart || cart.verification.payment === "missing";
  return paymentStateOf({
    paid,
    method: payment?.method ?? cart?.payment?.method ?? (isAsked ? undefined : "none"),
    hasPaymentPage: pay?.at === "page" || pay?.at === "blocked",
    providersState:
      offerStateOfCode(code) ?? (offerState === "OfferAbandonedPayment" ? undefined : offerState),
  });
}
