import type { MiddlewareFunction } from "react-router";
import { brands, resolveBrand } from "#app/brand/registry.server.ts";
import { linkParameter } from "#app/domain/copied-link.ts";
import { brandField } from "#app/forms/page-fields.tsx";
import { wordedByKeys } from "#app/i18n/i18next.server.ts";
import { config } from "#app/platform/config.server.ts";
import { brandContext, postedFormContext } from "#app/request/context.server.ts";
import { readCookie, setCookie } from "#app/request/cookies.server.ts";

export const brandCookie = { name: "brand", maxAge: 365 * 24 * 60 * 60 };
export const isBrand = (slug: string) => brands().has(slug.toLowerCase());
export const brandCookieOf = (request: Request) => readCookie(request, brandCookie.name, isBrand);

/**
 * The brand of this request: host name, query, posted form, cookie, or else o2. One from query or form is remembered. With the
 * sandbox, `?texte=keys` shows the keys of texts instead of these.
 */
export const brand: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const { brand, remember } = resolveBrand({
    host: url.hostname,
    query: linkParameter(url, "brand"),
    posted: context.get(postedFormContext).get(brandField),
    cookie: brandCookieOf(request),
  });
  const showsKeys = config().sandbox && url.searchParams.get("texte") === "keys";
  context.set(brandContext, showsKeys ? wordedByKeys(brand) : brand);
  const response = await next();
  if (remember) setCookie(response, request, brandCookie.name, brand.slug, brandCookie);
  return response;
};
