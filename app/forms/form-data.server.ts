import { randomUUID } from "node:crypto";
import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import type { $ZodIssue } from "zod/v4/core";
import type { DateParts } from "#app/domain/calendar.ts";
import { accepted, type Check } from "#app/domain/user-input.ts";
import type { Values } from "#app/i18n/translation.ts";
import { brandField } from "./brand-field.tsx";
import type { FormState } from "./form-state.ts";
import type { ValidationText } from "./validation-text.server.ts";

export type Parsed<T> = { ok: true; value: T; form: FormState } | { ok: false; form: FormState };

/**
 * Reads a form by its schema, whose issues name a text key (see `checked`). Everything typed is kept in
 * `form.values`, and the messages stand in `form.errors` by field.
 */
export function parseForm<S extends z.ZodType>(
  posted: FormData,
  schema: S,
  text: ValidationText,
): Parsed<z.output<S>> {
  const form: FormState = { submissionId: submissionIdOf(posted), values: valuesOf(posted), errors: {} };
  const submission = parseWithZod(posted, {
    schema,
    disableAutoCoercion: true,
    formatError: (issues: $ZodIssue[]) =>
      issues.map((issue: $ZodIssue) =>
        text(issue.message, issue.code === "custom" ? (issue.params as Values) : undefined),
      ),
  });
  if (submission.status === "success") return { ok: true, value: submission.value, form };
  for (const [name, [first] = []] of Object.entries(submission.error ?? {}) as [
    string,
    string[] | undefined,
  ][])
    if (first) form.errors[name] = first;
  return { ok: false, form };
}

/**
 * A field as its domain check reads it. A refused value becomes an issue with the text key `<field>.<reason>`.
 * Fields of one form are checked independently, so that a customer sees all that is wrong at once.
 */
export function checked<Value, Reason extends string>(
  field: string,
  check: (typed: string | undefined) => Check<Value, Reason>,
) {
  return z
    .string()
    .optional()
    .transform((typed, context) => {
      const result = check(typed);
      if (result.ok) return result.value;
      context.addIssue({ code: "custom", message: `${field}.${result.reason}`, params: result.values });
      return z.NEVER;
    });
}

/** A field that only counts in some cases: otherwise nothing is checked, and its value is undefined. */
export function checkedIf<Value, Reason extends string>(
  counts: boolean,
  field: string,
  check: (typed: string | undefined) => Check<Value, Reason>,
) {
  return checked(
    field,
    (typed): Check<Value | undefined, Reason> => (counts ? check(typed) : accepted(undefined)),
  );
}

/** A date of three inputs as its domain check reads it; see `checked`. */
export function checkedDate<Value, Reason extends string>(
  field: string,
  check: (typed: DateParts) => { ok: true; value: Value } | { ok: false; reason: Reason },
) {
  const part = z.string().optional();
  return z
    .object({ day: part, month: part, year: part })
    .optional()
    .transform((typed, context) => {
      const result = check(typed ?? {});
      if (result.ok) return result.value;
      context.addIssue({ code: "custom", message: `${field}.${result.reason}` });
      return z.NEVER;
    });
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** The form's submission id; a post without one (a bare curl), or with one that is no UUID, gets its own. */
export function submissionIdOf(posted: FormData): string {
  const sent = posted.get("submissionId");
  return typeof sent === "string" && uuid.test(sent) ? sent.toLowerCase() : randomUUID();
}

export function valuesOf(posted: FormData): FormState["values"] {
  const values: FormState["values"] = {};
  for (const name of new Set(posted.keys())) {
    if (name === "submissionId" || name === brandField) continue;
    const all = posted.getAll(name).filter((entry) => typeof entry === "string");
    const [first] = all;
    if (first !== undefined) values[name] = all.length > 1 ? all : first;
  }
  return values;
}

/** A form as it is first shown, with what is known already. */
export function freshForm(values: Record<string, string | undefined> = {}): FormState {
  const known = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { submissionId: randomUUID(), values: Object.fromEntries(known), errors: {} };
}
