import { redirectDocument } from "react-router";
import { z } from "zod";
import type { OfferSummary } from "#app/backend/contract/order.ts";
import { type RequestContext, sessionContext } from "#app/request/context.server.ts";
import { parameterOf } from "#app/request/parameters.server.ts";
import { bearerOf } from "#app/session/bearer.server.ts";
import { defineScope } from "#app/session/scope.ts";
import { openParam, sealParam } from "#app/session/sealed-param.server.ts";
import { type Cart, cartOf, isOrderedHere } from "./cart.server.ts";
import { standing } from "./known-order.server.ts";

type IsCustomer = (
  context: RequestContext,
  token: string,
  cart: Cart | undefined,
  orderId: string,
) => Promise<boolean>;

/**
 * Whether this browser has placed the order, or its customer has logged in for this very link: what holds where the address of
 * the order may be a stranger's. Whose login that is, the provider compares.
 */
export const hasOrderedOrLoggedIn: IsCustomer = async (context, token, cart, orderId) =>
  isOrderedHere(cart, orderId) || (await bearerOf(context.get(sessionContext), token)) !== undefined;

/**
 * Whether what is the customer's alone may be asked for in this browser: besides, where it has opened the link that was mailed to
 * the address of the order.
 */
export const isCustomerHere: IsCustomer = async (context, token, cart, orderId) =>
  (await hasOrderedOrLoggedIn(context, token, cart, orderId)) ||
  (await context.get(sessionContext).read(mailedLink, token)) !== undefined;

/** The order, where this browser is its customer's. */
export async function ownOrder(
  context: RequestContext,
  token: string,
  isCustomer: IsCustomer,
): Promise<OfferSummary | undefined> {
  const cart = await cartOf(context, token);
  const { summary } = (await standing({ context, token }, cart)).read;
  return summary && (await isCustomer(context, token, cart, summary.orderId)) ? summary : undefined;
}

/**
 * What this session has asked for: the same submission is answered again, whatever the order says of its eSIM by now, or does
 * not say. A browser does not come back to the page with the codes.
 */
export const askedEsim = defineScope("esim asked", z.string());

/** This browser has opened the link of a mail to the order's address. */
const mailedLink = defineScope("mailed link", z.literal(true));
/** A mailbox is read within a day; whoever finds the mail later has it sent anew. */
const mailedForMs = 24 * 3_600_000;
const purpose = (token: string) => `mailed link of ${token}`;

/** What only the mail to the order's address has of the order's link. */
export const proofOfMail = (token: string): string => sealParam(purpose(token), String(Date.now()));

/**
 * From the mailed link to the address without its proof, which then stands in no history and goes along with no request.
 * @returns nothing for any other link
 */
export function openMailedLink(context: RequestContext, token: string, url: URL): Response | undefined {
  const proof = parameterOf<"offer">(url, mailParameter);
  if (proof === null) return undefined;
  const sentAt = openParam(purpose(token), proof);
  if (sentAt && Date.now() - Number(sentAt) < mailedForMs) {
    const session = context.get(sessionContext);
    session.write(mailedLink, token, true);
    session.extendLifetime();
  }
  const query = new URLSearchParams(url.searchParams);
  query.delete(mailParameter);
  return redirectDocument(query.size > 0 ? `${url.pathname}?${query}` : url.pathname);
}

/** Query parameter of the mailed link. */
export const mailParameter = "nachweis";
