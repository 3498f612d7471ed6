import { downtimeEnd, openEndedDowntime, retryAfterSeconds } from "#app/domain/downtime.ts";
import type { ApiError, FormFieldError } from "#app/domain/errors.ts";
import {
  localeContext,
  type RequestContext,
  responseHeadersContext,
} from "#app/middleware/request.server.ts";

const troubleSeconds = 60;

/**
 * For a form that could not be sent on for now: `Retry-After`, which is the end of the downtime where the answer named
 * one.
 * @returns that end for a text; nothing where none is known
 */
export function retryLater(context: RequestContext, error: ApiError | FormFieldError): string | undefined {
  const now = new Date();
  const downtime = "downtime" in error ? error.downtime : undefined;
  const retryAfter = error.kind === "downtime" ? openEndedDowntime : troubleSeconds;
  const seconds = retryAfterSeconds({ retryAfter }, downtime, now);
  context.get(responseHeadersContext).set("Retry-After", String(seconds));
  return downtimeEnd(downtime, context.get(localeContext).locale, now);
}
