import { randomUUID } from "node:crypto";
import { createContext } from "react-router";
import { z } from "zod";
import { acceptance, offer, offerVerification } from "#app/backend/contract/offer.ts";
import { loadOffer } from "#app/backend/offers.server.ts";
import { shownSuggestions } from "#app/forms/address-check.server.ts";
import { fieldError } from "#app/forms/field-errors.server.ts";
import { locales } from "#app/i18n/locale.ts";
import { known, localeContext, type RequestContext, sessionContext } from "#app/middleware/request.server.ts";
import { defineFlash, defineScope } from "#app/session/scope.ts";

const { customer, consents, identification, payment } = acceptance.shape;

/** What a customer's session remembers of one offer. One per token, so that two tabs with two offers never mix. */
const cartSchema = z.object({
  offer,
  /** The language that the offer's names are in. */
  locale: z.enum(locales),
  verification: offerVerification,
  customer,
  addressCheck: shownSuggestions.optional(),
  /** With the words that the customer read. */
  consents: z.array(consents.element.extend({ text: z.string() })).optional(),
  identification,
  payment,
  /** The order as the summary shows it: the same until anything of it changes. Its form carries it as submission id. */
  orderKey: z.string(),
  /** How often this order was refused for good: the next try is another call to the backend. */
  refusals: z.number().optional(),
  /** The reset that opened the offer last. */
  resetKey: z.string().optional(),
  /** With the page of the payment provider, where one comes in between. */
  ordered: z.object({ orderId: z.string(), payAt: z.string().optional() }).optional(),
  /** Fields that the backend refused when it was ordered. */
  refused: z.record(z.string(), fieldError).optional(),
});
export type Cart = z.infer<typeof cartSchema>;
export const cartScope = defineScope("offer", cartSchema, { essential: true });

/** The cart to the offer of this request, as a guard found it and its page changed it since. */
export const cartContext = createContext<Cart>();

/** The customer's cart to this offer; undefined without a cart. */
export function cartOf(context: RequestContext, token: string): Promise<Cart | undefined> {
  return context.get(sessionContext).read(cartScope, token);
}

/** Changes the cart as it is when it is written: what another tab entered meanwhile stays. */
export function changeCart(context: RequestContext, token: string, change: (cart: Cart) => Cart): void {
  context.get(sessionContext).update(cartScope, token, (cart) => cart && change(cart));
  const cart = known(context, cartContext);
  if (cart) context.set(cartContext, change(cart));
}

/** What a step entered. A changed order is another one: it gets a key of its own. One that is placed stays as it is. */
export function keepEntered(context: RequestContext, token: string, entered: Partial<Cart>): void {
  const order = newOrder();
  changeCart(context, token, (cart) =>
    cart.ordered ? cart : { ...cart, ...entered, refused: undefined, ...order },
  );
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
  const order = newOrder();
  changeCart(context, token, (cart) => (cart.resetKey === resetKey ? cart : { ...cart, ...order, resetKey }));
  return cartOf(context, token);
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
  const { locale } = context.get(localeContext);
  const orderKey = randomUUID();
  context.get(sessionContext).update(cartScope, token, (before) => {
    const same = before && JSON.stringify(before.offer) === JSON.stringify(loaded.offer);
    return { ...before, ...loaded, locale, orderKey: same ? before.orderKey : orderKey };
  });
  const cart = (await cartOf(context, token)) as Cart;
  context.set(cartContext, cart);
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
export function forgetEntered(context: RequestContext, token: string): void {
  changeCart(
    context,
    token,
    ({ customer, consents, identification, payment, addressCheck, refused, ...rest }) => rest,
  );
}

/** A short message for the next page of this offer. */
export const cartNotice = defineFlash(
  "offer notice",
  z.enum(["sessionLost", "stepMissing", "orderChanged", "reset", "consentsUnsaved"]),
);
export type CartNotice = z.infer<typeof cartNotice.schema> | "noCookies";

export function leaveNotice(
  context: RequestContext,
  token: string,
  notice: z.infer<typeof cartNotice.schema>,
): void {
  context.get(sessionContext).write(cartNotice, token, notice);
}
