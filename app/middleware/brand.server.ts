import type { MiddlewareFunction } from "react-router";
import { awayBrands, brands, resolveBrand } from "#app/brand/registry.server.ts";
import { linkParameter } from "#app/domain/copied-link.ts";
import { brandField } from "#app/forms/page-fields.tsx";
import { wordedByKeys } from "#app/i18n/i18next.server.ts";
import { config } from "#app/platform/config.server.ts";
import { brandContext, postedFormContext } from "#app/request/context.server.ts";
import { readCookie, setCookie } from "#app/request/cookies.server.ts";

export const brandCookie = { name: "brand", maxAge: 365 * 24 * 60 * 60 };
export const isBrand = (slug: string) => brands().has(slug.toLowerCase());
const isFolder = (slug: string) => isBrand(slug) || awayBrands().has(slug.toLowerCase());
/** Also of a brand that is away, whose customers are shown no other. */
export const brandCookieOf = (request: Request) => readCookie(request, brandCookie.name, isFolder);

/**
 * The brand of this request: host name, query, posted form, cookie, or else o2. One from query or form is remembered. With the
 * sandbox, `?texte=keys` shows the keys of texts instead of these.
 */
export const brand: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const posted = context.get(postedFormContext).get(brandField);
  // The host has seen no other sign of it: nothing may reach another brand's provider.
  if (typeof posted === "string" && awayBrands().has(posted))
    throw new Response("503 Service Unavailable", { status: 503, headers: { "Retry-After": "60" } });
  const { brand, remember } = resolveBrand({
    host: url.hostname,
    query: linkParameter(url, "brand"),
    posted,
    cookie: brandCookieOf(request),
  });
  const showsKeys = config().sandbox && url.searchParams.get("texte") === "keys";
  context.set(brandContext, showsKeys ? wordedByKeys(brand) : brand);
  const response = await next();
  if (remember) setCookie(response, request, brandCookie.name, brand.slug, brandCookie);
  return response;
};
