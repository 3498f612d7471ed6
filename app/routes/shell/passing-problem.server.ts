import type { RouterContextProvider } from "react-router";
import { downtimeEnd, retryAfterSeconds } from "#app/domain/downtime.ts";
import type { ApiError, FormFieldError } from "#app/domain/errors.ts";
import type { FormState } from "#app/forms/form-state.ts";
import { localeContext, responseHeadersContext } from "#app/middleware/request.server.ts";

const retryAfter = 60;

/**
 * The notice above a form that could not be sent on for now: with the end of a downtime where the answer named one,
 * which `Retry-After` then says too.
 */
export function passingProblem(
  context: Readonly<RouterContextProvider>,
  error: ApiError | FormFieldError,
  t: (key: "failedTitle" | "failed" | "failedWithEnd", values?: { downtimeEnd: string }) => string,
): NonNullable<FormState["problem"]> {
  const now = new Date();
  const downtime = "downtime" in error ? error.downtime : undefined;
  const end = downtimeEnd(downtime, context.get(localeContext).locale, now);
  context
    .get(responseHeadersContext)
    .set("Retry-After", String(retryAfterSeconds({ retryAfter }, downtime, now)));
  return { headline: t("failedTitle"), text: end ? t("failedWithEnd", { downtimeEnd: end }) : t("failed") };
}
