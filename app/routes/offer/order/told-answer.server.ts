import { errorResponse } from "#app/error-pages/error-response.server.ts";
import { type OfferError, offerErrorIn } from "#app/errors/errors.ts";
import { offerStateOfCode, offerStates } from "#app/errors/offer-states.ts";
import type { Failing } from "#app/outcome/order.server.ts";
import type { OrderLife } from "#app/outcome/order-life.ts";
import { orderedIn, payAtOf, type Told } from "#app/outcome/order-told.ts";
import { waitingPage } from "#app/outcome/waiting-page.server.ts";
import { offerEvents } from "#app/tracking/offer-events.server.ts";
import { cartOf } from "../cart/cart.server.ts";
import { leaveNotice } from "../cart/cart-notice.server.ts";
import {
  type OfferPlace,
  offerAction,
  offerErrorAnswer,
  toUnknownReset,
} from "../cart/error-answer.server.ts";
import { stepPath, toOpenStep, toStep } from "../cart/journey.server.ts";
import { readFor, type Standing, standingOf } from "../cart/known-order.server.ts";
import { pageOfWait } from "./order.server.ts";
import { findPayment, ofOrder, openPayment } from "./payment-state.server.ts";

/** The page of whatever is told of an order, but for one that is placed and done. */
export async function toldAnswer(
  place: OfferPlace,
  life: OrderLife | undefined,
  { read, told }: Standing,
): Promise<unknown> {
  const { context, token } = place;
  const { summary } = read;
  const error = read.error ?? offerErrorIn("OfferSummaryNotLoaded");
  const unread = () => offerErrorIn("OfferSummaryNotLoaded", undefined, { cause: error });
  const own = life && orderedIn(life);
  switch (told.tells) {
    case "goOn":
      // An order of a session that is lost may still be on its way: what is said is what the provider knows.
      if (!life) leaveNotice(context, token, "notOrdered");
      return toOpenStep(context, token, await cartOf(context, token), 302);
    case "unpaid": {
      if (!summary) return offerErrorAnswer(place, unread());
      if (told.payment === "open") {
        await findPayment(place, life, summary);
        return openPayment(place, (await cartOf(context, token))?.order, summary);
      }
      const code = offerStateOfCode(summary.code) ?? "PaymentFailed";
      return offerErrorAnswer({ ...ofOrder(place, life), ends: told.ends }, offerErrorIn(code));
    }
    case "paying":
      return offerErrorAnswer(ofOrder(place, life), offerErrorIn("OfferPaymentWaitForCapture"));
    case "paymentState": {
      const ends = own && { orderId: own.orderId };
      return offerErrorAnswer({ ...ofOrder(place, life), ends }, error);
    }
    case "follows": {
      const asked = await toUnknownReset(place);
      if (asked) return asked;
      return waitingPage(place, {
        section: "errors.summaryWaiting",
        page: "offer-error",
        placedOrder: own?.namedBy === "provider" ? own.orderId : undefined,
        orderNumber: own?.namedBy === "portal" ? own.orderId : undefined,
        self: stepPath(context, "confirmation", token),
        startedAt: own?.at ?? Date.now(),
        payAt: payAtOf(life),
      });
    }
    case "unreadable":
      await findPayment(place, life, undefined);
      if (error.code === "Unauthorized") return offerErrorAnswer(place, error);
      return (await toUnknownReset(place)) ?? offerErrorAnswer(place, unread());
    case "paymentUnknown":
    case "placed":
      return offerErrorAnswer(place, unread());
    case "waiting":
    case "stillUnknown":
    case "pressAgain":
      if (life?.is !== "pressed" && life?.is !== "sent") return offerErrorAnswer(place, unread());
      return pageOfWait(place, life, told.tells === "pressAgain");
    case "over":
      return orderIsOver(place, told);
    case "exists":
    case "ended":
    case "closed":
    case "state":
      return offerErrorAnswer(place, error);
    case "cannotSay":
      return offerErrorAnswer(place, error.code === "form-field-error" ? unread() : error);
  }
}

/** What was ordered here, and is over. */
async function orderIsOver(place: OfferPlace, { orderId, how }: Told & { tells: "over" }): Promise<unknown> {
  const { context, token } = place;
  const isGone = how === "gone";
  const code = how === "OfferExpired" ? "OfferExpired" : "OfferCancelled";
  const row = {
    ...offerStates[code],
    actions: isGone ? (["toOffer", "hotline"] as const) : (["hotline"] as const),
  };
  return errorResponse(
    place,
    { code },
    {
      section: "errors.orderOver",
      page: "offer-error",
      row,
      variant: isGone ? "textGone" : undefined,
      values: { order: orderId },
      placedOrder: orderId,
      action: (kind) => offerAction(kind, place, true),
      more: { tracking: await offerEvents(context, token) },
    },
  );
}

/** The page of an offer that cannot be ordered now: of the order that it has led to, or of what the provider says of it. */
export async function offerStateAnswer(place: OfferPlace, error: Failing): Promise<unknown> {
  const { context, token } = place;
  if (error.code === "form-field-error" || !mayBeOrdered(error.code)) return offerErrorAnswer(place, error);
  const cart = await cartOf(context, token);
  const standing = standingOf(cart, await readFor(place, cart));
  switch (standing.told.tells) {
    case "goOn":
    case "exists":
    case "ended":
    case "closed":
    case "state":
    case "cannotSay":
    case "paymentState":
      return offerErrorAnswer(place, error);
    default:
      return standing.read.summary
        ? toStep(context, "confirmation", token, place.posted ? 303 : 302)
        : toldAnswer(place, cart?.order, standing);
  }
}

/** A state that an offer can be in, or may seem to be in, once it is ordered. */
function mayBeOrdered(code: OfferError["code"]): boolean {
  const { status, redirect } = offerStates[code];
  return !redirect && status < 500 && ![401, 403, 404].includes(status);
}
