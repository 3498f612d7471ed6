import type { OfferSummary } from "#app/backend/contract/order.ts";
import { type Accepted, loadSummary, verifyOffer } from "#app/backend/offers.server.ts";
import { type FormFieldError, givesReason, type OfferError, offerErrorIn } from "#app/errors/errors.ts";
import { offerStates } from "#app/errors/offer-states.ts";
import type { RequestContext } from "#app/request/context.server.ts";
import { evidenceOf } from "./evidence.ts";
import { readAgainWhile } from "./lagging-read.server.ts";

type Offer = { context: RequestContext; token: string };
type Failing = OfferError | FormFieldError;
type Refused = Accepted & { ok: false };
/** `isPaying`: the provider has accepted it and waits for the payment. */
type Attempt = { tries: number; isPaying?: boolean | undefined };

/** An order that a reset has ended, as its summary named it; without a time, by its number alone. */
export interface EndedOrder {
  orderId: string;
  orderedAt?: string | undefined;
}

/** What is known of an order after an attempt to place it, or on looking again (decision 0126). */
export type OrderEnd =
  /** `state`: what the offer's verification says beside the summary. */
  | { end: "placed"; summary: OfferSummary; state: Failing["code"] | undefined }
  /** The provider has it, whose payment is not certain yet. */
  | { end: "paying" }
  /** Nothing was ordered. For the provider, another press is another call after its own words, else the same one again. */
  | { end: "refused"; error: Failing; next: "anotherCall" | "sameCall" }
  /** The offer can no longer be ordered, and not because of this order. */
  | { end: "closed"; error: Failing }
  | { end: "unknown"; mayBeSentAgain: boolean };

/** What is said of an offer: whether it can be ordered, or is in another state that is clear, in the provider's words. */
export async function askOffer({ context, token }: Offer) {
  const state = await verifyOffer(context, token);
  const error = state.ok ? undefined : state.error;
  const row = error && error.code !== "form-field-error" ? offerStates[error.code] : undefined;
  const isClear = row !== undefined && row.status < 500;
  const isWord = !state.ok && state.failure !== undefined && givesReason(state.failure);
  /** Of a provider that answers `{}` nobody knows what it would say after an order. */
  const isSaid = !state.ok || Object.keys(state.data).length > 0;
  return { error, isOpen: !error || row?.redirect !== undefined, isSaid, isClear, isWord };
}

/**
 * The summary of an offer's order. One that still names an order that a reset has ended lags behind: it says nothing of
 * the offer as it is (decision 0126). Errors: as for `loadSummary`.
 */
export async function readOrder({ context, token }: Offer, ended: EndedOrder[] = []) {
  const summary = await loadSummary(context, token);
  const isEnded = ({ orderId, orderedAt }: EndedOrder) =>
    summary.ok &&
    orderId === summary.data.orderId &&
    (orderedAt === undefined || orderedAt === summary.data.orderedAt);
  if (!ended.some(isEnded)) return { ...summary, lags: false };
  return { ok: false, error: offerErrorIn("OfferSummaryNotLoaded"), failure: undefined, lags: true } as const;
}

/** In the provider's words, the offer has no order. */
export const isNoOrder = (summary: Awaited<ReturnType<typeof readOrder>>): boolean =>
  !summary.ok && summary.failure !== undefined && givesReason(summary.failure);

/** The provider is asked even about a code that specification §8 does not list. */
export const isRefusedOrder = (ended: Accepted, { tries }: Attempt): boolean =>
  !ended.ok && evidenceOf(ended, tries > 1) === "didNot" && ended.error.code !== "Unexpected";

/**
 * @param failed how its call ended; without it, the call may still be under way
 * @param ended what resets have ended of this offer
 */
export async function endOfOrder(
  offer: Offer,
  attempt: Attempt,
  failed?: Refused,
  ended?: EndedOrder[],
): Promise<OrderEnd> {
  const { tries, isPaying } = attempt;
  if (failed?.error.code === "OfferPaymentWaitForCapture") return { end: "paying" };
  if (failed && isRefusedOrder(failed, attempt))
    return { end: "refused", error: failed.error, next: "anotherCall" };
  const isEnded = failed && !isPaying && evidenceOf(failed, tries > 1) !== "pending";
  const isWord = failed?.failure && givesReason(failed.failure) && failed.error.code !== "Unexpected";
  const { error, isOpen, isSaid, isClear, summary } = await readAgainWhile(
    offer.context,
    async () => ({ ...(await askOffer(offer)), summary: await readOrder(offer, ended) }),
    // Nobody said that it was not ordered: what says so now may lag behind. So does one of two reads that differ.
    ({ error, isOpen, summary }) =>
      summary.lags ||
      (isEnded === true && !isWord && isOpen && !summary.ok) ||
      (error?.code === "OfferConsumed" && isNoOrder(summary)),
  );
  const state = error?.code;
  if (isPaying && (summary.ok ? !summary.data.paid : isOpen)) return { end: "paying" };
  if (summary.ok) return { end: "placed", summary: summary.data, state };
  // Neither the first attempt nor this check finds the offer: nothing can have been ordered.
  const isNotFound = [failed?.error, error, summary.error].every((each) => each?.code === "NotFound");
  if (isEnded && !summary.lags && ((isOpen && isSaid) || (isNotFound && tries === 1))) {
    return { end: "refused", error: failed.error, next: isWord && tries > 1 ? "anotherCall" : "sameCall" };
  }
  if (isOpen || state === "OfferAbandonedPayment") return { end: "unknown", mayBeSentAgain: true };
  if (summary.lags) return { end: "unknown", mayBeSentAgain: false };
  // Taken, perhaps by this order: only the summary says which.
  const isOurs = state === "OfferConsumed" && !isNoOrder(summary);
  if (error && isClear && state !== "NotFound" && !isOurs) return { end: "closed", error };
  return { end: "unknown", mayBeSentAgain: false };
}
