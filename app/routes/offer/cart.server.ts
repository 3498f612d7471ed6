import { randomUUID } from "node:crypto";
import { createContext } from "react-router";
import { z } from "zod";
import { knownVerification, type Offer, type OfferDocument, offer } from "#app/backend/contract/offer.ts";
import { acceptance } from "#app/backend/contract/order.ts";
import { loadOffer } from "#app/backend/offers.server.ts";
import { shortReference } from "#app/domain/short-reference.ts";
import { shownSuggestions } from "#app/forms/address-check.server.ts";
import { fieldError } from "#app/forms/field-errors.server.ts";
import { locales } from "#app/i18n/locale.ts";
import type { EndedOrder } from "#app/outcome/order.server.ts";
import { pathTo } from "#app/pages.ts";
import { getIfSet, localeContext, type RequestContext, sessionContext } from "#app/request/context.server.ts";
import { defineScope } from "#app/session/scope.ts";
import { askedOfLine } from "./line.server.ts";

const { customer, consents, identification, payment, porting, sim } = acceptance.shape;

/** What is sent as the order: stored before it is sent, until its outcome is known (decision 0126). */
const intent = z.object({
  key: z.string(),
  body: acceptance,
  /** How often it was sent. */
  tries: z.number(),
  /** Whether it is unknown if it ordered anything. */
  isUnknown: z.boolean(),
  /** The provider has accepted it and waits for the payment. */
  isPaying: z.boolean().optional(),
  /** Nothing but a press sends it again. */
  isGivenUp: z.literal(true).optional(),
  /** In milliseconds since the epoch: when the customer sent it, and when it was last sent. */
  startedAt: z.number(),
  sentAt: z.number(),
});
export type Intent = z.infer<typeof intent>;

/** An order as its summary named it; without a time, by its number alone. */
export const endedOrder = z.object({ orderId: z.string(), orderedAt: z.string().optional() });
const maxEnded = 5;

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
  /** Key of the order on the summary, sent as its form's submission id; changes whenever the order does. */
  orderKey: z.string(),
  /** Final refusals of this order: each makes the next attempt a new call for the backend. */
  refusals: z.number().optional(),
  /** The documents that an order needs could be loaded (decision 0057). */
  hasNeededDocuments: z.literal(true).optional(),
  /** The latest reset that reopened the offer. */
  resetKey: z.string().optional(),
  /** The latest reset of this order: the provider may do it and answer with an error all the same (decision 0126). */
  askedReset: z
    .object({
      submissionId: z.string(),
      order: z.string(),
      placed: endedOrder.optional(),
      paymentAction: z.enum(["resetPayment", "clearError"]),
    })
    .optional(),
  intent: intent.optional(),
  /** What resets have ended: a summary that still names one of them lags behind (decision 0126). */
  ended: z.array(endedOrder).optional(),
  /** With the payment provider's page, if there is one. */
  ordered: z
    .object({
      orderId: z.string(),
      /** The provider has named no number: this is the key under which it was sent. */
      isKey: z.literal(true).optional(),
      payAt: z.string().optional(),
      /** The provider's payment address, if the current settings do not allow customers to be sent there. */
      payBlockedAt: z.string().optional(),
    })
    .optional(),
  /** What the provider has refused of the latest order, by the step that fixes it and that form's field. */
  refusedSteps: z
    .partialRecord(z.enum(["personal-data", "id-data", "payment"]), z.record(z.string(), fieldError))
    .optional(),
  /** The provider's messages about fields that no form has: shown on the summary. */
  refusedWords: z.array(z.string()).optional(),
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
      reference: cart.ordered?.orderId ?? (cart.intent && shortReference(cart.intent.key)),
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
function isOrderUnderWay({ intent, ordered, payment }: Cart): boolean {
  if (ordered) return payment !== undefined && (ordered.payAt ?? ordered.payBlockedAt) !== undefined;
  return intent?.isUnknown === true || intent?.isPaying === true;
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
 * Stores what an answer says of a placed order, unless a reset in another tab has ended that order meanwhile.
 * @param asked the cart when the provider was asked
 */
export function keepOrdered(
  context: RequestContext,
  token: string,
  asked: Cart | undefined,
  change: (latest: Cart) => Pick<Cart, "ordered" | "ended" | "intent" | "refusedSteps">,
): void {
  changeCart(context, token, (latest) =>
    latest.resetKey === asked?.resetKey ? { ...latest, ...change(latest) } : latest,
  );
}

/**
 * Stores a step's input, with which what was refused of this step is settled. A changed order gets a new key; one that
 * has been sent no longer changes.
 */
export function keepEntered(
  context: RequestContext,
  token: string,
  step: keyof NonNullable<Cart["refusedSteps"]>,
  entered: Partial<Cart>,
): void {
  const order = newOrder();
  changeCart(context, token, (cart) => {
    if (isSent(cart)) return cart;
    const { [step]: _settled, ...refusedSteps } = cart.refusedSteps ?? {};
    return { ...cart, ...entered, refusedSteps, lacks: undefined, ...order };
  });
}

/** The mandate belongs only to a direct debit. */
export function documentsOf(cart: Cart): OfferDocument[] {
  const { payment, verification } = cart;
  const isDebit = payment ? payment.method === "direct_debit" : verification.payment === "missing";
  return cart.offer.documents.filter(({ type }) => type !== "SEPA_MANDATE" || isDebit);
}

/** The order has been placed, or may have been. */
export const isSent = (cart: Cart | undefined): boolean =>
  cart?.ordered !== undefined || cart?.intent?.isUnknown === true;

/** It is not known to be placed, and its button is shown again. */
export const isGivenUp = (cart: Cart | undefined): boolean =>
  cart?.ordered === undefined && cart?.intent?.isGivenUp === true;

/** A UUID of version 8: distinguishes the key of an earlier order, in any session, from an id that a script made up. */
const newOrderKey = () => randomUUID().replace(/^(.{14})4/, "$18");
export const isOrderKey = (id: string): boolean => id[14] === "8";

/** An order that has not been sent yet. */
const newOrder = () => ({
  orderKey: newOrderKey(),
  refusals: undefined,
  ordered: undefined,
  askedReset: undefined,
});

/** Whether this browser has placed the order of this number. */
export const isOrderedHere = (cart: Cart | undefined, orderId: string): boolean =>
  cart?.ordered !== undefined && (cart.ordered.isKey === true || cart.ordered.orderId === orderId);

/** The number of a placed order, by which customers can ask about it. */
export const numberOf = ({ orderId, isKey }: NonNullable<Cart["ordered"]>) =>
  isKey ? { orderNumber: orderId } : { placedOrder: orderId };

/** The order that a reset refers to: a page from before a newer order must not undo that one. */
export const orderNameOf = (cart: Cart | undefined): string =>
  cart?.ordered?.orderId ?? cart?.intent?.key ?? "";

/** Leaves nothing of the offer in this session. */
export const forgetCart = (context: RequestContext, token: string): void =>
  context.get(sessionContext).update(cartScope, token, () => undefined);

/** Whether it can be read only, for now. */
export const isEarly = ({ orderableFrom }: Pick<Offer, "orderableFrom">): boolean =>
  orderableFrom !== undefined && Date.parse(orderableFrom) > Date.now();

/**
 * Voids an earlier order and keeps the input; once per reset, as an order may have followed it.
 * @param placed the order as its summary named it, if that was read
 */
export async function forgetOrder(
  context: RequestContext,
  token: string,
  resetKey: string,
  placed?: EndedOrder,
) {
  const order = { ...newOrder(), intent: undefined };
  changeCart(context, token, (cart) => {
    if (cart.resetKey === resetKey) return cart;
    const named = placed ?? (cart.ordered?.isKey ? undefined : cart.ordered);
    const ended = [...(cart.ended ?? []), ...(named ? [named] : [])].slice(-maxEnded);
    return { ...cart, ...order, ended, resetKey };
  });
  return cartOf(context, token);
}

/** The backend lacks data that seemed complete: its step is open again and keeps its input. */
export function reopened(cart: Cart, code: ReopeningCode): Cart {
  const { lacks, ...missing } = reopening[code];
  return { ...cart, lacks, verification: { ...cart.verification, ...missing } };
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
  const orderKey = newOrderKey();
  context.get(sessionContext).update(cartScope, token, (before) => {
    const latest = { ...before, ...loaded, locale, since: before?.since ?? Date.now() };
    if (before && isSameOffer(before, loaded)) return { ...latest, orderKey: before.orderKey };
    return { ...latest, orderKey, hasNeededDocuments: undefined };
  });
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
    ({
      customer,
      consents,
      line,
      identification,
      payment,
      addressCheck,
      emailKept,
      intent,
      refusedSteps,
      refusedWords,
      ...rest
    }) => rest,
  );
}
