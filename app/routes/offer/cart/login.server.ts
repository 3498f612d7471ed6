import { z } from "zod";
import { withoutPrefix } from "#app/i18n/locale.ts";
import { type RequestContext, sessionContext } from "#app/request/context.server.ts";
import { setCookie, wantedStepCookie } from "#app/request/cookies.server.ts";
import { visitorContext } from "#app/request/visitor.server.ts";
import { forgetBearer } from "#app/session/bearer.server.ts";
import { sealerOfLinks } from "#app/session/open-store.server.ts";
import { defineScope } from "#app/session/scope.ts";

/** By offer token, the German path of the page that needs a login. */
const wantedScope = defineScope("login wanted", z.string());
const wantedStepSeconds = 1800;
const seal = () => sealerOfLinks()("wanted step");

/** The backend requires a login: stores the page to return to, and drops a bearer token that did not help. */
export function wantLogin(context: RequestContext, token: string, pathname: string): void {
  const session = context.get(sessionContext);
  forgetBearer(session, token);
  session.write(wantedScope, token, withoutPrefix(pathname));
}

/** A page offers the login, and is where it leads back to: its order was found, though this session has no offer of it. */
export async function offerLogin(context: RequestContext, token: string, pathname: string): Promise<void> {
  if ((await pageWaitingForLogin(context, token)) === undefined)
    context.get(sessionContext).write(wantedScope, token, withoutPrefix(pathname));
}

/** German path of the page that needs a login to this offer. */
export function pageWaitingForLogin(context: RequestContext, token: string): Promise<string | undefined> {
  return context.get(sessionContext).read(wantedScope, token);
}

/**
 * A step opened without a cart, before it is known whether the offer needs a login, or exists: its browser keeps it, as
 * nothing is stored for somebody who has found nothing.
 */
export function rememberDeepLink(
  response: Response,
  request: Request,
  token: string,
  pathname: string,
): void {
  const step = Buffer.from(seal().seal(token, withoutPrefix(pathname))).toString("base64url");
  setCookie(response, request, wantedStepCookie, step, { maxAge: wantedStepSeconds });
}

/** The page that the login interrupted; returned once. */
export async function takeDeepLink(context: RequestContext, token: string): Promise<string | undefined> {
  const waiting = await context.get(sessionContext).take(wantedScope, token);
  if (waiting === undefined) return undefined;
  const opened = (step: string) => seal().open(token, Buffer.from(step, "base64url"));
  const isOfOffer = (step: string) => opened(step) !== undefined;
  return opened(context.get(visitorContext).cookie(wantedStepCookie, isOfOffer) ?? "");
}
