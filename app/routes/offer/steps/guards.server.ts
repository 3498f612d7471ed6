import type { MiddlewareFunction } from "react-router";
import { type Guard, guards, type RequiredStep } from "#app/domain/offer-steps.ts";
import { carryPosted } from "#app/forms/draft.server.ts";
import { withoutPrefix } from "#app/i18n/locale.ts";
import { pageAt } from "#app/page-table.server.ts";
import {
  formIsUnsentContext,
  getIfSet,
  patternContext,
  postedFormContext,
} from "#app/request/context.server.ts";
import { cartContext, cartOf, isEarly, isOrdered } from "../cart/cart.server.ts";
import { leaveNotice } from "../cart/cart-notice.server.ts";
import { completedSteps, toStep } from "../cart/journey.server.ts";
import { pageWaitingForLogin, rememberDeepLink } from "../cart/login.server.ts";
import { repeatedOrder } from "../order/order.server.ts";

/** Without this token's offer in the session: to the start, which loads it. */
export const hasCart = guard("has-cart");
/** To the step with missing data. */
export const checkOfferPersonalData = guard("check-offer-personal-data");

/**
 * A guard of specification §2, for the `middleware` of a page: sets `cartContext`, or redirects; a notice there explains a
 * post without a cart.
 */
function guard(name: Guard): MiddlewareFunction<Response> {
  return async ({ context, params: { token }, request, url }, next) => {
    const page = pageAt(context.get(patternContext));
    if (!page || !token) return next();
    const posting = request.method === "POST";
    // The guard before this one has read it.
    const cart = getIfSet(context, cartContext) ?? (await cartOf(context, token));
    if (cart) context.set(cartContext, cart);
    const isLogin = page.name === "offer-login";
    // The backend may require a login before there is a cart.
    if (isLogin && (await pageWaitingForLogin(context, token)) !== undefined) return next();
    const isStep = name === "check-offer-personal-data" && page.name !== "offer";
    if (cart && isStep && !isOrdered(cart) && isEarly(cart.offer))
      throw toStep(context, "offer", token, posting ? 303 : 302);
    // eslint-disable-next-line house/no-cast -- only the steps and the login name it as their middleware
    const to = guards[name](page.name as RequiredStep, cart?.verification, completedSteps(cart, page.name));
    if (!to) return next();
    if (cart && to === "confirmation") {
      const place = { context, token, url, posted: true };
      const placedOrder = await repeatedOrder(place, cart, context.get(postedFormContext));
      if (placedOrder) throw placedOrder;
    }
    const answer = toStep(context, to, token, posting ? 303 : 302);
    // Nothing is known of this token: nothing is stored for a visitor who posts to it.
    if (!cart && posting)
      throw carryPosted(
        { context, request },
        answer,
        withoutPrefix(url.pathname),
        page.form ? "sessionLost" : "sessionEnded",
      );
    if (posting && to !== "confirmation") context.set(formIsUnsentContext, true);
    if (!cart && !isLogin) rememberDeepLink(answer, request, token, url.pathname);
    else if (cart && to !== "confirmation") leaveNotice(context, token, "stepMissing");
    throw answer;
  };
}
