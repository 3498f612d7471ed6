import type { Request, RequestHandler, Response } from "express";
import type { Logger } from "pino";
import { securityLog } from "#app/platform/security-log.server.ts";
import { sendHostErrorPage } from "#server/pages/host-error-page.ts";
import { requestedPage } from "#server/pages/requested-page.ts";
import { drainLimit } from "./body-limits.ts";
import { isOneClickPost } from "./one-click.ts";
import { countForJourney, shortened } from "./refusals.ts";

const safeMethods = ["GET", "HEAD", "OPTIONS"];

/**
 * Refuses forms from other sites (CSRF). Browsers send a post's origin; a client that does not is no browser and has
 * no customer's cookies. Only a mail provider's one-click unsubscribe may come from anywhere, stripped of everything
 * that a browser adds.
 */
export function refuseForeignOrigins(logger: Logger): RequestHandler {
  const fromOtherSites = securityLog(
    logger,
    "other-site",
    "Forms are refused: a browser says that they come from another site",
  );
  const fromElsewhere = securityLog(
    logger,
    "foreign-origin",
    "Forms are refused: their origin is not the portal's as the proxy describes it (X-Forwarded-Proto, -Host)",
  );
  return async (request, response, next) => {
    if (safeMethods.includes(request.method)) return next();
    if (siteOf(request) === "same-origin") {
      // React Router looks at the origin alone, which a proxy's `Referrer-Policy: no-referrer` makes "null" for own forms.
      delete request.headers.origin;
      return next();
    }
    if (isOwn(request)) return next();
    if (isProvidersReturn(request)) return toSamePage(request, response);
    if (await isOneClickPost(request)) {
      for (const name of ["origin", "cookie", "referer", "authorization"]) delete request.headers[name];
      return next();
    }
    const seen = shortened(originOf(request));
    if (isFromOtherSite(request)) {
      response.locals.pattern = "(other-site)";
      fromOtherSites({ seen });
    } else {
      countForJourney(request, response);
      const forwardedProto = shortened(request.get("X-Forwarded-Proto"));
      fromElsewhere({ seen, expected: ownOrigin(request), forwardedProto });
    }
    sendHostErrorPage(request, response, "foreign-origin");
  };
}

function isProvidersReturn(request: Request): boolean {
  const { row, data } = requestedPage(request);
  return request.method === "POST" && row?.providersReturn === true && !data;
}

/** By GET, which brings the customer's cookies and is counted like any other look. */
function toSamePage(request: Request, response: Response) {
  response.locals.pattern = requestedPage(request).row?.path;
  response.set({ "Cache-Control": "no-store", "Referrer-Policy": "same-origin", "X-Robots-Tag": "noindex" });
  // Browsers show no answer before their body is sent: it is dropped, unless it is too long even for that.
  if (Number(request.get("Content-Length") ?? 0) > drainLimit) response.set("Connection", "close");
  else request.resume();
  response.redirect(303, request.originalUrl);
}

/** A browser's word, which neither proxies nor policies change; older browsers say nothing. */
const siteOf = (request: Request) => request.get("Sec-Fetch-Site") ?? "";
const isFromOtherSite = (request: Request) => ["cross-site", "same-site"].includes(siteOf(request));

const ownOrigin = (request: Request) => new URL(`${request.protocol}://${request.headers.host}`).origin;

/** Undefined without a header that names one; "null" for an opaque one, or for what is no address. */
function originOf(request: Request): string | undefined {
  // Older browsers send only a referrer.
  const from = request.get("Origin") ?? request.get("Referer");
  if (from === undefined) return undefined;
  return URL.canParse(from) ? new URL(from).origin : "null";
}

function isOwn(request: Request): boolean {
  if (isFromOtherSite(request)) return false;
  const origin = originOf(request);
  return origin === undefined || origin === ownOrigin(request);
}
