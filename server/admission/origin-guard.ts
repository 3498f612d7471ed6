import type { Request, RequestHandler } from "express";
import { sendHostErrorPage } from "#server/pages/host-error-page.ts";
import { isOneClick } from "./one-click.ts";

const safeMethods = ["GET", "HEAD", "OPTIONS"];

/**
 * Refuses forms from other sites (CSRF). Browsers send a post's origin; a client that does not is no browser and has
 * no customer's cookies. Only a mail provider's one-click unsubscribe may come from anywhere, stripped of everything
 * that a browser adds.
 */
export const refuseForeignOrigins: RequestHandler = async (request, response, next) => {
  if (safeMethods.includes(request.method) || isOwn(request)) return next();
  if (await isOneClick(request)) {
    for (const name of ["origin", "cookie", "referer", "authorization"]) delete request.headers[name];
    return next();
  }
  sendHostErrorPage(request, response, "foreign-origin");
};

function isOwn(request: Request): boolean {
  if (["cross-site", "same-site"].includes(request.get("Sec-Fetch-Site") ?? "")) return false;
  // Older browsers send only a referrer.
  const from = request.get("Origin") ?? request.get("Referer");
  if (from === undefined) return true;
  const own = new URL(`${request.protocol}://${request.headers.host}`).origin;
  return URL.canParse(from) && new URL(from).origin === own;
}
