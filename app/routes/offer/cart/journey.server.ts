import { redirectDocument } from "react-router";
import {
  type CompletedSteps,
  type DataStep,
  firstIncompleteStep,
  type OfferStep,
  stepAfter,
  stepBefore,
  stepsOf,
} from "#app/domain/offer-steps.ts";
import { savesField } from "#app/forms/form-state.ts";
import { pageNamed, pages } from "#app/pages.ts";
import { config } from "#app/platform/config.server.ts";
import {
  addServerParts,
  draftIsOutdatedContext,
  formIsUnsentContext,
  getT,
  postedFormContext,
  type RequestContext,
  sessionContext,
} from "#app/request/context.server.ts";
import { parameterOf } from "#app/request/parameters.server.ts";
import { visitorContext } from "#app/request/visitor.server.ts";
import { linkTo } from "#app/shell/link-to.server.ts";
import type { DataLayerEvent } from "#app/tracking/catalogue.ts";
import { offerEvents } from "#app/tracking/offer-events.server.ts";
import type { StepIndicatorProps } from "#app/ui/step-indicator.tsx";
import { type Cart, cartContext, inPageLanguage, isOrdered, savesOf } from "./cart.server.ts";
import { cartNotice } from "./cart-notice.server.ts";
import { clockOfOrder } from "./known-order.server.ts";
import { askedOfLine } from "./line.server.ts";
import { orderView } from "./order-view.server.ts";

/** @param step the one that is asked for: one that has waited for long is sent from the summary again */
export function completedSteps(cart: Cart | undefined, step?: string): CompletedSteps {
  return {
    cart: cart !== undefined,
    personalData:
      cart?.customer !== undefined &&
      (cart.line !== undefined || !askedOfLine(cart.offer)) &&
      (!cart.lacks || cart.lacks === "identification"),
    identificationData: cart?.identification !== undefined && cart.lacks !== "identification",
    payment: cart?.payment !== undefined,
    ordered: isOrdered(cart) && !(step === "summary" && mayPressAgain(cart)),
  };
}

/** Whether an order that is under way for long may be sent from the summary again, under its key. */
function mayPressAgain(cart: Cart | undefined): boolean {
  const isUnderWay = cart?.order.is === "pressed" || cart?.order.is === "sent";
  return isUnderWay && clockOfOrder(cart) === "long";
}

/** The address of a step under the current language prefix. */
export function stepPath(context: RequestContext, step: OfferStep, token: string): string {
  return linkTo(context, step, { token });
}

/** The same from a page below the offer's: relative, so that the page does not carry the token. */
const stepLink = (step: OfferStep): string =>
  step === "offer" ? "./" : (pages[step].path.split("/").at(-1) ?? "");

/** The address of the link to another browser, from a step: relative where the step's path allows. */
const linkFrom = (context: RequestContext, current: OfferStep, token: string): string =>
  current === "offer" ? linkTo(context, "handover", { token }) : "weitermachen";

/** After a post (303) or from a guard (302). */
export function toStep(context: RequestContext, step: OfferStep, token: string, status: 302 | 303): Response {
  return redirectDocument(stepPath(context, step, token), status);
}

/** Query parameter of a step that the summary linked to: it leads back there. */
const changing = "aendern";

/** To the step that is open, or the start of an offer of which this session knows nothing. */
export const toOpenStep = (
  context: RequestContext,
  token: string,
  cart: Cart | undefined,
  status: 302 | 303,
): Response =>
  toStep(
    context,
    cart ? firstIncompleteStep(cart.verification, completedSteps(cart)) : "offer",
    token,
    status,
  );

/** The link of the summary to a step whose data is to be changed, or to one of its fields. */
export const changeLink = (step: OfferStep, field?: string): string =>
  `${stepLink(step)}?${changing}${field ? `#${field}` : ""}`;

/** After a step was saved: the next one, or back to the summary that linked here. */
export function afterStep(
  context: RequestContext,
  { step, token, url }: { step: OfferStep; token: string; url: URL },
): Response {
  const cart = context.get(cartContext);
  const next =
    parameterOf<DataStep>(url, changing) !== null
      ? firstIncompleteStep(cart.verification, completedSteps(cart))
      : stepAfter(step, cart.verification);
  return toStep(context, next, token, 303);
}

type IndicatedStep = Exclude<OfferStep, "confirmation">;

/** The step indicator with this offer's steps. */
function stepsView(context: RequestContext, cart: Cart, current: IndicatedStep): StepIndicatorProps {
  const steps = stepsOf(cart.verification).filter((step) => step !== "confirmation");
  const position = steps.indexOf(current);
  const t = getT(context, "offer", "steps", cart.offer.offerUseCase);
  return {
    label: t("label"),
    steps: steps.map((id) => ({ id, label: t(`names.${id}`) })),
    current,
    summary: t("step", { position: position + 1, total: steps.length, label: t(`names.${current}`) }),
    doneLabel: t("done"),
  };
}

/** The one before, or the summary that linked to this one. */
const backFrom = (url: URL, cart: Cart, current: IndicatedStep): OfferStep | undefined =>
  parameterOf<DataStep>(url, changing) !== null ? "summary" : stepBefore(current, cart.verification);

/**
 * A press of a button that leads away from a step, or a link: what was typed, valid or not, is kept for its form and checked by nothing.
 * @returns nothing if the step is to be saved
 */
export function leaveStep(
  context: RequestContext,
  { step, token, url }: { step: IndicatedStep; token: string; url: URL },
): Response | undefined {
  const leave = context.get(postedFormContext).get("leave");
  if (leave !== "back" && leave !== "later" && leave !== "link") return undefined;
  context.set(formIsUnsentContext, true);
  // Late, or of another tab: by now its step was saved, and what was typed before would replace that.
  const saves = context.get(postedFormContext).get(savesField);
  if (leave !== "later" && saves !== null && saves !== String(savesOf(context.get(cartContext), step)))
    context.set(draftIsOutdatedContext, true);
  // Sent while the browser leaves the page: nobody sees the answer.
  if (leave === "link") return new Response(null, { status: 204 });
  if (leave === "later") return redirectDocument(linkTo(context, "handover", { token }), 303);
  return toStep(context, backFrom(url, context.get(cartContext), step) ?? "offer", token, 303);
}

/** The data that every step's page shares: step indicator, notice, events. */
export async function stepData(
  context: RequestContext,
  place: { token: string; url: URL },
  cart: Cart,
  current: IndicatedStep,
  ...events: DataLayerEvent[]
) {
  const { token } = place;
  const [shown, notice, tracking] = await Promise.all([
    inPageLanguage(context, token, cart),
    context.get(sessionContext).take(cartNotice, token),
    offerEvents(context, token, ...events),
  ]);
  const { offerUseCase } = cart.offer;
  const back = backFrom(place.url, cart, current);
  const shownNotice = context.get(visitorContext).refusesCookies ? "noCookies" : notice;
  // The first step and the last show the whole order themselves.
  const order = current === "offer" || current === "summary" ? undefined : orderView(context, shown);
  const t = getT(context, "offer", "handover", offerUseCase);
  const later = config().handover && {
    label: t("later"),
    ...(pageNamed(current)?.form ? { form: current } : { href: linkFrom(context, current, token) }),
  };
  addServerParts(context, {
    useCase: offerUseCase,
    steps: stepsView(context, cart, current),
    ...(order && { order }),
    ...(later && { later }),
  });
  return {
    notice: shownNotice && {
      kind: shownNotice === "reset" ? ("success" as const) : ("info" as const),
      text: getT(context, "offer", "notices", offerUseCase)(shownNotice),
      ...(shownNotice === "sessionLost" && { keepsTyped: true }),
    },
    step: {
      current,
      back: back && stepLink(back),
      showsOrder: order !== undefined,
      saves: savesOf(cart, current),
    },
    tracking,
  };
}
