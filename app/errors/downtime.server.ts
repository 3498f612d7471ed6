import { berlinDate, formatDateTime } from "#app/domain/calendar.ts";
import { type Language, languages } from "#app/domain/languages.ts";
import { localeContext, type RequestContext, responseHeadersContext } from "#app/request/context.server.ts";
import type { ApiError, Downtime, FormFieldError } from "./errors.ts";
import { openEndedDowntime } from "./state-row.ts";

const longestRetryAfter = 24 * 60 * 60;

/** The end of a downtime as the provider sent it. */
export function reportedEndOf(downtime: Downtime | undefined): string | undefined {
  const end = typeof downtime === "string" ? downtime : downtime?.until;
  return end?.trim() || undefined;
}

/** Only full instants: `Date` would accept "5" or misread "22:00 Uhr". */
function instantOf(end: string | undefined): Date | undefined {
  if (!end || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(end)) return undefined;
  const instant = new Date(end);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}

/**
 * The end of a downtime for `{{downtimeEnd}}` in a text: day and time without seconds, only the time if it is today
 * in Germany, or the backend's own wording. Undefined if no end is known or if it has passed.
 */
export function downtimeEnd(downtime: Downtime | undefined, language: Language, now: Date) {
  const end = reportedEndOf(downtime);
  const instant = instantOf(end);
  if (!instant) return end;
  if (instant <= now) return undefined;
  const [date = "", clock = ""] = formatDateTime(instant, language).split(/, (?=\d\d:)/);
  const time = `${clock.slice(0, 5)}${languages[language].clock}`;
  return berlinDate(instant) === berlinDate(now) ? time : `${date}, ${time}`;
}

/** `Retry-After` in seconds: until the end of the downtime, a day at most, or else as given. */
export function retryAfterSeconds(otherwise: number | undefined, downtime: Downtime | undefined, now: Date) {
  const instant = otherwise === undefined ? undefined : instantOf(reportedEndOf(downtime));
  if (!instant || instant <= now) return otherwise;
  return Math.min(longestRetryAfter, Math.ceil((instant.getTime() - now.getTime()) / 1000));
}

/** The state of a form that could not be forwarded. */
export const formStateOf = ({ kind }: Pick<ApiError | FormFieldError, "kind">) =>
  kind === "downtime" ? "Downtime" : "TechnicalProblem";

const troubleSeconds = 60;

/**
 * Sets `Retry-After` for a form that could not be forwarded.
 * @returns the end of the downtime, if known
 */
export function retryLater(context: RequestContext, error: ApiError | FormFieldError): string | undefined {
  const now = new Date();
  const { downtime, retryAfter: asked } = "downtime" in error ? error : {};
  const otherwise = error.kind === "downtime" ? openEndedDowntime : troubleSeconds;
  const seconds = retryAfterSeconds(asked ?? otherwise, downtime, now);
  context.get(responseHeadersContext).set("Retry-After", String(seconds));
  return downtimeEnd(downtime, context.get(localeContext).locale, now);
}
