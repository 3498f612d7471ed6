import { redirectDocument } from "react-router";
import { z } from "zod";
import { type RequestContext, sessionContext } from "#app/request/context.server.ts";
import { parameterOf } from "#app/request/parameters.server.ts";
import { bearerOf } from "#app/session/bearer.server.ts";
import { defineScope } from "#app/session/scope.ts";
import { openParam, sealParam } from "#app/session/sealed-param.server.ts";
import { type Cart, isOrderedHere } from "./cart.server.ts";

/**
 * Whether what is the customer's alone may be asked for in this browser: it has placed the order, its customer has logged in
 * for this very link, or it has opened the link that was mailed to the address of the order. Whose login that is, the provider
 * compares.
 */
export async function isCustomerHere(
  context: RequestContext,
  token: string,
  cart: Cart | undefined,
  orderId: string,
): Promise<boolean> {
  if (isOrderedHere(cart, orderId)) return true;
  const session = context.get(sessionContext);
  const known = await Promise.all([bearerOf(session, token), session.read(mailedLink, token)]);
  return known.some((one) => one !== undefined);
}

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
