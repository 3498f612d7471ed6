import type { MiddlewareFunction } from "react-router";
import { openSession, sessionCookieOf } from "#app/session/session.server.ts";
import { isSecure, readCookie, refusesCookies } from "./cookies.server.ts";
import { cookiesRefusedContext, sessionContext } from "./request.server.ts";

/** Opens the customer's session lazily and commits it only when something changed. */
export const session: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const secure = isSecure(request);
  const opened = openSession({ cookie: readCookie(request, sessionCookieOf(secure)), secure });
  context.set(sessionContext, opened);
  context.set(cookiesRefusedContext, refusesCookies(request, url));
  const response = await next();
  const { cookie } = await opened.commit();
  if (cookie) response.headers.append("Set-Cookie", cookie);
  return response;
};
