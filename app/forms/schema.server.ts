import { getZodConstraint } from "@conform-to/zod/v4";
import { z } from "zod";
import type { DateParts } from "#app/domain/calendar.ts";
import {
  asWritten,
  asWrittenLine,
  type Check,
  cutMark,
  cutTo,
  cutToBytes,
  normalize,
} from "#app/domain/user-input.ts";
import type { Resources } from "#app/i18n/resources.ts";
import { readable } from "#app/request/read-form.server.ts";
import type { FormDefinition } from "./define-form.server.ts";
import type { Constraint } from "./form-state.ts";

/** One line of text, normalized, so that checks see no needless spaces. */
export const line = z.string().overwrite(normalize);

type Messages = Resources["validation"]["fields"];
type ReasonOf<Field extends keyof Messages> = keyof Messages[Field] & string;

/** A domain check as a zod transform. Without a message for each of its reasons it does not compile. */
export const checkedBy =
  <Field extends keyof Messages, Typed, Value, Reason extends ReasonOf<Field>>(
    field: Field,
    check: (typed: Typed) => Check<Value, Reason>,
  ) =>
  (typed: Typed, context: z.RefinementCtx): Value => {
    const result = check(typed);
    if (result.ok) return result.value;
    context.addIssue({ code: "custom", message: `${field}.${result.reason}`, params: result.values });
    return z.NEVER;
  };

/** Each may contain a whole date, see `partsOf`. */
const part = z.string().optional();
const parts = z.object({ day: part, month: part, year: part });

/** A date of three inputs, as read by its domain check. */
export const date = <Field extends keyof Messages, Value, Reason extends ReasonOf<Field>>(
  field: Field,
  check: (typed: DateParts) => Check<Value, Reason>,
) => parts.transform(checkedBy(field, check));

export const box = z
  .string()
  .optional()
  .transform((typed) => typed !== undefined);

/** A field that does not apply: its value is dropped. */
export const ignored = z
  .unknown()
  .optional()
  .transform(() => undefined);

const constraintsOfSchema = new WeakMap<z.ZodType, Record<string, Constraint>>();
/** Equal rows share one object, which is serialized once. */
const sharedConstraints = new Map<string, Constraint>();

/** The schema's constraints for a form's inputs, by field name. A form has no field without a row. */
export function constraintsOf(schema: z.ZodType): Record<string, Constraint> {
  let constraints = constraintsOfSchema.get(schema);
  if (!constraints) {
    constraints = {};
    for (const [name, { required, minLength, maxLength }] of Object.entries(getZodConstraint(schema))) {
      const row: Constraint = {
        ...(!required && { optional: true }),
        ...(minLength && { minLength }),
        ...(maxLength && { maxLength }),
      };
      const id = JSON.stringify(row);
      // The constraints of a date's parts are the same for every date.
      if (name.includes(".")) continue;
      if (!sharedConstraints.has(id)) sharedConstraints.set(id, row);
      constraints[name] = sharedConstraints.get(id) ?? row;
    }
    constraintsOfSchema.set(schema, constraints);
  }
  return constraints;
}

const longestInSchema = new WeakMap<z.ZodType, ReadonlyMap<string, number>>();

/** The maximum of each field that has one, in characters, by dotted field name. */
export function longestIn(schema: z.ZodType): ReadonlyMap<string, number> {
  const cached = longestInSchema.get(schema);
  if (cached) return cached;
  const longest = new Map(
    Object.entries(getZodConstraint(schema)).flatMap(([name, { maxLength }]) =>
      maxLength === undefined ? [] : [[name, maxLength] as const],
    ),
  );
  longestInSchema.set(schema, longest);
  return longest;
}

/**
 * A form's schema for each of its few variants, each made once: zod prepares a schema when it is first used, which takes
 * up to half a millisecond.
 */
export function madeOnce<Variant extends object, Schema extends z.ZodType>(
  make: (variant: Variant) => Schema,
): (variant: Variant) => Schema {
  const made = new Map<string, Schema>();
  return (variant) => {
    const key = JSON.stringify(variant);
    const schema = made.get(key) ?? make(variant);
    made.set(key, schema);
    return schema;
  };
}

/** The names of a declaration's form, from its schema and beyond, for `namedAs`. */
export const formNames = ({ schema, hidden = [] }: FormDefinition): ReadonlySet<string> =>
  new Set([...Object.keys(getZodConstraint(schema)), "submissionId", "edition", ...hidden]);

const cutMarkBytes = Buffer.byteLength(cutMark);

const freely = (asMeant: (typed: string) => string, longest: number, bytes = 4 * longest) =>
  z
    .string()
    .overwrite((typed) => {
      const text = asMeant(typed);
      const fits = text.length <= longest && Buffer.byteLength(text) <= bytes;
      if (fits && typed.length <= readable(longest)) return text;
      // Length is no reason to refuse a declaration, and its receipt says what is missing.
      return cutToBytes(cutTo(text, longest - cutMark.length), bytes - cutMarkBytes) + cutMark;
    })
    .max(longest);

/** A line of a declaration: anything that a receipt can show. */
export const freeText = (longest: number, bytes?: number) => freely(asWrittenLine, longest, bytes);

/** The same for a text area, with its line breaks. */
export const freeLines = (longest: number, bytes?: number) => freely(asWritten, longest, bytes);
