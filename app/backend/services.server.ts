import type { PostalAddress } from "#app/domain/address.ts";
import { brandContext, localeContext, type RequestContext } from "#app/middleware/request.server.ts";
import { type ApiResult, orApiError } from "./api-result.server.ts";
import { cached } from "./cached.server.ts";
import { send } from "./client.server.ts";
import {
  type AddressCheck,
  type Consent,
  type IbanCheck,
  type Nationalities,
  serviceCalls,
} from "./contract/services.ts";

const tenMinutes = 10 * 60 * 1000;
const keepNationalities = cached<ApiResult<Nationalities>>(tenMinutes);
const keepConsents = cached<ApiResult<Consent>>(tenMinutes);

/** All nationalities in the page's language, sorted for reading. Kept for ten minutes. */
export function listNationalities(context: RequestContext): Promise<ApiResult<Nationalities>> {
  const key = `${context.get(brandContext).backendEnum} ${context.get(localeContext).locale}`;
  return keepNationalities(key, async () => orApiError(await send(context, serviceCalls.nationalities)));
}

/** Text and version of a consent in the page's language. Kept for ten minutes. */
export function loadConsent(context: RequestContext, id: string): Promise<ApiResult<Consent>> {
  const key = `${id} ${context.get(localeContext).locale}`;
  return keepConsents(key, async () =>
    orApiError(await send(context, serviceCalls.consent, { params: { id } })),
  );
}

/** A check is a courtesy: it leaves half of the time to the call that saves. */
const checkShare = 0.5;

/** Postal check of an address: valid, corrected (one proposal) or a choice of several. */
export async function checkAddress(
  context: RequestContext,
  address: PostalAddress,
): Promise<ApiResult<AddressCheck>> {
  return orApiError(await send(context, serviceCalls.checkAddress, { body: address, share: checkShare }));
}

/** Whether a bank account can be charged; `iban` without blanks. */
export async function checkIban(context: RequestContext, iban: string): Promise<ApiResult<IbanCheck>> {
  return orApiError(await send(context, serviceCalls.checkIban, { body: { iban }, share: checkShare }));
}

/** The bearer token for a login code; lifetime in seconds. */
export async function exchangeCode(
  context: RequestContext,
  code: string,
): Promise<ApiResult<{ token: string; expiresIn: number }>> {
  const result = orApiError(await send(context, serviceCalls.exchangeCode, { query: { code } }));
  return result.ok ? { ok: true, data: result.data.data } : result;
}
