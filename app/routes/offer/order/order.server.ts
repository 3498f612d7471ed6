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
import { actor, audit } from "#app/outcome/audit.server.ts";
import { answerOf, type Failing, type OrderRead } from "#app/outcome/order.server.ts";
import {
  type Answer,
  clockOf,
  mayBeSent,
  nextOfOrder,
  type OrderEvent,
  type Underway,
} from "#app/outcome/order-life.ts";
import { payAtOf } from "#app/outcome/order-told.ts";
import { waitingPage } from "#app/outcome/waiting-page.server.ts";
import { config } from "#app/platform/config.server.ts";
import { localeContext, sessionContext } from "#app/request/context.server.ts";
import { returnUrl } from "#app/shell/provider-url.server.ts";
import { leaveEvent, offerEvent } from "#app/tracking/offer-events.server.ts";
import {
  type Cart,
  cartOf,
  happens,
  isOrderKey,
  keepNeededDocuments,
  reloadedCart,
} from "../cart/cart.server.ts";
import { leaveNotice } from "../cart/cart-notice.server.ts";
import {
  documentError,
  type OfferPlace,
  offerErrorAnswer,
  toUnknownReset,
} from "../cart/error-answer.server.ts";
import { stepPath, toStep } from "../cart/journey.server.ts";
import { clockOfOrder, readFor, standingOf } from "../cart/known-order.server.ts";
import { refusedFields } from "../cart/refused-fields.server.ts";
import { payIn, toPaymentPage } from "./payment-state.server.ts";

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
  if (payAtOf(cart.order) === undefined || posted.get("submissionId") !== cart.order.shown) return undefined;
  return cart.order.is === "resetting" ? toUnknownReset(place) : toPaymentPage(place);
}

/**
 * Places the order and redirects. Customers must have seen what they order: if the order changed after the form was
 * rendered, for example in a second tab, the summary is shown first. A script may send an id of its own, or none.
 *
 * The order is stored before it is sent (decision 0126).
 * @param read what the provider has just said
 */
export async function placeOrder(
  from: OfferPlace,
  cart: Cart,
  posted: FormData,
  read: OrderRead,
): Promise<Response> {
  const place: OfferPlace = { ...from, failure: "order" };
  const { context, token } = place;
  const shown = submissionIdOf(posted);
  if (shown !== cart.order.shown && isOrderKey(shown)) {
    leaveNotice(context, token, "orderChanged");
    return toStep(context, "summary", token, 303);
  }
  const { told } = standingOf(cart, read);
  const pressed: OrderEvent = {
    event: "pressed",
    body: bodyOf(place, cart),
    now: Date.now(),
    says: read.said,
    clock: clockOfOrder(cart),
  };
  const answer = await storeAndSend(place, pressed);
  if (answer) return answer;
  // Nothing was sent: the provider is closed, or its order is under way.
  if (read.error && told.tells === "closed") throw await offerErrorAnswer(place, read.error);
  return toConfirmation(place);
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

function callOf({ context, token }: OfferPlace, { key, body }: Underway): Promise<Accepted> {
  const call = underWay.get(key) ?? acceptOffer(context, token, body, key);
  underWay.set(key, call);
  return call;
}

/**
 * A press, or a look at what was sent: stored first, then sent, if that is what follows.
 * @returns where it leads; nothing if nothing is to be sent
 */
export async function storeAndSend(place: OfferPlace, event: OrderEvent): Promise<Response | undefined> {
  const { context, token } = place;
  const session = context.get(sessionContext);
  const happened = happens(context, token, event);
  // What a failing store means is said here.
  session.settle();
  const isStored = await session.flush();
  const { next } = happened;
  if (next?.does !== "storeAndSend") return undefined;
  const { life } = next;
  const isInTime = isStored && clockOf(life, Date.now(), config().pageDeadlineMs / 2) === "soon";
  const stored = nextOfOrder(life, { event: "stored", isInTime });
  // It may have been stored all the same: it is not said that nothing was sent.
  if (stored.does !== "send") throw pageOfWait(place, life);
  return concludeOrder(place, life, await whilePageWaits(context, callOf(place, life)));
}

const auditOrder = (
  { context }: OfferPlace,
  outcome: "done" | "waiting" | "refused",
  { key }: Pick<Underway, "key">,
  orderId?: string,
) => audit({ audit: "order", outcome, ...actor(context) }, [orderId, key, shortReference(key)]);

const toConfirmation = ({ context, token, posted }: OfferPlace) =>
  toStep(context, "confirmation", token, posted ? 303 : 302);

/** Where the order leads once its call has ended, or as the provider says what became of it. */
async function concludeOrder(
  place: OfferPlace,
  sent: Underway,
  ended: Accepted | undefined,
): Promise<Response> {
  const { context, token } = place;
  const session = context.get(sessionContext);
  const call = { shown: sent.shown, key: sent.key, presses: sent.presses };
  const now = Date.now();
  if (ended) underWay.delete(sent.key);
  const answer: Answer = ended ? wordsOf(place, await offerKindOf(place), ended) : { how: "lost" };
  const happened = happens(context, token, { event: "answered", call, answer, now });
  if (answer.how === "did") {
    auditOrder(place, "done", sent, answer.orderId);
    leaveEvent(context, token, offerEvent("offerSubmitted", await offerKindOf(place)));
    // The payment page is not a page of the portal, even where the sandbox serves it from this origin.
    return answer.pay.at === "page"
      ? redirectDocument(answer.pay.url, place.posted ? 303 : 302)
      : toConfirmation(place);
  }
  await session.flush();
  // What other requests have learnt meanwhile decides.
  session.reread();
  const { next } = happened;
  if (next?.does === "refuse" && ended && !ended.ok) throw await refusedOrder(place, sent, ended.error);
  if (sent.presses === 1 && place.posted) auditOrder(place, "waiting", sent);
  if (next?.does === "tellOfOrder" && ended && !ended.ok) {
    const cart = await cartOf(context, token);
    const { told } = standingOf(cart, await readFor(place, cart));
    // What reads do not show, or not yet, the provider has said all the same.
    if (told.tells === "goOn") throw await offerErrorAnswer(onSummary(place), ended.error);
  }
  if (!ended || next?.does !== "ask") return toConfirmation(place);
  const read = await readFor(place, await cartOf(context, token), { isAfterCall: answer.how === "bare" });
  const asked = happens(context, token, { event: "asked", call, says: read.said, after: answer.how, now });
  await session.flush();
  session.reread();
  if (asked.next?.does === "refuse" && !ended.ok) throw await refusedOrder(place, sent, ended.error);
  const known = asked.next?.life;
  if (known?.is === "ordered" && read.summary) {
    auditOrder(place, "done", sent, known.orderId);
    leaveEvent(context, token, offerEvent("offerSubmitted", read.summary.offerUseCase));
    // Where it is paid, only the same call says: it counts as one more.
    if (read.said.payment === "open" && mayBeSent(sent)) return toPaymentPage(place);
  }
  return toConfirmation(place);
}

const offerKindOf = async ({ context, token }: OfferPlace) =>
  (await cartOf(context, token))?.offer.offerUseCase;

/** What an answer says, with what a form shows of a refusal. */
const wordsOf = (place: OfferPlace, useCase: string | undefined, ended: Accepted): Answer =>
  answerOf(ended, {
    pay: (data) => payIn(place, data),
    refused(error) {
      const { byStep, messages } = refusedFields(place.context, error, useCase);
      return { steps: byStep, words: messages };
    },
  });

/** A call of this process that has ended since its page stopped waiting. */
export async function endedSince(place: OfferPlace, cart: Cart): Promise<Response | undefined> {
  const { order } = cart;
  if (order.is !== "pressed" && order.is !== "sent") return undefined;
  const ended = await Promise.race([underWay.get(order.key), tick(undefined)]);
  return ended && concludeOrder(place, order, ended);
}

/** Whether this process still waits for the call. */
export const isRunning = ({ order }: Cart): boolean => "key" in order && underWay.has(order.key);

/** The page of an order whose end is unknown. */
export function pageOfWait(place: OfferPlace, life: Underway, isToPress = false) {
  return waitingPage(place, {
    section: "errors.waiting",
    page: "offer-error",
    orderNumber: life.key,
    self: stepPath(place.context, "confirmation", place.token),
    startedAt: life.startedAt,
    sendAt: isToPress ? stepPath(place.context, "summary", place.token) : undefined,
  });
}

/** The summary again, which shows what was refused. */
export const refusedHere = data(null, { status: 422 });

/** A refused order: the step that fixes it, or the page of its state. */
async function refusedOrder(place: OfferPlace, sent: Underway, error: Failing): Promise<unknown> {
  const { context, token, posted } = place;
  const useCase = await offerKindOf(place);
  auditOrder(place, "refused", sent);
  if (error instanceof FormFieldError) {
    const { step } = refusedFields(context, error, useCase);
    leaveEvent(context, token, failureEvent("order", error.code, useCase));
    if (step === "summary" && posted) return refusedHere;
    return toStep(context, step, token, posted ? 303 : 302);
  }
  return offerErrorAnswer(onSummary(place), error);
}

/** From the waiting page, the retry that a state offers is the order, on the summary. */
const onSummary = (place: OfferPlace): OfferPlace => ({
  ...place,
  url: new URL(stepPath(place.context, "summary", place.token), place.url),
});
