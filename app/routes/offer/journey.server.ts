import { redirect } from "react-router";
import { guard, type HeldSteps, type OfferStep, stepBefore, stepsOf } from "#app/domain/offer-steps.ts";
import type { Section } from "#app/i18n/resources.ts";
import { cookiesRefusedContext, pageTexts, type RequestContext } from "#app/middleware/request.server.ts";
import type { DataLayerEvent } from "#app/tracking/catalogue.ts";
import { offerEvents } from "#app/tracking/offer-events.server.ts";
import { linkTo } from "../shell/link-to.server.ts";
import { type Cart, cartOf, leaveNotice, takeNotice } from "./cart.server.ts";
import { rememberDeepLink } from "./login.server.ts";

/** What this session holds of the journey. */
export function heldSteps(cart: Cart | undefined): HeldSteps {
  return {
    cart: cart !== undefined,
    personalData: cart?.customer !== undefined,
    idData: cart?.identification !== undefined,
    payment: cart?.payment !== undefined,
    ordered: cart?.ordered !== undefined,
  };
}

/** The address of a step under the current language prefix. */
export function stepPath(context: RequestContext, step: OfferStep, token: string): string {
  return linkTo(context, step, { token });
}

/** A redirect after a post (303) or because a guard says so (302). */
export function toStep(context: RequestContext, step: OfferStep, token: string, status: 302 | 303): Response {
  return redirect(stepPath(context, step, token), status);
}

/**
 * The guards of specification §2 before a page or a post. A post without a cart goes to the start of the journey and
 * is told why there.
 * @returns the cart, which exists for every step but the offer itself
 * @throws the redirect to the step that mends it: 302 for a page, 303 for a post
 */
export async function requireStep(
  context: RequestContext,
  request: Request,
  token: string,
  step: Exclude<OfferStep, "offer" | "confirmation">,
): Promise<Cart> {
  const cart = await cartOf(context, token);
  const decision = guard(step, cart?.verification, heldSteps(cart));
  if (decision.ok && cart) return cart;
  const posting = request.method !== "GET" && request.method !== "HEAD";
  const to = decision.ok ? "offer" : decision.to;
  if (!cart && posting) leaveNotice(context, token, "sessionLost");
  else if (!cart) rememberDeepLink(context, token, new URL(request.url).pathname.replace(/\.data$/, ""));
  else if (to !== "confirmation") leaveNotice(context, token, "stepMissing");
  throw toStep(context, to, token, posting ? 303 : 302);
}

type IndicatedStep = Exclude<OfferStep, "confirmation">;

export interface StepsView {
  current: IndicatedStep;
  steps: { id: IndicatedStep; href?: string }[];
  back?: string;
}

/** The step indicator: only the steps that this offer has; those before the current one lead back. */
function stepsView(context: RequestContext, token: string, cart: Cart, current: IndicatedStep): StepsView {
  const steps = stepsOf(cart.verification).filter((step) => step !== "confirmation") as IndicatedStep[];
  const position = steps.indexOf(current);
  const before = stepBefore(current, cart.verification);
  return {
    current,
    steps: steps.map((id, index) => ({
      id,
      href: index < position ? stepPath(context, id, token) : undefined,
    })),
    back: before && stepPath(context, before, token),
  };
}

/** What the page of every step has beside its own part: way and notice, events, texts. */
export async function stepData(
  context: RequestContext,
  token: string,
  cart: Cart,
  current: IndicatedStep,
  sections: Section[],
  ...events: DataLayerEvent[]
) {
  return {
    notice: context.get(cookiesRefusedContext) ? "noCookies" : await takeNotice(context, token),
    steps: stepsView(context, token, cart, current),
    tracking: await offerEvents(context, token, ...events),
    texts: pageTexts(context, ["offer.steps", ...sections], cart.offer.offerUseCase),
  };
}
