import { RouterContextProvider } from "react-router";
import { brands } from "#app/brand/registry.server.ts";
import type { Locale } from "#app/i18n/locale.ts";
import { config } from "#app/platform/config.server.ts";
import { monotonicMs } from "#app/platform/monotonic.ts";
import {
  brandContext,
  deadlineContext,
  getIfSet,
  localeContext,
  loginContext,
  lookEndContext,
  type RequestContext,
  sessionContext,
  traceIdContext,
} from "#app/request/context.server.ts";
import { type LoginInTime, loginInTime } from "#app/session/bearer.server.ts";

/**
 * A context for calling the provider without a session: a declaration needs none, and must not fail when its store
 * does.
 * @param login carried where it is known in time (decision 0127)
 */
export function callingContext(
  of: { brand: string; language: Locale; traceId: string },
  login: LoginInTime | undefined,
  deadline = monotonicMs() + config().pageDeadlineMs,
): RouterContextProvider {
  const brand = brands().get(of.brand);
  if (!brand) throw new Error(`There is no brand ${of.brand}.`);
  const context = new RouterContextProvider();
  context.set(brandContext, brand);
  context.set(localeContext, { locale: of.language });
  context.set(traceIdContext, of.traceId);
  context.set(deadlineContext, deadline);
  if (login) context.set(loginContext, login);
  return context;
}

/** As `callingContext`, for a page's own calls. */
export const forDeclaration = (context: RequestContext): RequestContext => ofPage(context, loginOf(context));

/** As `forDeclaration`, for a page that is the same for everybody. */
export const withoutSession = (context: RequestContext): RequestContext => ofPage(context, undefined);

/** The login of the customer who declares, for the calls that `receiveDeclaration` makes at once. */
export function loginOf(context: RequestContext): LoginInTime | undefined {
  const session = getIfSet(context, sessionContext);
  return session && loginInTime(session);
}

function ofPage(context: RequestContext, login: LoginInTime | undefined): RequestContext {
  const of = {
    brand: context.get(brandContext).slug,
    language: context.get(localeContext).locale,
    traceId: context.get(traceIdContext),
  };
  const calling = callingContext(of, login, context.get(deadlineContext));
  calling.set(lookEndContext, context.get(lookEndContext));
  return calling;
}
