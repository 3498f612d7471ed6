import { type RequestContext, sessionContext } from "#app/request/context.server.ts";
import { bearerOf } from "#app/session/bearer.server.ts";
import { type Cart, isOrderedHere } from "./cart.server.ts";

/** Whether its eSIM is for this browser: it has placed the order, or its customer is logged in. */
export async function mayReadEsim(context: RequestContext, cart: Cart | undefined, orderId: string) {
  return isOrderedHere(cart, orderId) || (await bearerOf(context.get(sessionContext))) !== undefined;
}
