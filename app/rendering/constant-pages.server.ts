import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { MiddlewareFunction } from "react-router";
import { hostNamesBrand, resolveBrand } from "#app/brand/registry.server.ts";
import { localeCookie, prefixOf, withoutPrefix } from "#app/i18n/locale.ts";
import { brandCookie, brandCookieOf } from "#app/middleware/brand.server.ts";
import { findableAs } from "#app/middleware/findable.server.ts";
import { localeFor } from "#app/middleware/locale.server.ts";
import { announcedAt } from "#app/operation/switches.server.ts";
import { pageAt } from "#app/page-table.server.ts";
import {
  brandContext,
  localeContext,
  type PageForAll,
  pageForAllContext,
  patternContext,
  type RequestContext,
  traceIdContext,
} from "#app/request/context.server.ts";
import { cookiesOf } from "#app/request/cookies.server.ts";
import { playsFault, traceIdOf } from "#app/request/trace-id.server.ts";
import { Visitor, visitorContext } from "#app/request/visitor.server.ts";
import { isBot } from "#app/tracking/bot.server.ts";
import { savesData } from "#app/tracking/third-parties.server.ts";
import { wantsData } from "./page-as-data.server.ts";

const forSharedCaches = "public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400";

/**
 * Identifies the requested page among those that are the same for everybody, by all that determines its bytes;
 * undefined if the response could depend on the visitor (decision 0125).
 */
function variantOf(request: Request, { protocol, pathname, hostname, search }: URL) {
  const page = pageAt(withoutPrefix(pathname));
  if (!page?.cacheable || search !== "" || request.method !== "GET") return undefined;
  if (wantsData(request) || isBot(request) || playsFault(traceIdOf(request))) return undefined;
  const { brand } = resolveBrand({ host: hostname, cookie: brandCookieOf(request) });
  const prefix = prefixOf(pathname);
  if (prefix && !brand.availableLanguages.includes(prefix)) return undefined;
  const locale = localeFor(request, new URL(pathname, "http://localhost"), brand.availableLanguages);
  const hasOwnHost = hostNamesBrand(hostname);
  const hasOwnPath = prefix !== undefined || brand.availableLanguages.length === 1;
  const deciding = [...(hasOwnHost ? [] : [brandCookie.name]), ...(hasOwnPath ? [] : [localeCookie.name])];
  const cookies = cookiesOf(request);
  const isShared = !deciding.some((name) => cookies(name).length > 0);
  return {
    key: [
      protocol,
      // Of the host's name, nothing but the brand is on the page; of its port, nothing.
      hasOwnHost,
      page.name,
      brand.slug,
      brand.version,
      JSON.stringify(announcedAt(brand.slug, page.path)),
      prefix,
      locale,
      savesData(request),
      isShared,
    ].join(" "),
    page,
    brand,
    locale,
    prefix,
    headersFor: ({ sentAsked, asked }: Visitor) => ({
      "Cache-Control": isShared && !sentAsked ? forSharedCaches : "private, no-cache",
      Vary: [
        "Accept, Save-Data, ECT",
        ...(hasOwnPath ? [] : ["Accept-Language"]),
        ...(deciding.length > 0 || asked.size > 0 ? ["Cookie"] : []),
      ].join(", "),
    }),
  };
}

interface Answer {
  page: PageForAll;
  headers: Record<string, string>;
  /** Cookies that it asked for and that were not there: for browsers that have one, it is made anew. */
  asked: ReadonlySet<string>;
}
/** Which kept page answers which requests, for a minute: the provider's configuration shown on it is no older. */
const answers = new LRUCache<string, Answer>({ max: 1000, ttl: 60_000 });

/** Determines before the page is made whether it can be the same for everybody, and remembers it if it turned out so. */
export const constantPage: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const variant = variantOf(request, url);
  const visitor = new Visitor(request, url, variant === undefined);
  context.set(visitorContext, visitor);
  const response = await next();
  const page = context.get(pageForAllContext);
  if (!variant || !page) return response;
  const { headers } = response;
  headers.set("ETag", `W/"${createHash("sha256").update(page.plain).digest("base64").slice(0, 22)}"`);
  // A response that sets a cookie belongs to one visitor.
  if (headers.has("Set-Cookie")) return response;
  for (const [name, value] of Object.entries(variant.headersFor(visitor))) headers.set(name, value);
  // The host's name is in the link alone.
  const { link, "content-encoding": _, ...ofAll } = Object.fromEntries(headers);
  if (page.br && !visitor.sentAsked) answers.set(variant.key, { page, headers: ofAll, asked: visitor.asked });
  return response;
};

/** For the host: the answer, if it is the same for everybody and known. Records in the context what it is. */
export function cachedResponse(request: Request, url: URL, context: RequestContext): Answer | undefined {
  const variant = variantOf(request, url);
  const found = variant && answers.get(variant.key);
  const cookies = cookiesOf(request);
  if (!found || [...found.asked].some((name) => cookies(name).length > 0)) return undefined;
  context.set(traceIdContext, traceIdOf(request) ?? "");
  context.set(patternContext, variant.page.path);
  context.set(brandContext, variant.brand);
  context.set(localeContext, { locale: variant.locale, ...(variant.prefix && { prefix: variant.prefix }) });
  const link = findableAs(url, variant.page.path, variant.brand, variant.locale);
  return link ? { ...found, headers: { ...found.headers, link } } : found;
}
