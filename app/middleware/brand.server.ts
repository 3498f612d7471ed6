import type { MiddlewareFunction } from "react-router";
import { resolveBrand } from "#app/brand/registry.server.ts";
import { readCookie, setCookie } from "./cookies.server.ts";
import { brandContext, brandIsAssumedContext } from "./request.server.ts";

const year = 365 * 24 * 60 * 60;

/** The brand of this request: host name, query, cookie, o2. One that a query or a posted form names is remembered. */
export const brand: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const found = resolveBrand({
    host: url.hostname,
    query: url.searchParams.get("brand") ?? undefined,
    cookie: readCookie(request, "brand"),
  });
  context.set(brandContext, found.brand);
  context.set(brandIsAssumedContext, found.assumed);
  const response = await next();
  const { slug } = context.get(brandContext);
  if (found.remember || slug !== found.brand.slug)
    setCookie(response, request, "brand", slug, { maxAge: year, httpOnly: true });
  return response;
};
