import type { MiddlewareFunction } from "react-router";
import { sessionRefusal, sessionStoreOutage } from "#app/outcome/session-store-outage.server.ts";
import { sessionBytes, sessionsBegun } from "#app/platform/metrics.server.ts";
import { newSessionContext, sessionContext } from "#app/request/context.server.ts";
import { isSecure } from "#app/request/cookies.server.ts";
import { visitorContext } from "#app/request/visitor.server.ts";
import { NoNewSession } from "#app/session/sealed-session.server.ts";
import { Session, sessionCookie, sessionName } from "#app/session/session.server.ts";
import { isCrawlerOrScanner } from "#app/tracking/bot.server.ts";

/** Opens the customer's session, which is read when first needed, and commits it. */
export const session: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const cookie = sessionCookie(isSecure(request));
  const sent = await cookie.parse(request.headers.get("Cookie"));
  const opened = new Session({
    cookie: sent,
    unavailable(cause) {
      if (!(cause instanceof NoNewSession)) return sessionStoreOutage({ context, url });
      context.set(newSessionContext, "refused");
      return sessionRefusal({ context, url });
    },
    mayBegin: context.get(newSessionContext) === "allowed",
    onLook: (isFound) => context.get(visitorContext).recordLookup(sessionName, isFound),
  });
  context.set(sessionContext, opened);
  const response = await next();
  if (!sent && isCrawlerOrScanner(request)) return response;
  const id = await opened.commit();
  const { sessions, bytes } = opened.added;
  sessionsBegun?.inc(sessions);
  sessionBytes?.inc(Math.max(0, bytes));
  if (id) response.headers.append("Set-Cookie", await cookie.serialize(id));
  return response;
};
