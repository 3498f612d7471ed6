import { randomUUID } from "node:crypto";
import { redirectDocument } from "react-router";
import { z } from "zod";
import type { OfferItem } from "#app/backend/contract/offer.ts";
import { paymentStates } from "#app/domain/payment-states.ts";
import { attemptOf, errorResponse, type Place, renewable } from "#app/error-pages/error-response.server.ts";
import type { StatePage } from "#app/error-pages/state-page.tsx";
import { type FailureTracking, failureEvent } from "#app/error-pages/tracking.server.ts";
import { FormFieldError, type OfferError, offerErrorIn } from "#app/errors/errors.ts";
import { offerStates } from "#app/errors/offer-states.ts";
import type { Problem } from "#app/errors/problem.ts";
import { callUs, type ErrorAction, errorActions, type PaymentAction } from "#app/errors/state-row.ts";
import { fieldErrors } from "#app/forms/field-errors.server.ts";
import { isUnknown, sentSchema } from "#app/outcome/attempt.server.ts";
import { readOrder } from "#app/outcome/order.server.ts";
import { pathTo } from "#app/pages.ts";
import { getT, type RequestContext, sessionContext } from "#app/request/context.server.ts";
import { forgetBearer } from "#app/session/bearer.server.ts";
import { defineScope } from "#app/session/scope.ts";
import { linkTo } from "#app/shell/link-to.server.ts";
import { failedBefore, leaveEvent, offerEvents } from "#app/tracking/offer-events.server.ts";
import { nextOnStatePage } from "./after-order.server.ts";
import {
  type Cart,
  cartOf,
  changeCart,
  endedOrder,
  isSent,
  numberOf,
  orderNameOf,
  reopened,
  reopens,
} from "./cart.server.ts";
import { leaveNotice } from "./cart-notice.server.ts";
import { toStep } from "./journey.server.ts";
import { knownOrder, paymentSaidBy } from "./known-order.server.ts";
import { wantLogin } from "./login.server.ts";

export interface OfferPlace extends Place {
  token: string;
  posted?: boolean;
  /** Where a reset is posted to, if not to the offer itself. */
  resetAt?: string;
  /** The action of a retried reset, if not the state's own. */
  paymentAction?: PaymentAction;
  /** A second reset has failed: only the hotline is left. */
  isRetried?: boolean;
  /** What the customer was doing, for analytics; loading the offer by default. */
  failure?: FailureTracking;
  /** The name of the requested document. */
  document?: string;
  /** Identifies the failure, which analytics counts only once although its page may be viewed again. */
  failedOnce?: string;
}

/** Where the session keeps a reset, and the page that finds out what became of it. */
export const offerReset = {
  kept: defineScope(
    "reset",
    sentSchema.extend({
      /** The order that its page was about. */
      order: z.string(),
      /** The latest reset before it, or "": another one since has done what this one was to do. */
      after: z.string(),
      /** The order, as its summary named it. */
      placed: endedOrder.optional(),
      paymentAction: z.enum(["resetPayment", "clearError"]),
      isRetried: z.boolean(),
    }),
    { endNotice: (_, token) => ({ kind: "offer", underWayAt: pathTo("offer-error", { token }) }) },
  ),
  self: ({ context, token }: OfferPlace) => linkTo(context, "offer-error", { token }),
};

/** An offer's document could not be loaded. The offer itself was found: 404 does not say that the customer's link is wrong. */
export const documentError = (error: OfferError | FormFieldError) =>
  error.code === "NotFound" ? offerErrorIn("DocumentsNotLoaded", undefined, { cause: error }) : error;

/** While the outcome of a reset is unknown, no page offers another: a redirect to the page that finds out. */
export async function toUnknownReset(place: OfferPlace): Promise<Response | undefined> {
  if (await isUnknown(place.context, place.token, offerReset.kept))
    return redirectDocument(offerReset.self(place), place.posted ? 303 : 302);
}

/** To be thrown: a redirect to the step that fixes the error or to a reset of unknown outcome, or the state's page. */
export async function offerErrorAnswer(
  place: OfferPlace,
  error: OfferError | FormFieldError,
): Promise<unknown> {
  const known =
    error instanceof FormFieldError ? offerErrorIn("Unexpected", undefined, { cause: error }) : error;
  const { context, token } = place;
  const state = offerStates[known.code];
  const hasFailedTwice = known.code === "OfferResetFailed" && place.isRetried;
  const cart = await cartOf(context, token);
  // What is left to do, though how the order stands cannot be shown.
  const payAt = known.code === "OfferSummaryNotLoaded" ? cart?.ordered?.payAt : undefined;
  const row = {
    ...state,
    ...(hasFailedTwice && { actions: callUs.actions }),
    ...(payAt && { actions: ["retry", "pay", "hotline"] as const }),
  };
  if (known.code === "Unauthorized") wantLogin(context, token, place.url.pathname);
  // A login of another customer: the next one may be the right one.
  if (known.code === "Forbidden") forgetBearer(context.get(sessionContext), token);
  // Without a cart there is no step to redirect to; the page links to the start, which loads the offer.
  const useCase = known.useCase ?? cart?.offer.offerUseCase;
  // A payment that takes a while has not failed: the purchase event follows.
  const kind = known.code === "OfferPaymentWaitForCapture" ? "page" : (place.failure ?? "cart");
  const failure = failureEvent(kind, known.code, useCase);
  const { redirect: step } = row;
  if (step && cart && reopens(known.code)) {
    const { code } = known;
    const refusedSteps =
      code === "BirthdateNotPresent"
        ? { "personal-data": { birthDate: fieldErrors(context, useCase)("birthDate.missing") } }
        : undefined;
    changeCart(context, token, (current) => ({ ...reopened(current, code), refusedSteps }));
    leaveNotice(context, token, "stepMissing");
    if (kind === "order") leaveEvent(context, token, failure);
    return redirectDocument(linkTo(context, step, { token }), place.posted ? 303 : 302);
  }

  const resets = row.actions.some((kind) => isPaymentAction(errorActions[kind]));
  // An order whose summary is not there may be one that a reset has ended, which the session could not store.
  const mayBeReset = resets || known.code === "OfferSummaryNotLoaded";
  const asked = mayBeReset && !place.resetAt ? await toUnknownReset(place) : undefined;
  if (asked) return asked;

  const ordered = await orderedProducts(place, known, cart);
  const goesOn = cart?.ordered !== undefined && saysOrdered.has(known.code);
  // A self-refresh is not a new page view.
  const isKnown =
    (row.refresh !== undefined && attemptOf(place.url) > 0) ||
    (place.failedOnce !== undefined && (await failedBefore(context, `${place.failedOnce} ${known.code}`)));
  return errorResponse(
    place,
    { ...known, useCase },
    {
      section: "errors.offer",
      page: "offer-error",
      row,
      newLink: await renewable(context, row, linkTo(context, "offer", { token })),
      variant: hasFailedTwice
        ? "textRetried"
        : ordered || cart?.ordered
          ? payAt
            ? "textToPay"
            : "textWithOrder"
          : place.document && "textOfDocument",
      values: { document: place.document ?? "" },
      ...(goesOn && cart?.ordered && numberOf(cart.ordered)),
      action: (kind) =>
        kind === "pay" && payAt
          ? { href: payAt, method: "get" }
          : kind === "dialogRetry" && place.failure === "order" && cart?.orderKey
            ? orderAgain(place, cart.orderKey)
            : offerAction(
                kind,
                place,
                ordered !== undefined || cart?.ordered !== undefined,
                orderNameOf(cart),
              ),
      more: {
        ordered: ordered && {
          title: getT(context, "errors", "labels")("orderedProducts"),
          products: productNames(ordered),
        },
        next:
          cart && goesOn
            ? nextOnStatePage(context, {
                ...cart.offer,
                payment: paymentSaidBy(known.code),
                method: cart.payment?.method,
              })
            : undefined,
        said: creditCheckSaid(context, known.creditCheck),
        tracking: await offerEvents(context, token, ...(isKnown ? [] : [failure])),
      },
    },
  );
}

/** Why a credit was refused, and whom the provider asked, each in the provider's words and their language. */
function creditCheckSaid(context: RequestContext, check: Problem["creditCheck"]): StatePage["said"] {
  const t = getT(context, "errors", "creditCheck");
  const { reason, source, language = "de" } = check ?? {};
  const said = (words: string, text: string) => ({ text, words, language });
  return [
    ...(reason ? [said(sentence(reason), t("reason", { reason: sentence(reason) }))] : []),
    ...(source ? [said(sentence(source), t("source", { source: sentence(source) }))] : []),
  ];
}

/** With a full stop, if it has none. */
const sentence = (words: string) => (/[.!?…]$/.test(words.trim()) ? words.trim() : `${words.trim()}.`);

/** States of an order that is placed, and cannot be shown as done. */
const saysOrdered: ReadonlySet<OfferError["code"]> = new Set([
  "OfferSummaryNotLoaded",
  "OfferPaymentWaitForCapture",
]);

/** What was ordered with a taken offer: from this session, or else as the provider shows it to anyone with the link. */
async function orderedProducts({ context, token }: OfferPlace, { code }: OfferError, cart: Cart | undefined) {
  if (code !== "OfferConsumed") return undefined;
  if (cart && isSent(cart)) return cart.offer.offers;
  const summary = await readOrder({ context, token }, cart?.ended);
  return summary.ok ? summary.data.offers : undefined;
}

/** The page of an offer that cannot be ordered now: of the order that it has led to, or of what the provider says of it. */
export async function offerStateAnswer(
  place: OfferPlace,
  error: OfferError | FormFieldError,
): Promise<unknown> {
  const { context, token } = place;
  if (error instanceof FormFieldError || !mayBeOrdered(error.code)) return offerErrorAnswer(place, error);
  const cart = await cartOf(context, token);
  const known = await knownOrder(place, cart, { state: error });
  if (known.is !== "placed" || !known.summary) return offerErrorAnswer(place, error);
  const { payment } = known;
  const isDone = payment === undefined || paymentStates[payment].isDone;
  return isDone || isSent(cart) || payment !== paymentSaidBy(error.code)
    ? toStep(context, "confirmation", token, place.posted ? 303 : 302)
    : offerErrorAnswer(place, error);
}

/** A state that an offer can be in, or may seem to be in, once it is ordered. */
function mayBeOrdered(code: OfferError["code"]): boolean {
  const { status, redirect } = offerStates[code];
  return !redirect && status < 500 && ![401, 403, 404].includes(status);
}

/** Sends the same order again, under its key. */
const orderAgain = ({ context, token }: OfferPlace, submissionId: string) => ({
  href: linkTo(context, "summary", { token }),
  method: "post" as const,
  fields: { submissionId },
});

export const isPaymentAction = (to: unknown): to is PaymentAction =>
  to === "clearError" || to === "resetPayment";

/** Where an action of this journey leads, as link or form. */
export function offerAction(
  kind: ErrorAction,
  { context, token, resetAt, paymentAction }: OfferPlace,
  ordered: boolean,
  order: string,
) {
  const to = errorActions[kind];
  if (isPaymentAction(to))
    return {
      href: resetAt ?? linkTo(context, "offer-error", { token }),
      method: "post" as const,
      fields: {
        submissionId: randomUUID(),
        paymentAction: paymentAction ?? to,
        order,
        ...(kind === "reset" && { retried: "yes" }),
      },
    };
  const page = pagesOfActions.find((name) => name === to);
  if (!page || (page === "confirmation" && !ordered)) return undefined;
  return { href: linkTo(context, page, { token }), method: "get" as const };
}
const pagesOfActions = ["offer-login", "personal-data", "id-data", "confirmation"] as const;

export const productNames = (items: OfferItem[]): string[] =>
  items.flatMap(({ hardware, tariff, packs }) =>
    [hardware, tariff, ...packs].flatMap((product) => product?.name ?? []),
  );
