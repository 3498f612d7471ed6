import type { MiddlewareFunction } from "react-router";
import { resolveBrand } from "#app/brand/registry.server.ts";
import { pageTable } from "#app/page-table.server.ts";
import { config } from "#app/platform/config.server.ts";
import { findableAs } from "#app/rendering/findable.server.ts";
import {
  brandContext,
  getIfSet,
  localeContext,
  pageHashesContext,
  patternContext,
  type RequestContext,
  responseHeadersContext,
} from "#app/request/context.server.ts";
import { mayTrack, thirdPartyOrigins } from "#app/tracking/third-parties.server.ts";

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
  // The same default as in `entry.server.tsx`.
  const brand = getIfSet(context, brandContext) ?? resolveBrand({}).brand;
  const thirdParties = mayTrack(request, url.pathname) ? thirdPartyOrigins(brand, url.pathname) : [];
  const set = (name: string, value: string) => headers.has(name) || headers.set(name, value);
  set("Content-Security-Policy", contentSecurityPolicy(context, thirdParties));
  set("Cache-Control", "no-store");
  set("Referrer-Policy", "same-origin");
  const path = response.status === 200 && request.method === "GET" ? findablePath(context) : undefined;
  const link = path && findableAs(url, path, brand, context.get(localeContext).locale);
  if (link) headers.set("Link", link);
  else set("X-Robots-Tag", "noindex");
  set("X-Content-Type-Options", "nosniff");
  set("X-Frame-Options", "DENY");
  set("Cross-Origin-Opener-Policy", "same-origin");
  set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()");
  set("Accept-CH", "ECT, Save-Data");
  headers.append("Vary", "Accept, Accept-Language, Cookie, Save-Data, ECT");
  // A page without an action: the router responds 405 without saying what is allowed (RFC 9110, 15.5.6).
  if (response.status === 405) set("Allow", "GET, HEAD");
  return response;
};

/** The path of a page that has neither a token in its address nor a customer: search engines may index it. */
const findablePath = (context: RequestContext): string | undefined =>
  Object.values(pageTable).find(
    ({ path, cacheable }) => cacheable && path === getIfSet(context, patternContext),
  )?.path;

/** The brand's styles are allowed by their hash, so that its pages all begin with the same bytes. */
function contentSecurityPolicy(context: RequestContext, thirdParties: string[]): string {
  const { scripts, styles } = context.get(pageHashesContext);
  const and = thirdParties.map((origin) => ` ${origin}`).join("");
  const directives = {
    "default-src": "'none'",
    "script-src": ["'self'", ...scripts].join(" ") + and,
    // A consent tool brings styles of its own, which only a nonce would tell from others (decision 0073).
    "style-src": and ? "'unsafe-inline'" : styles.join(" ") || "'none'",
    "img-src": ["'self' data:", ...config().pictureOrigins, ...thirdParties].join(" "),
    "connect-src": `'self'${and}`,
    // The portal itself has neither: without third parties, the default forbids both.
    ...(and && { "font-src": thirdParties.join(" "), "frame-src": thirdParties.join(" ") }),
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
    // Also applies to a form's redirect: payment, login and identity providers are named in the settings.
    "form-action": ["'self'", ...config().redirectOrigins].join(" "),
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}
