import { config } from "#app/config.server.ts";
import { type FormFieldError, type OfferError, offerErrorIn, offerErrorOf } from "#app/errors/errors.ts";
import type { RequestContext } from "#app/middleware/request.server.ts";
import type { Result } from "./api-result.server.ts";
import { send } from "./client.server.ts";
import {
  type Acceptance,
  type AcceptanceAnswer,
  type DocumentType,
  type Offer,
  type OfferSummary,
  type OfferVerification,
  offerCalls,
} from "./contract/offer.ts";

/** An answer, or the error object of specification §3. */
export type OfferResult<T> = { ok: true; data: T } | { ok: false; error: OfferError | FormFieldError };

function orOfferError<T>(result: Result<T>): OfferResult<T> {
  if (result.ok) return result;
  const { failure } = result;
  return { ok: false, error: offerErrorOf(failure.status, failure.problem, failure) };
}

/** How an answer that a page cannot do without fails: in the backend's own words, else in the state given. */
function orState<T>(
  result: Result<T>,
  state: "DocumentsNotLoaded" | "OfferSummaryNotLoaded" | "OfferResetFailed",
): OfferResult<T> {
  if (result.ok) return result;
  const answered = orOfferError<T>(result);
  const { failure } = result;
  const unclear = !answered.ok && "code" in answered.error && answered.error.code === "Unexpected";
  if (!unclear && (failure.kind === "answer" || failure.kind === "unavailable")) return answered;
  const cause = failure.cause ?? failure.status;
  return { ok: false, error: offerErrorIn(state, failure.problem, { ...failure, cause }) };
}

/** The state of an offer before it is loaded: which data is still missing. Errors: every code of specification §8. */
export async function verifyOffer(
  context: RequestContext,
  token: string,
): Promise<OfferResult<OfferVerification>> {
  return orOfferError(await send(context, offerCalls.verifyOffer, { params: { id: token } }));
}

/** The offer with its products; amounts in euros. Errors: every code of specification §8. */
export async function loadOffer(context: RequestContext, token: string): Promise<OfferResult<Offer>> {
  return orOfferError(await send(context, offerCalls.loadOffer, { params: { id: token } }));
}

/** The offer for reading only; nothing is accepted by it. Errors: every code of specification §8. */
export async function previewOffer(context: RequestContext, token: string): Promise<OfferResult<Offer>> {
  return orOfferError(await send(context, offerCalls.previewOffer, { params: { id: token } }));
}

/** Puts a preview back to its start. Errors: OfferResetFailed where the backend does not say why. */
export async function resetPreview(
  context: RequestContext,
  token: string,
  idempotencyKey: string,
): Promise<OfferResult<undefined>> {
  return orState(
    await send(context, offerCalls.resetPreview, { params: { id: token }, idempotencyKey }),
    "OfferResetFailed",
  );
}

/**
 * The end of an order's call: what the provider answered, or an error and what it says of the order. `isDefinite`:
 * nothing was ordered; `isAnswer`: the call has ended with an answer, so that it cannot order any more.
 */
export type Accepted =
  | { ok: true; data: AcceptanceAnswer }
  | { ok: false; error: OfferError | FormFieldError; isDefinite: boolean; isAnswer: boolean };

/** Refusals with a status that a proxy, an overload or a lost offer may have as well say nothing of the order. */
const vagueStatus = new Set([404, 408, 425, 429]);

/** An order may take as long as so many pages: the one that waits for it gives up long before. */
const acceptPatience = 3;

/**
 * The order. With the customer's submission id a second call answers as the first did and orders nothing.
 * Errors: every code of specification §8; an errors list as FormFieldError.
 */
export async function acceptOffer(
  context: RequestContext,
  token: string,
  body: Acceptance,
  idempotencyKey: string,
): Promise<Accepted> {
  const result = await send(context, offerCalls.acceptOffer, {
    params: { id: token },
    body,
    idempotencyKey,
    patienceMs: acceptPatience * config().pageDeadlineMs,
  });
  const answered = orOfferError(result);
  if (answered.ok || result.ok) return answered as Accepted & { ok: true };
  const { kind, status = 0 } = result.failure;
  const isRefusal = status >= 400 && status < 500 && !vagueStatus.has(status);
  const isDefinite = kind === "unavailable" || (isRefusal && answered.error.code !== "Unexpected");
  return { ...answered, isDefinite, isAnswer: kind === "answer" || kind === "unreadable" };
}

/** What was ordered and whether it is paid. Fails as OfferSummaryNotLoaded where the backend says nothing itself. */
export async function loadSummary(
  context: RequestContext,
  token: string,
): Promise<OfferResult<OfferSummary>> {
  return orState(
    await send(context, offerCalls.offerSummary, { params: { id: token } }),
    "OfferSummaryNotLoaded",
  );
}

/** A document of the offer as a PDF stream. Fails as DocumentsNotLoaded. */
export async function loadDocument(
  context: RequestContext,
  token: string,
  itemId: string,
  type: DocumentType,
): Promise<OfferResult<ReadableStream<Uint8Array>>> {
  const result = await send(context, offerCalls.offerDocument, { params: { id: token, itemId, type } });
  return orState(result, "DocumentsNotLoaded");
}

/** Opens a stuck offer again. Fails as OfferResetFailed where the backend says nothing itself. */
export async function resetOffer(
  context: RequestContext,
  token: string,
  idempotencyKey: string,
): Promise<OfferResult<undefined>> {
  return orState(
    await send(context, offerCalls.resetOffer, { params: { id: token }, idempotencyKey }),
    "OfferResetFailed",
  );
}
