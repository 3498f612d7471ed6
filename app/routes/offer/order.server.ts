import { setImmediate as tick } from "node:timers/promises";
import { data, redirectDocument } from "react-router";
import type { Acceptance } from "#app/backend/contract/offer.ts";
import {
  type Accepted,
  acceptOffer,
  loadDocument,
  loadSummary,
  verifyOffer,
} from "#app/backend/offers.server.ts";
import { dropped } from "#app/backend/pdf.server.ts";
import { callsUnderWay, whilePageWaits } from "#app/backend/running-calls.server.ts";
import { errorResponse } from "#app/errors/error-response.server.ts";
import { FormFieldError, type OfferError, offerErrorIn } from "#app/errors/errors.ts";
import { offerStateOfCode, offerStates } from "#app/errors/offer-states.ts";
import { portalStates } from "#app/errors/other-states.ts";
import { failureEvent } from "#app/errors/tracking.server.ts";
import { waitingPage } from "#app/errors/waiting.server.ts";
import { submissionIdOf } from "#app/forms/form-data.server.ts";
import { localeContext, sessionContext } from "#app/middleware/request.server.ts";
import { actor, audit } from "#app/operation/audit.server.ts";
import { config } from "#app/operation/config.server.ts";
import { leaveEvent, offerEvent } from "#app/tracking/offer-events.server.ts";
import { linkTo } from "../shell/link-to.server.ts";
import { providerUrl } from "../shell/provider-url.server.ts";
import {
  type Cart,
  cartOf,
  changeCart,
  type Intent,
  isOrderKey,
  isSent,
  leaveNotice,
} from "./cart.server.ts";
import { type OfferPlace, offerAction, offerErrorAnswer, toUnknownReset } from "./error-answer.server.ts";
import { stepPath, toStep } from "./journey.server.ts";
import { refusedFields } from "./refused-fields.server.ts";

/**
 * No order without the contract summary (§ 54 (3) TKG).
 * @throws the page of the failure
 */
export async function requireContractSummary(from: OfferPlace, cart: Cart): Promise<void> {
  const place: OfferPlace = { ...from, failure: "documents" };
  const summaries = cart.offer.documents.filter(({ type }) => type === "CONTRACT_SUMMARY");
  const answers = await Promise.all(
    summaries.map(({ itemId, type }) => loadDocument(place.context, place.token, itemId, type)),
  );
  for (const answer of answers) if (answer.ok) await dropped(answer.data);
  const failed = answers.find((answer) => !answer.ok);
  if (failed && !failed.ok) throw await offerErrorAnswer(place, failed.error);
  if (summaries.length === 0) throw await offerErrorAnswer(place, offerErrorIn("DocumentsNotLoaded"));
}

/** An order that was already placed: to its payment provider again, without a second call. */
export function repeatedOrder(cart: Cart, posted: FormData): Response | undefined {
  const payAt = cart.ordered?.payAt;
  return payAt && posted.get("submissionId") === cart.orderKey ? redirectDocument(payAt, 303) : undefined;
}

/**
 * Places the order and redirects. Customers must have seen what they order: if the order changed after the form was
 * rendered, for example in a second tab, the summary is shown first. A script may send an id of its own, or none.
 *
 * The order is stored before it is sent, and until its outcome is known (decision 0022).
 */
export async function placeOrder(from: OfferPlace, cart: Cart, posted: FormData): Promise<Response> {
  const place: OfferPlace = { ...from, failure: "order" };
  const { context, token } = place;
  const sent = submissionIdOf(posted);
  if (sent !== cart.orderKey && isOrderKey(sent)) {
    leaveNotice(context, token, "orderChanged");
    return toStep(context, "summary", token, 303);
  }
  const key = [cart.orderKey, cart.refusals].filter(Boolean).join("-");
  const now = Date.now();
  const body = cart.intent?.key === key ? cart.intent.body : bodyOf(place, cart);
  const tries = (cart.intent?.tries ?? 0) + 1;
  return sendOrder(place, cart, { key, body, tries, isUnknown: true, startedAt: now, sentAt: now });
}

function bodyOf({ context, token, url }: OfferPlace, cart: Cart): Acceptance {
  return {
    customer: cart.customer,
    identification: cart.identification,
    payment: cart.payment,
    consents: (cart.consents ?? []).map(({ text, ...given }) => given),
    language: context.get(localeContext).locale,
    returnUrl: new URL(linkTo(context, "confirmation", { token }), url.origin).href,
  };
}

/** By the order's key. */
const underWay = callsUnderWay<Accepted>();

/** Stores the order, sends it, and waits for its outcome as long as the page can. */
async function sendOrder(place: OfferPlace, cart: Cart, intent: Intent): Promise<Response> {
  const { context, token } = place;
  // Another tab may have sent another order meanwhile: only one may be in progress.
  const isOther = (latest: Cart) => isSent(latest) && latest.intent?.key !== intent.key;
  changeCart(context, token, (latest) =>
    isOther(latest) ? latest : { ...latest, intent, refused: undefined, refusedWords: undefined },
  );
  const isKept = await context.get(sessionContext).flush();
  const latest = await cartOf(context, token);
  if (!isKept || !latest || isOther(latest)) return toConfirmation(place);
  context.get(sessionContext).settle();
  const call = underWay.get(intent.key) ?? acceptOffer(context, token, intent.body, intent.key);
  underWay.set(intent.key, call);
  const ended = await whilePageWaits(context, call);
  if (intent.tries === 1 && !(ended?.ok || ended?.isDefinite)) auditOrder(place, "waiting", intent);
  return ended ? concludeOrder(place, cart, intent, ended) : keepWaiting(place, intent);
}

const auditOrder = (
  { context }: OfferPlace,
  outcome: "done" | "waiting" | "refused",
  { key }: Intent,
  orderId?: string,
) => audit({ audit: "order", outcome, ...actor(context) }, [orderId, key]);

const toConfirmation = ({ context, token, posted }: OfferPlace) =>
  toStep(context, "confirmation", token, posted ? 303 : 302);

/** Where the order leads once its call has ended. If the outcome is unclear, the provider is queried. */
async function concludeOrder(
  place: OfferPlace,
  cart: Cart,
  intent: Intent,
  ended: Accepted,
): Promise<Response> {
  const { context } = place;
  const again = { intent: undefined, refusals: (cart.refusals ?? 0) + 1 };
  underWay.delete(intent.key);
  if (!ended.ok) {
    const { code } = ended.error;
    if (code === "OfferPaymentWaitForCapture") return paymentWaits(place, intent);
    // An offer that is consumed after an attempt of this session was most likely consumed by that attempt.
    const isOurs = intent.tries > 1 && (code === "OfferConsumed" || code === "OfferAbandonedPayment");
    if (!ended.isDefinite || isOurs) return askProvider(place, cart, intent, ended);
    auditOrder(place, "refused", intent);
    throw await refusedOrder(place, ended.error, again);
  }
  if (ended.data.step === "error") {
    const state = offerStateOfCode(ended.data.code);
    if (!state) return askProvider(place, cart, intent, { ok: false, ...unexpected });
    if (state === "OfferPaymentWaitForCapture") return paymentWaits(place, intent);
    auditOrder(place, "refused", intent);
    throw await refusedOrder(place, offerErrorIn(state), again);
  }
  const { step, redirectUrl, orderId } = ended.data;
  const byPaymentProvider = step === "paymentProvider";
  const payAt = byPaymentProvider ? providerUrl(context, "payment", redirectUrl, place.url) : undefined;
  const payBlockedAt = byPaymentProvider && !payAt ? (redirectUrl ?? "") : undefined;
  placed(place, cart, intent, { orderId, payAt, payBlockedAt });
  // The payment page is not a page of the portal, even where the sandbox serves it from this origin.
  return payAt ? redirectDocument(payAt, place.posted ? 303 : 302) : toConfirmation(place);
}

/** The provider has the order, whose payment is not certain yet: the order button must not reappear until it is. */
function paymentWaits(place: OfferPlace, intent: Intent): Response {
  changeCart(place.context, place.token, (latest) => ({ ...latest, intent: { ...intent, isPaying: true } }));
  return toConfirmation(place);
}

const unexpected = { error: offerErrorIn("Unexpected"), isDefinite: false, isAnswer: true } as const;

function placed(place: OfferPlace, cart: Cart, intent: Intent, ordered: NonNullable<Cart["ordered"]>) {
  const { context, token } = place;
  auditOrder(place, "done", intent, ordered.orderId);
  changeCart(context, token, (latest) => ({ ...latest, ordered, intent: undefined, refused: undefined }));
  leaveEvent(context, token, offerEvent("offerSubmitted", cart.offer.offerUseCase));
}

/**
 * Queries the provider for the order and for the state of the offer. While the offer is open, eventually sends the
 * order again under the same key.
 */
async function askProvider(
  place: OfferPlace,
  cart: Cart,
  intent: Intent,
  ended?: Accepted & { ok: false },
): Promise<Response> {
  const { context, token } = place;
  const state = await verifyOffer(context, token);
  const summary = await loadSummary(context, token);
  if (summary.ok) {
    placed(place, cart, intent, { orderId: summary.data.orderId });
    return toConfirmation(place);
  }
  const code = state.ok ? undefined : state.error.code;
  const row = code && code !== "form-field-error" ? offerStates[code] : undefined;
  const isOpen = state.ok || row?.redirect !== undefined;
  if (isOpen && intent.isPaying)
    throw await offerErrorAnswer(place, offerErrorIn("OfferPaymentWaitForCapture"));
  // The provider has responded and confirms that nothing was ordered: the same order may be sent again, under its key.
  const isAnswered = ended?.isAnswer && !intent.isPaying;
  // Neither the first attempt nor this check finds the offer: nothing can have been ordered.
  const isNotFound =
    intent.tries === 1 &&
    [ended?.error, !state.ok && state.error, summary.error].every((e) => e && e.code === "NotFound");
  if (isAnswered && (isOpen || isNotFound))
    throw await refusedOrder(place, ended.error, { intent: { ...intent, isUnknown: false } });
  if (isOpen || code === "OfferAbandonedPayment") {
    const isOverdue = Date.now() - intent.sentAt >= config().pageDeadlineMs / 4;
    if (ended || !isOverdue || underWay.has(intent.key)) return keepWaiting(place, intent);
    return sendOrder(place, cart, { ...intent, tries: intent.tries + 1, sentAt: Date.now() });
  }
  const isSettled = row && row.status < 500 && code !== "NotFound";
  if (!state.ok && isSettled) throw await offerErrorAnswer(place, state.error);
  return keepWaiting(place, intent);
}

/** The page of an order whose outcome is not known yet; a post is redirected to it. */
function keepWaiting(place: OfferPlace, { key, startedAt }: Intent): Response {
  if (place.posted) return toConfirmation(place);
  const self = stepPath(place.context, "confirmation", place.token);
  throw waitingPage(place, {
    section: "errors.waiting",
    page: "offer-error",
    orderNumber: key,
    self,
    startedAt,
  });
}

/**
 * For the confirmation of an order whose outcome is unknown.
 * @throws the waiting page, or the page of its state
 */
export async function unknownOrder(from: OfferPlace, cart: Cart, intent: Intent): Promise<Response> {
  const place: OfferPlace = { ...from, failure: "order" };
  const ended = await Promise.race([underWay.get(intent.key), tick(undefined)]);
  return ended ? concludeOrder(place, cart, intent, ended) : askProvider(place, cart, intent);
}

/** The summary again, which shows what was refused. */
export const refusedHere = data(null, { status: 422 });

/** A refused order: the step that fixes it, or the page of its state. */
async function refusedOrder(
  place: OfferPlace,
  error: OfferError | FormFieldError,
  change: Partial<Pick<Cart, "intent" | "refusals">>,
): Promise<unknown> {
  const { context, token, posted } = place;
  const useCase = (await cartOf(context, token))?.offer.offerUseCase;
  const refused = error instanceof FormFieldError ? refusedFields(context, error, useCase) : undefined;
  changeCart(context, token, (latest) => ({
    ...latest,
    ...change,
    refused: refused?.errors,
    refusedWords: refused?.messages,
  }));
  if (refused) {
    leaveEvent(context, token, failureEvent("order", error.code, useCase));
    if (refused.step === "summary" && posted) return refusedHere;
    return toStep(context, refused.step, token, posted ? 303 : 302);
  }
  // From the waiting page, the retry that its state offers is the order, on the summary.
  const url = new URL(stepPath(context, "summary", token), place.url);
  return offerErrorAnswer({ ...place, url }, error);
}

/**
 * For the confirmation of an order that waits for its payment, on a page that customers could not be sent to.
 * @throws a redirect there as soon as the settings allow it, until then the page that explains this
 */
export async function payBlocked(place: OfferPlace, ordered: NonNullable<Cart["ordered"]>): Promise<void> {
  const { context, token, url } = place;
  const { orderId, payBlockedAt } = ordered;
  if (payBlockedAt === undefined) return;
  const payAt = providerUrl(context, "payment", payBlockedAt, url);
  if (payAt) {
    changeCart(context, token, (latest) => ({ ...latest, ordered: { orderId, payAt } }));
    throw redirectDocument(payAt);
  }
  const asked = await toUnknownReset(place);
  if (asked) throw asked;
  throw errorResponse(
    place,
    { code: "PaymentBlocked" },
    {
      section: "errors.portal",
      page: "offer-error",
      row: portalStates.PaymentBlocked,
      values: { order: orderId },
      action: (kind) =>
        kind === "payAgain" ? { href: url.pathname, method: "get" } : offerAction(kind, place, true, orderId),
      more: { state: "TechnicalProblem" },
    },
  );
}

/** For an order that has failed since it was placed, as its payment may: tracked once, however often it is viewed. */
export function ofOrder(
  place: OfferPlace,
  { code }: OfferError | FormFieldError,
  { orderId }: NonNullable<Cart["ordered"]>,
): OfferPlace {
  const isEnd = code !== "form-field-error" && offerStates[code].status < 500;
  return isEnd ? { ...place, failure: "order", failedOnce: orderId } : place;
}
