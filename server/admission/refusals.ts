import type { Request, Response } from "express";
import { journeyAt } from "#app/page-table.server.ts";
import { visitorOf } from "#server/pages/host-error-page.ts";
import { requestedPage } from "#server/pages/requested-page.ts";

/** Counts a refused request for the journey and the brand that its customer wanted, as if it had been let in. */
export function countForJourney(request: Request, response: Response): void {
  const { row } = requestedPage(request);
  response.locals.wanted = {
    journey: row && journeyAt(row.path),
    brand: visitorOf(request).brand,
  };
}

/** A header for the log: clients may send anything. */
export const shortened = (value = "none") => value.slice(0, 100);
