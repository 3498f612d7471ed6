import { createHmac } from "node:crypto";
import { parseCookie } from "cookie-es";
import { type Request, type RequestHandler, type Response, Router } from "express";
import { ipKeyGenerator, type Options as RateLimitOptions, rateLimit } from "express-rate-limit";
import type { Logger } from "pino";
import { prefixOf, withPrefix } from "#app/i18n/locale.ts";
import { pageRights } from "#app/page-rights.ts";
import { pageTable } from "#app/page-table.server.ts";
import { securityLog } from "#app/platform/security-log.server.ts";
import type { MailBudget } from "#app/request/mail-budget.server.ts";
import { derivedKey } from "#app/session/encryption.server.ts";
import type { PortalBuild } from "#server/build.ts";
import { sendHostErrorPage } from "#server/pages/host-error-page.ts";
import { requestedPage } from "#server/pages/requested-page.ts";
import { slowDownGuesses } from "./guesses.ts";
import { budgetSessions } from "./session-budget.ts";
import { type SharedRedis, sharedCounts } from "./shared-counts.ts";
import { turnedAwayForm } from "./turned-away-form.ts";

/** Per minute, unless it says otherwise; 0 = no limit. */
export interface RateLimits {
  /** Posts and token look-ups of one session, and of one network with one token. */
  visitor: number;
  /** Failed look-ups of one network, before they are slowed down. */
  failedLookups: number;
  /** Sessions that one network begins within ten minutes, and 4 kB each that its sessions store. */
  sessions: number;
}

interface Options {
  limits: RateLimits;
  redis: SharedRedis;
  logger: Logger;
  /** Whether the request's session holds what its token opens. */
  holdsToken: (request: Request) => Promise<boolean>;
  /** That portals of one store share. */
  secret?: string | undefined;
  windowMs?: number;
  sessionsWindowMs?: number;
  mailsWindowMs?: number;
  /** How long the answer to a guess is held. */
  holdMs?: number;
  /** Called with each answer that is held. */
  onHold?: (response: Response) => void;
}

type AddedToSessions = ReturnType<PortalBuild["entry"]["module"]["addedToSessions"]>;

/** Of IPv6 a /48, which one customer may have to himself. */
const networkOf = (request: Request) => ipKeyGenerator(request.ip ?? "", 48);

function sessionOf(request: Request): string | undefined {
  return parseCookie(request.headers.cookie ?? "")[request.secure ? "__Host-sid" : "sid"];
}

/** Looks up a token from its path or query. */
function isLookup(request: Request): boolean {
  const { row, query } = requestedPage(request);
  return row?.lookup === true && (query || row.path.includes(":"));
}

/**
 * A declaration is never refused, nor its receipt, whose link is signed. Only the form of a selfcare link looks up
 * something that could be guessed.
 */
function isExempt(request: Request): boolean {
  const { row } = requestedPage(request);
  if (row?.declaration) return !(isLookup(request) && row.start && isRead(request));
  return isRead(request) && !isLookup(request);
}
/** What a stranger may post without having found anything. */
function publicWriteOf(request: Request) {
  const { row } = requestedPage(request);
  const posts = row && request.method === "POST" ? pageRights[row.name].posts : undefined;
  return posts === "counted" || posts === "byLink" ? posts : undefined;
}
const isRead = ({ method }: Request) => method === "GET" || method === "HEAD";

/** The token is in the path or in the query. */
function linkOf(request: Request): string {
  const { pathname, search } = new URL(request.originalUrl, "http://localhost");
  const isInPath = requestedPage(request).row?.path.includes(":");
  return `${networkOf(request)} ${pathname} ${isInPath ? "" : search}`;
}

/**
 * Limits posts and token look-ups across all portals that share a store. What is counted belongs to one session, or to
 * one token, or has failed: nobody is refused because of a neighbour at the same address (decision 0058).
 */
export function limitRates(options: Options) {
  const {
    limits,
    redis,
    logger,
    holdsToken,
    secret = "",
    windowMs = 60_000,
    sessionsWindowMs = 600_000,
    mailsWindowMs = 3_600_000,
    holdMs = 10_000,
    onHold,
  } = options;
  const key = derivedKey(secret, "names of clients");
  /** No store need know addresses, which are few enough to try them all, and a cookie may be as long as all headers. */
  const hashed = (client: string) => createHmac("sha256", key).update(client).digest("base64url");
  const store = (name: string) => sharedCounts(name, windowMs, redis, logger);
  /** The posted input is not lost: the page contains it and can send it again. */
  const log = securityLog(logger, "limit", "Requests are refused: a limit of posts and look-ups (429)");
  const refuse: RequestHandler = async (request, response) => {
    const { row } = requestedPage(request);
    log({ page: row?.name });
    // Without what the link would fill in, one can still terminate.
    if (row?.name === "selfcare-termination")
      return response.redirect(withPrefix(pageTable.termination.path, prefixOf(request.path)));
    const fields = await turnedAwayForm(request, response);
    response.set("Retry-After", String(Math.ceil(windowMs / 1000)));
    sendHostErrorPage(request, response, "too-many-requests", { fields });
  };
  const limiter = (options: Pick<Partial<RateLimitOptions>, "store" | "keyGenerator" | "skip" | "handler">) =>
    rateLimit({
      windowMs,
      limit: limits.visitor,
      standardHeaders: false,
      legacyHeaders: false,
      // We document the proxy setting ourselves; the library's checks would log addresses.
      validate: false,
      ...options,
    });
  const perSession = limiter({
    store: store("session"),
    keyGenerator: (request) => hashed(sessionOf(request) ?? ""),
    skip: (request) => limits.visitor === 0 || sessionOf(request) === undefined,
    handler: refuse,
  });
  const perLink = limiter({
    store: store("link"),
    keyGenerator: (request) => hashed(linkOf(request)),
    skip: (request) => limits.visitor === 0 || !isLookup(request),
    handler: async (request, response, next) =>
      (await holdsToken(request)) ? next() : refuse(request, response, next),
  });
  const logGuessing = securityLog(logger, "guessing", "Answers are held back: a network guesses tokens");
  const guesses = slowDownGuesses({
    limit: limits.failedLookups,
    windowMs,
    holdMs,
    failures: store("failed-lookups"),
    networkOf: (request) => hashed(networkOf(request)),
    writeOf: publicWriteOf,
    isKnown: holdsToken,
    refuse,
    onHold(response) {
      logGuessing({});
      onHold?.(response);
    },
  });
  const logSessions = securityLog(
    logger,
    "sessions",
    "Sessions are refused: a network begins too many (429)",
  );
  const budget = budgetSessions({
    limit: limits.sessions,
    windowMs: sessionsWindowMs,
    counts: sharedCounts("sessions", sessionsWindowMs, redis, logger),
    networkOf: (request) => hashed(networkOf(request)),
  });
  /** A handover's link opens once, and a declaration is never refused. */
  const mayBeginSession = (request: Request) => {
    const { row } = requestedPage(request);
    return row?.declaration === true || row?.name === "handed-over" || budget.mayBegin(request);
  };
  const countSessions = (request: Request, { isRefused, ...added }: AddedToSessions) => {
    if (isRefused) logSessions({ page: requestedPage(request).row?.name });
    return budget.count(request, added);
  };
  const router = Router();
  const slows = (request: Request) => limits.failedLookups > 0 && publicWriteOf(request) !== undefined;
  router.use((request, response, next) => (slows(request) ? guesses.admit(request, response, next) : next()));
  router.use((request, _response, next) => next(isExempt(request) ? "router" : undefined));
  router.use(perSession, perLink);
  router.use((request, response, next) =>
    limits.failedLookups > 0 && isLookup(request) && !slows(request)
      ? guesses.admit(request, response, next)
      : next(),
  );
  const mailed = sharedCounts("mails", mailsWindowMs, redis, logger);
  const mails: MailBudget = {
    take: async (recipient) => (await mailed.increment(hashed(recipient))).totalHits === 1,
    giveBack: (recipient) => mailed.decrement(hashed(recipient)),
  };
  return { admit: router, holdBack: guesses.holdBack, mayBeginSession, countSessions, mails };
}
