import { pageAt } from "#app/page-table.server.ts";
import { getT, ownFailureContext, patternContext, postedFormContext } from "#app/request/context.server.ts";
import { type Place, portalState } from "./error-response.server.ts";
import type { StateAction } from "./state-page.tsx";

/** The page when the session store is down. */
export function sessionStoreOutage(place: Place) {
  place.context.set(ownFailureContext, true);
  return withoutSession(place, "SessionsAway");
}

/** The page when the customer's network has begun too many sessions. */
export const sessionRefusal = (place: Place) => withoutSession(place, "TooManySessions");

/** Nothing was done yet, so a post can be sent again as it is: the page contains the customer's input. */
function withoutSession(place: Place, state: "SessionsAway" | "TooManySessions") {
  const { context, url } = place;
  const posted = context.get(postedFormContext);
  const fields: NonNullable<StateAction["fields"]> = {};
  for (const name of posted.keys()) fields[name] = posted.getAll(name).map(String);
  const kind = "retry";
  const label = getT(context, "errors", "actions")(kind);
  const again: StateAction = { kind, label, href: url.pathname + url.search, method: "post", fields };
  const wasPosted = Object.keys(fields).length > 0;
  const page = pageAt(context.get(patternContext))?.name ?? "unexpected-error";
  // An earlier press may have ordered, which only the session knows.
  const variant = page === "summary" && state === "SessionsAway" ? "textOfOrder" : "textWithInput";
  return portalState(place, state, {
    page,
    ...(wasPosted && { variant, more: { actions: [again] } }),
  });
}
