import type { MiddlewareFunction } from "react-router";
import { resolveBrand } from "#app/brand/registry.server.ts";
import { linkParameter } from "#app/domain/copied-link.ts";
import { brandField } from "#app/forms/page-fields.tsx";
import { brandContext, postedFormContext } from "#app/request/context.server.ts";
import { readCookie, setCookie } from "#app/request/cookies.server.ts";

const year = 365 * 24 * 60 * 60;

/**
 * The brand of this request: host name, query, posted form, cookie, or else o2. One from query or form is remembered.
 */
export const brand: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const { brand, remember } = resolveBrand({
    host: url.hostname,
    query: linkParameter(url, "brand"),
    posted: context.get(postedFormContext).get(brandField),
    cookie: readCookie(request, "brand"),
  });
  context.set(brandContext, brand);
  const response = await next();
  if (remember) setCookie(response, request, "brand", brand.slug, { maxAge: year, httpOnly: true });
  return response;
};
