import type { RequestHandler } from "express";
import { sendHostErrorPage } from "./host-error-page.ts";

/** The name without port as browsers write it: small letters, and no dot at its end. */
const nameOf = (host: string) => new URL(`http://${host}`).hostname.replace(/\.$/, "");

/**
 * Refuses a name that is none of the portal's: links, cookies and the brand follow from it. Stands behind the check of
 * the request line, which settles which host was asked.
 * @param allowed names, `*.` in front for every name below; none = every host is served
 */
export function refuseUnknownHosts(allowed: readonly string[]): RequestHandler {
  const names = new Set(allowed);
  const endings = allowed.filter((name) => name.startsWith("*.")).map((name) => name.slice(1));
  return (request, response, next) => {
    const name = nameOf(request.headers.host ?? "");
    const known = names.size === 0 || names.has(name) || endings.some((ending) => name.endsWith(ending));
    if (known) return next();
    sendHostErrorPage(request, response, "unknown-host");
  };
}
