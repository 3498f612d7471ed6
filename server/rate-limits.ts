import type { Request, RequestHandler } from "express";
import { rateLimit } from "express-rate-limit";
import { sendPlainPage } from "./plain-page.ts";

/**
 * Addresses that look a token up, in the path or in the query: guessing one must not pay. `.data` is the same page
 * asked for by the client's router.
 */
const tokenPages =
  /^(?:\/[a-z]{2})?\/(?:angebot|idv|kundendaten|entry\/novum|anmeldung|selfcarekuendigung|(?:kuendigung|widerruf)\/bestaetigung)(?:\.data)?[/?]./;

const counts = (request: Request) =>
  request.method !== "GET" && request.method !== "HEAD" ? true : tokenPages.test(request.originalUrl);

/**
 * Posts and token look-ups per client (an IPv6 network of /56 counts as one).
 * @param perMinute 0 = no limit
 */
export function limitRates(perMinute: number): RequestHandler {
  if (perMinute === 0) return (_request, _response, next) => next();
  return rateLimit({
    windowMs: 60_000,
    limit: perMinute,
    skip: (request) => !counts(request),
    standardHeaders: false,
    legacyHeaders: false,
    // The setting of the proxies is ours to make and is documented; its checks would log addresses.
    validate: false,
    handler(request, response) {
      const resets = (request as Request & { rateLimit?: { resetTime?: Date } }).rateLimit?.resetTime;
      const seconds = resets ? Math.ceil((resets.getTime() - Date.now()) / 1000) : 60;
      response.set("Retry-After", String(Math.max(1, seconds)));
      request.resume();
      sendPlainPage(request, response, "too-many-requests");
    },
  });
}
