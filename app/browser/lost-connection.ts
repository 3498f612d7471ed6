import { type DataStrategyResult, data, isRouteErrorResponse, type MiddlewareFunction } from "react-router";
import { forgetTyped } from "#app/browser/typed-draft.ts";
import type { ConnectionLost } from "#app/forms/form-state.ts";
import { goWhenReachable, stopWaiting } from "./waiting-page.ts";

/**
 * In the browser, a connection that breaks would reach the error boundary and take the page with it. Here it becomes an
 * answer of the form: what was typed stays, and the same submission id is sent again.
 */
export const surviveLostConnection: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  stopWaiting();
  const posts = request.method === "POST";
  const sent = posts && navigator.onLine ? request.clone() : undefined;
  const results = await next();
  for (const answer of Object.values(results)) {
    const { type, result } = answer;
    if (posts && result instanceof Response) {
      forgetTyped(new URL(request.url).pathname);
      // The page that it leads to is loaded by the browser, which has none of its own to show without a network.
      const target = result.headers.get("Location");
      if (target && !navigator.onLine) return goWhenReachable(new URL(target, request.url).href);
    }
    // Answers of the portal itself (redirects, error states) go their way.
    if (type !== "error" || result instanceof Response || isAnswer(result)) continue;
    // A page that looks after its data is loaded anew.
    if (!posts) return goWhenReachable(request.url);
    answer.type = "data";
    const lost: ConnectionLost = { connectionLost: sent ? "sending" : "before", sent };
    answer.result = data(lost, { status: 503 });
  }
  return results;
};

/** A page where data were asked for is of a gateway that does not reach the portal, or of the host that is too busy. */
const isAnswer = (error: unknown) =>
  isRouteErrorResponse(error) &&
  !(typeof error.data === "string" && (error.status >= 500 || error.status === 429));
