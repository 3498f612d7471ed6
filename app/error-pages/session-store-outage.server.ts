import { pageAt } from "#app/page-table.server.ts";
import { getT, ownFailureContext, patternContext, postedFormContext } from "#app/request/context.server.ts";
import { type Place, portalState } from "./error-response.server.ts";
import type { StateAction } from "./state-page.tsx";

/**
 * The page when the session store is down. Nothing was done yet, so a post can be sent again as it is: the page
 * contains the customer's input.
 */
export function sessionStoreOutage(place: Place) {
  const { context, url } = place;
  context.set(ownFailureContext, true);
  const posted = context.get(postedFormContext);
  const fields: NonNullable<StateAction["fields"]> = {};
  for (const name of posted.keys()) fields[name] = posted.getAll(name).map(String);
  const kind = "retry";
  const label = getT(context, "errors", "actions")(kind);
  const again: StateAction = { kind, label, href: url.pathname + url.search, method: "post", fields };
  const wasPosted = Object.keys(fields).length > 0;
  return portalState(place, "SessionsAway", {
    page: pageAt(context.get(patternContext))?.name ?? "unexpected-error",
    ...(wasPosted && { variant: "textWithInput", more: { actions: [again] } }),
  });
}
