import { z } from "zod";
import { withoutPrefix } from "#app/i18n/locale.ts";
import { type RequestContext, sessionContext } from "#app/middleware/request.server.ts";
import { pathTo } from "#app/pages.ts";
import { forgetBearer } from "#app/session/bearer.server.ts";
import { defineScope } from "#app/session/scope.ts";

/** Pages (German paths) by offer token: where a login was missing, and a step opened without a cart. */
const wantedScope = defineScope("login wanted", z.string());
const deepLinkScope = defineScope("deep link", z.string());

/**
 * The backend asks for a login: it is expected from now on, and leads back to the page where it was missing. A bearer
 * token that did not help is worth nothing any more.
 */
export function wantLogin(context: RequestContext, token: string, pathname: string): void {
  const session = context.get(sessionContext);
  forgetBearer(session);
  session.write(wantedScope, token, withoutPrefix(pathname));
}

/** The page (German path) that waits for a login to this offer; nothing where none was asked for. */
export function pageWaitingForLogin(context: RequestContext, token: string): Promise<string | undefined> {
  return context.get(sessionContext).read(wantedScope, token);
}

/** A step that was opened without a cart, so before anybody could know whether the offer needs a login. */
export function rememberDeepLink(context: RequestContext, token: string, pathname: string): void {
  context.get(sessionContext).write(deepLinkScope, token, withoutPrefix(pathname));
}

/** Where the customer wanted to be before the login came in between, if it did; once. */
export async function takeDeepLink(context: RequestContext, token: string): Promise<string | undefined> {
  const session = context.get(sessionContext);
  const [waiting, link] = await Promise.all([
    session.take(wantedScope, token),
    session.take(deepLinkScope, token),
  ]);
  return waiting === undefined ? undefined : link;
}

/** The start of the offer, for a login that nobody's page waits for. */
export const startOf = (token: string): string => pathTo("offer", { token });
