import { z } from "zod";
import type { FieldProblem } from "#app/errors/errors.ts";
import type { Values } from "#app/i18n/translation.ts";
import { getT, getTexts, type RequestContext } from "#app/middleware/request.server.ts";
import type { FieldError } from "./form-state.ts";

/** As a session keeps it. */
export const fieldError = z.object({ code: z.string(), message: z.string() }) satisfies z.ZodType<FieldError>;

/** The error of a refused field by its text key, `<field>.<reason>`. A reason without a text gets the general one. */
export type FieldErrors = (key: string, values?: Values) => FieldError;

/** Messages beside fields in the customer's language, worded for the use case where it has words of its own. */
export function fieldErrors(context: RequestContext, useCase?: string): FieldErrors {
  const own = getTexts(context, "validation.fields", useCase);
  const general = getT(context, "validation", "form", useCase);
  return (key, values) => {
    const [path = "", code = "invalid"] = key.split(".");
    const defaultValue = code === "missing" ? general("required", { path }) : general("invalid");
    return { code, message: own(key, { ...values, defaultValue }) };
  };
}

/** The error of a field that the backend refused: its own words, else ours for its code. */
export function refusedBy({ field, code, message }: FieldProblem, errorOf: FieldErrors): FieldError {
  const error = errorOf(`${field.split(".").at(-1)}.${code?.toLowerCase() ?? "refused"}`);
  return message ? { ...error, message } : error;
}

/** What the backend refused, the first of several, by the form's fields that `nameOf` finds. */
export function refusalsBy(
  context: RequestContext,
  problems: readonly FieldProblem[],
  nameOf: (field: string) => string | undefined,
  useCase?: string,
): Record<string, FieldError> {
  const errorOf = fieldErrors(context, useCase);
  const errors: Record<string, FieldError> = {};
  for (const problem of problems) {
    const field = nameOf(problem.field);
    if (field) errors[field] ??= refusedBy({ ...problem, field }, errorOf);
  }
  return errors;
}
