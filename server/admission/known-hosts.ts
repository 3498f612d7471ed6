import type { RequestHandler } from "express";
import type { Logger } from "pino";
import { securityLog } from "#app/platform/security-log.server.ts";
import { sendHostErrorPage, visitorOf } from "#server/pages/host-error-page.ts";
import { countForJourney, shortened } from "./refusals.ts";

/** Without port, in lower case and without a trailing dot. */
const nameOf = (host: string) => new URL(`http://${host}`).hostname.replace(/\.$/, "");

/**
 * Refuses unlisted hosts: links, cookies and the brand depend on the host name, which `checkRequestLine` determines.
 */
export function refuseUnknownHosts(allowed: readonly string[], logger: Logger): RequestHandler {
  const withoutPorts = allowed.map((name) => name.replace(/:\d+$/, ""));
  const names = new Set(withoutPorts);
  const endings = withoutPorts.filter((name) => name.startsWith("*.")).map((name) => name.slice(1));
  const log = securityLog(
    logger,
    "unknown-host",
    "Requests are refused: ALLOWED_HOSTS does not have their host",
  );
  return (request, response, next) => {
    const name = nameOf(request.headers.host ?? "");
    const isOurs = names.size === 0 || names.has(name) || endings.some((ending) => name.endsWith(ending));
    if (isOurs) return next();
    log({ seen: shortened(name), expected: allowed });
    // Scanners ask for any name; that of a brand is probably one that the settings lack.
    const { brand } = visitorOf(request);
    if (brand && name.includes(brand)) countForJourney(request, response);
    sendHostErrorPage(request, response, "unknown-host");
  };
}
