import type { RequestHandler, Response } from "express";
import type { Logger } from "pino";
import type { RouterContextProvider } from "react-router";
import { type Journey, pageAt } from "#app/page-table.server.ts";
import type { RequestFacts } from "#server/build.ts";
import { afterAnswer } from "./answer-end.ts";

/** Facts about a finished request. */
export interface RequestLine extends Omit<RequestFacts, "ownFailure"> {
  method: string;
  pattern: string;
  status: number;
  ms: number;
  /** What a customer reads out from the page of a failure. */
  errorNumber?: string | undefined;
  /** For what no page has seen: the journey that the customer wanted. */
  journey?: Journey;
  /** Who caused a 5xx. */
  cause?: "backend" | "portal";
  hungUp?: true;
}

const isFailurePage = (pattern = "") => pageAt(pattern)?.failure === true;

/**
 * One line per request with the route's pattern, never the path: paths and queries contain tokens, which are secrets.
 */
export function accessLog(
  logger: Logger,
  facts: (context: RouterContextProvider) => RequestFacts,
  count: (line: RequestLine, response: Response) => void = () => {},
): RequestHandler {
  return (request, response, next) => {
    const start = performance.now();
    afterAnswer(response, () => {
      const { context, pattern = "(no route)", quiet, traceId, errorNumber, wanted } = response.locals;
      const { ownFailure, ...requestFacts } = context ? facts(context) : {};
      const status = response.statusCode;
      const cause = ownFailure || !requestFacts.pattern ? "portal" : "backend";
      const line: RequestLine = {
        method: request.method,
        ...wanted,
        ...requestFacts,
        pattern: requestFacts.pattern ?? pattern,
        ...(traceId && { traceId }),
        ...(errorNumber && { errorNumber }),
        status,
        ms: Math.round(performance.now() - start),
        // Without a page of the app, the host itself failed. A probe that reports a problem is no failure, nor is a page that
        // shows what failed before it.
        ...(status >= 500 &&
          !quiet &&
          !requestFacts.closed &&
          !isFailurePage(requestFacts.pattern) && { cause }),
        ...(!response.writableFinished && { hungUp: true }),
      };
      logger[status >= 500 ? "warn" : quiet ? "debug" : "info"](line, "request");
      count(line, response);
    });
    next();
  };
}
