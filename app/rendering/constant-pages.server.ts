import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import type { MiddlewareFunction } from "react-router";
import { hostNamesBrand, resolveBrand } from "#app/brand/registry.server.ts";
import { localeCookie, prefixOf, withoutPrefix } from "#app/i18n/locale.ts";
import { localeFor } from "#app/middleware/locale.server.ts";
import { pageAt } from "#app/page-table.server.ts";
import { logger } from "#app/platform/log.server.ts";
import {
  brandContext,
  localeContext,
  patternContext,
  type RequestContext,
  sameForAllContext,
  traceIdContext,
} from "#app/request/context.server.ts";
import { cookiesOf, readCookie } from "#app/request/cookies.server.ts";
import { playsFault, traceIdOf } from "#app/request/trace-id.server.ts";
import { Visitor, visitorContext } from "#app/request/visitor.server.ts";
import { isBot } from "#app/tracking/bot.server.ts";
import { savesData } from "#app/tracking/third-parties.server.ts";
import { findableAs } from "./findable.server.ts";
import { wantsData } from "./page-as-data.server.ts";

const forSharedCaches = "public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400";

/**
 * Identifies the requested page among those that are the same for everybody, by all that determines its bytes;
 * undefined if the response could depend on the visitor (decision 0043).
 */
function variantOf(request: Request, { protocol, pathname, hostname, search }: URL) {
  const page = pageAt(withoutPrefix(pathname));
  if (!page?.cacheable || search !== "" || request.method !== "GET") return undefined;
  if (wantsData(request) || isBot(request) || playsFault(traceIdOf(request))) return undefined;
  const { brand } = resolveBrand({ host: hostname, cookie: readCookie(request, "brand") });
  const prefix = prefixOf(pathname);
  if (prefix && !brand.availableLanguages.includes(prefix)) return undefined;
  const locale = localeFor(request, new URL(pathname, "http://localhost"), brand.availableLanguages);
  const hasOwnHost = hostNamesBrand(hostname);
  const hasOwnPath = prefix !== undefined || brand.availableLanguages.length === 1;
  const deciding = [...(hasOwnHost ? [] : ["brand"]), ...(hasOwnPath ? [] : [localeCookie.name])];
  const cookies = cookiesOf(request);
  const isShared = !deciding.some((name) => cookies[name] !== undefined);
  return {
    key: [
      protocol,
      // Of the host's name, nothing but the brand is on the page; of its port, nothing.
      hasOwnHost,
      page.name,
      brand.slug,
      brand.edition,
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

interface KeptPage {
  /** Cookies that it asked for and that were not there: for browsers that have one, it is rendered. */
  asked: ReadonlySet<string>;
  headers: Record<string, string>;
  plain: Buffer;
  gzip: Buffer;
  br: Buffer;
  /** In milliseconds since the epoch: the provider's configuration shown on the page is no older. */
  renderedAt: number;
}
const freshMs = 60_000;
/** In bytes: about 400 pages. */
const kept = new LRUCache<string, KeptPage>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: ({ plain, gzip, br }) => plain.length + gzip.length + br.length,
});
const zipped = promisify(gzip);
const brotli = promisify(brotliCompress);

let isCompressing = false;

/** Stores a page that is the same for everybody, compressed as well as possible, for the host to respond with. */
async function keep(key: string, page: Pick<KeptPage, "headers" | "plain" | "asked">): Promise<void> {
  const renderedAt = Date.now();
  const { headers, plain } = page;
  const before = kept.get(key);
  if (before && before.headers.etag === headers.etag) {
    kept.set(key, { ...before, ...page, renderedAt });
    return;
  }
  // One page at a time takes long enough: another one is stored when it is next requested.
  if (isCompressing) return;
  isCompressing = true;
  try {
    const gzip = await zipped(plain, { level: constants.Z_BEST_COMPRESSION });
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    const br = await brotli(plain, { params });
    kept.set(key, { ...page, gzip, br, renderedAt });
  } finally {
    isCompressing = false;
  }
}

/** Determines before rendering whether a page can be the same for everybody, and stores it if it turned out to be. */
export const constantPage: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const variant = variantOf(request, url);
  const visitor = new Visitor(request, url, variant === undefined);
  context.set(visitorContext, visitor);
  const response = await next();
  if (!variant || !context.get(sameForAllContext)) return response;
  const plain = Buffer.from(await response.arrayBuffer());
  const { headers } = response;
  headers.set("ETag", `W/"${createHash("sha256").update(plain).digest("base64").slice(0, 22)}"`);
  // A response that sets a cookie belongs to one visitor.
  if (!headers.has("Set-Cookie")) {
    for (const [name, value] of Object.entries(variant.headersFor(visitor))) headers.set(name, value);
    // The host's name is in this one alone.
    const { link, ...kept } = Object.fromEntries(headers);
    if (!visitor.sentAsked)
      keep(variant.key, { headers: kept, plain, asked: visitor.asked }).catch((err) =>
        logger.error({ err }, "A page could not be compressed. It is rendered each time."),
      );
  }
  return new Response(plain, { status: response.status, headers });
};

/** For the host: the requested page, if it is the same for everybody and stored. Records in the context what it is. */
export function keptPage(request: Request, url: URL, context: RequestContext): KeptPage | undefined {
  const variant = variantOf(request, url);
  const found = variant && kept.get(variant.key);
  const cookies = cookiesOf(request);
  if (!found || [...found.asked].some((name) => cookies[name] !== undefined)) return undefined;
  if (found.renderedAt < Date.now() - freshMs) return undefined;
  context.set(traceIdContext, traceIdOf(request) ?? "");
  context.set(patternContext, variant.page.path);
  context.set(brandContext, variant.brand);
  context.set(localeContext, { locale: variant.locale, ...(variant.prefix && { prefix: variant.prefix }) });
  const link = findableAs(url, variant.page.path, variant.brand, variant.locale);
  return link ? { ...found, headers: { ...found.headers, link } } : found;
}
