import { type CallResult, type IdvError, idvErrorOf, mapFailure } from "#app/errors/errors.ts";
import { localeContext, type RequestContext } from "#app/request/context.server.ts";
import { send } from "./client.server.ts";
import { type Idv, type IdvMethod, identityCalls } from "./contract/identity.ts";

export type IdvResult<T> = CallResult<T, IdvError>;
const toIdvResult = mapFailure<IdvError>(idvErrorOf);

/** Path and query of a verification's calls (specification §7): its id, and the language of the page. */
const of = (context: RequestContext, id: string) => ({
  params: { id },
  query: { language: context.get(localeContext).locale },
});

/**
 * The status of an identity verification. Errors: IdvError with any code of specification §8, including final outcomes.
 * @param share fraction of the page's remaining time that the call may take
 */
export const loadIdv = (context: RequestContext, token: string, share = 1) =>
  toIdvResult(send(context, identityCalls.loadIdv, { ...of(context, token), share }));

/** The instant until which customers can identify themselves; a coupon has its own. */
export const deadlineOf = ({ coupon, validUntil }: Idv) => coupon?.validUntil ?? validUntil;

/** The methods to choose from, the recommended one first. Errors: IdvError with any code of specification §8. */
export const listMethods = (context: RequestContext, token: string): Promise<IdvResult<IdvMethod[]>> =>
  toIdvResult(send(context, identityCalls.idvMethods, { params: { id: token } }));

/**
 * Chooses a method. A second call with the same submission id gets the first one's response and chooses nothing.
 *
 * Errors: IdvError with any code of specification §8, and Unexpected with `unknownCode` for a code that §8 does not
 * list (the attempt has started meanwhile); FormFieldError for an errors list.
 */
export function chooseMethod(
  context: RequestContext,
  token: string,
  body: { method: string; returnUrl: string },
  idempotencyKey: string,
) {
  const input = { ...of(context, token), body, idempotencyKey };
  return toIdvResult(send(context, identityCalls.chooseIdvMethod, input));
}

/** The coupon for a branch or shop as a PDF stream. Errors: IdvError with any code of specification §8. */
export const loadCoupon = (context: RequestContext, token: string) =>
  toIdvResult(send(context, identityCalls.idvCoupon, of(context, token)));

/**
 * Sends the coupon to the customer's e-mail address, once per submission id. Errors: IdvError with any code of
 * specification §8.
 */
export const mailCoupon = (context: RequestContext, token: string, idempotencyKey: string) =>
  toIdvResult(send(context, identityCalls.mailIdvCoupon, { ...of(context, token), idempotencyKey }));
