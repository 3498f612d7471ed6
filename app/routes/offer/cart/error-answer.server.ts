import { randomUUID } from "node:crypto";
import { redirectDocument } from "react-router";
import { z } from "zod";
import type { OfferItem } from "#app/backend/contract/offer.ts";
import { namesOf } from "#app/domain/item-names.ts";
import { attemptOf, errorResponse, type Place, renewable } from "#app/error-pages/error-response.server.ts";
import { type FailureTracking, failureEvent } from "#app/error-pages/tracking.server.ts";
import { FormFieldError, type OfferError, offerErrorIn } from "#app/errors/errors.ts";
import { offerStates } from "#app/errors/offer-states.ts";
import type { Problem } from "#app/errors/problem.ts";
import { callUs, type ErrorAction, errorActions, type PaymentAction } from "#app/errors/state-row.ts";
import { fieldErrors } from "#app/forms/field-errors.server.ts";
import { isUnknown, noticeOfSent, sentSchema } from "#app/outcome/attempt.server.ts";
import { nextOnStatePage } from "#app/outcome/next-steps.server.ts";
import type { OrderName } from "#app/outcome/order-life.ts";
import { orderedIn, payAtOf } from "#app/outcome/order-told.ts";
import { stepsOfWait } from "#app/outcome/waiting-page.server.ts";
import { pathTo } from "#app/pages.ts";
import { getT, type RequestContext, sessionContext } from "#app/request/context.server.ts";
import { forgetBearer } from "#app/session/bearer.server.ts";
import { defineScope } from "#app/session/scope.ts";
import type { HelpRow } from "#app/shell/help-row.ts";
import { linkTo } from "#app/shell/link-to.server.ts";
import { failedBefore, leaveEvent, offerEvents } from "#app/tracking/offer-events.server.ts";
import { cartOf, changeCart, numberOf, reopened, reopens } from "./cart.server.ts";
import { leaveNotice } from "./cart-notice.server.ts";
import { paymentSaidBy } from "./known-order.server.ts";
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
  /** The order that its buttons would end, as the provider names it. */
  ends?: OrderName | undefined;
  /** Identifies the failure, which analytics counts only once although its page may be viewed again. */
  failedOnce?: string;
}

/** Where the session keeps a reset, and the page that finds out what became of it. */
export const offerReset = {
  scope: defineScope(
    "reset",
    sentSchema.extend({
      /** The order that its page named, or "". */
      order: z.string(),
      paymentAction: z.enum(["resetPayment", "clearError"]),
      isRetried: z.boolean(),
    }),
    {
      endNotice: noticeOfSent({ kind: "offer", act: "restart" }, (token) => pathTo("offer-error", { token })),
    },
  ),
  self: ({ context, token }: OfferPlace) => linkTo(context, "offer-error", { token }),
};

/** An offer's document could not be loaded. The offer itself was found: 404 does not say that the customer's link is wrong. */
export const documentError = (error: OfferError | FormFieldError) =>
  error.code === "NotFound" ? offerErrorIn("DocumentsNotLoaded", undefined, { cause: error }) : error;

/** While the outcome of a reset is unknown, no page offers another: a redirect to the page that finds out. */
export async function toUnknownReset(place: OfferPlace): Promise<Response | undefined> {
  if (await isUnknown(place.context, place.token, offerReset.scope))
    return redirectDocument(offerReset.self(place), place.posted ? 303 : 302);
}

/** To be thrown: a redirect to the step that fixes the error or to a reset of unknown outcome, or the state's page. */
export async function offerErrorAnswer(
  place: OfferPlace,
  error: OfferError | FormFieldError,
): Promise<unknown> {
  const offerError =
    error instanceof FormFieldError ? offerErrorIn("Unexpected", undefined, { cause: error }) : error;
  const { context, token } = place;
  const state = offerStates[offerError.code];
  const hasFailedTwice = offerError.code === "OfferResetFailed" && place.isRetried;
  const cart = await cartOf(context, token);
  const ordered = cart && orderedIn(cart.order);
  // What is left to do, though how the order stands cannot be shown.
  const payAt = offerError.code === "OfferSummaryNotLoaded" ? payAtOf(cart?.order) : undefined;
  // Nobody knows the order of which it tells: nothing may end it.
  const isUnread = offerError.code === "OfferAbandonedPayment" && !place.ends;
  const row: typeof state = { ...state };
  if (hasFailedTwice) row.actions = callUs.actions;
  if (payAt) row.actions = ["retry", "pay", "hotline"];
  if (isUnread) {
    row.status = 202;
    row.actions = ["checkAgain", "hotline"];
  }
  if (offerError.code === "Unauthorized") wantLogin(context, token, place.url.pathname);
  // A login of another customer: the next one may be the right one.
  if (offerError.code === "Forbidden") forgetBearer(context.get(sessionContext), token);
  // Without a cart there is no step to redirect to; the page links to the start, which loads the offer.
  const useCase = offerError.useCase ?? cart?.offer.offerUseCase;
  // A payment that takes a while has not failed: the purchase event follows.
  const kind = offerError.code === "OfferPaymentWaitForCapture" ? "page" : (place.failure ?? "cart");
  const failure = failureEvent(kind, offerError.code, useCase);
  const { redirect: step } = row;
  if (step && cart && reopens(offerError.code)) {
    const { code } = offerError;
    const birthDate = fieldErrors(context, useCase)("birthDate.missing");
    changeCart(context, token, (current) =>
      reopened(current, code, code === "BirthdateNotPresent" ? { birthDate } : undefined),
    );
    leaveNotice(context, token, "stepMissing");
    if (kind === "order") leaveEvent(context, token, failure);
    return redirectDocument(linkTo(context, step, { token }), place.posted ? 303 : 302);
  }

  const resets = row.actions.some((kind) => isPaymentAction(errorActions[kind]));
  const asked = resets && !place.resetAt ? await toUnknownReset(place) : undefined;
  if (asked) return asked;

  const products = offerError.code === "OfferConsumed" && ordered ? cart.offer.offers : undefined;
  const goesOn = ordered !== undefined && saysOrdered.has(offerError.code);
  // In a session that has not ordered, the provider's word is all that is known.
  const isPaying = offerError.code === "OfferPaymentWaitForCapture" && !goesOn;
  const isOverviewMissing = goesOn && offerError.code === "OfferSummaryNotLoaded" && !payAt;
  // A self-refresh is not a new page view.
  const isKnown =
    (row.refresh !== undefined && attemptOf(place.url) > 0) ||
    (place.failedOnce !== undefined &&
      (await failedBefore(context, `${place.failedOnce} ${offerError.code}`)));
  const variantOf = () => {
    if (hasFailedTwice) return "textRetried";
    if (isUnread) return "textUnread";
    if (place.document && offerError.code === "DocumentsNotLoaded") return "textOfDocument";
    return ordered && (payAt ? "textToPay" : "textWithOrder");
  };
  return errorResponse(
    place,
    { ...offerError, useCase },
    {
      section: "errors.offer",
      page: "offer-error",
      row,
      newLink: await renewable(context, row, linkTo(context, "offer", { token })),
      variant: variantOf(),
      values: { document: place.document ?? "", order: place.ends?.orderId ?? "" },
      ...(ordered && (goesOn || products) ? numberOf(ordered) : { placedOrder: place.ends?.orderId }),
      action(kind) {
        if (kind === "pay") return payAt ? { href: payAt, method: "get" } : undefined;
        if (kind === "dialogRetry" && place.failure === "order" && cart)
          return orderAgain(place, cart.order.shown);
        return offerAction(kind, place, ordered !== undefined, place.ends);
      },
      more: {
        note: isOverviewMissing
          ? getT(context, "errors", "offer")("OfferSummaryNotLoaded.mailed")
          : undefined,
        ordered: products && {
          title: getT(context, "errors", "labels")("orderedProducts"),
          products: productNames(products),
        },
        steps: isPaying ? paymentSteps(context) : undefined,
        next:
          cart && goesOn
            ? nextOnStatePage(context, {
                ...cart.offer,
                payment: paymentSaidBy(offerError.code),
                method: cart.payment?.method,
              })
            : offerError.code === "OfferConsumed" && !ordered
              ? nextByMail(context)
              : undefined,
        facts: offerError.code === "CreditRefused" ? creditFacts(context, offerError.creditCheck) : [],
        tracking: await offerEvents(context, token, ...(isKnown ? [] : [failure])),
      },
    },
  );
}

/** How it goes on with an order that this session has not placed. */
function nextByMail(context: RequestContext) {
  const t = getT(context, "errors", "offer");
  return {
    title: getT(context, "errors", "idvNext")("title"),
    steps: [
      { label: t("OfferConsumed.sent"), detail: undefined, done: true },
      { label: t("OfferConsumed.then"), detail: t("OfferConsumed.thenText"), done: false, current: true },
    ],
  };
}

/** Where an order stands whose payment the provider waits for. */
function paymentSteps(context: RequestContext) {
  const t = getT(context, "errors", "offer");
  return stepsOfWait(
    t("OfferPaymentWaitForCapture.sent"),
    t("OfferPaymentWaitForCapture.awaited"),
    t("OfferPaymentWaitForCapture.then"),
    t("OfferPaymentWaitForCapture.thenText"),
  );
}

/**
 * Why a credit was refused, and whom the provider asked, in the provider's words and their language; then what its customer may
 * ask for (Art. 18 and 19 of Directive (EU) 2023/2225).
 */
function creditFacts(context: RequestContext, check: Problem["creditCheck"]): HelpRow[] {
  const t = getT(context, "errors", "creditCheck");
  const { reason, source, language = "de" } = check ?? {};
  return [
    ...(reason ? [{ kind: "text" as const, label: t("reason"), value: reason.trim(), language }] : []),
    ...(source
      ? [{ kind: "text" as const, label: t("source"), value: source.trim(), note: t("stored"), language }]
      : []),
    { kind: "list", label: t("rights"), parts: [t("review"), t("explain"), t("view")] },
  ];
}

/** States of an order that is placed, and cannot be shown as done. */
const saysOrdered: ReadonlySet<OfferError["code"]> = new Set([
  "OfferSummaryNotLoaded",
  "OfferPaymentWaitForCapture",
]);

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
  ends?: OrderName,
) {
  const to = errorActions[kind];
  if (isPaymentAction(to)) {
    const action = paymentAction ?? to;
    const labels = getT(context, "errors", "actions");
    return {
      href: resetAt ?? linkTo(context, "offer-error", { token }),
      method: "post" as const,
      ...(ends && { label: labels("endOrder", { order: ends.orderId }), fold: labels(kind) }),
      fields: {
        submissionId: randomUUID(),
        paymentAction: action,
        order: ends?.orderId ?? "",
        ...(kind === "reset" && { retried: "yes" }),
      },
    };
  }
  if (kind === "toOffer") return { href: linkTo(context, "offer", { token }), method: "get" as const };
  const page = pagesOfActions.find((name) => name === to);
  if (!page || (page === "confirmation" && !ordered)) return undefined;
  return { href: linkTo(context, page, { token }), method: "get" as const };
}
const pagesOfActions = ["offer-login", "personal-data", "id-data", "confirmation"] as const;

export const productNames = (items: OfferItem[]): string[] =>
  items.flatMap((item) => [...namesOf(item), ...item.packs.map(({ name }) => name)]);
