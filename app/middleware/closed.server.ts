import type { MiddlewareFunction } from "react-router";
import { errorResponse } from "#app/errors/error-response.server.ts";
import { portalStates } from "#app/errors/other-states.ts";
import { closedJourney } from "#app/operation/switches.server.ts";
import { pageAt } from "#app/page-table.server.ts";
import { brandContext, localeContext, patternContext } from "./request.server.ts";

/** Refuses pages of a journey or a site that an operator has closed. Declarations and pages without a customer stay. */
export const refuseClosed: MiddlewareFunction<Response> = ({ context, url }, next) => {
  const page = pageAt(context.get(patternContext));
  const [journey = ""] = page?.file.split("/") ?? [];
  if (!page || page.cacheable) return next();
  const closed = closedJourney(context.get(brandContext).slug, journey);
  if (!closed) return next();
  const reason = closed.text[context.get(localeContext).locale] ?? closed.text.de ?? "";
  throw errorResponse(
    { context, url },
    { code: "Closed", downtime: closed.until },
    {
      section: "errors.portal",
      page: page.name,
      row: portalStates.Closed,
      values: { reason },
      more: { state: "Downtime" },
    },
  );
};
