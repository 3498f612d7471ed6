import { type RequestContext, sessionContext } from "#app/request/context.server.ts";
import { bearerOf } from "#app/session/bearer.server.ts";
import { type Cart, isOrderedHere } from "./cart.server.ts";

/**
 * Whether its eSIM may be asked for in this browser: it has placed the order, or its customer has logged in for this very
 * link. Whose login that is, the provider compares.
 */
export async function mayReadEsim(
  context: RequestContext,
  token: string,
  cart: Cart | undefined,
  orderId: string,
) {
  return isOrderedHere(cart, orderId) || (await bearerOf(context.get(sessionContext), token)) !== undefined;
}
