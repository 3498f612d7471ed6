import { brandNamed } from "#app/brand/registry.server.ts";
import {
  type CallResult,
  mapFailure,
  type OfferError,
  offerErrorIn,
  offerErrorOf,
  type Result,
} from "#app/errors/errors.ts";
import { offerStateOfCode } from "#app/errors/offer-states.ts";
import { brandContext, type RequestContext } from "#app/request/context.server.ts";
import { send } from "./client.server.ts";
import type { Offer } from "./contract/offer.ts";
import { offerCalls } from "./contract/offer-calls.ts";
import type { Acceptance, AcceptanceAnswer, DeclineReason, PortingCorrection } from "./contract/order.ts";
import { serviceCalls } from "./contract/services.ts";
import { actingPatienceMs } from "./running-calls.server.ts";

const toOfferResult = mapFailure<OfferError>(offerErrorOf);

/** For calls that their page cannot do without: a failure that the backend does not explain becomes the given state. */
async function failAs<T>(
  call: Promise<Result<T>>,
  state: "DocumentsNotLoaded" | "OfferSummaryNotLoaded" | "OfferResetFailed",
): Promise<CallResult<T, OfferError>> {
  const result = await call;
  const answered = await toOfferResult(result);
  if (result.ok || answered.ok) return answered;
  const { failure } = result;
  const { code } = answered.error;
  // The customer has entered nothing that an errors list could refer to.
  if (code !== "Unexpected" && code !== "form-field-error" && failure.kind !== "timeout") return answered;
  const cause = failure.cause ?? failure.status;
  return { ...answered, error: offerErrorIn(state, failure.problem, { ...failure, cause }) };
}

/** The offer behind a Novum id. Errors: every code of specification §8; NotFound also for an id that was used (410). */
export async function offerOfNovum(context: RequestContext, id: string) {
  const result = await send(context, serviceCalls.novumEntry, { query: { id } });
  const answered = await toOfferResult(result);
  if (result.ok || answered.ok || answered.error.code !== "Unexpected") return answered;
  const { failure } = result;
  return failure.status === 410
    ? { ...answered, error: offerErrorIn("NotFound", failure.problem, failure) }
    : answered;
}

/** The state of an offer before it is loaded: which data is still missing. Errors: every code of specification §8. */
export const verifyOffer = (context: RequestContext, id: string) =>
  toOfferResult(send(context, offerCalls.verifyOffer, { params: { id } }));

/** An offer of another of the portals is a mismatch: one brand's offer must not be ordered in another brand's name. */
async function load(
  call: typeof offerCalls.loadOffer,
  context: RequestContext,
  id: string,
): Promise<CallResult<Offer, OfferError>> {
  const answered = await toOfferResult(send(context, call, { params: { id } }));
  if (!answered.ok) return answered;
  const { brand, ...facts } = answered.data;
  const site = brandNamed(brand);
  return !site || site.backendEnum === context.get(brandContext).backendEnum
    ? answered
    : { ok: false, error: offerErrorIn("OfferMismatch", facts) };
}

/**
 * The offer with its products; amounts in euros. Errors: OfferError with any code of specification §8;
 * `OfferMismatch` for an offer of another brand.
 */
export const loadOffer = (context: RequestContext, id: string) => load(offerCalls.loadOffer, context, id);

/** The offer for reading only; this accepts nothing. Errors as for `loadOffer`. */
export const previewOffer = (context: RequestContext, id: string) =>
  load(offerCalls.previewOffer, context, id);

/**
 * Resets a preview to its start; once per idempotency key. Errors: OfferError, `OfferResetFailed` unless the backend
 * gives a reason.
 */
export const resetPreview = (context: RequestContext, id: string, idempotencyKey: string) =>
  failAs(send(context, offerCalls.resetPreview, { params: { id }, idempotencyKey }), "OfferResetFailed");

/** What follows an order that was placed, or why there is none. */
export type Accepted = CallResult<AcceptanceAnswer, OfferError>;

/**
 * Places the order; a second call with the same idempotency key orders nothing. It may take longer than the page
 * (`actingPatienceMs`). Errors: OfferError with any code of specification §8, also of a success that says `step: error`;
 * `OfferPaymentWaitForCapture`, whatever else is said, if the provider has the order; FormFieldError for refused fields.
 */
export async function acceptOffer(
  context: RequestContext,
  id: string,
  body: Acceptance,
  idempotencyKey: string,
): Promise<Accepted> {
  const input = { params: { id }, body, idempotencyKey, patienceMs: actingPatienceMs() };
  const result = await send(context, offerCalls.acceptOffer, input);
  const answered = await toOfferResult(result);
  if (answered.ok) return answered;
  const { problem } = answered.failure ?? {};
  const waits = offerStateOfCode(problem?.code) === "OfferPaymentWaitForCapture";
  return waits ? { ...answered, error: offerErrorIn("OfferPaymentWaitForCapture", problem) } : answered;
}

/**
 * What was ordered and whether it is paid. Errors: OfferError, `OfferSummaryNotLoaded` unless the backend gives a
 * reason.
 * @param share fraction of the page's remaining time that the call may take
 */
export const loadSummary = (context: RequestContext, id: string, share = 1) =>
  failAs(send(context, offerCalls.offerSummary, { params: { id }, share }), "OfferSummaryNotLoaded");

/**
 * A document of the offer as a PDF stream. Errors: OfferError, `DocumentsNotLoaded` unless the backend gives a reason.
 */
export const loadDocument = (context: RequestContext, id: string, itemId: string, type: string) =>
  failAs(send(context, offerCalls.offerDocument, { params: { id, itemId, type } }), "DocumentsNotLoaded");

/**
 * Says no to an open offer; repeating it changes nothing. Errors: OfferError with any code of specification §8,
 * `failure.isMissingCall` where the provider has no such call.
 */
export const declineOffer = (context: RequestContext, id: string, reason: DeclineReason, key: string) =>
  toOfferResult(
    send(context, offerCalls.declineOffer, { params: { id }, body: { reason }, idempotencyKey: key }),
  );

/**
 * Corrects the e-mail address of an order, as the customer has entered it; a second call with the same idempotency key mails
 * nothing. It may take longer than the page (`actingPatienceMs`). Errors: OfferError with any code of specification §8,
 * `failure.isMissingCall` where the provider has no such call; FormFieldError for an address that it refuses.
 */
export const correctEmail = (context: RequestContext, id: string, email: string, idempotencyKey: string) => {
  const body = { email: { value: email, source: "entered" as const } };
  const input = { params: { id }, body, idempotencyKey, patienceMs: actingPatienceMs() };
  return toOfferResult(send(context, offerCalls.correctEmail, input));
};

/**
 * Has the old provider of a number asked again, with what the customer has corrected; a second call with the same idempotency
 * key asks nobody. It may take longer than the page (`actingPatienceMs`). Errors as for `correctEmail`.
 */
export const correctPorting = (
  context: RequestContext,
  id: string,
  body: PortingCorrection,
  idempotencyKey: string,
) => {
  const input = { params: { id }, body, idempotencyKey, patienceMs: actingPatienceMs() };
  return toOfferResult(send(context, offerCalls.correctPorting, input));
};

/**
 * The eSIM of an order, once; without profiles where the provider has said no more than yes. Errors: OfferError with any
 * code of specification §8, `failure.isMissingCall` where the provider has no such call.
 */
export const readEsim = (context: RequestContext, id: string, idempotencyKey: string) =>
  toOfferResult(send(context, offerCalls.readEsim, { params: { id }, idempotencyKey }));

/**
 * A new eSIM in place of the one that was handed out, which stops working; once per idempotency key. It may take longer than the
 * page (`actingPatienceMs`). Errors: OfferError with any code of specification §8, `failure.isMissingCall` where the provider
 * has no such call.
 */
export const replaceEsim = (context: RequestContext, id: string, idempotencyKey: string) => {
  const input = { params: { id }, idempotencyKey, patienceMs: actingPatienceMs() };
  return toOfferResult(send(context, offerCalls.replaceEsim, input));
};

/**
 * Reopens a stuck offer; once per idempotency key. Errors: OfferError, `OfferResetFailed` unless the backend gives a
 * reason.
 */
export const resetOffer = (context: RequestContext, id: string, idempotencyKey: string) =>
  failAs(send(context, offerCalls.resetOffer, { params: { id }, idempotencyKey }), "OfferResetFailed");
