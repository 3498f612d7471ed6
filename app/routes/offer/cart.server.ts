import { randomUUID } from "node:crypto";
import { createContext } from "react-router";
import type { Acceptance, Offer, OfferVerification } from "#app/backend/contract/offer.ts";
import { loadOffer } from "#app/backend/offers.server.ts";
import type { ShownSuggestions } from "#app/forms/address-check.server.ts";
import type { Locale } from "#app/i18n/locale.ts";
import { localeContext, type RequestContext, sessionContext } from "#app/middleware/request.server.ts";

/** What a customer's session remembers of one offer. One per token, so that two tabs with two offers never mix. */
export interface Cart {
  offer: Offer;
  /** The language that the offer's names are in. */
  locale: Locale;
  verification: OfferVerification;
  customer?: Acceptance["customer"];
  /** Proposals of the address check and the input that they answer. */
  addressCheck?: ShownSuggestions;
  /** With the words that the customer read. */
  consents?: (Acceptance["consents"][number] & { text: string })[];
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

/** The cart to the offer of this request, as a guard found it and its page changed it since. */
export const cartContext = createContext<Cart>();

const scope = (token: string) => `offer:${token}`;

/** The customer's cart to this offer; undefined without a cart. */
export function cartOf(context: RequestContext, token: string): Promise<Cart | undefined> {
  return context.get(sessionContext).get<Cart>(scope(token));
}

export function saveCart(context: RequestContext, token: string, cart: Cart): void {
  context.get(sessionContext).set(scope(token), cart);
  context.set(cartContext, cart);
}

/** What a step entered. A changed order is another one: it gets a key of its own. */
export function keepEntered(
  context: RequestContext,
  token: string,
  cart: Cart,
  entered: Partial<Cart>,
): void {
  saveCart(context, token, { ...cart, ...entered, refused: undefined, ...newOrder() });
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
): Promise<Cart | undefined> {
  const cart = await cartOf(context, token);
  if (cart && cart.resetKey !== resetKey) saveCart(context, token, { ...cart, ...newOrder(), resetKey });
  return cart;
}

/** The backend misses data that was there or thought to be: its step is open again. */
export function reopened(cart: Cart, step: "personal-data" | "id-data"): Cart {
  return step === "personal-data"
    ? { ...cart, customer: undefined, verification: { ...cart.verification, personalData: "missing" } }
    : {
        ...cart,
        identification: undefined,
        verification: { ...cart.verification, identificationData: "missing" },
      };
}

/** The freshly loaded offer becomes the cart; what was entered for it before stays. Another offer is another order. */
export async function startCart(
  context: RequestContext,
  token: string,
  loaded: Pick<Cart, "offer" | "verification">,
): Promise<Cart> {
  const known = await cartOf(context, token);
  const same = known && JSON.stringify(known.offer) === JSON.stringify(loaded.offer);
  const { locale } = context.get(localeContext);
  const cart = { ...known, ...loaded, locale, orderKey: same ? known.orderKey : randomUUID() };
  saveCart(context, token, cart);
  return cart;
}

/** The cart with its offer in the language of this page, where the backend has it. */
export async function inPageLanguage(context: RequestContext, token: string, cart: Cart): Promise<Cart> {
  if (cart.locale === context.get(localeContext).locale) return cart;
  const loaded = await loadOffer(context, token);
  if (!loaded.ok) return cart;
  return startCart(context, token, { offer: loaded.data, verification: cart.verification });
}

/** Entered data is needed no longer once the order is paid. */
export function forgetEntered(context: RequestContext, token: string, cart: Cart): void {
  const { customer, consents, identification, payment, addressCheck, refused, ...rest } = cart;
  if (customer ?? consents ?? identification ?? payment ?? addressCheck ?? refused)
    saveCart(context, token, rest);
}

/** A short message for the next page: shown once. */
export type CartNotice =
  | "sessionLost"
  | "stepMissing"
  | "orderChanged"
  | "reset"
  | "noCookies"
  | "consentsUnsaved";

export function leaveNotice(context: RequestContext, token: string, notice: CartNotice): void {
  context.get(sessionContext).set(`notice:${token}`, notice);
}

export async function takeNotice(context: RequestContext, token: string): Promise<CartNotice | undefined> {
  const session = context.get(sessionContext);
  const notice = await session.get<CartNotice>(`notice:${token}`);
  if (notice) session.remove(`notice:${token}`);
  return notice;
}
