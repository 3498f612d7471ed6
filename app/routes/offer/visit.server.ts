import { randomUUID } from "node:crypto";
import type { RouterContextProvider } from "react-router";
import type { Acceptance, Offer, OfferVerification } from "#app/backend/contract/offer.ts";
import type { ShownSuggestions } from "#app/forms/address-check.server.ts";
import { sessionContext } from "#app/middleware/request.server.ts";

type Context = Readonly<RouterContextProvider>;

/** What a customer's session remembers of one offer. One per token, so that two tabs with two offers never mix. */
export interface OfferVisit {
  offer: Offer;
  verification: OfferVerification;
  customer?: Acceptance["customer"];
  /** Proposals of the address check and the input that they answer. */
  addressCheck?: ShownSuggestions;
  consents?: Acceptance["consents"];
  identification?: Acceptance["identification"];
  payment?: Acceptance["payment"];
  /** Idempotency key of the order: the same until an order was refused for good, however often the page is loaded. */
  orderKey: string;
  ordered?: { orderId: string; byPaymentProvider: boolean };
  /** Messages for fields that the backend refused when it was ordered. */
  refused?: Record<string, string>;
}

const scope = (token: string) => `offer:${token}`;

/** The customer's visit to this offer; undefined without a cart. */
export function visitOf(context: Context, token: string): Promise<OfferVisit | undefined> {
  return context.get(sessionContext).get<OfferVisit>(scope(token));
}

export function keepVisit(context: Context, token: string, visit: OfferVisit): void {
  context.get(sessionContext).set(scope(token), visit);
}

/** What a step entered. A changed order is another one: it gets a key of its own. */
export function keepEntered(
  context: Context,
  token: string,
  visit: OfferVisit,
  entered: Partial<OfferVisit>,
): void {
  keepVisit(context, token, { ...visit, ...entered, refused: undefined, orderKey: randomUUID() });
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

/** The freshly loaded offer becomes the cart; what was entered for it before stays. */
export async function startVisit(
  context: Context,
  token: string,
  loaded: Pick<OfferVisit, "offer" | "verification">,
): Promise<OfferVisit> {
  const known = await visitOf(context, token);
  const visit = { orderKey: randomUUID(), ...known, ...loaded };
  keepVisit(context, token, visit);
  return visit;
}

/** Entered data is needed no longer once the order is paid. */
export function forgetEntered(context: Context, token: string, visit: OfferVisit): void {
  const { customer, consents, identification, payment, addressCheck, refused, ...rest } = visit;
  if (customer ?? consents ?? identification ?? payment ?? addressCheck ?? refused)
    keepVisit(context, token, rest);
}

/** A short message for the next page: shown once. */
export type VisitNotice = "sessionLost" | "stepMissing" | "reset";

export function leaveNotice(context: Context, token: string, notice: VisitNotice): void {
  context.get(sessionContext).set(`notice:${token}`, notice);
}

export async function takeNotice(context: Context, token: string): Promise<VisitNotice | undefined> {
  const session = context.get(sessionContext);
  const notice = await session.get<VisitNotice>(`notice:${token}`);
  if (notice) session.remove(`notice:${token}`);
  return notice;
}
