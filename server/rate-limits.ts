import type { Request, RequestHandler } from "express";
import { rateLimit, type Store } from "express-rate-limit";
import type { Logger } from "pino";
import { askedPage } from "./asked-page.ts";
import { sendHostErrorPage } from "./host-error-page.ts";
import { isOneClick, mayBeOneClick } from "./one-click.ts";
import { type CountForAll, sharedCounts } from "./shared-counts.ts";

const windowMs = 60_000;
/** A mailbox provider posts for all of its users from a few addresses. */
const usersPerMailboxProvider = 30;

/** Posts, and addresses that look a token up, in the path or in the query: guessing one must not pay. */
function counts(request: Request): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return true;
  const { row, query } = askedPage(request);
  return row?.lookup === true && (query || row.path.includes(":"));
}

/**
 * Posts and token look-ups per client (an IPv6 network of /56 counts as one). One-click unsubscribes have a count of
 * their own, so that a newsletter's readers do not use up each other's.
 * @param perMinute 0 = no limit
 */
export function limitRates(perMinute: number, countForAll: CountForAll, logger: Logger): RequestHandler {
  if (perMinute === 0) return (_request, _response, next) => next();
  const store = (name: string) => sharedCounts(name, windowMs, countForAll, logger);
  const people = limiter(perMinute, store("people"));
  const mailboxProviders = limiter(perMinute * usersPerMailboxProvider, store("mailbox-providers"));
  return async (request, response, next) => {
    if (!counts(request)) return next();
    const oneClick = mayBeOneClick(request) && (await isOneClick(request));
    return (oneClick ? mailboxProviders : people)(request, response, next);
  };
}

function limiter(limit: number, store: Store): RequestHandler {
  return rateLimit({
    windowMs,
    limit,
    store,
    standardHeaders: false,
    legacyHeaders: false,
    // The setting of the proxies is ours to make and is documented; its checks would log addresses.
    validate: false,
    handler(request, response) {
      const resets = (request as Request & { rateLimit?: { resetTime?: Date } }).rateLimit?.resetTime;
      const seconds = resets ? Math.ceil((resets.getTime() - Date.now()) / 1000) : 60;
      response.set("Retry-After", String(Math.max(1, seconds)));
      request.resume();
      sendHostErrorPage(request, response, "too-many-requests");
    },
  });
}
