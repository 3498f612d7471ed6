import { redirectDocument } from "react-router";
import type { AcceptanceAnswer, OfferSummary } from "#app/backend/contract/order.ts";
import { acceptOffer } from "#app/backend/offers.server.ts";
import { whilePageWaits } from "#app/backend/running-calls.server.ts";
import { formatPrice } from "#app/domain/prices.ts";
import { portalState } from "#app/error-pages/error-response.server.ts";
import { nextOnStatePage } from "#app/outcome/next-steps.server.ts";
import type { OrderLife, OrderName, Pay } from "#app/outcome/order-life.ts";
import { orderedHere, orderedIn } from "#app/outcome/order-told.ts";
import { getT, type RequestContext, sessionContext } from "#app/request/context.server.ts";
import type { HelpRow } from "#app/shell/help-row.ts";
import { providerUrl } from "#app/shell/provider-url.server.ts";
import { offerEvents } from "#app/tracking/offer-events.server.ts";
import { cartOf, happens } from "../cart/cart.server.ts";
import { type OfferPlace, offerAction, productNames, toUnknownReset } from "../cart/error-answer.server.ts";
import { toStep } from "../cart/journey.server.ts";
import { readFor } from "../cart/known-order.server.ts";
import { totalLines } from "../goods/price-texts.ts";

/** Where an order is paid: an address that the settings allow, or one that they do not. */
function payAddress({ context, url }: OfferPlace, given: string | undefined): Pay {
  const payAt = providerUrl(context, "payment", given, url);
  return payAt ? { at: "page", url: payAt } : { at: "blocked", url: given ?? "" };
}

/** The same as the answer to an order says it: also one that names an address and no step. */
export function payIn(
  place: OfferPlace,
  { redirectUrl, step = redirectUrl ? "paymentProvider" : undefined }: AcceptanceAnswer,
): Pay {
  return step === "paymentProvider" ? payAddress(place, redirectUrl) : { at: "none" };
}

/**
 * Finds out where this session's unpaid order is paid: an order whose acceptance named no payment page, where its summary says.
 * @throws a redirect to the payment page as soon as the settings allow it; until then the page that explains this
 */
export async function findPayment(
  place: OfferPlace,
  life: OrderLife | undefined,
  summary: OfferSummary | undefined,
): Promise<void> {
  const { context, token, url } = place;
  const ordered = life && (summary ? orderedHere(life, summary.orderId) : orderedIn(life));
  if (!ordered) return;
  const isNamed = ordered.pay.at === "none" || ordered.pay.at === "asked";
  const pay = isNamed && summary?.redirectUrl ? payAddress(place, summary.redirectUrl) : ordered.pay;
  if (pay !== ordered.pay) happens(context, token, { event: "payFound", of: ordered, pay });
  if (pay.at !== "blocked") return;
  const now = payAddress(place, pay.url);
  if (now.at === "page") {
    happens(context, token, { event: "payFound", of: ordered, pay: now });
    throw redirectDocument(now.url);
  }
  const asked = await toUnknownReset(place);
  if (asked) throw asked;
  throw portalState(place, "PaymentBlocked", {
    page: "offer-error",
    placedOrder: ordered.orderId,
    action: (kind) =>
      kind === "pay"
        ? { href: url.pathname, method: "get" }
        : offerAction(kind, place, true, summary && { orderId: summary.orderId }),
    more: { state: "TechnicalProblem" },
  });
}

/**
 * What is paid with the order, by its own prices: what is paid once or, if that is nothing, what is paid each month. Nothing where
 * they are not known or do not add up.
 */
function totalFacts(context: RequestContext, summary: OfferSummary): HelpRow[] {
  if (summary.offers.length === 0) return [];
  const totals = totalLines(summary, getT(context, "offer", "shared")) ?? [];
  const due = totals.find(
    ({ total, amounts }) => total && amounts.some(({ amount }) => amount !== formatPrice(0)),
  );
  if (!due) return [];
  const amounts = due.amounts.map(({ when, amount }) => (when ? `${when}: ${amount}` : amount));
  return [{ kind: "amount", label: due.label, value: amounts.join(", "), note: due.note }];
}

/** The page of an order that has yet to be paid. */
export async function openPayment(
  place: OfferPlace,
  life: OrderLife | undefined,
  summary: OfferSummary,
  isUnreachable = false,
): Promise<unknown> {
  const asked = await toUnknownReset(place);
  if (asked) return asked;
  const { context, token, url } = place;
  const { orderId, offers } = summary;
  const ordered = life && orderedHere(life, orderId);
  const pay = ordered?.pay;
  const isPaidHere = pay?.at === "page" || pay?.at === "asked";
  const unreachable = isUnreachable ? "textUnreachable" : undefined;
  const elsewhere = ordered ? "textNoPage" : "textElsewhere";
  const isByPhone = ordered !== undefined && !isPaidHere && !isUnreachable;
  const ends: OrderName = { orderId, orderedAt: summary.orderedAt };
  return portalState(place, "PaymentOpen", {
    page: "offer-error",
    status: isUnreachable ? 502 : undefined,
    actions: isByPhone ? ["hotline", "checkAgain", "otherPaymentMethod"] : undefined,
    variant: unreachable ?? (isPaidHere ? undefined : elsewhere),
    placedOrder: orderId,
    action(kind) {
      if (kind !== "pay") return offerAction(kind, place, true, ends);
      if (pay?.at === "page") return { href: pay.url, method: "get" };
      return isPaidHere ? { href: url.pathname, method: "post" } : undefined;
    },
    more: {
      facts: totalFacts(context, summary),
      note: isUnreachable ? undefined : getT(context, "errors", "portal")("PaymentOpen.justPaid"),
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
  const pay = cart && orderedIn(cart.order)?.pay;
  if (!pay || pay.at === "page" || pay.at === "blocked") return answer;
  const { said, summary } = await readFor(place, cart);
  if (!summary || said.payment !== "open") return answer;
  throw await openPayment(place, cart.order, summary, true);
}

async function payAtAgain(place: OfferPlace): Promise<string | undefined> {
  const { context, token } = place;
  // Under a key that another request knows to be refused, it would be another order.
  const isLatest = await context.get(sessionContext).flush();
  const cart = await cartOf(context, token);
  const ordered = cart && orderedIn(cart.order);
  if (!ordered) return undefined;
  const { pay } = ordered;
  if (pay.at === "page") return pay.url;
  if (pay.at !== "asked" || !isLatest) return undefined;
  const answered = await whilePageWaits(context, acceptOffer(context, token, pay.body, pay.key));
  if (!answered?.ok) return undefined;
  const named = payIn(place, answered.data);
  const answer = { how: "did", orderId: answered.data.orderId, pay: named } as const;
  const call = { shown: ordered.shown, key: pay.key, presses: 1 };
  happens(context, token, { event: "answered", call, answer, now: ordered.at });
  return named.at === "page" ? named.url : undefined;
}

/** For an order that has failed since it was placed, as its payment may: tracked once, however often it is viewed. */
export function ofOrder(place: OfferPlace, life: OrderLife | undefined): OfferPlace {
  const ordered = life && orderedIn(life);
  return ordered ? { ...place, failure: "order", failedOnce: ordered.orderId } : place;
}
