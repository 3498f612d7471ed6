import { z } from "zod";
import type { FieldProblem } from "#app/errors/errors.ts";
import { sectionTexts } from "#app/i18n/i18next.server.ts";
import type { Section } from "#app/i18n/resources.ts";
import { translate, type Values } from "#app/i18n/translation.ts";
import { brandContext, localeContext, type RequestContext } from "#app/middleware/request.server.ts";
import type { FieldError } from "./form-state.ts";

/** As a session keeps it. */
export const fieldError = z.object({ code: z.string(), message: z.string() }) satisfies z.ZodType<FieldError>;

/** The error of a refused field by its text key, `<field>.<reason>`. A reason without a text gets the general one. */
export type FieldErrors = (key: string, values?: Values) => FieldError;

/** Messages beside fields in the customer's language, worded for the use case where it has words of its own. */
export function fieldErrors(context: RequestContext, useCase?: string): FieldErrors {
  const { locale } = context.get(localeContext);
  const texts = (section: Section) => sectionTexts(section, locale, context.get(brandContext), useCase);
  const [own, general] = [texts("validation.fields"), texts("validation.form")];
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

/** The error of a field that the backend refused: its own words, else ours for its code. */
export function refusedBy({ field = "", code, message }: FieldProblem, errorOf: FieldErrors): FieldError {
  const error = errorOf(`${field.split(".").at(-1)}.${code?.toLowerCase() ?? "refused"}`);
  return message ? { ...error, message } : error;
}

/**
 * The form's field that a path of the provider is about: `customer.address.value.street` → `street`.
 * @param others names that differ between the two, and parts that a field speaks for
 */
export const fieldIn = (path: string, fields: readonly string[], others: Record<string, string> = {}) =>
  path
    .split(/[./[\]]+/)
    .map((name) => others[name] ?? name)
    .findLast((name) => fields.includes(name));

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
    const field = nameOf(problem.field ?? "");
    if (field) errors[field] ??= refusedBy({ ...problem, field }, errorOf);
  }
  return errors;
}
