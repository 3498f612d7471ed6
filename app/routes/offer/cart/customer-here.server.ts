import { createHash } from "node:crypto";
import { z } from "zod";
import type { OfferSummary } from "#app/backend/contract/order.ts";
import { orderedIn } from "#app/outcome/order-told.ts";
import { uuidFrom } from "#app/platform/uuid-from.ts";
import { type RequestContext, sessionContext } from "#app/request/context.server.ts";
import { bearerOf } from "#app/session/bearer.server.ts";
import { defineFlash, defineScope } from "#app/session/scope.ts";
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
): Promise<boolean> => isOrderedHere(cart, orderId) || (await hasLogin(context, token));

const hasLogin = async (context: RequestContext, token: string): Promise<boolean> =>
  (await bearerOf(context.get(sessionContext), token)) !== undefined;

/** The order, where this browser is its customer's. */
export async function ownOrder(context: RequestContext, token: string): Promise<OfferSummary | undefined> {
  const order = await readOwnOrder(context, token);
  return order === "unread" ? undefined : order;
}

/** The same; `unread` where nobody can say how it stands: what its customer has typed is not lost for that. */
export async function readOwnOrder(
  context: RequestContext,
  token: string,
): Promise<OfferSummary | "unread" | undefined> {
  const cart = await cartOf(context, token);
  const { read } = await standing({ context, token }, cart);
  const { summary } = read;
  if (!summary) {
    const isUnread = mayStand(read);
    const isKnown = cart !== undefined && orderedIn(cart.order) !== undefined;
    return isUnread && (isKnown || (await hasLogin(context, token))) ? "unread" : undefined;
  }
  if (!(await isCustomerHere(context, token, cart, summary.orderId))) return undefined;
  return { ...summary, esim: await esimHere(context, token, summary) };
}

/** Whether there may be an order that cannot be read. */
const mayStand = ({ said, error }: Awaited<ReturnType<typeof standing>>["read"]): boolean =>
  said.says === "nothing" ||
  said.says === "taken" ||
  said.says === "closed" ||
  (said.says === "open" && error?.code !== "NotFound");

/**
 * What this session has asked for: the same submission is answered again, as long as the order does not say that this is over.
 * A browser does not come back to the page with the codes.
 */
export const askedEsim = defineScope("esim asked", z.string());

/** A new one was asked for in this session, and is not shown yet. */
export const replacedEsim = defineFlash("eSIM replaced", z.literal(true));

/** The press of this session that has replaced the eSIM last. */
export const esimReplacedBy = defineScope("eSIM replaced by", z.string());

/**
 * The key under which the present eSIM is asked for. A form from before a replacement, as in a second tab, may have been
 * answered already: under its own id, the provider would repeat the codes of the old one.
 */
export async function esimKey(context: RequestContext, token: string, submissionId: string): Promise<string> {
  const replacedBy = await context.get(sessionContext).read(esimReplacedBy, token);
  if (!replacedBy) return submissionId;
  return uuidFrom(createHash("sha256").update(`${submissionId} ${replacedBy}`).digest("hex"));
}

/** How the order's eSIM stands for this session: one that was replaced here is ready, whatever a read that lags behind says. */
export async function esimHere(
  context: RequestContext,
  token: string,
  { esim }: Pick<OfferSummary, "esim">,
): Promise<OfferSummary["esim"]> {
  if (esim !== "read") return esim;
  return (await context.get(sessionContext).read(replacedEsim, token)) ? "ready" : "read";
}
