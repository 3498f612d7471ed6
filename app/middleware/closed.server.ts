import type { MiddlewareFunction } from "react-router";
import { portalState } from "#app/error-pages/error-response.server.ts";
import { closedJourney } from "#app/operation/switches.server.ts";
import { journeyAt, pageAt } from "#app/page-table.server.ts";
import { brandContext, closedContext, localeContext, patternContext } from "#app/request/context.server.ts";

/**
 * Refuses pages of a journey or site that an operator has closed. Declarations and pages without a customer stay open.
 */
export const refuseClosed: MiddlewareFunction<Response> = ({ context, url }, next) => {
  const pattern = context.get(patternContext);
  const page = pageAt(pattern);
  if (!page || page.cacheable) return next();
  const closed = closedJourney(context.get(brandContext).slug, journeyAt(pattern));
  if (!closed) return next();
  context.set(closedContext, true);
  const reason = closed.text[context.get(localeContext).locale] ?? closed.text.de ?? "";
  throw portalState({ context, url }, "Closed", {
    page: page.name,
    downtime: closed.until,
    values: { reason },
    more: { state: "Downtime" },
  });
};
