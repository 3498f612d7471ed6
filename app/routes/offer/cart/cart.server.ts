import { randomUUID } from "node:crypto";
import { createContext } from "react-router";
import { z } from "zod";
import { knownVerification, type Offer, type OfferDocument, offer } from "#app/backend/contract/offer.ts";
import { acceptance } from "#app/backend/contract/order.ts";
import { loadOffer } from "#app/backend/offers.server.ts";
import { namesOf } from "#app/domain/item-names.ts";
import type { OfferStep } from "#app/domain/offer-steps.ts";
import { shortReference } from "#app/domain/short-reference.ts";
import { shownSuggestions } from "#app/forms/address-check.server.ts";
import { locales } from "#app/i18n/locale.ts";
import {
  type FixingStep,
  type Next,
  newOrder,
  nextOfOrder,
  type OrderEvent,
  type Ordered,
  type OrderLife,
  orderLife,
  type RefusedSteps,
} from "#app/outcome/order-life.ts";
import { isSent, orderedHere, orderedIn } from "#app/outcome/order-told.ts";
import { pathTo } from "#app/pages.ts";
import { getIfSet, localeContext, type RequestContext, sessionContext } from "#app/request/context.server.ts";
import { defineScope } from "#app/session/scope.ts";
import { askedOfLine } from "./line.server.ts";

const { customer, consents, identification, payment, porting, sim } = acceptance.shape;

/** The session's data for one offer; one per token, so that tabs with different offers never mix. */
const cartSchema = z.object({
  offer,
  /** Language of the product names. */
  locale: z.enum(locales),
  /** In milliseconds since the epoch: when this browser first looked at it. */
  since: z.number().optional(),
  verification: knownVerification,
  customer,
  addressCheck: shownSuggestions.optional(),
  /** It looks mistyped, and is right. */
  emailKept: z.string().optional(),
  /** With the wording that the customer read. */
  consents: z.array(consents.element.extend({ text: z.string() })).optional(),
  /** The number that comes along and the SIM, once its offer's questions about them are answered. */
  line: z.object({ porting, sim }).optional(),
  identification,
  payment,
  /** How often each step was saved: a page that is older than a save carries a smaller number. */
  saves: z.record(z.string(), z.number()).optional(),
  /** All that is known of its order. */
  order: orderLife,
  /** The documents that an order needs could be loaded (decision 0057). */
  hasNeededDocuments: z.literal(true).optional(),
  /** What the backend lacks although it was entered: its step is open again, with everything else that was entered. */
  lacks: z.enum(["birthDate", "personalData", "identification"]).optional(),
});
export type Cart = z.infer<typeof cartSchema>;
export const cartScope = defineScope("offer", cartSchema, {
  essential: true,
  endNotice: (cart, token) => ({
    kind: "offer",
    ...(isOrderUnderWay(cart) && {
      underWayAt: pathTo("confirmation", { token }),
      reference: referenceOf(cart.order),
      product: cart.offer.offers.flatMap(namesOf)[0],
    }),
  }),
  removableAt(cart) {
    if (isOrderUnderWay(cart) || cart.since === undefined) return undefined;
    return cart.since + (hasEntered(cart) ? enteredStaysMs : 0);
  },
});

/** In a session without room, an offer with input counts as looked at so much later. */
const enteredStaysMs = 21 * 3_600_000;
const hasEntered = ({ customer, consents, identification, payment }: Cart) =>
  [customer, consents, identification, payment].some((entered) => entered !== undefined);

/** It may have ordered, or its payment is open. */
function isOrderUnderWay({ order, payment }: Cart): boolean {
  const ordered = orderedIn(order);
  if (!ordered) return isSent(order);
  return payment !== undefined && (ordered.pay.at === "page" || ordered.pay.at === "blocked");
}

/** How customers can ask about it. */
function referenceOf(order: OrderLife): string | undefined {
  if (order.is === "pressed" || order.is === "sent" || order.is === "paying")
    return shortReference(order.key);
  return orderedIn(order)?.orderId;
}

/** The customer as entered in this session, or else as known to the provider. */
export function personOf({ customer, offer }: Cart): Offer["customer"] {
  if (!customer) return offer.customer;
  return Object.fromEntries(Object.entries(customer).map(([name, field]) => [name, field?.value]));
}

/** The request's cart, set by a guard and updated by the page. */
export const cartContext = createContext<Cart>();

export function cartOf(context: RequestContext, token: string): Promise<Cart | undefined> {
  return context.get(sessionContext).read(cartScope, token);
}

/** Applies a change to the latest cart, so that another tab's input is not lost; from then on the session lasts. */
export function changeCart(context: RequestContext, token: string, change: (cart: Cart) => Cart): void {
  const session = context.get(sessionContext);
  session.update(cartScope, token, (cart) => cart && change(cart));
  session.extendLifetime();
  const cart = getIfSet(context, cartContext);
  if (cart) context.set(cartContext, change(cart));
}

/**
 * What happens to the order, applied to the latest of the session: another tab may have changed it.
 * @returns what follows from it, as of the last time that it was applied
 */
export function happens(
  context: RequestContext,
  token: string,
  event: OrderEvent,
): { next: Next | undefined } {
  const applied: { next: Next | undefined } = { next: undefined };
  changeCart(context, token, (cart) => {
    applied.next = nextOfOrder(cart.order, event);
    return { ...cart, order: applied.next.life };
  });
  return applied;
}

export const savesOf = ({ saves }: Cart, step: OfferStep): number => saves?.[step] ?? 0;

/** Stores a step's input: another order. One that has been sent no longer changes. */
export function keepEntered(
  context: RequestContext,
  token: string,
  step: FixingStep,
  entered: Partial<Cart>,
): void {
  const shown = newOrderKey();
  changeCart(context, token, (cart) => {
    if (isSent(cart.order)) return cart;
    const { life } = nextOfOrder(cart.order, { event: "saved", step, shown });
    const saves = { ...cart.saves, [step]: savesOf(cart, step) + 1 };
    return { ...cart, ...entered, saves, order: life, lacks: undefined };
  });
}

/** Whether its confirmation says how its order stands. */
export const isOrdered = (cart: Cart | undefined): boolean => cart !== undefined && isSent(cart.order);

/** What the provider has refused of a step. */
export const refusedOf = ({ order }: Cart, step: FixingStep) =>
  (order.is === "refused" ? order.steps[step] : undefined) ?? {};

/** The mandate belongs only to a direct debit. */
export function documentsOf(cart: Cart): OfferDocument[] {
  const { payment, verification } = cart;
  const isDebit = payment ? payment.method === "direct_debit" : verification.payment === "missing";
  return cart.offer.documents.filter(({ type }) => type !== "SEPA_MANDATE" || isDebit);
}

/** A UUID of version 8: distinguishes the key of an earlier order, in any session, from an id that a script made up. */
export const newOrderKey = () => randomUUID().replace(/^(.{14})4/, "$18");
export const isOrderKey = (id: string): boolean => id[14] === "8";

/** Whether this session has placed the order of this number. */
export const isOrderedHere = (cart: Cart | undefined, orderId: string): boolean =>
  cart !== undefined && orderedHere(cart.order, orderId) !== undefined;

/** The number of a placed order, by which customers can ask about it. */
export const numberOf = ({ orderId, namedBy }: Ordered) =>
  namedBy === "portal" ? { orderNumber: orderId } : { placedOrder: orderId };

/** Leaves nothing of the offer in this session. */
export const forgetCart = (context: RequestContext, token: string): void =>
  context.get(sessionContext).update(cartScope, token, () => undefined);

/** Whether it can be read only, for now. */
export const isEarly = ({ orderableFrom }: Pick<Offer, "orderableFrom">): boolean =>
  orderableFrom !== undefined && Date.parse(orderableFrom) > Date.now();

/**
 * The backend lacks data that seemed complete: its step is open again and keeps its input.
 * @param missing what its form says of it
 */
export function reopened(cart: Cart, code: ReopeningCode, missing?: RefusedSteps["personal-data"]): Cart {
  const { lacks, ...state } = reopening[code];
  const verification = { ...cart.verification, ...state };
  const changed = { ...cart, lacks, verification };
  if (!missing) return changed;
  const { life } = nextOfOrder(cart.order, { event: "lacking", steps: { "personal-data": missing } });
  return { ...changed, order: life };
}
const reopening = {
  BirthdateNotPresent: { lacks: "birthDate", personalData: "missing" },
  PersonalDataMissing: { lacks: "personalData", personalData: "missing" },
  IdentificationDataMissing: { lacks: "identification", identificationData: "missing" },
} as const;
type ReopeningCode = keyof typeof reopening;
export const reopens = (code: string): code is ReopeningCode => Object.hasOwn(reopening, code);

export function keepNeededDocuments(
  context: RequestContext,
  token: string,
  cart: Cart,
  hasNeededDocuments: true | undefined,
): void {
  changeCart(context, token, (latest) =>
    isSameOffer(latest, cart) ? { ...latest, hasNeededDocuments } : latest,
  );
}

const isSameOffer = (one: Pick<Cart, "offer">, other: Pick<Cart, "offer">): boolean =>
  JSON.stringify(one.offer) === JSON.stringify(other.offer);

/** Makes a loaded offer the cart and keeps earlier input. A different offer is a different order. */
export async function startCart(
  context: RequestContext,
  token: string,
  { offer, verification }: Pick<Cart, "offer" | "verification">,
): Promise<Cart> {
  // What is known of the customer does not answer what the offer asks of the line.
  const asks = askedOfLine(offer) && { personalData: "missing" as const };
  const loaded = { offer, verification: { ...verification, ...asks } };
  const { locale } = context.get(localeContext);
  const shown = newOrderKey();
  context.get(sessionContext).update(cartScope, token, (before) => {
    const latest = { ...before, ...loaded, locale, since: before?.since ?? Date.now() };
    if (!before) return { ...latest, order: newOrder(shown) };
    if (isSameOffer(before, loaded)) return { ...latest, order: before.order };
    const { life } = nextOfOrder(before.order, { event: "offerChanged", shown });
    return { ...latest, order: life, hasNeededDocuments: undefined };
  });
  // eslint-disable-next-line house/no-cast -- it has just been stored
  const cart = (await cartOf(context, token)) as Cart;
  context.set(cartContext, cart);
  return cart;
}

/** Its offer as the provider has it by now; undefined if it cannot be loaded. */
export async function reloadedCart(
  context: RequestContext,
  token: string,
  { verification }: Cart,
): Promise<Cart | undefined> {
  const loaded = await loadOffer(context, token);
  return loaded.ok ? startCart(context, token, { offer: loaded.data, verification }) : undefined;
}

/** The cart with its offer in the page's language, if the backend has it. */
export async function inPageLanguage(context: RequestContext, token: string, cart: Cart): Promise<Cart> {
  if (cart.locale === context.get(localeContext).locale) return cart;
  return (await reloadedCart(context, token, cart)) ?? cart;
}

/** Drops the input once the order is complete. */
export function forgetEntered(context: RequestContext, token: string): void {
  changeCart(
    context,
    token,
    ({ customer, consents, line, identification, payment, addressCheck, emailKept, ...rest }) => rest,
  );
}
