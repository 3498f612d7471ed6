import type { RequestHandler } from "express";
import { sendHostErrorPage } from "#server/pages/host-error-page.ts";

/** Without port, in lower case and without a trailing dot. */
const nameOf = (host: string) => new URL(`http://${host}`).hostname.replace(/\.$/, "");

/**
 * Refuses unlisted hosts: links, cookies and the brand depend on the host name, which `checkRequestLine` determines.
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
