import type { MiddlewareFunction } from "react-router";
import { config } from "#app/config.server.ts";
import { isSecure } from "./cookies.server.ts";
import { nonceContext, responseHeadersContext } from "./request.server.ts";

/**
 * Headers of every page. `same-origin` as referrer policy, because `no-referrer` makes browsers post
 * `Origin: null`, which is refused. Every page may carry customer data, so none is kept by caches.
 */
export const securityHeaders: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const added = new Headers();
  context.set(responseHeadersContext, added);
  const response = await next();
  const headers = response.headers;
  for (const [name, value] of added) headers.set(name, value);
  const set = (name: string, value: string) => headers.has(name) || headers.set(name, value);
  set("Content-Security-Policy", contentSecurityPolicy(context.get(nonceContext)));
  set("Cache-Control", "no-store");
  set("Referrer-Policy", "same-origin");
  set("X-Robots-Tag", "noindex");
  set("X-Content-Type-Options", "nosniff");
  set("X-Frame-Options", "DENY");
  set("Cross-Origin-Opener-Policy", "same-origin");
  set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()");
  set("Accept-CH", "ECT, Save-Data");
  headers.append("Vary", "Accept-Language, Cookie, Save-Data, ECT");
  if (config().hsts && isSecure(request))
    set("Strict-Transport-Security", "max-age=63072000; includeSubDomains");
  return response;
};

function contentSecurityPolicy(nonce: string): string {
  const directives = {
    "default-src": "'none'",
    "script-src": `'self' 'nonce-${nonce}'`,
    "style-src": `'nonce-${nonce}'`,
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
    // A form's redirect is checked too: payment, login and identity providers are named in the settings.
    "form-action": ["'self'", ...config().redirectOrigins].join(" "),
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}
