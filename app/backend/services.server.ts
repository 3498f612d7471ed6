import { config } from "#app/config.server.ts";
import type { PostalAddress } from "#app/domain/address.ts";
import { nationalitiesIn } from "#app/domain/nationalities.ts";
import { ApiError } from "#app/errors/errors.ts";
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
/** Pages do without these rather than wait: a quarter of their time, then for a while not at all. */
const optional = {
  maxAgeMs: tenMinutes,
  waitMs: () => config().pageDeadlineMs / 4,
  late: { ok: false, error: new ApiError("other") },
} as const;
const keepNationalities = cached<ApiResult<Nationalities>>(optional);
const keepConsents = cached<ApiResult<Consent>>(optional);

/**
 * All nationalities in the page's language, sorted for reading. Kept for ten minutes. Without an answer it is a list of
 * our own: nobody loses a filled form because the provider's is away.
 */
export async function listNationalities(context: RequestContext): Promise<Nationalities> {
  const { locale } = context.get(localeContext);
  const key = `${context.get(brandContext).backendEnum} ${locale}`;
  const list = await keepNationalities(key, async () =>
    orApiError(await send(context, serviceCalls.nationalities)),
  );
  return list.ok ? list.data : nationalitiesIn(locale);
}

/** Text and version of a consent in the page's language. Kept for ten minutes; an error where it takes too long. */
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
