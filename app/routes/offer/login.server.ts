import { z } from "zod";
import { withoutPrefix } from "#app/i18n/locale.ts";
import { type RequestContext, sessionContext } from "#app/request/context.server.ts";
import { forgetBearer } from "#app/session/bearer.server.ts";
import { defineScope } from "#app/session/scope.ts";

/** German paths by offer token: the page that needs a login, and a step opened without a cart. */
const wantedScope = defineScope("login wanted", z.string());
const deepLinkScope = defineScope("deep link", z.string());

/** The backend requires a login: stores the page to return to, and drops a bearer token that did not help. */
export function wantLogin(context: RequestContext, token: string, pathname: string): void {
  const session = context.get(sessionContext);
  forgetBearer(session);
  session.write(wantedScope, token, withoutPrefix(pathname));
}

/** German path of the page that needs a login to this offer. */
export function pageWaitingForLogin(context: RequestContext, token: string): Promise<string | undefined> {
  return context.get(sessionContext).read(wantedScope, token);
}

/** A step opened without a cart, before it is known whether the offer needs a login. */
export function rememberDeepLink(context: RequestContext, token: string, pathname: string): void {
  context.get(sessionContext).write(deepLinkScope, token, withoutPrefix(pathname));
}

/** The page that the login interrupted; returned once. */
export async function takeDeepLink(context: RequestContext, token: string): Promise<string | undefined> {
  const session = context.get(sessionContext);
  const [waiting, link] = await Promise.all([
    session.take(wantedScope, token),
    session.take(deepLinkScope, token),
  ]);
  return waiting === undefined ? undefined : link;
}
