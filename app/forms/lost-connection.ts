import { type DataStrategyResult, data, isRouteErrorResponse, type MiddlewareFunction } from "react-router";
import type { ConnectionLost } from "./form-state.ts";

/**
 * In the browser, a post whose connection breaks would reach the error boundary and take the form with it. Here it
 * becomes an answer of the form: what was typed stays, and the same submission id is sent again.
 */
export const keepFormOnLostConnection: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  const results = await next();
  if (request.method === "POST")
    for (const answer of Object.values(results)) {
      // Answers of the portal itself (redirects, error states) go their way.
      const isAnswer = answer.result instanceof Response || isRouteErrorResponse(answer.result);
      if (answer.type !== "error" || isAnswer) continue;
      answer.type = "data";
      answer.result = data({ connectionLost: true } satisfies ConnectionLost, { status: 503 });
    }
  return results;
};
