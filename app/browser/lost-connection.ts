import { type DataStrategyResult, data, isRouteErrorResponse, type MiddlewareFunction } from "react-router";
import { forgetTyped } from "#app/browser/typed-draft.ts";
import type { ConnectionLost } from "#app/forms/form-state.ts";
import { withoutPrefix } from "#app/i18n/locale.ts";
import { type PageRow, pageAt } from "#app/pages.ts";
import { loadCode } from "./page-code.ts";
import { goWhenReachable, stopWaiting } from "./waiting-page.ts";

/**
 * In the browser, a connection that breaks would reach the error boundary and take the page with it. Here it becomes an
 * answer of the form: what was typed stays, and the same submission id is sent again. Where a link leads, and what
 * became of a form that has arrived, waits for the network instead.
 */
export const surviveLostConnection: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  stopWaiting();
  const { pathname } = new URL(request.url);
  const posts = request.method === "POST";
  const wasOnline = navigator.onLine;
  if (posts && wasOnline) loadNextPages(pathname);
  const sent = posts && wasOnline ? request.clone() : undefined;
  const results = await next();
  for (const answer of Object.values(results)) {
    const { type, result } = answer;
    if (result instanceof Response) {
      if (posts) forgetTyped(pathname);
      const target = new URL(result.headers.get("Location") ?? "", request.url);
      if (target.origin === location.origin && !(await loadCode(target.pathname)))
        return goWhenReachable(target.href);
    }
    // Answers of the portal itself (redirects, error states) go their way.
    const isPage = isPageOnTheWay(result);
    if (type !== "error" || result instanceof Response || (isRouteErrorResponse(result) && !isPage)) continue;
    if (posts) {
      answer.type = "data";
      const lost: ConnectionLost = { connectionLost: sent ? "sending" : "before", sent };
      answer.result = data(lost, { status: 503 });
    } else if (isPage || isLost(result)) return goWhenReachable(request.url);
  }
  return results;
};

/** `fetch` fails with a `TypeError`, the reading of its answer with a cause; what the portal answers has neither. */
const isLost = (error: unknown) =>
  error instanceof TypeError || (error instanceof Error && error.cause !== undefined);

/** A page where data were asked for: a gateway's that does not reach the portal, or the host's that is too busy. */
const isPageOnTheWay = (error: unknown) =>
  isRouteErrorResponse(error) &&
  typeof error.data === "string" &&
  (error.status >= 500 || error.status === 429);

/** While the form is under way: once it has arrived there may be no network left for the code of its result. */
function loadNextPages(pathname: string) {
  const row: PageRow | undefined = pageAt(withoutPrefix(pathname));
  for (const page of row?.next ?? []) void loadCode(page);
}
