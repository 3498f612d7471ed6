import { createHash } from "node:crypto";
import { parseCookie } from "cookie-es";
import type { Request, RequestHandler, Response } from "express";
import { ipKeyGenerator, rateLimit } from "express-rate-limit";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { withoutPrefix } from "#app/i18n/locale.ts";
import { pageAt } from "#app/page-table.server.ts";
import { sendHostErrorPage } from "#server/pages/host-error-page.ts";
import { requestedPage } from "#server/pages/requested-page.ts";
import { isOneClick } from "./one-click.ts";
import { type SharedRedis, sharedCounts } from "./shared-counts.ts";
import { turnedAwayForm } from "./turned-away-form.ts";

const windowMs = 60_000;
/** Maximum number of refused addresses in memory, so that they cannot fill it. */
const mostRefused = 10_000;

/** Requests a minute; 0 = no limit. */
export interface RateLimits {
  /** Posts and token look-ups of one session; without a session, of one address to one page. */
  visitor: number;
  /** Posts and token look-ups of one address, which a carrier may share among thousands of customers. */
  address: number;
  /** Failed look-ups of one address, against guessing tokens. */
  failedLookups: number;
}

/** No store need know addresses and sessions, and a cookie or a path may be as long as all headers. */
const hashed = (client: string) => createHash("sha256").update(client).digest("base64url");

/** A /56 IPv6 network counts as one customer. */
const addressOf = (request: Request) => hashed(ipKeyGenerator(request.ip ?? "", 56));

function visitorOf(request: Request): string {
  const { sid, "__Host-sid": session = sid } = parseCookie(request.headers.cookie ?? "");
  const { pathname } = new URL(request.originalUrl, "http://localhost");
  return hashed(session || `${addressOf(request)} ${pathname}`);
}

/** Looks up a token from its path or query. */
function isLookup(request: Request): boolean {
  const { row, query } = requestedPage(request);
  return row?.lookup === true && (query || row.path.includes(":"));
}

/** An unknown token ends in a 404, or, from an address that redirects, on a page without a look-up. */
function isFailedLookup(response: Response): boolean {
  const location = response.get("Location");
  if (response.statusCode === 302 && location) {
    const { pathname } = new URL(location, "http://localhost");
    return pageAt(withoutPrefix(pathname))?.lookup !== true;
  }
  return response.statusCode === 404;
}

/** Limits posts and token look-ups, across all portals that share a store. */
export function limitRates(limits: RateLimits, redis: SharedRedis, logger: Logger): RequestHandler {
  const store = (name: string) => sharedCounts(name, windowMs, redis, logger);
  const perAddress = limiter(limits.address, addressOf, store("address"));
  const perVisitor = limiter(limits.visitor, visitorOf, store("visitor"));
  const failures = store("failed-lookups");
  const refused = new LRUCache<string, Date>({ max: mostRefused, ttl: windowMs });

  const countFailure = async (address: string) => {
    const { totalHits, resetTime } = await failures.increment(address);
    const ttl = (resetTime?.getTime() ?? 0) - Date.now();
    if (totalHits >= limits.failedLookups && resetTime && ttl > 0) refused.set(address, resetTime, { ttl });
  };

  return async (request, response, next) => {
    const lookup = isLookup(request);
    if (!lookup && ["GET", "HEAD"].includes(request.method)) return next();
    if (lookup && limits.failedLookups > 0) {
      const address = addressOf(request);
      const until = refused.get(address);
      if (until) return refuse(request, response, until);
      response.once("finish", () => {
        if (isFailedLookup(response)) void countFailure(address);
      });
    }
    // A mailbox provider posts one-click unsubscribes for all its users: only the address counts.
    const oneClick = await isOneClick(request);
    return perAddress(request, response, (error) =>
      error || oneClick ? next(error) : perVisitor(request, response, next),
    );
  };
}

function limiter(
  limit: number,
  keyGenerator: (request: Request) => string,
  store: ReturnType<typeof sharedCounts>,
): RequestHandler {
  if (limit === 0) return (_request, _response, next) => next();
  return rateLimit({
    windowMs,
    limit,
    store,
    keyGenerator,
    standardHeaders: false,
    legacyHeaders: false,
    // We document the proxy setting ourselves; the library's checks would log addresses.
    validate: false,
    handler: (request, response) =>
      refuse(
        request,
        response,
        (request as Request & { rateLimit?: { resetTime?: Date } }).rateLimit?.resetTime,
      ),
  });
}

/** The posted input is not lost: the page contains it and can send it again. */
async function refuse(request: Request, response: Response, until = new Date(Date.now() + windowMs)) {
  const fields = await turnedAwayForm(request, response);
  const seconds = Math.ceil((until.getTime() - Date.now()) / 1000);
  response.set("Retry-After", String(Math.max(1, seconds)));
  sendHostErrorPage(request, response, "too-many-requests", { fields });
}
