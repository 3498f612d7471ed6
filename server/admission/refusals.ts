import type { Request, Response } from "express";
import type { Logger } from "pino";
import { journeyAt } from "#app/page-table.server.ts";
import { visitorOf } from "#server/pages/host-error-page.ts";
import { requestedPage } from "#server/pages/requested-page.ts";

const minuteMs = 60_000;

/**
 * A log of refusals that anybody can cause: one line a minute at most.
 * @returns a function that logs what was seen and what was expected
 */
export function refusalLog(logger: Logger, message: string): (facts: object) => void {
  let [quietUntil, leftOut] = [0, 0];
  return (facts) => {
    leftOut++;
    if (Date.now() < quietUntil) return;
    quietUntil = Date.now() + minuteMs;
    logger.warn({ ...facts, refused: leftOut }, message);
    leftOut = 0;
  };
}

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
