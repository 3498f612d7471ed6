import { type Locale, withPrefix } from "#app/i18n/locale.ts";
import type { ReturnPage } from "#app/page-table.server.ts";
import { type PageParams, pathTo } from "#app/pages.ts";
import { config } from "#app/platform/config.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { refusedRedirects } from "#app/platform/metrics.server.ts";
import { ownFailureContext, type RequestContext, traceIdContext } from "#app/request/context.server.ts";

/** Why a customer has to leave the portal. */
export type Errand = "payment" | "identification" | "login";

/**
 * Where a provider is asked to send customers back.
 * @param prefix of the page's language; undefined where the provider has registered one address for all
 */
export const returnUrl = <P extends ReturnPage>(
  { origin }: URL,
  prefix: Locale | undefined,
  page: P,
  ...params: PageParams<P>
): string => new URL(withPrefix(pathTo(page, ...params), prefix), origin).href;

/** Proxies reserve so much for an answer's headers, of which this is one. */
const longestTarget = 2048;

/**
 * The target in a provider's response, allowed only at an origin that the operator has listed, or at this one (the
 * sandbox's pages). An address elsewhere is reported as a setting that is missing here: the provider did nothing wrong.
 */
export function providerUrl(context: RequestContext, errand: Errand, given: string | undefined, url: URL) {
  if (!given || !URL.canParse(given, url.origin)) return undefined;
  const { href, origin } = new URL(given, url.origin);
  if (href.length > longestTarget) {
    refusedRedirects?.inc({ errand, setting: "none" });
    const facts = {
      cause: "backend",
      errand,
      origin,
      length: href.length,
      traceId: context.get(traceIdContext),
    };
    logger.error(facts, `Customers cannot go on. An address at ${origin} is longer than ${longestTarget}.`);
    return undefined;
  }
  if ([url.origin, ...config().redirectOrigins].includes(origin)) return href;
  reportMissingSetting(context, errand, "REDIRECT_ORIGINS", origin);
  return undefined;
}

/**
 * Nobody can continue until an operator changes this: logged, counted in a metric that alerts, and a failure of our
 * own.
 */
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
