import { type FormFieldError, type IdvError, idvErrorOf } from "#app/errors/errors.ts";
import { localeContext, type RequestContext } from "#app/middleware/request.server.ts";
import type { Result } from "./api-result.server.ts";
import { send } from "./client.server.ts";
import { type Idv, type IdvChoiceAnswer, type IdvMethod, identityCalls } from "./contract/identity.ts";

/** An answer, or the error object of specification §3. */
export type IdvResult<T> = { ok: true; data: T } | { ok: false; error: IdvError | FormFieldError };

function orIdvError<T>(result: Result<T>): IdvResult<T> {
  if (result.ok) return result;
  const { failure } = result;
  return { ok: false, error: idvErrorOf(failure.status, failure.problem, failure) };
}

/** The query of specification §7: the language of the page. */
const languageOf = (context: RequestContext) => ({ language: context.get(localeContext).locale });

/** The status of an identity verification. Errors: every code of specification §8, including final outcomes. */
export async function loadIdv(context: RequestContext, token: string): Promise<IdvResult<Idv>> {
  return orIdvError(
    await send(context, identityCalls.loadIdv, { params: { id: token }, query: languageOf(context) }),
  );
}

/** The methods to choose from, the recommended one first. Errors: every code of specification §8. */
export async function listMethods(context: RequestContext, token: string): Promise<IdvResult<IdvMethod[]>> {
  return orIdvError(await send(context, identityCalls.idvMethods, { params: { id: token } }));
}

/**
 * Chooses a method. With the customer's submission id a second call answers as the first did and chooses nothing.
 * Errors: every code of specification §8; an errors list as FormFieldError; a refusal in words that §8 does not know
 * (the attempt has started meanwhile) as Unexpected with `unknownCode`.
 */
export async function chooseMethod(
  context: RequestContext,
  token: string,
  choice: { method: string; returnUrl: string },
  idempotencyKey: string,
): Promise<IdvResult<IdvChoiceAnswer>> {
  const params = { id: token };
  return orIdvError(
    await send(context, identityCalls.chooseIdvMethod, {
      params,
      query: languageOf(context),
      body: choice,
      idempotencyKey,
    }),
  );
}

/** The coupon for a branch or shop as a PDF stream. */
export async function loadCoupon(
  context: RequestContext,
  token: string,
): Promise<IdvResult<ReadableStream<Uint8Array>>> {
  return orIdvError(
    await send(context, identityCalls.idvCoupon, { params: { id: token }, query: languageOf(context) }),
  );
}

/** Sends the coupon to the customer's e-mail address; once per submission id. */
export async function mailCoupon(
  context: RequestContext,
  token: string,
  idempotencyKey: string,
): Promise<IdvResult<undefined>> {
  return orIdvError(
    await send(context, identityCalls.mailIdvCoupon, {
      params: { id: token },
      query: languageOf(context),
      idempotencyKey,
    }),
  );
}
