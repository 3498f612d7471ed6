import type { Request, RequestHandler } from "express";
import { sendHostErrorPage } from "./host-error-page.ts";
import { isOneClick, mayBeOneClick } from "./one-click.ts";

const safeMethods = ["GET", "HEAD", "OPTIONS"];

/**
 * Nothing is done for a form that another site's page sent (CSRF). Browsers say where a post comes from;
 * a client that says nothing is not a browser and carries nobody's cookies. The one post that may come from
 * anywhere is a mail provider's one-click unsubscribe, and it is stripped of whatever a browser adds.
 */
export const refuseForeignOrigins: RequestHandler = async (request, response, next) => {
  if (safeMethods.includes(request.method) || isOwn(request)) return next();
  if (mayBeOneClick(request) && (await isOneClick(request))) {
    for (const name of ["origin", "cookie", "referer", "authorization"]) delete request.headers[name];
    return next();
  }
  sendHostErrorPage(request, response, "foreign-origin");
};

function isOwn(request: Request): boolean {
  if (["cross-site", "same-site"].includes(request.get("Sec-Fetch-Site") ?? "")) return false;
  // Browsers from before `Origin` on every post say it with the referrer.
  const from = request.get("Origin") ?? request.get("Referer");
  if (from === undefined) return true;
  const own = new URL(`${request.protocol}://${request.headers.host}`).origin;
  return URL.canParse(from) && new URL(from).origin === own;
}
