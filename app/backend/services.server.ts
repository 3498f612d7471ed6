import type { RouterContextProvider } from "react-router";
import type { ApiError, FormFieldError } from "#app/domain/errors.ts";
import { apiErrorOf } from "#app/domain/failed-calls.ts";
import { brandContext, localeContext } from "#app/middleware/request.server.ts";
import { type Result, send } from "./client.server.ts";
import type { PostalAddress } from "./contract/common.ts";
import {
  type AddressCheck,
  type Consent,
  type IbanCheck,
  type Nationalities,
  serviceCalls,
} from "./contract/services.ts";
import { remembered } from "./remembered.server.ts";

type Context = Readonly<RouterContextProvider>;

/** An answer, or the generic error of specification §8. */
export type ServiceResult<T> = { ok: true; data: T } | { ok: false; error: ApiError | FormFieldError };

export function orApiError<T>(result: Result<T>): ServiceResult<T> {
  if (result.ok) return result;
  const { status, problem, cause } = result.failure;
  return { ok: false, error: apiErrorOf(status, problem, cause) };
}

const tenMinutes = 10 * 60 * 1000;
const keepNationalities = remembered<ServiceResult<Nationalities>>(tenMinutes);
const keepConsents = remembered<ServiceResult<Consent>>(tenMinutes);

/** All nationalities in the page's language, sorted for reading. Kept for ten minutes. */
export function listNationalities(context: Context): Promise<ServiceResult<Nationalities>> {
  const brand = context.get(brandContext).backendEnum;
  const id = `${brand} ${context.get(localeContext).locale}`;
  return keepNationalities(id, async () =>
    orApiError(await send(context, serviceCalls.nationalities, { params: { brand } })),
  );
}

/** Text and version of a consent in the page's language. Kept for ten minutes. */
export function loadConsent(context: Context, id: string): Promise<ServiceResult<Consent>> {
  const key = `${id} ${context.get(localeContext).locale}`;
  return keepConsents(key, async () =>
    orApiError(await send(context, serviceCalls.consent, { params: { id } })),
  );
}

/** A check is a courtesy: it leaves half of the time to the call that saves. */
const checkShare = 0.5;

/** Postal check of an address: valid, corrected (one proposal) or a choice of several. */
export async function checkAddress(
  context: Context,
  address: PostalAddress,
): Promise<ServiceResult<AddressCheck>> {
  const brand = context.get(brandContext).backendEnum;
  return orApiError(
    await send(context, serviceCalls.checkAddress, { params: { brand }, body: address, share: checkShare }),
  );
}

/** Whether a bank account can be charged; `iban` without blanks. */
export async function checkIban(context: Context, iban: string): Promise<ServiceResult<IbanCheck>> {
  const brand = context.get(brandContext).backendEnum;
  return orApiError(
    await send(context, serviceCalls.checkIban, { params: { brand }, body: { iban }, share: checkShare }),
  );
}

/** The bearer token for a login code; lifetime in seconds. */
export async function exchangeCode(
  context: Context,
  code: string,
): Promise<ServiceResult<{ token: string; expiresIn: number }>> {
  const result = orApiError(await send(context, serviceCalls.exchangeCode, { query: { code } }));
  return result.ok ? { ok: true, data: result.data.data } : result;
}
