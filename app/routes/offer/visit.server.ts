import { randomUUID } from "node:crypto";
import type { Acceptance, Offer, OfferVerification } from "#app/backend/contract/offer.ts";
import { loadOffer } from "#app/backend/offers.server.ts";
import type { ShownSuggestions } from "#app/forms/address-check.server.ts";
import type { Locale } from "#app/i18n/locale.ts";
import { localeContext, type RequestContext, sessionContext } from "#app/middleware/request.server.ts";

/** What a customer's session remembers of one offer. One per token, so that two tabs with two offers never mix. */
export interface OfferVisit {
  offer: Offer;
  /** The language that the offer's names are in. */
  locale: Locale;
  verification: OfferVerification;
  customer?: Acceptance["customer"];
  /** Proposals of the address check and the input that they answer. */
  addressCheck?: ShownSuggestions;
  consents?: Acceptance["consents"];
  identification?: Acceptance["identification"];
  payment?: Acceptance["payment"];
  /** The order as the summary shows it: the same until anything of it changes. Its form carries it as submission id. */
  orderKey: string;
  /** How often this order was refused for good: the next try is another call to the backend. */
  refusals?: number;
  /** The reset that opened the offer last. */
  resetKey?: string;
  ordered?: {
    orderId: string;
    /** The page of the payment provider, where one comes in between. */
    payAt?: string;
  };
  /** Messages for fields that the backend refused when it was ordered. */
  refused?: Record<string, string>;
}

const scope = (token: string) => `offer:${token}`;

/** The customer's visit to this offer; undefined without a cart. */
export function visitOf(context: RequestContext, token: string): Promise<OfferVisit | undefined> {
  return context.get(sessionContext).get<OfferVisit>(scope(token));
}

export function keepVisit(context: RequestContext, token: string, visit: OfferVisit): void {
  context.get(sessionContext).set(scope(token), visit);
}

/** What a step entered. A changed order is another one: it gets a key of its own. */
export function keepEntered(
  context: RequestContext,
  token: string,
  visit: OfferVisit,
  entered: Partial<OfferVisit>,
): void {
  keepVisit(context, token, { ...visit, ...entered, refused: undefined, ...newOrder() });
}

/** An order that has not been sent yet. */
const newOrder = () => ({ orderKey: randomUUID(), refusals: undefined, ordered: undefined });

/**
 * The offer was opened again: whatever was ordered from here is void, what was entered stays. The same reset once more
 * changes nothing: what is ordered now was ordered after it.
 */
export async function forgetOrder(
  context: RequestContext,
  token: string,
  resetKey: string,
): Promise<OfferVisit | undefined> {
  const visit = await visitOf(context, token);
  if (visit && visit.resetKey !== resetKey) keepVisit(context, token, { ...visit, ...newOrder(), resetKey });
  return visit;
}

/** The backend misses data that was there or thought to be: its step is open again. */
export function reopened(visit: OfferVisit, step: "personal-data" | "id-data"): OfferVisit {
  return step === "personal-data"
    ? { ...visit, customer: undefined, verification: { ...visit.verification, personalData: "missing" } }
    : {
        ...visit,
        identification: undefined,
        verification: { ...visit.verification, identificationData: "missing" },
      };
}

/** The freshly loaded offer becomes the cart; what was entered for it before stays. Another offer is another order. */
export async function startVisit(
  context: RequestContext,
  token: string,
  loaded: Pick<OfferVisit, "offer" | "verification">,
): Promise<OfferVisit> {
  const known = await visitOf(context, token);
  const same = known && JSON.stringify(known.offer) === JSON.stringify(loaded.offer);
  const { locale } = context.get(localeContext);
  const visit = { ...known, ...loaded, locale, orderKey: same ? known.orderKey : randomUUID() };
  keepVisit(context, token, visit);
  return visit;
}

/** The visit with its offer in the language of this page, where the backend has it. */
export async function inPageLanguage(
  context: RequestContext,
  token: string,
  visit: OfferVisit,
): Promise<OfferVisit> {
  if (visit.locale === context.get(localeContext).locale) return visit;
  const loaded = await loadOffer(context, token);
  if (!loaded.ok) return visit;
  return startVisit(context, token, { offer: loaded.data, verification: visit.verification });
}

/** Entered data is needed no longer once the order is paid. */
export function forgetEntered(context: RequestContext, token: string, visit: OfferVisit): void {
  const { customer, consents, identification, payment, addressCheck, refused, ...rest } = visit;
  if (customer ?? consents ?? identification ?? payment ?? addressCheck ?? refused)
    keepVisit(context, token, rest);
}

/** A short message for the next page: shown once. */
export type VisitNotice = "sessionLost" | "stepMissing" | "orderChanged" | "reset" | "noCookies";

export function leaveNotice(context: RequestContext, token: string, notice: VisitNotice): void {
  context.get(sessionContext).set(`notice:${token}`, notice);
}

export async function takeNotice(context: RequestContext, token: string): Promise<VisitNotice | undefined> {
  const session = context.get(sessionContext);
  const notice = await session.get<VisitNotice>(`notice:${token}`);
  if (notice) session.remove(`notice:${token}`);
  return notice;
}
