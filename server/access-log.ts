import type { RequestHandler } from "express";
import type { Logger } from "pino";
import type { RouterContextProvider } from "react-router";
import type { RequestFacts } from "./build.ts";

/**
 * One line per request. It names the route's pattern, never the path: paths and queries carry tokens, and
 * tokens are secrets.
 */
export function accessLog(
  logger: Logger,
  facts: (context: RouterContextProvider) => RequestFacts,
): RequestHandler {
  return (request, response, next) => {
    const start = performance.now();
    response.once("close", () => {
      const { context, pattern, quiet } = response.locals;
      const level = response.statusCode >= 500 ? "warn" : quiet ? "debug" : "info";
      logger[level](
        {
          method: request.method,
          pattern: pattern ?? "(no route)",
          ...(context && defined(facts(context))),
          status: response.statusCode,
          ms: Math.round(performance.now() - start),
          ...(!response.writableFinished && { hungUp: true }),
        },
        "request",
      );
    });
    next();
  };
}

const defined = (facts: RequestFacts) =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
