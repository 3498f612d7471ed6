import { type DataStrategyResult, data, isRouteErrorResponse, type MiddlewareFunction } from "react-router";
import { forgetTyped } from "#app/browser/typed-draft.ts";
import { goWhenReachable, stopWaiting } from "./go-when-reachable.ts";
import type { ConnectionLost, PostRefused } from "./lost-answer.ts";
import { problemTypes } from "./portal-mark.ts";

const resends = 3;
const comeBackLater = new Set([429, 503]);
/** Answers to posts that got lost, one after the other. */
let losses = 0;

/**
 * A broken connection would reach the error boundary, which replaces the page, and so would the answer of anybody in
 * between. Here it becomes a reply to the form instead: the customer's input stays, and the same submission id is sent
 * again. A refusal of our own becomes one that the form shows, too.
 */
export const surviveLostConnection: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  stopWaiting();
  const posts = request.method === "POST";
  const sent = posts && navigator.onLine ? request.clone() : undefined;
  // Firefox ends a page's own requests once another page is asked for: those are not lost.
  let isLeft = false;
  const leave = () => {
    isLeft = true;
  };
  addEventListener("beforeunload", leave);
  const results = await next();
  removeEventListener("beforeunload", leave);
  for (const answer of Object.values(results)) {
    const { result } = answer;
    if (posts && result instanceof Response) {
      forgetTyped(new URL(request.url).pathname);
      // The target page is loaded by the browser, which has nothing of its own to show without a network.
      const target = result.headers.get("Location");
      if (target && !navigator.onLine) return goWhenReachable(new URL(target, request.url).href);
    }
    const refused = posts ? refusalIn(answer) : undefined;
    if (refused || isOurs(answer)) losses = 0;
    // A failed request for the page's data loads the page again once the portal can be reached.
    else if (!posts) return isLeft ? new Promise(() => {}) : goWhenReachable(request.url);
    else if (sent) losses++;
    if (!refused && isOurs(answer)) continue;
    answer.type = "data";
    answer.result = data(refused ?? lostReply(sent), { status: 503 });
  }
  return results;
};

/**
 * React Router decodes what its own server has encoded, and nothing else: a page, redirected to or not, is a string or an
 * error, and an answer without a body no data (decision 0124).
 */
function isOurs({ type, result }: DataStrategyResult): boolean {
  if (result instanceof Response) return true;
  if (type === "error") return isRouteErrorResponse(result) && typeof result.data !== "string";
  const isBare = typeof result === "object" && result !== null && "init" in result;
  return !isBare || ("data" in result && result.data !== undefined);
}

/** The portal's own word on a post that it did not take; one to come back later is like a lost answer. */
function refusalIn({ type, result }: DataStrategyResult): PostRefused | undefined {
  if (type !== "error" || !isRouteErrorResponse(result) || comeBackLater.has(result.status)) return undefined;
  const problem = typeof result.data === "string" ? problemIn(result.data) : result.data;
  return problem?.detail && { refused: { title: problem.title, text: problem.detail } };
}

function problemIn(body: string) {
  try {
    const problem = JSON.parse(body);
    return String(problem.type).startsWith(problemTypes) ? problem : undefined;
  } catch {
    return undefined;
  }
}

function lostReply(sent: Request | undefined): ConnectionLost {
  if (!sent) return { connectionLost: "before" };
  return losses > resends ? { connectionLost: "stuck" } : { connectionLost: "sending", sent };
}
