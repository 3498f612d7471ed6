import { z } from "zod";
import type { OfferSummary } from "#app/backend/contract/order.ts";
import { type RequestContext, sessionContext } from "#app/request/context.server.ts";
import { bearerOf } from "#app/session/bearer.server.ts";
import { defineScope } from "#app/session/scope.ts";
import { type Cart, cartOf, isOrderedHere } from "./cart.server.ts";
import { standing } from "./known-order.server.ts";

/**
 * Whether what is the customer's alone may be asked for in this browser: it has placed the order, or its customer has logged in for
 * this very link (product decisions §3). Whose login that is, the provider compares. A link that was mailed opens nothing of it: the
 * address of the order may be a stranger's.
 */
export const isCustomerHere = async (
  context: RequestContext,
  token: string,
  cart: Cart | undefined,
  orderId: string,
): Promise<boolean> =>
  isOrderedHere(cart, orderId) || (await bearerOf(context.get(sessionContext), token)) !== undefined;

/** The order, where this browser is its customer's. */
export async function ownOrder(context: RequestContext, token: string): Promise<OfferSummary | undefined> {
  const cart = await cartOf(context, token);
  const { summary } = (await standing({ context, token }, cart)).read;
  return summary && (await isCustomerHere(context, token, cart, summary.orderId)) ? summary : undefined;
}

/**
 * What this session has asked for: the same submission is answered again, as long as the order does not say that this is over.
 * A browser does not come back to the page with the codes.
 */
export const askedEsim = defineScope("esim asked", z.string());
