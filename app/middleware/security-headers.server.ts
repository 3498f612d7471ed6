import type { MiddlewareFunction } from "react-router";
import { pageTable } from "#app/page-table.server.ts";
import {
  brandContext,
  getIfSet,
  localeContext,
  patternContext,
  type RequestContext,
  responseHeadersContext,
} from "#app/request/context.server.ts";
import { contentSecurityPolicy } from "./content-security-policy.server.ts";
import { findableAs } from "./findable.server.ts";

/**
 * Headers of every page. The referrer policy is `same-origin`, because `no-referrer` makes browsers post `Origin:
 * null`, which is refused. A page may contain customer data, so no cache stores it unless it is the same for everybody.
 */
export const securityHeaders: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const added = new Headers();
  context.set(responseHeadersContext, added);
  const response = await next();
  const headers = response.headers;
  for (const [name, value] of added) headers.set(name, value);
  const set = (name: string, value: string) => headers.has(name) || headers.set(name, value);
  // A page brings its own.
  set("Content-Security-Policy", contentSecurityPolicy());
  set("Cache-Control", "no-store");
  set("Referrer-Policy", "same-origin");
  const path = response.status === 200 && request.method === "GET" ? findablePath(context) : undefined;
  const link = path && findableAs(url, path, context.get(brandContext), context.get(localeContext).locale);
  if (link) headers.set("Link", link);
  else set("X-Robots-Tag", "noindex");
  set("X-Content-Type-Options", "nosniff");
  set("X-Frame-Options", "DENY");
  set("Cross-Origin-Opener-Policy", "same-origin");
  set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()");
  set("Accept-CH", "ECT, Save-Data");
  // No cache stores the response to a post.
  if (request.method !== "POST") headers.append("Vary", "Accept, Accept-Language, Cookie, Save-Data, ECT");
  // A page without an action: the router responds 405 without saying what is allowed (RFC 9110, 15.5.6).
  if (response.status === 405) set("Allow", "GET, HEAD");
  return response;
};

/** The path of a page that has neither a token in its address nor a customer: search engines may index it. */
const findablePath = (context: RequestContext): string | undefined =>
  Object.values(pageTable).find(
    ({ path, cacheable }) => cacheable && path === getIfSet(context, patternContext),
  )?.path;
