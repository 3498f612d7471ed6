import { withoutPrefix } from "#app/i18n/locale.ts";
import { type RequestContext, sessionContext } from "#app/middleware/request.server.ts";
import { pathTo } from "#app/pages.ts";
import { forgetBearer } from "#app/session/bearer.server.ts";

const wanted = (token: string) => `login-wanted:${token}`;
const deepLink = (token: string) => `deep-link:${token}`;

/**
 * The backend asks for a login: it is expected from now on, and leads back to the page where it was missing. A bearer
 * token that did not help is worth nothing any more.
 */
export function wantLogin(context: RequestContext, token: string, pathname: string): void {
  const session = context.get(sessionContext);
  forgetBearer(session);
  session.set(wanted(token), withoutPrefix(pathname));
}

/** The page (German path) that waits for a login to this offer; nothing where none was asked for. */
export function pageWaitingForLogin(context: RequestContext, token: string): Promise<string | undefined> {
  return context.get(sessionContext).get<string>(wanted(token));
}

/** A step that was opened without a cart, so before anybody could know whether the offer needs a login. */
export function rememberDeepLink(context: RequestContext, token: string, pathname: string): void {
  context.get(sessionContext).set(deepLink(token), withoutPrefix(pathname));
}

/** Where the customer wanted to be before the login came in between, if it did; once. */
export async function takeDeepLink(context: RequestContext, token: string): Promise<string | undefined> {
  const session = context.get(sessionContext);
  const [waiting, link] = await Promise.all([
    session.get<string>(wanted(token)),
    session.get<string>(deepLink(token)),
  ]);
  if (waiting !== undefined) session.remove(wanted(token));
  if (link !== undefined) session.remove(deepLink(token));
  return waiting === undefined ? undefined : link;
}

/** The start of the offer, for a login that nobody's page waits for. */
export const startOf = (token: string): string => pathTo("offer", { token });
