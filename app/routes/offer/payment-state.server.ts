import { redirectDocument } from "react-router";
import type { AcceptanceAnswer, OfferSummary } from "#app/backend/contract/order.ts";
import { acceptOffer, verifyOffer } from "#app/backend/offers.server.ts";
import { whilePageWaits } from "#app/backend/running-calls.server.ts";
import { type PaymentState, paymentStates } from "#app/domain/payment-states.ts";
import { portalState } from "#app/error-pages/error-response.server.ts";
import { type FormFieldError, type OfferError, offerErrorIn } from "#app/errors/errors.ts";
import { offerStateOfCode, offerStates } from "#app/errors/offer-states.ts";
import { readOrder } from "#app/outcome/order.server.ts";
import { getT, sessionContext } from "#app/request/context.server.ts";
import { providerUrl } from "#app/shell/provider-url.server.ts";
import { offerEvents } from "#app/tracking/offer-events.server.ts";
import { nextOnStatePage } from "./after-order.server.ts";
import { type Cart, cartOf, keepOrdered, orderNameOf } from "./cart.server.ts";
import {
  type OfferPlace,
  offerAction,
  offerErrorAnswer,
  productNames,
  toUnknownReset,
} from "./error-answer.server.ts";
import { toStep } from "./journey.server.ts";
import { paymentOf } from "./known-order.server.ts";

type Ordered = NonNullable<Cart["ordered"]>;

/** Where an order is paid: an address that the settings allow, or one that they do not. */
export function paymentAddress(
  { context, url }: OfferPlace,
  given: string | undefined,
): Pick<Ordered, "payAt" | "payBlockedAt"> {
  const payAt = providerUrl(context, "payment", given, url);
  return payAt ? { payAt } : { payBlockedAt: given ?? "" };
}

/** The same as the answer to an order says it: also one that names an address and no step. */
export function paymentAddressIn(
  place: OfferPlace,
  { redirectUrl, step = redirectUrl ? "paymentProvider" : undefined }: AcceptanceAnswer,
) {
  return step === "paymentProvider" ? paymentAddress(place, redirectUrl) : undefined;
}

/**
 * The payment's state, if the order is done.
 * @throws the page of a payment that is open, waits for its confirmation, has failed or expired, or of which nothing is known
 */
export async function requirePayment(
  place: OfferPlace,
  cart: Cart | undefined,
  summary: OfferSummary,
): Promise<PaymentState> {
  const { context, token } = place;
  const payment = paymentOf(cart, summary);
  if (payment && paymentStates[payment].isDone) return payment;
  const ordered = payment === "open" ? withAddress(place, cart, summary) : cart?.ordered;
  await payBlocked(place, cart && { ...cart, ordered });
  const said = offerStateOfCode(summary.code);
  if (said && payment !== "open")
    throw await offerErrorAnswer(ofOrder(place, said, cart), offerErrorIn(said));
  // The summary does not say why it is not paid, or whether it is.
  const offer = await verifyOffer(context, token);
  const error = offer.ok ? undefined : offer.error;
  const named = error && paymentOf(cart, summary, error.code);
  if (error && named && named !== "open")
    throw await offerErrorAnswer(ofOrder(place, error.code, cart), error);
  if (!payment) throw await offerErrorAnswer(place, offerErrorIn("OfferSummaryNotLoaded"));
  throw await openPayment(place, cart && { ...cart, ordered }, summary);
}

/** An order whose acceptance named no payment page is paid where its summary says; in the session that ordered it. */
function withAddress(place: OfferPlace, cart: Cart | undefined, { redirectUrl }: OfferSummary) {
  const ordered = cart?.ordered;
  if (!ordered || !redirectUrl || ordered.payAt || ordered.payBlockedAt !== undefined) return ordered;
  const known = { ...ordered, ...paymentAddress(place, redirectUrl) };
  keepOrdered(place.context, place.token, cart, () => ({ ordered: known }));
  return known;
}

/** The page of an order that has yet to be paid. */
async function openPayment(
  place: OfferPlace,
  cart: Cart | undefined,
  summary: OfferSummary,
  isUnreachable = false,
): Promise<unknown> {
  const asked = await toUnknownReset(place);
  if (asked) return asked;
  const { context, token, url } = place;
  const { orderId, offers, offerUseCase } = summary;
  const payAt = cart?.ordered?.payAt;
  const pay = payAt
    ? { href: payAt, method: "get" as const }
    : { href: url.pathname, method: "post" as const };
  const canPay = payAt !== undefined || cart?.intent !== undefined;
  return portalState(place, "PaymentOpen", {
    page: "offer-error",
    useCase: offerUseCase,
    status: isUnreachable ? 502 : undefined,
    variant: isUnreachable
      ? "textUnreachable"
      : canPay
        ? undefined
        : cart?.ordered
          ? "textNoPage"
          : "textElsewhere",
    placedOrder: orderId,
    action: (kind) =>
      kind === "pay" ? (canPay ? pay : undefined) : offerAction(kind, place, true, orderNameOf(cart)),
    more: {
      ordered: {
        title: getT(context, "errors", "labels")("orderedProducts"),
        products: productNames(offers),
      },
      next: nextOnStatePage(context, { ...summary, payment: "open", method: summary.payment?.method }),
      tracking: await offerEvents(context, token),
    },
  });
}

/**
 * To the payment page: its address is kept, or the provider answers the same order under its key with it again.
 * Without it, to the confirmation, which says that the payment is open; or to a reset that may have undone the order.
 */
export async function toPaymentPage(place: OfferPlace): Promise<Response> {
  const asked = await toUnknownReset(place);
  if (asked) return asked;
  const { context, token, posted } = place;
  const status = posted ? 303 : 302;
  const payAt = await payAtAgain(place);
  return payAt ? redirectDocument(payAt, status) : toStep(context, "confirmation", token, status);
}

/**
 * The button that pays an order whose payment page is not known. The order may be paid by now, in another tab: so the
 * confirmation says how it stands, unless it is certain that it is open.
 * @throws the page that says that the payment page cannot be reached
 */
export async function payOrder(place: OfferPlace): Promise<Response> {
  const answer = await toPaymentPage(place);
  const cart = await cartOf(place.context, place.token);
  const { ordered } = cart ?? {};
  if (!ordered || ordered.payAt || ordered.payBlockedAt !== undefined) return answer;
  const summary = await readOrder(place, cart?.ended);
  if (!summary.ok || paymentOf(cart, summary.data) !== "open") return answer;
  throw await openPayment(place, cart, summary.data, true);
}

async function payAtAgain(place: OfferPlace): Promise<string | undefined> {
  const { context, token } = place;
  // Under a key that another request knows to be refused, it would be another order.
  const isLatest = await context.get(sessionContext).flush();
  const cart = await cartOf(context, token);
  const { ordered, intent } = cart ?? {};
  if (!ordered || ordered.payAt || !intent || !isLatest) return ordered?.payAt;
  const answered = await whilePageWaits(context, acceptOffer(context, token, intent.body, intent.key));
  const address = answered?.ok ? paymentAddressIn(place, answered.data) : undefined;
  if (!address) return undefined;
  keepOrdered(context, token, cart, () => ({
    ordered: { orderId: ordered.orderId, ...address },
    intent: undefined,
  }));
  return address.payAt;
}

/**
 * For the confirmation of an order that waits for its payment, on a page that customers could not be sent to.
 * @throws a redirect there as soon as the settings allow it, until then the page that explains this
 */
export async function payBlocked(place: OfferPlace, cart: Cart | undefined): Promise<void> {
  const { context, token, url } = place;
  const { orderId, payBlockedAt } = cart?.ordered ?? {};
  if (!orderId || payBlockedAt === undefined) return;
  const address = paymentAddress(place, payBlockedAt);
  if (address.payAt) {
    keepOrdered(context, token, cart, () => ({ ordered: { orderId, ...address } }));
    throw redirectDocument(address.payAt);
  }
  const asked = await toUnknownReset(place);
  if (asked) throw asked;
  throw portalState(place, "PaymentBlocked", {
    page: "offer-error",
    placedOrder: orderId,
    action: (kind) =>
      kind === "pay" ? { href: url.pathname, method: "get" } : offerAction(kind, place, true, orderId),
    more: { state: "TechnicalProblem" },
  });
}

/** For an order that has failed since it was placed, as its payment may: tracked once, however often it is viewed. */
export function ofOrder(
  place: OfferPlace,
  code: (OfferError | FormFieldError)["code"],
  cart: Cart | undefined,
): OfferPlace {
  const { ordered } = cart ?? {};
  const isEnd = code !== "form-field-error" && offerStates[code].status < 500;
  return ordered && isEnd ? { ...place, failure: "order", failedOnce: ordered.orderId } : place;
}
