import type { OfferSummary } from "#app/backend/contract/order.ts";
import { type Accepted, loadSummary, verifyOffer } from "#app/backend/offers.server.ts";
import { type PaymentState, paymentStates } from "#app/domain/payment-states.ts";
import { FormFieldError, givesReason, type OfferError, offerErrorIn } from "#app/errors/errors.ts";
import { offerStates } from "#app/errors/offer-states.ts";
import type { RequestContext } from "#app/request/context.server.ts";
import { callHasEnded, evidenceOf } from "./evidence.ts";
import { readAgainWhile } from "./lagging-read.server.ts";
import {
  type Answer,
  type EndOfOffer,
  isEnded,
  type OrderLife,
  type Says,
  type StateOfOrder,
  statesOfOrder,
} from "./order-life.ts";
import { isSent, orderedIn } from "./order-told.ts";

export type Failing = OfferError | FormFieldError;
type Code = Failing["code"];

/** What the provider says of an offer and its order; with what a page shows of it. */
export type OrderRead =
  | { said: Extract<Says, { says: "order" }>; summary: OfferSummary; error?: undefined }
  | { said: Exclude<Says, { says: "order" }>; summary?: undefined; error: Failing };

interface Asked {
  life: OrderLife | undefined;
  /** The payment's state, as the summary and the offer's state say it. */
  paymentOf: (summary: OfferSummary, offerState: Code | undefined) => PaymentState | undefined;
  /** Customers are led here from the payment page, with a payment that reads may not show yet. */
  isAfterPayment?: boolean;
  /** A call that orders has ended: what still says that there is no order may be behind. */
  isAfterCall?: boolean;
}

const isOfOrder = (code: Code): code is StateOfOrder => statesOfOrder.some((one) => one === code);
const isEnd = (code: Code): code is EndOfOffer => code === "OfferCancelled" || code === "OfferExpired";
const closedCodes: readonly Code[] = [
  "Downtime",
  "ReservationRetryDowntime",
  "ReservationRetryLater",
  "ReservationRetryModal",
];

type Failed = Extract<Accepted, { ok: false }>;
type Read<T> = { ok: true; data: T } | Failed;
const isWord = (read: Read<unknown>): boolean =>
  !read.ok && read.failure !== undefined && givesReason(read.failure);

/** Asks for summary and state of an offer, again as long as reads may be behind what is known. */
export async function readOrder(
  { context, token }: { context: RequestContext; token: string },
  asked: Asked,
): Promise<OrderRead> {
  const { life, isAfterPayment, isAfterCall } = asked;
  const isOrderSent = life !== undefined && isSent(life);
  const isPlaced = life !== undefined && orderedIn(life) !== undefined;
  return readAgainWhile(
    context,
    () => readOnce({ context, token }, asked),
    ({ said, error, isBehind }) =>
      isBehind ||
      (isAfterPayment === true && said.says === "order" && said.payment === "open") ||
      (isAfterCall === true && said.says === "open") ||
      (isPlaced && (said.says === "open" || said.says === "absent")) ||
      (life !== undefined && !isOrderSent && life.ended.length > 0 && said.says === "taken") ||
      (isPlaced && said.says === "nothing" && error?.code === "NotFound"),
  );
}

async function readOnce(
  { context, token }: { context: RequestContext; token: string },
  { life, paymentOf }: Asked,
): Promise<OrderRead & { isBehind: boolean }> {
  const isKnown = life !== undefined && isSent(life);
  // Of an order that is known, its summary mostly says all.
  const verifying = isKnown ? undefined : verifyOffer(context, token);
  const read = await loadSummary(context, token);
  const isBehind = read.ok && isEnded(life, read.data);
  if (read.ok && !isBehind) {
    const summary = read.data;
    const ofSummary = paymentOf(summary, undefined);
    const isClear =
      ofSummary !== undefined && (paymentStates[ofSummary].isDone || summary.code !== undefined);
    const offer = isClear ? undefined : await (verifying ?? verifyOffer(context, token));
    const payment = offer && !offer.ok ? paymentOf(summary, offer.error.code) : ofSummary;
    const { orderId, orderedAt } = summary;
    return { said: { says: "order", order: { orderId, orderedAt }, payment }, summary, isBehind };
  }
  const offer = await (verifying ?? verifyOffer(context, token));
  const unread = saidOf(isKnown, read, offer);
  // What is said of the offer beside it is from before, too.
  const isOld = isBehind && unread.said.says === "taken";
  return { ...unread, said: isOld ? { says: "nothing" } : unread.said, isBehind };
}

/** Without a summary that can be read. */
function saidOf(
  isKnown: boolean,
  read: Read<OfferSummary>,
  offer: Read<object>,
): Exclude<OrderRead, { said: { says: "order" } }> {
  const unread = read.ok ? offerErrorIn("OfferSummaryNotLoaded") : read.error;
  const is = (says: Exclude<Says, { says: "order" }>, error: Failing = unread) => ({ said: says, error });
  // About the order itself.
  if (!read.ok && isWord(read)) {
    const { code } = read.error;
    if (isOfOrder(code)) return is({ says: "taken", code, of: "order" });
    if (isEnd(code)) return is({ says: "over", code });
  }
  if (!offer.ok && isWord(offer)) {
    const { error } = offer;
    if (isOfOrder(error.code)) return is({ says: "taken", code: error.code, of: "offer" }, error);
    // An offer whose time is over may have been ordered in time.
    if (isEnd(error.code))
      return is(
        isKnown && error.code === "OfferExpired" ? { says: "state" } : { says: "over", code: error.code },
        error,
      );
  }
  const closed = [offer, read].find((one) => !one.ok && isWord(one) && closedCodes.includes(one.error.code));
  if (closed && !closed.ok) return is({ says: "closed" }, closed.error);
  if (!offer.ok && !read.ok && offer.error.code === "NotFound" && read.error.code === "NotFound")
    return is({ says: "absent" }, offer.error);
  const row =
    !offer.ok && offer.error.code !== "form-field-error" ? offerStates[offer.error.code] : undefined;
  if (offer.ok || row?.redirect) {
    // Of a provider that answers `{}` nobody knows what it would say after an order.
    const isSaid = !offer.ok || Object.keys(offer.data).length > 0;
    const isNone = isWord(read) || (!read.ok && read.error.code === "NotFound");
    return is(!isKnown || (isSaid && isNone) ? { says: "open" } : { says: "nothing" });
  }
  const isClear = row !== undefined && row.status < 500 && (isWord(offer) || !isKnown);
  if (!offer.ok && isClear && offer.error.code !== "NotFound") return is({ says: "state" }, offer.error);
  if (!read.ok && read.error.code === "Unauthorized") return is({ says: "state" }, read.error);
  const failed = !offer.ok && !isKnown && unread.code !== "OfferSummaryNotLoaded" ? offer.error : unread;
  return is({ says: "nothing" }, failed);
}

/** How a call that orders has ended: the provider's words, or what its silence leaves open. */
export function answerOf(
  ended: Accepted,
  {
    pay,
    refused,
  }: {
    pay: (data: Extract<Accepted, { ok: true }>["data"]) => Extract<Answer, { how: "did" }>["pay"];
    refused: (error: FormFieldError) => Pick<Extract<Answer, { how: "refused" }>, "steps" | "words">;
  },
): Answer {
  if (ended.ok) return { how: "did", orderId: ended.data.orderId, pay: pay(ended.data) };
  const { error, failure } = ended;
  if (error.code === "OfferPaymentWaitForCapture") return { how: "ofOrder", code: error.code };
  // Without a call, nothing was sent.
  if (!failure) return { how: "unsent" };
  const isRepeat = failure.isRepeat === true;
  const isOwnWord = givesReason(failure) && !isRepeat;
  if (isOwnWord && closedCodes.includes(error.code)) return { how: "closed" };
  const evidence = evidenceOf(ended);
  if (evidence === "didNot" && error.code !== "Unexpected") {
    if (!givesReason(failure)) return { how: "unsent" };
    // Those of a payment are a refusal: nothing was ordered.
    if (error.code === "OfferConsumed" || error.code === "OfferAbandonedPayment")
      return { how: "ofOrder", code: error.code };
    const isFixable = error instanceof FormFieldError;
    return {
      how: "refused",
      isFixable,
      ...(isFixable ? refused(error) : { steps: {}, words: [] }),
    };
  }
  if (!callHasEnded(failure) || isRepeat) return { how: evidence === "didNot" ? "unsent" : "lost" };
  return { how: "bare" };
}
