import { setImmediate as tick } from "node:timers/promises";
import { data, redirectDocument } from "react-router";
import type { OfferItem } from "#app/backend/contract/offer.ts";
import type { Acceptance } from "#app/backend/contract/order.ts";
import { type Accepted, acceptOffer, loadDocument } from "#app/backend/offers.server.ts";
import { callsUnderWay, whilePageWaits } from "#app/backend/running-calls.server.ts";
import { type DocumentType, neededBeforeOrder } from "#app/domain/document-types.ts";
import { shortReference } from "#app/domain/short-reference.ts";
import { failureEvent } from "#app/error-pages/tracking.server.ts";
import { FormFieldError, offerErrorIn } from "#app/errors/errors.ts";
import { submissionIdOf } from "#app/forms/form-data.server.ts";
import { endsPost, triesAfter } from "#app/outcome/attempt.server.ts";
import { actor, audit } from "#app/outcome/audit.server.ts";
import { endOfOrder, isRefusedOrder, type OrderEnd } from "#app/outcome/order.server.ts";
import { isUnknownForLong, waitingPage } from "#app/outcome/waiting-page.server.ts";
import { config } from "#app/platform/config.server.ts";
import { localeContext, sessionContext } from "#app/request/context.server.ts";
import { returnUrl } from "#app/shell/provider-url.server.ts";
import { leaveEvent, offerEvent } from "#app/tracking/offer-events.server.ts";
import {
  type Cart,
  cartOf,
  changeCart,
  type Intent,
  isGivenUp,
  isOrderKey,
  isSent,
  keepNeededDocuments,
  keepOrdered,
  reloadedCart,
} from "./cart.server.ts";
import { leaveNotice } from "./cart-notice.server.ts";
import { documentError, type OfferPlace, offerErrorAnswer, toUnknownReset } from "./error-answer.server.ts";
import { stepPath, toStep } from "./journey.server.ts";
import { paymentOf } from "./known-order.server.ts";
import { paymentAddressIn, toPaymentPage } from "./payment-state.server.ts";
import { refusedFields } from "./refused-fields.server.ts";

/** Whether an offer lists the contract summary, and for each credit its information. */
function listsNeeded(cart: Cart): boolean {
  const { documents, offers } = cart.offer;
  const lists = (wanted: DocumentType, itemId?: string) =>
    documents.some((one) => one.type === wanted && (itemId === undefined || one.itemId === itemId));
  const isOfCredit = ({ id, credit }: OfferItem) => !credit || lists("CREDIT_INFORMATION", id);
  return lists("CONTRACT_SUMMARY") && offers.every(isOfCredit);
}

/** What the provider lists by now: it may have lacked them when the offer was loaded. */
async function withNeeded({ context, token }: OfferPlace, cart: Cart): Promise<Cart> {
  return listsNeeded(cart) ? cart : ((await reloadedCart(context, token, cart)) ?? cart);
}

/**
 * No order without its contract summary and the information on its credit, which are loaded once for each version of an
 * offer (decision 0057).
 * @throws the page of the failure
 */
export async function requireDocuments(from: OfferPlace, known: Cart): Promise<void> {
  if (known.hasNeededDocuments) return;
  const place: OfferPlace = { ...from, failure: "documents" };
  const cart = await withNeeded(place, known);
  const needed = cart.offer.documents.filter(({ type }) => neededBeforeOrder.includes(type));
  const answers = await Promise.all(
    needed.map(({ itemId, type }) => loadDocument(place.context, place.token, itemId, type)),
  );
  for (const answer of answers) if (answer.ok) answer.data.close();
  const failed = answers.find((answer) => !answer.ok);
  if (!listsNeeded(cart)) throw await offerErrorAnswer(place, offerErrorIn("DocumentsNotLoaded"));
  if (failed && !failed.ok) throw await offerErrorAnswer(place, documentError(failed.error));
  keepNeededDocuments(place.context, place.token, cart, true);
}

/**
 * An order that was already placed: to its payment provider again, without a second call, unless a reset may have undone
 * it.
 */
export async function repeatedOrder(place: OfferPlace, cart: Cart, posted: FormData) {
  const isRepeated = cart.ordered?.payAt !== undefined && posted.get("submissionId") === cart.orderKey;
  if (!isRepeated) return undefined;
  return cart.askedReset ? toUnknownReset(place) : toPaymentPage(place);
}

/**
 * Places the order and redirects. Customers must have seen what they order: if the order changed after the form was
 * rendered, for example in a second tab, the summary is shown first. A script may send an id of its own, or none.
 *
 * The order is stored before it is sent, and until its outcome is known (decision 0126).
 */
export async function placeOrder(from: OfferPlace, cart: Cart, posted: FormData): Promise<Response> {
  const place: OfferPlace = { ...from, failure: "order" };
  const { context, token } = place;
  const sent = submissionIdOf(posted);
  if (sent !== cart.orderKey && isOrderKey(sent)) {
    leaveNotice(context, token, "orderChanged");
    return toStep(context, "summary", token, 303);
  }
  // One that was given up is sent again, although a refusal of another press may have been counted meanwhile.
  const newKey = [cart.orderKey, cart.refusals].filter(Boolean).join("-");
  const key = isGivenUp(cart) ? (cart.intent?.key ?? newKey) : newKey;
  const now = Date.now();
  const body = bodyOf(place, cart);
  return sendOrder(place, cart, { key, body, tries: 1, isUnknown: true, startedAt: now, sentAt: now });
}

function bodyOf({ context, token, url }: OfferPlace, cart: Cart): Acceptance {
  return {
    customer: cart.customer,
    identification: cart.identification,
    payment: cart.payment,
    ...cart.line,
    consents: (cart.consents ?? []).map(({ text, ...given }) => given),
    language: context.get(localeContext).locale,
    returnUrl: returnUrl(url, context.get(localeContext).prefix, "confirmation", { token }),
  };
}

/** By the order's key. */
const underWay = callsUnderWay<Accepted>();

function callOf({ context, token }: OfferPlace, { key, body }: Intent): Promise<Accepted> {
  const call = underWay.get(key) ?? acceptOffer(context, token, body, key);
  underWay.set(key, call);
  return call;
}

/** Also by the clock of another portal, which may be ahead: whether it is time that another request sends it again. */
const isOverdue = ({ sentAt }: Intent): boolean =>
  Math.abs(Date.now() - sentAt) >= config().pageDeadlineMs / 2;

/** Stores the order, sends it, and waits for its outcome as long as the page can. */
async function sendOrder(place: OfferPlace, cart: Cart, sent: Intent): Promise<Response> {
  const { context, token } = place;
  // Another tab may have sent another order meanwhile, know by now that this one is placed, or have reset that: only one
  // may be in progress.
  const isOther = (latest: Cart) =>
    latest.ordered !== undefined ||
    latest.resetKey !== cart.resetKey ||
    (isSent(latest) && latest.intent?.key !== sent.key);
  changeCart(context, token, (latest) => {
    if (isOther(latest)) return latest;
    const earlier = latest.intent?.key === sent.key ? latest.intent : undefined;
    const intent = { ...sent, body: earlier?.body ?? sent.body, tries: triesAfter(earlier) };
    return { ...latest, intent, refusedSteps: undefined, refusedWords: undefined };
  });
  const isKept = await context.get(sessionContext).flush();
  const latest = await cartOf(context, token);
  if (!isKept || !latest?.intent || isOther(latest)) return toConfirmation(place);
  const { intent } = latest;
  context.get(sessionContext).settle();
  // A store that took so long has let another request send it, which may know by now that it is refused.
  const ended = isOverdue(intent) ? undefined : await whilePageWaits(context, callOf(place, intent));
  if (intent.tries === 1 && !(ended && (ended.ok || isRefusedOrder(ended, intent))))
    auditOrder(place, "waiting", intent);
  return ended ? concludeOrder(place, cart, intent, ended) : keepWaiting(place, intent);
}

const auditOrder = (
  { context }: OfferPlace,
  outcome: "done" | "waiting" | "refused",
  { key }: Intent,
  orderId?: string,
) => audit({ audit: "order", outcome, ...actor(context) }, [orderId, key, shortReference(key)]);

const toConfirmation = ({ context, token, posted }: OfferPlace) =>
  toStep(context, "confirmation", token, posted ? 303 : 302);

/** Where the order leads once its call has ended, or as the provider says what became of it. */
async function concludeOrder(place: OfferPlace, cart: Cart, intent: Intent, ended?: Accepted) {
  const { context, token } = place;
  if (ended) underWay.delete(intent.key);
  if (ended?.ok) {
    const { orderId } = ended.data;
    const address = paymentAddressIn(place, ended.data);
    auditOrder(place, "done", intent, orderId);
    const number = orderId ? { orderId } : { orderId: intent.key, isKey: true as const };
    placed(place, cart, { ...number, ...address });
    // The payment page is not a page of the portal, even where the sandbox serves it from this origin.
    return address?.payAt ? redirectDocument(address.payAt, place.posted ? 303 : 302) : toConfirmation(place);
  }
  const known = await endOfOrder(place, intent, ended, cart.ended);
  if (known.end === "refused") throw await refusedOrder(place, intent, known);
  if (known.end === "closed") throw await offerErrorAnswer(place, known.error);
  if (known.end === "paying") {
    if (intent.isPaying) throw await offerErrorAnswer(place, offerErrorIn("OfferPaymentWaitForCapture"));
    // The order button must not reappear until the payment is certain.
    changeCart(context, token, (latest) => ({
      ...latest,
      intent: { ...(latest.intent ?? intent), isPaying: true },
    }));
    return toConfirmation(place);
  }
  if (known.end === "placed") {
    const { summary, state } = known;
    auditOrder(place, "done", intent, summary.orderId);
    placed(place, cart, { orderId: summary.orderId }, true);
    return paymentOf(cart, summary, state) === "open" ? toPaymentPage(place) : toConfirmation(place);
  }
  const mayBeSent = known.mayBeSentAgain && !ended && isOverdue(intent) && !underWay.has(intent.key);
  if (!mayBeSent) return keepWaiting(place, intent);
  // Nobody expects an order of a page that said long ago that it waits no longer: only a press sends it.
  if (isUnknownForLong(intent.startedAt)) return giveUp(place, intent);
  return sendOrder(place, cart, { ...intent, sentAt: Date.now() });
}

/** @param isAnswerLost its answer may name the payment page: what was sent is kept, to be asked for it */
function placed(place: OfferPlace, cart: Cart, ordered: NonNullable<Cart["ordered"]>, isAnswerLost = false) {
  const { context, token } = place;
  keepOrdered(context, token, cart, (latest) => {
    // Another answer to the same order may have named the payment page.
    const known = latest.ordered?.orderId === ordered.orderId ? latest.ordered : undefined;
    // Not this request's own: the provider may have refused that meanwhile, and have placed the next one.
    const intent = isAnswerLost && latest.intent ? { ...latest.intent, isUnknown: false } : undefined;
    // The provider may name an order that follows a reset as the one before.
    const ended = isAnswerLost
      ? latest.ended
      : latest.ended?.filter((one) => one.orderId !== ordered.orderId);
    return { ordered: { ...known, ...ordered }, ended, intent, refusedSteps: undefined };
  });
  leaveEvent(context, token, offerEvent("offerSubmitted", cart.offer.offerUseCase));
}

/** The page of an order whose outcome is not known yet; a post is redirected to it. */
function keepWaiting(place: OfferPlace, { key, startedAt }: Intent, sendAt?: string): Response {
  if (place.posted) return toConfirmation(place);
  throw waitingPage(place, {
    section: "errors.waiting",
    page: "offer-error",
    orderNumber: key,
    self: stepPath(place.context, "confirmation", place.token),
    startedAt,
    sendAt,
  });
}

/** The provider says that nothing was ordered: the summary is open again for the same order, and for nothing else. */
function giveUp(place: OfferPlace, intent: Intent): Response {
  const { context, token } = place;
  changeCart(context, token, (latest) =>
    latest.intent?.key === intent.key && latest.intent.tries === intent.tries
      ? { ...latest, intent: { ...latest.intent, isGivenUp: true } }
      : latest,
  );
  return keepWaiting(place, intent, stepPath(context, "summary", token));
}

/**
 * For the confirmation of an order whose outcome is unknown.
 * @throws the waiting page, or the page of its state
 */
export async function unknownOrder(from: OfferPlace, cart: Cart, intent: Intent): Promise<Response> {
  const place: OfferPlace = { ...from, failure: "order" };
  return concludeOrder(place, cart, intent, await Promise.race([underWay.get(intent.key), tick(undefined)]));
}

/** The summary again, which shows what was refused. */
export const refusedHere = data(null, { status: 422 });

/**
 * A refused order: the step that fixes it, or the page of its state. Where the other half of a double press has sent it
 * once more meanwhile, nothing is known yet, and it goes on waiting.
 */
async function refusedOrder(
  place: OfferPlace,
  intent: Intent,
  { error, next }: OrderEnd & { end: "refused" },
): Promise<unknown> {
  const { context, token, posted } = place;
  const useCase = (await cartOf(context, token))?.offer.offerUseCase;
  const refused = error instanceof FormFieldError ? refusedFields(context, error, useCase) : undefined;
  changeCart(context, token, (latest) => {
    const { intent: current, ordered, refusals = 0 } = latest;
    if (ordered || !endsPost(intent, current, current?.key === intent.key)) return latest;
    return {
      ...latest,
      ...(next === "anotherCall"
        ? { intent: undefined, refusals: refusals + 1 }
        : { intent: { ...intent, tries: 0, isUnknown: false } }),
      refusedSteps: refused?.byStep,
      refusedWords:
        refused && (refused.messages.length > 0 || refused.step === "summary") ? refused.messages : undefined,
    };
  });
  await context.get(sessionContext).flush();
  if (isSent(await cartOf(context, token))) return keepWaiting(place, intent);
  if (next === "anotherCall") auditOrder(place, "refused", intent);
  if (refused) {
    leaveEvent(context, token, failureEvent("order", error.code, useCase));
    if (refused.step === "summary" && posted) return refusedHere;
    return toStep(context, refused.step, token, posted ? 303 : 302);
  }
  // From the waiting page, the retry that its state offers is the order, on the summary.
  const url = new URL(stepPath(context, "summary", token), place.url);
  return offerErrorAnswer({ ...place, url }, error);
}
