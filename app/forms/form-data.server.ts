import { randomUUID } from "node:crypto";
import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import type { $ZodIssue, $ZodRawIssue } from "zod/v4/core";
import { languageParameter } from "#app/i18n/locale.ts";
import type { Values } from "#app/i18n/translation.ts";
import { type FormDefinition, secretFields } from "./define-form.server.ts";
import type { FieldErrors } from "./field-errors.server.ts";
import { askedField, datePart, type FormState } from "./form-state.ts";
import { brandField } from "./page-fields.tsx";
import { constraintsOf } from "./schema.server.ts";

export type Parsed<T> = { ok: true; value: T; form: FormState } | { ok: false; form: FormState };

/**
 * Reads a form by this schema: what is stored, or chosen, may decide which fields count.
 * @param shown the schema of its page, if that is another one
 */
export function parseForm<S extends z.ZodType>(
  posted: FormData,
  { schema }: { schema: S },
  errorOf: FieldErrors,
  shown: z.ZodType = schema,
): Parsed<z.output<S>> {
  const form: FormState = {
    submissionId: postedIdOf(posted),
    values: valuesOf(posted),
    errors: {},
    constraints: constraintsOf(shown),
  };
  const submission = parseWithZod(filledIn(posted), {
    schema,
    disableAutoCoercion: true,
    error,
    formatError,
  });
  if (submission.status === "success") return { ok: true, value: submission.value, form };
  for (const [name, found] of Object.entries(submission.error ?? {})) {
    const first = found?.[0];
    // The message of a date applies to all of its inputs.
    if (first) form.errors[name.replace(datePart, "")] ??= errorOf(first.key, first.values);
  }
  return { ok: false, form };
}

/** An empty field counts as missing, so a required one fails by its type. */
function filledIn(posted: FormData): FormData {
  const filled = new FormData();
  for (const [name, value] of posted)
    if (typeof value === "string" && value.trim() !== "") filled.append(name, value);
  return filled;
}

/**
 * A declaration's fields by the names of its form, in whatever shape a script sent them (`birthDate=1.2.1990`,
 * `firstName[]=Ada`): that is no reason to refuse it. A date under its plain name goes into the day field, which
 * accepts whole dates. Other names are ignored.
 */
export function namedAs(names: ReadonlySet<string>, posted: FormData): FormData {
  const named = new FormData();
  for (const [typed, value] of filledIn(posted)) {
    const [field = "", part = ""] = typed.split(/[.[\]]+/);
    const name = [`${field}.${part}`, `${field}.day`, field].find((candidate) => names.has(candidate));
    if (name) named.append(name, value);
  }
  return named;
}

/** Hidden fields that say which form was posted. */
const ofTheForm = new Set(["submissionId", "edition", askedField]);

/** Hidden fields that say which page a form was on. */
const ofThePage = new Set([brandField, languageParameter]);

/** More than any field takes: what is too long is cut where the field is checked. */
const room = 5000;

/** The result of `namedAs` with each name once. The values of a repeated field are joined: that is no reason to refuse one. */
export function withoutRepeats(posted: FormData): FormData {
  const once = new FormData();
  for (const [name, value] of posted) {
    const before = once.get(name);
    const all = before && before !== value ? `${before}, ${value}` : String(value);
    if (!before || (!ofTheForm.has(name) && all.length <= room)) once.set(name, all);
  }
  return once;
}

/** The reason why zod refuses a value, as used in text keys; issues of domain checks have their own. */
function error({ code, input }: $ZodRawIssue): string | undefined {
  const reasons: Record<string, string> = {
    invalid_type: input === undefined ? "missing" : "invalid",
    invalid_value: input === undefined ? "missing" : "unknown",
    invalid_format: "form",
    too_big: "tooLong",
    too_small: "tooShort",
  };
  return reasons[code];
}

/** Text keys are `<field>.<reason>`; a reason that contains a period is a complete key. */
const formatError = (issues: $ZodIssue[]) =>
  issues.map((issue) => ({
    key: issue.message.includes(".") ? issue.message : `${String(issue.path[0])}.${issue.message}`,
    values: valuesIn(issue),
  }));

/** The numbers and names in the text of an issue. */
function valuesIn(issue: $ZodIssue): Values | undefined {
  if (issue.code === "too_big") return { max: Number(issue.maximum) };
  return issue.code === "custom" ? issue.params : undefined;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** The posted submission id; empty if there is none, or if it is no UUID. */
export function postedIdOf(posted: FormData): string {
  const sent = posted.get("submissionId");
  return typeof sent === "string" && uuid.test(sent) ? sent.toLowerCase() : "";
}

const stampPattern = /^[\w-]{22}$/;

/** Which form a declaration was posted from: its own id, or else the stamp of its page; or neither (a bare curl). */
export function postedFrom(posted: FormData): Pick<FormState, "submissionId" | "stamp"> {
  const submissionId = postedIdOf(posted);
  const stamp = posted.get("edition");
  return {
    submissionId,
    stamp: !submissionId && typeof stamp === "string" && stampPattern.test(stamp) ? stamp : undefined,
  };
}

/** The form's submission id; a post without one (a bare curl) gets a new one. */
export const submissionIdOf = (posted: FormData): string => postedIdOf(posted) || randomUUID();

export function valuesOf(posted: FormData): FormState["values"] {
  const values: FormState["values"] = {};
  for (const [name, fields] of Map.groupBy(posted, ([name]) => name)) {
    if (ofTheForm.has(name) || ofThePage.has(name)) continue;
    const all = fields.map(([, value]) => value).filter((value) => typeof value === "string");
    const [first] = all;
    if (first !== undefined) values[name] = all.length > 1 ? all : first;
  }
  return values;
}

/** An empty form; without a definition, one that is only a button. */
export const freshForm = (
  form?: FormDefinition,
  shown: z.ZodType = (form ?? withoutFields).schema,
): FormState => ({
  submissionId: randomUUID(),
  values: {},
  errors: {},
  constraints: constraintsOf(shown),
  ...(form && { texts: form.texts, secret: secretFields(form) }),
});
export const withoutFields: FormDefinition = {
  schema: z.object({}),
  texts: [],
  initial: () => ({}),
  providerNames: {},
  sensitive: [],
};
