import type { z } from "zod";
import { keysOf } from "#app/domain/keys-of.ts";
import { saysNothing } from "#app/domain/user-input.ts";
import type { FieldErrors } from "./field-errors.server.ts";
import { type Parsed, parseForm } from "./form-data.server.ts";
import { askedField } from "./form-state.ts";

/** Some people have one name, some houses have no number: the fields that may stay empty beside another one. */
const beside = { firstName: "lastName", lastName: "firstName", houseNumber: "street" } as const;
type MayBeEmpty = keyof typeof beside;

/** Of these values, the fields that may have been left empty on purpose. */
const emptyIn = (textOf: (name: string) => string): MayBeEmpty[] =>
  keysOf(beside).filter((name) => saysNothing(textOf(name)) && !saysNothing(textOf(beside[name])));

/** Of stored values: what was left empty once is not asked for again. */
export const leftEmpty = (stored: Partial<Record<string, string>>): string[] =>
  emptyIn((name) => stored[name] ?? "").filter((name) => stored[name] === "");

/** As `parseForm`; a field that may stay empty, or has a dash, is asked for once, and is then an empty text. */
export function parseAskingOnce<S extends z.ZodObject>(
  posted: FormData,
  form: { schema: S },
  errorOf: FieldErrors,
  shown: z.ZodType = form.schema,
): Parsed<z.output<S>> {
  const empty = emptyIn((name) => String(posted.get(name) ?? "")).filter((name) => name in form.schema.shape);
  for (const name of empty) posted.set(name, "");
  const asked = posted.getAll(askedField);
  const taken = empty.filter((name) => asked.includes(name));
  const optional = Object.fromEntries(taken.map((name) => [name, true]));
  // eslint-disable-next-line house/no-cast -- undefined is replaced below, so what is read stays of the form's own type
  const schema = taken.length > 0 ? (form.schema.partial(optional as never) as unknown as S) : form.schema;
  const parsed = parseForm(posted, { schema }, errorOf, shown);
  for (const name of empty)
    if (parsed.form.errors[name]) parsed.form.errors[name] = { ...errorOf(`${name}.once`), code: "missing" };
  parsed.form.asked = empty;
  if (parsed.ok) for (const name of taken) Object.assign(parsed.value, { [name]: "" });
  return parsed;
}
