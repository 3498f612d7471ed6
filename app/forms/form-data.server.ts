import { randomUUID } from "node:crypto";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import { z } from "zod";
import type { $ZodIssue } from "zod/v4/core";
import { brands } from "#app/brand/registry.server.ts";
import { config } from "#app/config.server.ts";
import type { DateParts } from "#app/domain/calendar.ts";
import { accepted, type Check } from "#app/domain/user-input.ts";
import { prefixOf } from "#app/i18n/locale.ts";
import type { Values } from "#app/i18n/translation.ts";
import {
  brandContext,
  brandIsAssumedContext,
  localeContext,
  type RequestContext,
} from "#app/middleware/request.server.ts";
import { brandField } from "./brand-field.tsx";
import type { FormState } from "./form-state.ts";
import type { ValidationText } from "./validation-text.server.ts";

/** Far more and longer names than any form here has. What reads a form takes time with both. */
const mostFields = 200;
const longestName = 100;

/** Takes the name of each field of one form, and throws a 400 answer once it can be none of ours. */
export function fieldNameCheck(): (name: string) => void {
  let count = 0;
  return (name) => {
    count += 1;
    if (count > mostFields || name.length > longestName) throw data(null, { status: 400 });
  };
}

/**
 * A form goes to the brand whose page it stood on, where neither host nor address name one: the cached brand may
 * have become another one in another tab, and nothing may reach a provider that the customer did not see.
 */
export function takeBrandOf(context: RequestContext, request: Request, posted: FormData) {
  const shown = posted.get(brandField);
  const brand = typeof shown === "string" ? brands().get(shown) : undefined;
  if (!brand || !context.get(brandIsAssumedContext)) return;
  context.set(brandContext, brand);
  // The page's language is one of its brand's, and may be none of the cached brand's.
  const prefix = prefixOf(new URL(request.url).pathname);
  if (prefix && brand.availableLanguages.includes(prefix))
    context.set(localeContext, { locale: prefix, prefix });
}

const formTypes = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/**
 * The posted form, read no further than the body limit.
 * @throws a 413 or 415 answer that the root error boundary shows as a page.
 */
export async function readForm(context: RequestContext, request: Request): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  if (type !== "" && !formTypes.test(type)) throw data(null, { status: 415 });
  const limit = config().bodyLimitBytes;
  if (Number(request.headers.get("Content-Length")) > limit) throw data(null, { status: 413 });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw data(null, { status: 413 });
    chunks.push(chunk);
  }
  // A bare post without a body has no type: it is an empty form.
  if (size === 0 && type === "") return new FormData();
  if (type === "") throw data(null, { status: 415 });
  const body = new Response(Buffer.concat(chunks), { headers: { "Content-Type": type } });
  const posted = await body.formData().catch(() => {
    throw data(null, { status: 400 });
  });
  [...posted.keys()].forEach(fieldNameCheck());
  takeBrandOf(context, request, posted);
  return posted;
}

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

/** The form's submission id; a post without one (a bare curl) gets its own. */
export function submissionIdOf(posted: FormData): string {
  const sent = posted.get("submissionId");
  return typeof sent === "string" && /^[\w-]{8,64}$/.test(sent) ? sent : randomUUID();
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
