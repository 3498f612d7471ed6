import { randomUUID } from "node:crypto";
import type { PostalAddress } from "#app/domain/address.ts";
import { nationalitiesIn } from "#app/domain/nationalities.ts";
import { ApiError, type ApiResult, toApiResult } from "#app/errors/errors.ts";
import { localeContext, type RequestContext } from "#app/request/context.server.ts";
import { cached, keyOf } from "./cached.server.ts";
import { send } from "./client.server.ts";
import { type Abilities, type Consent, type Nationalities, serviceCalls } from "./contract/services.ts";

const late = { ok: false, error: new ApiError("other") } as const;
const cachedNationalities = cached<ApiResult<Nationalities>>(late);
const cachedConsents = cached<ApiResult<Consent>>(late);
const cachedAbilities = cached<ApiResult<Abilities>>(late);

/**
 * The nationalities to choose from, in the page's language; cached for ten minutes. If the call fails, the portal's
 * own list is used, so that a filled-in form is not lost.
 */
export async function listNationalities(context: RequestContext): Promise<Nationalities> {
  const list = await cachedNationalities(keyOf(context), () =>
    toApiResult(send(context, serviceCalls.nationalities)),
  );
  return list.ok ? list.data : nationalitiesIn(context.get(localeContext).locale);
}

/**
 * Text and version of a consent in the page's language, cached for ten minutes. Errors: ApiError; `other` if it takes
 * too long.
 */
export function loadConsent(context: RequestContext, id: string): Promise<ApiResult<Consent>> {
  return cachedConsents(keyOf(context, id), () =>
    toApiResult(send(context, serviceCalls.consent, { params: { id } })),
  );
}

const noAbilities: Abilities = { newLink: false };

/**
 * What the provider does beyond specification §7; cached for ten minutes. Nothing, where it cannot say so or has no such
 * call.
 */
export async function loadAbilities(context: RequestContext): Promise<Abilities> {
  const asked = await cachedAbilities(keyOf(context), async () => {
    const answer = await toApiResult(send(context, serviceCalls.abilities));
    return !answer.ok && answer.failure?.isMissingCall ? { ok: true, data: noAbilities } : answer;
  });
  return asked.ok ? asked.data : noAbilities;
}

/**
 * Has a new link sent to the address that had the first one; the answer does not say whether one is sent. Errors: ApiError,
 * `failure.isMissingCall` where the provider has no such call.
 * @param url the page that the link opens
 */
export const sendNewLink = (context: RequestContext, id: string, url: string, key: string) =>
  toApiResult(
    send(context, serviceCalls.sendNewLink, { params: { id }, body: { url }, idempotencyKey: key }),
  );

/**
 * The consents behind the token of any of a customer's links. Takes half of the page's remaining time at most. Errors:
 * ApiError, `failure.isMissingCall` where the provider has no such call.
 */
export const loadGivenConsents = (context: RequestContext, id: string) =>
  toApiResult(send(context, serviceCalls.givenConsents, { params: { id }, share: 0.5 }));

/** A check may take half of the page's time; the other half is left to the call that saves. */
const checkShare = 0.5;
/** Every POST has a key, so that a proxy that repeats it causes no second effect. */
const onceOnly = () => ({ idempotencyKey: randomUUID() });

/**
 * Postal check of an address: valid, corrected (one suggestion) or a choice of several. Takes half of the page's
 * remaining time at most. Errors: ApiError, FormFieldError.
 */
export const validateAddress = (context: RequestContext, body: PostalAddress) =>
  toApiResult(send(context, serviceCalls.checkAddress, { body, share: checkShare, ...onceOnly() }));

/**
 * Whether a bank account can be charged; `iban` without spaces. Takes half of the page's remaining time at most.
 * Errors: ApiError, FormFieldError.
 */
export const validateIban = (context: RequestContext, iban: string) =>
  toApiResult(send(context, serviceCalls.checkIban, { body: { iban }, share: checkShare, ...onceOnly() }));

/** Exchanges a login code for a bearer token, whose lifetime is in seconds. Errors: ApiError, FormFieldError. */
export const exchangeCode = (context: RequestContext, code: string) =>
  toApiResult(send(context, serviceCalls.exchangeCode, { query: { code } }));
