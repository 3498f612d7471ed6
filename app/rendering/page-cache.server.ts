import { randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { MiddlewareFunction } from "react-router";
import { resolveBrand } from "#app/brand/registry.server.ts";
import { localeCookie, prefixOf, withoutPrefix } from "#app/i18n/locale.ts";
import { cookieLine, cookieNames, isSecure, readCookie } from "#app/middleware/cookies.server.ts";
import { localeFor } from "#app/middleware/locale.server.ts";
import {
  brandContext,
  localeContext,
  nonceContext,
  patternContext,
  type RequestContext,
  traceIdContext,
} from "#app/middleware/request.server.ts";
import { newNonce, playsFault, traceCookie, traceIdOf } from "#app/middleware/trace.server.ts";
import { pageAt } from "#app/pages.ts";
import { isBot } from "#app/tracking/bot.server.ts";
import { savesData } from "#app/tracking/third-parties.server.ts";
import { wantsData } from "./page-as-data.server.ts";
import { PageResponse } from "./page-response.server.ts";
import { emptied, filled, type SharedPage, type Template } from "./template.server.ts";

interface CachedPage {
  headers: [name: string, value: Template][];
  body: Template;
}

const pages = new LRUCache<string, CachedPage>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: ({ body }) => body.reduce((total, part) => total + part.length, 1),
  // What the provider's configuration says on such a page is not older than it may be anyway.
  ttl: 60_000,
});

/** The variant of a page that has nothing of a customer in it; nothing where the request is somebody's. */
function variantOf(request: Request, url: URL) {
  const { pathname, origin, hostname, search } = url;
  const row = pageAt(withoutPrefix(pathname));
  if (!row?.cacheable || request.method !== "GET" || search !== "") return undefined;
  if (!isAnyone(request) || wantsData(request) || playsFault(traceIdOf(request))) return undefined;
  const { brand } = resolveBrand({ host: hostname, cookie: readCookie(request, "brand") });
  const prefix = prefixOf(pathname);
  if (prefix && !brand.availableLanguages.includes(prefix)) return undefined;
  const locale = localeFor(request, url, brand.availableLanguages);
  const key = [row.name, origin, brand.slug, prefix, locale, savesData(request), isBot(request)].join(" ");
  return { key, row, brand, locale, prefix };
}

/** Cookies that are part of the key or change nothing on the page; any other one may identify somebody. */
const impersonalCookies = ["brand", localeCookie.name, traceCookie.name];

const isAnyone = (request: Request) => cookieNames(request).every((name) => impersonalCookies.includes(name));

/**
 * Keeps a page that the page table marks `cacheable`, with its slots emptied. Not kept: answers to requests with a cookie
 * that may identify somebody, answers that set a cookie other than the trace id's, and those with a trace id that the
 * customer sent.
 */
export const keepPage: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const response = await next();
  const variant = variantOf(request, url);
  const { headers } = response;
  const isPage = response.status === 200 && response instanceof PageResponse;
  const personal = headers.getSetCookie().length > 1 || traceIdOf(request) || headers.has("Refresh");
  if (!variant || !isPage || personal) return response;
  const html = await response.text();
  const ids = new Set([...html.matchAll(/name="submissionId" value="([\w-]+)"/g)].map(([, id = ""]) => id));
  if (ids.size < 2) {
    const [submissionId] = ids;
    const slots = { nonce: context.get(nonceContext), traceId: context.get(traceIdContext), submissionId };
    const kept = [...headers].filter(([name]) => name !== "set-cookie");
    pages.set(variant.key, {
      headers: kept.map(([name, value]) => [name, emptied(value, slots)]),
      body: emptied(html, slots),
    });
  }
  return response;
};

/** The kept page with a nonce and ids of this request; the context learns what the access log names. */
export function cachedPage(
  request: Request,
  url: URL,
  context: RequestContext,
): (SharedPage & { headers: [name: string, value: string][] }) | undefined {
  const variant = variantOf(request, url);
  const page = variant && pages.get(variant.key);
  if (!page) return undefined;
  const traceId = traceIdOf(request);
  const slots = { nonce: newNonce(), traceId: traceId ?? randomUUID(), submissionId: randomUUID() };
  context.set(traceIdContext, slots.traceId);
  context.set(patternContext, variant.row.path);
  context.set(brandContext, variant.brand);
  context.set(localeContext, { locale: variant.locale, prefix: variant.prefix });
  const headers = page.headers.map(([name, value]): [string, string] => [name, filled(value, slots)]);
  if (!traceId)
    headers.push(["set-cookie", cookieLine(isSecure(request), traceCookie.name, slots.traceId, traceCookie)]);
  return { headers, body: page.body, slots };
}
