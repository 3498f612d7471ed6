import type { SendCommandClusterFn } from "rate-limit-redis";
import { brands, resolveBrand } from "./brand/registry.server.ts";
import { moveDeclarations } from "./declarations/move.server.ts";
import { exportDeclaration, openDeclarations, resendDeclarations } from "./declarations/operator.server.ts";
import { eraseKept, keptOfPerson } from "./declarations/person.server.ts";
import { declarationBacklog, startForwarding, stopForwarding } from "./declarations/worker.server.ts";
import { readCookie } from "./middleware/cookies.server.ts";
import { localeFor } from "./middleware/locale.server.ts";
import {
  brandContext,
  closedContext,
  getIfSet,
  localeContext,
  ownFailureContext,
  patternContext,
  type RequestContext,
  traceIdContext,
} from "./middleware/request.server.ts";
import { traceIdOf } from "./middleware/trace.server.ts";
import { auditOperator } from "./operation/audit.server.ts";
import { adviceOnOthers, adviceOnSettings, adviceOnStores } from "./operation/check-config.server.ts";
import { checkStart, dependencyFindings, storeStates } from "./operation/health.server.ts";
import { startCounting } from "./operation/metrics.server.ts";
import { startReadingSwitches } from "./operation/switches.server.ts";
import { closeStorage, openStorage } from "./session/open-store.server.ts";
import { isBot } from "./tracking/bot.server.ts";

/** What is known of a request for the host's access log, without anything that identifies the customer. */
export function requestFacts(context: RequestContext) {
  return {
    pattern: getIfSet(context, patternContext),
    traceId: getIfSet(context, traceIdContext) || undefined,
    brand: getIfSet(context, brandContext)?.slug,
    locale: getIfSet(context, localeContext)?.locale,
    ownFailure: context.get(ownFailureContext),
    closed: context.get(closedContext) || undefined,
  };
}

/** For the host's own pages, which no middleware has seen. */
export function visitorFacts(url: URL, sent: VisitorHeaders) {
  const { cookie = "", "accept-language": languages = "", "user-agent": agent = "" } = sent;
  const headers = { cookie, "accept-language": languages, "user-agent": agent };
  // A host with a user before it is refused by a page, and this is that page.
  const request = new Request(url.origin, { headers });
  const known = readCookie(request, "brand");
  const { brand } = resolveBrand({ host: url.hostname, query: url.searchParams.get("brand"), cookie: known });
  const locale = localeFor(request, url, brand.availableLanguages);
  return {
    brand: brand.slug,
    links: brand.links,
    locale,
    traceId: traceIdOf(request),
    isBot: isBot(request),
  };
}

type VisitorHeaders = Partial<Record<"cookie" | "accept-language" | "user-agent", string>>;

export { referenceHashes } from "./operation/audit.server.ts";
export { keptPage } from "./rendering/constant-pages.server.ts";

/** For the host's startup and its probes. */
export const health = {
  checkStart,
  stores: storeStates,
  dependencies: dependencyFindings,
  declarations: declarationBacklog,
};

/** For the host's startup and `npm run check-config`. */
export const advice = { settings: adviceOnSettings, stores: adviceOnStores, others: adviceOnOthers };

/** For `npm run declarations`. */
export const declarations = {
  list: openDeclarations,
  resend: resendDeclarations,
  export: exportDeclaration,
  move: moveDeclarations,
};

/** For `npm run person`. */
export const person = { find: keptOfPerson, erase: eraseKept, audit: auditOperator };

/** Called by the host once it listens: forwards the declarations that wait. */
export function start(): void {
  startCounting(brandSlugs());
  startReadingSwitches();
  startForwarding();
}

/** For the host's metrics. */
export const brandSlugs = () => [...brands().keys()];

/** For the host's limits: the Redis that portals share, if sessions are stored in one. */
export function sharedRedis(): SendCommandClusterFn | undefined {
  const storage = openStorage();
  if (storage.kind !== "redis") return undefined;
  return ({ key = "", command }) => storage.redis.send(key, command) as ReturnType<SendCommandClusterFn>;
}

/** For the host's graceful shutdown. */
export async function close(): Promise<void> {
  await stopForwarding();
  await closeStorage();
}
