import type { FieldProblem } from "#app/errors/errors.ts";
import { sectionTexts } from "#app/i18n/i18next.server.ts";
import type { Section } from "#app/i18n/resources.ts";
import { translate, type Values } from "#app/i18n/translation.ts";
import { brandContext, localeContext, type RequestContext } from "#app/request/context.server.ts";
import type { FieldError } from "./form-state.ts";

/**
 * Makes a refused field's error from its text key, `<field>.<reason>`. A reason without a text gets the general one.
 */
export type FieldErrors = (key: string, values?: Values) => FieldError;

/** Messages beside fields in the customer's language, in the use case's own wording if it has one. */
export function fieldErrors(context: RequestContext, useCase?: string): FieldErrors {
  const { locale } = context.get(localeContext);
  const texts = (section: Section) => sectionTexts(section, locale, context.get(brandContext), useCase);
  const own = texts("validation.fields");
  const general = texts("validation.form");
  return (key, values) => {
    const [path = "", code = "invalid"] = key.split(".");
    const message = translate(own, locale, key, values);
    if (message !== key) return { code, message };
    return {
      code,
      message: translate(general, locale, code === "missing" ? "required" : "invalid", { path }),
    };
  };
}

/** The error of a field that the backend refused: with the backend's own message, or else ours for its code. */
export function refusedBy({ field = "", code, message }: FieldProblem, errorOf: FieldErrors): FieldError {
  const error = errorOf(`${field.split(".").at(-1)}.${code?.toLowerCase() ?? "refused"}`);
  return message ? { ...error, message } : error;
}

/** What the backend's errors say to customers: what names no field and has no message says nothing. */
export const reasonsIn = (context: RequestContext, problems: readonly FieldProblem[]): string[] =>
  problems
    .filter(({ field, message }) => field || message)
    .map((problem) => refusedBy(problem, fieldErrors(context)).message);

/** The backend's errors by form field as found by `nameOf`; of several for one field, the first. */
export function refusalsBy(
  context: RequestContext,
  problems: readonly FieldProblem[],
  nameOf: (field: string) => string | undefined,
  useCase?: string,
): Record<string, FieldError> {
  const errorOf = fieldErrors(context, useCase);
  const errors: Record<string, FieldError> = {};
  for (const problem of problems) {
    const field = nameOf(problem.field ?? "");
    if (field) errors[field] ??= refusedBy({ ...problem, field }, errorOf);
  }
  return errors;
}
