import type { MiddlewareFunction } from "react-router";
import { resolveBrand } from "#app/brand/registry.server.ts";
import { readCookie, setCookie } from "./cookies.server.ts";
import { brandContext } from "./request.server.ts";

const year = 365 * 24 * 60 * 60;

/** The brand of this request: host name, then query, then cookie, then o2. A query brand is remembered. */
export const brand: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const found = resolveBrand({
    host: url.hostname,
    query: url.searchParams.get("brand") ?? undefined,
    cookie: readCookie(request, "brand"),
  });
  context.set(brandContext, found.brand);
  const response = await next();
  if (found.remember)
    setCookie(response, request, "brand", found.brand.slug, { maxAge: year, httpOnly: true });
  return response;
};
