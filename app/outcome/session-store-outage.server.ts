import { type Place, portalState } from "#app/error-pages/error-response.server.ts";
import type { StateAction } from "#app/error-pages/state-page.tsx";
import { pageAt } from "#app/page-table.server.ts";
import type { PageName } from "#app/pages.ts";
import { getT, ownFailureContext, patternContext, postedFormContext } from "#app/request/context.server.ts";
import { postedBy } from "./acts.ts";

/** The page when the session store is down. */
export function sessionStoreOutage(place: Place) {
  place.context.set(ownFailureContext, true);
  return withoutSession(place, "SessionsAway");
}

/** The page when the customer's network has begun too many sessions. */
export const sessionRefusal = (place: Place) => withoutSession(place, "TooManySessions");

/** This request has done nothing yet, so a post can be sent again as it is: the page contains the customer's input. */
function withoutSession(place: Place, state: "SessionsAway" | "TooManySessions") {
  const { context, url } = place;
  const posted = context.get(postedFormContext);
  const fields: NonNullable<StateAction["fields"]> = {};
  for (const name of posted.keys()) fields[name] = posted.getAll(name).map(String);
  const kind = "retry";
  const label = getT(context, "errors", "actions")(kind);
  const again: StateAction = { kind, label, href: url.pathname + url.search, method: "post", fields };
  const wasPosted = Object.keys(fields).length > 0;
  const page = pageAt(context.get(patternContext))?.name;
  return portalState(place, state, {
    page: page ?? "unexpected-error",
    ...(wasPosted && { variant: variantOf(page), more: { actions: [again] } }),
  });
}

/** An earlier press of the same form may have acted, which only the session knows: then it is not said that nothing was sent. */
function variantOf(page: PageName | undefined) {
  const call = page && postedBy(page);
  if (!call) return "textWithInput";
  return call === "acceptOffer" ? "textOfOrder" : "textOfAct";
}
