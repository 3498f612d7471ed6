import type { Request, RequestHandler } from "express";
import { sendPlainPage } from "./plain-page.ts";

const safeMethods = ["GET", "HEAD", "OPTIONS"];

/**
 * Nothing is done for a form that another site's page sent (CSRF). Browsers say where a post comes from;
 * a client that says nothing is not a browser and carries nobody's cookies.
 */
export const refuseForeignOrigins: RequestHandler = (request, response, next) => {
  if (safeMethods.includes(request.method) || isOwn(request)) return next();
  sendPlainPage(request, response, "foreign-origin");
};

function isOwn(request: Request): boolean {
  if (request.get("Sec-Fetch-Site") === "cross-site") return false;
  const origin = request.get("Origin");
  if (origin === undefined) return true;
  const own = new URL(`${request.protocol}://${request.headers.host}`).origin;
  return URL.canParse(origin) && new URL(origin).origin === own;
}
