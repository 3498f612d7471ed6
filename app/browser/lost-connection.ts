import { type DataStrategyResult, data, isRouteErrorResponse, type MiddlewareFunction } from "react-router";
import { forgetTyped } from "#app/browser/typed-draft.ts";
import type { ConnectionLost } from "#app/forms/form-state.ts";
import { goWhenReachable, stopWaiting } from "./waiting-page.ts";

/**
 * A broken connection would reach the error boundary, which replaces the page. Here it becomes a reply to the form
 * instead: the customer's input stays, and the same submission id is sent again.
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
      // The target page is loaded by the browser, which has nothing of its own to show without a network.
      const target = result.headers.get("Location");
      if (target && !navigator.onLine) return goWhenReachable(new URL(target, request.url).href);
    }
    // Responses of the portal itself (redirects, error states) pass through.
    if (type !== "error" || result instanceof Response || isAnswer(result)) continue;
    // A failed request for the page's data loads the page again once the portal can be reached.
    if (!posts) return goWhenReachable(request.url);
    answer.type = "data";
    const lost: ConnectionLost = { connectionLost: sent ? "sending" : "before", sent };
    answer.result = data(lost, { status: 503 });
  }
  return results;
};

/** A page instead of data comes from a gateway that cannot reach the portal, or from the overloaded host. */
const isAnswer = (error: unknown) =>
  isRouteErrorResponse(error) &&
  !(typeof error.data === "string" && (error.status >= 500 || error.status === 429));
