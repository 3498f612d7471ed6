import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { SendCommandClusterFn } from "rate-limit-redis";
import { linkParameter } from "#app/domain/copied-link.ts";
import { config } from "#app/platform/config.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { startCounting } from "#app/platform/metrics.server.ts";
import {
  brandContext,
  closedContext,
  errorNumberContext,
  getIfSet,
  localeContext,
  newSessionContext,
  ownFailureContext,
  patternContext,
  type RequestContext,
  sessionContext,
  traceIdContext,
} from "#app/request/context.server.ts";
import { isSecure } from "#app/request/cookies.server.ts";
import { type MailBudget, mailBudgetContext } from "#app/request/mail-budget.server.ts";
import { traceIdOf } from "#app/request/trace-id.server.ts";
import { brandFindings, copiedFindings } from "./brand/brand-findings.server.ts";
import { readBrand } from "./brand/read-brands.server.ts";
import { awayBrandOf, awayBrands, brands, onBrandChange, resolveBrand } from "./brand/registry.server.ts";
import type { Brand } from "./brand/schema.ts";
import { canStoreDeclarations } from "./declarations/open-queue.server.ts";
import { declarationBacklog, startForwarding, stopForwarding } from "./declarations/worker.server.ts";
import { withoutPrefix } from "./i18n/locale.ts";
import { brandCookieOf } from "./middleware/brand.server.ts";
import { localeFor } from "./middleware/locale.server.ts";
import { checkStart, dependencyFindings, storeFindings } from "./operation/health.server.ts";
import { startReadingSwitches } from "./operation/switches.server.ts";
import { pageAt } from "./page-table.server.ts";
import { choiceScope } from "./routes/identity/idv-status.server.ts";
import { cartScope } from "./routes/offer/cart/cart.server.ts";
import { closeStorage, openStorage } from "./session/open-store.server.ts";
import { Session, sessionCookie } from "./session/session.server.ts";
import { isBot } from "./tracking/bot.server.ts";
import { dialLink } from "./ui/dial-link.ts";

/** What is known of a request for the host's access log, without anything that identifies the customer. */
export function requestFacts(context: RequestContext) {
  return {
    pattern: getIfSet(context, patternContext),
    traceId: getIfSet(context, traceIdContext) || undefined,
    errorNumber: context.get(errorNumberContext) || undefined,
    brand: getIfSet(context, brandContext)?.slug,
    locale: getIfSet(context, localeContext)?.locale,
    ownFailure: context.get(ownFailureContext),
    closed: context.get(closedContext) || undefined,
  };
}

/** For the host's limits. */
export { canStoreDeclarations };

/** For the host's limits: this request begins no session. */
export const forbidNewSession = (context: RequestContext) => context.set(newSessionContext, "forbidden");

/** For the host's limits: how many mails to whom a stranger names. */
export const limitMails = (context: RequestContext, budget: MailBudget) =>
  context.set(mailBudgetContext, budget);

/** For the host's limits: what a request has added to the store of sessions, and whether it was refused a new one. */
export function addedToSessions(context: RequestContext) {
  const { sessions, bytes } = getIfSet(context, sessionContext)?.added ?? { sessions: 0, bytes: 0 };
  return { sessions, bytes: Math.max(0, bytes), isRefused: context.get(newSessionContext) === "refused" };
}

const dialled = (hotline: Brand["hotline"]) => ({ ...hotline, href: dialLink(hotline.number) });

/** For the host's own pages, which no middleware has seen. */
export function visitorFacts(url: URL, sent: VisitorHeaders) {
  const { cookie = "", "accept-language": languages = "", "user-agent": agent = "" } = sent;
  const headers = { cookie, "accept-language": languages, "user-agent": agent };
  // A host with a user before it is refused by a page, and this is that page.
  const request = new Request(url.origin, { headers });
  const named = { host: url.hostname, query: linkParameter(url, "brand"), cookie: brandCookieOf(request) };
  if (awayBrandOf(named)) return undefined;
  const { brand } = resolveBrand(named);
  const locale = localeFor(request, url, brand.availableLanguages);
  return {
    brand: brand.slug,
    name: brand.name,
    links: brand.links,
    contact: brand.contact,
    hotline: dialled(brand.hotline),
    locale,
    traceId: traceIdOf(request),
    isBot: isBot(request),
  };
}

/** For the host: the brand of a request, if its folder is wrong, for its outage page. */
export function awayBrand(
  address: string,
  { cookie = "", "accept-language": languages = "" }: VisitorHeaders,
) {
  // Asked before every page: mostly there is none.
  if (awayBrands().size === 0) return undefined;
  const url = new URL(address);
  const request = new Request(url.origin, { headers: { cookie, "accept-language": languages } });
  const query = linkParameter(url, "brand");
  const brand = awayBrandOf({ host: url.hostname, query, cookie: brandCookieOf(request) });
  if (!brand) return undefined;
  const { hotline, ...shown } = brand;
  const language = localeFor(request, url, brand.availableLanguages);
  return { brand: { ...shown, hotline: hotline && dialled(hotline) }, language };
}

/** For the host's limits: whether this browser's session holds the offer or verification that the address names. */
export async function holdsToken(url: URL, { cookie = "" }: VisitorHeaders): Promise<boolean> {
  const path = withoutPrefix(url.pathname);
  const at = pageAt(path)?.path.split("/").indexOf(":token") ?? -1;
  const token = decodeURIComponent(path.split("/")[at] ?? "");
  if (token === "") return false;
  const request = new Request(url, { headers: { cookie } });
  const session = new Session({ cookie: await sessionCookie(isSecure(request)).parse(cookie) });
  const held = [cartScope, choiceScope].map((scope) => session.read<unknown>(scope, token));
  const values = await Promise.all(held).catch(() => []);
  return values.some((value) => value !== undefined);
}

type VisitorHeaders = Partial<Record<"cookie" | "accept-language" | "user-agent", string>>;

/** For the host's startup and `npm run check-config`. */
export * as advice from "#app/operation/check-config.server.ts";
export { switchesCommand } from "#app/operation/switches-command.server.ts";
export { auditOperator, referenceHashes } from "#app/outcome/audit.server.ts";
/** For `npm run declarations`. */
export * as declarations from "./declarations/operator.server.ts";
/** For `npm run person`. */
export * as person from "./declarations/person.server.ts";
export { cachedResponse } from "./rendering/constant-pages.server.ts";

/** For the host's startup and its probes. */
export const health = {
  checkStart,
  stores: storeFindings,
  dependencies: dependencyFindings,
  declarations: declarationBacklog,
};

/** Called by the host once it listens: forwards the declarations that wait. */
export function start(): void {
  startCounting(brandSlugs());
  startReadingSwitches();
  onBrandChange((brand) => {
    for (const finding of brandFindings(brand)) logger.warn({ brand: brand.slug, finding }, "brand");
  });
  startForwarding();
}

/** For `npm run check-brand`, of a folder or a slug of BRANDS_DIR. @throws Error if a portal would not take the folder */
export function checkBrand(folder: string): string[] {
  const isSlug = /^[a-z0-9-]+$/.test(folder);
  const path = isSlug ? resolve(config().brandsDir, folder) : resolve(folder);
  const brand = readBrand(path);
  const json = readFileSync(join(path, "brand.json"), "utf8");
  return [...brandFindings(brand), ...copiedFindings(brand, brands().values(), json)];
}

/** For the pages that proxies show while no portal answers. */
export const brandContacts = () =>
  [...brands().values()].map(
    ({ slug, name, nameForTitle, availableLanguages, contact, hotline, logo, colors }) => ({
      slug,
      name,
      nameForTitle,
      availableLanguages,
      contact,
      logo,
      colors,
      hotline: dialled(hotline),
    }),
  );

/** For the host's metrics. */
export const brandSlugs = () => [...brands().keys()];

/** For the host's limits: the Redis that portals share, if sessions are stored in one. */
export function sharedRedis(): SendCommandClusterFn | undefined {
  const storage = openStorage();
  if (storage.kind !== "redis") return undefined;
  // eslint-disable-next-line house/no-cast -- what Redis answers, of which the limits read two numbers
  return ({ key = "", command }) => storage.redis.send(key, command) as ReturnType<SendCommandClusterFn>;
}

/** For the host's graceful shutdown. */
export async function close(): Promise<void> {
  await stopForwarding();
  await closeStorage();
}
