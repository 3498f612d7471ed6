import { ownFailureContext, type RequestContext, traceIdContext } from "#app/middleware/request.server.ts";
import { config } from "#app/operation/config.server.ts";
import { logger } from "#app/operation/log.server.ts";
import { refusedRedirects } from "#app/operation/metrics.server.ts";

/** Why a customer has to leave the portal. */
export type Errand = "payment" | "identification" | "login";

/**
 * Where a provider's answer leads: only to an origin that the operator has listed, or to this one (the sandbox's pages).
 * An address elsewhere is a setting that is missing here, and reported as that: the provider did nothing wrong.
 */
export function providerUrl(
  context: RequestContext,
  errand: Errand,
  given: string | undefined,
  url: URL,
): string | undefined {
  if (!given || !URL.canParse(given, url.origin)) return undefined;
  const { href, origin } = new URL(given, url.origin);
  if ([url.origin, ...config().redirectOrigins].includes(origin)) return href;
  reportMissingSetting(context, errand, "REDIRECT_ORIGINS", origin);
  return undefined;
}

/** Nobody can go on until an operator has set it: in the log, in a metric that alerts, and as a failure of our own. */
export function reportMissingSetting(
  context: RequestContext,
  errand: Errand,
  setting: "REDIRECT_ORIGINS" | "LOGIN_URL",
  origin?: string,
): void {
  context.set(ownFailureContext, true);
  refusedRedirects?.inc({ errand, setting });
  const traceId = context.get(traceIdContext);
  const todo = origin ? `Add ${origin} to ${setting}.` : `Set ${setting}.`;
  logger.error({ cause: "portal", errand, setting, origin, traceId }, `Customers cannot go on. ${todo}`);
}
