import type { IncomingHttpHeaders } from "node:http";
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from "express";
import type { Logger } from "pino";
import { markHeader } from "#app/browser/portal-mark.ts";
import type { Config } from "#app/platform/config.server.ts";
import { limitBodies } from "./admission/body-limits.ts";
import { refuseUnknownHosts } from "./admission/known-hosts.ts";
import { refuseForeignOrigins } from "./admission/origin-guard.ts";
import { limitRates } from "./admission/rate-limits.ts";
import { checkMethod, checkRequestLine } from "./admission/request-line.ts";
import type { SharedRedis } from "./admission/shared-counts.ts";
import { shedLoad } from "./admission/shed-load.ts";
import { type BuildSource, currentBuild } from "./build.ts";
import { accessLog, type RequestLine } from "./operation/access-log.ts";
import { quiet } from "./operation/probes.ts";
import type { Tracing } from "./operation/tracing.ts";
import { showAwayBrands } from "./pages/away-brands.ts";
import { constantPages } from "./pages/constant-pages.ts";
import { sendHostErrorPage } from "./pages/host-error-page.ts";
import { renderPages } from "./pages/render-pages.ts";
import { requestedUrl } from "./pages/requested-page.ts";
import { robots } from "./pages/robots.ts";
import { securityText } from "./pages/security-text.ts";

/** Settings of the host; missing ones are off. */
type Settings = Pick<
  Config,
  "trustProxy" | "allowedHosts" | "bodyLimitBytes" | "rateLimits" | "loadLimits" | "hsts"
> &
  Partial<Pick<Config, "securityContact" | "redirectOrigins" | "bodyStallSeconds" | "session">>;

export interface HostOptions extends Settings {
  build: BuildSource;
  mode: "production" | "development";
  /** The browser's files: from the build, or Vite's in development. */
  files: RequestHandler[];
  sandbox?: RequestHandler;
  logger: Logger;
  isStopping?: () => boolean;
  /** Probes and version, if the customers' port serves them too. */
  probes?: RequestHandler;
  /** Counts requests if metrics are on. */
  countRequest?: (line: RequestLine) => void;
  tracing?: Tracing;
}

/** The HTTP host around the built app: everything before and after the page. */
export function createApp(options: HostOptions): Express {
  const { build, logger } = options;
  let latest = typeof build === "function" ? undefined : build;
  const refreshed = async () => {
    latest = await currentBuild(build);
    return latest;
  };
  const redis: SharedRedis = async () => (await refreshed()).entry.module.sharedRedis();
  const isStopping = options.isStopping ?? (() => false);

  const app = express();
  app.disable("x-powered-by");
  app.set("trust proxy", options.trustProxy);
  app.set("etag", false);

  app.locals.visitorFacts = (url: URL, headers: IncomingHttpHeaders) =>
    latest?.entry.module.visitorFacts(url, headers);
  app.locals.redirectOrigins = options.redirectOrigins;
  app.locals.bodyStallSeconds = options.bodyStallSeconds ?? 60;

  const count = (line: RequestLine, response: Response) => {
    options.countRequest?.(line);
    options.tracing?.end(line, response);
  };
  app.use(cutPorts);
  app.use(accessLog(logger, (context) => latest?.entry.module.requestFacts(context) ?? {}, count));
  app.use(markAnswers);
  app.use(protectAnswers);
  if (options.hsts) app.use(strictTransport);
  app.use(closeConnections(isStopping));
  if (options.probes) app.use(options.probes);
  // After the probes, which would otherwise be a third of all traces.
  if (options.tracing) app.use(options.tracing.begin);
  app.get("/.well-known/security.txt", quiet, securityText(options.securityContact));
  app.get("/robots.txt", quiet, robots(options.sandbox !== undefined));
  app.use(checkRequestLine);
  app.use(refuseUnknownHosts(options.allowedHosts, logger));
  app.use(...options.files);
  app.use(refuseForeignOrigins(logger));
  if (options.sandbox) app.use(options.sandbox);
  app.use(checkMethod);
  app.use(showAwayBrands((address, headers) => latest?.entry.module.awayBrand(address, headers)));
  const load = shedLoad(options.loadLimits, () => latest?.entry.module.canStoreDeclarations() ?? true);
  app.use(load.admit);
  const holdsToken = async (request: Request) =>
    (await refreshed()).entry.module.holdsToken(new URL(requestedUrl(request)), request.headers);
  const limits = options.rateLimits;
  const rates = limitRates({
    limits,
    redis,
    logger,
    holdsToken,
    onHold: load.leave,
    secret: options.session?.secrets[0],
  });
  app.use(rates.admit);
  app.use(limitBodies(options.bodyLimitBytes));
  if (latest) app.use(constantPages(latest));
  // Given a value, React Router derives its route table once; given a function, on every request.
  app.use(
    renderPages(latest ?? refreshed, options.mode, {
      async beforeMaking(request, context) {
        const { forbidNewSession, limitMails } = (await refreshed()).entry.module;
        limitMails(context, rates.mails);
        if (!rates.mayBeginSession(request)) forbidNewSession(context);
      },
      async beforeSending(response, answer) {
        const { addedToSessions } = (await refreshed()).entry.module;
        void rates.countSessions(response.req, addedToSessions(response.locals.context));
        await rates.holdBack(response, answer);
      },
    }),
  );
  app.use(answerUnexpected(logger));
  return app;
}

/** Some gateways (Azure's) name a client with its port, which differs from request to request: no limit would count it. */
const cutPorts: RequestHandler = (request, _response, next) => {
  const forwarded = request.headers["x-forwarded-for"];
  if (typeof forwarded === "string")
    request.headers["x-forwarded-for"] = forwarded.split(",").map(withoutPort).join(", ");
  next();
};
const withoutPort = (address: string) =>
  address.trim().replace(/^(?:(\d+\.\d+\.\d+\.\d+):\d+|\[([^\]]+)\](?::\d+)?)$/, "$1$2");

/** Also of files, refusals and 304s: its reader knows that the portal itself has answered. */
const markAnswers: RequestHandler = (_request, response, next) => {
  response.set(markHeader, "1");
  next();
};

/** While stopping, makes clients open their next connection elsewhere. */
const closeConnections =
  (isStopping: () => boolean): RequestHandler =>
  (_request, response, next) => {
    if (isStopping()) response.set("Connection", "close");
    next();
  };

/** For every response, files and probes too: taken for nothing else than it says, and by no other site. */
const protectAnswers: RequestHandler = (_request, response, next) => {
  response.set({ "X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin" });
  next();
};

/** For every https response, including refusals and files. */
const strictTransport: RequestHandler = (request, response, next) => {
  if (request.secure) response.set("Strict-Transport-Security", "max-age=63072000; includeSubDomains");
  next();
};

/** Express recognises an error handler by its four parameters. */
function answerUnexpected(logger: Logger): ErrorRequestHandler {
  return (error, request, response, _next) => {
    logger.error({ err: error }, "unexpected error in the host");
    if (response.headersSent) response.destroy();
    else sendHostErrorPage(request, response, "internal-error");
  };
}
