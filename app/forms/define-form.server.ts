import type { z } from "zod";
import type { Resources, Section } from "#app/i18n/resources.ts";

type Field<Schema extends z.ZodObject> = keyof Schema["shape"] & string;

/** What a page shows at first: a text for each input, or a group of texts for a date. */
type Shown<Input> = Input extends string ? string : Input;
export type Initial<Schema extends z.ZodObject> = {
  [Name in Field<Schema>]: Shown<z.input<Schema["shape"][Name]>> | undefined;
};

/** The provider's names of fields: the first is the one it is sent, others are about it too; `null` is not sent. */
export type ProviderNames<Fields extends string, Wire extends string = string> = Record<
  Fields,
  Wire | readonly Wire[] | null
>;

/** A form as one object: all that pages, failures, drafts, the OpenAPI document and tests have to know about it. */
export interface FormDefinition<Schema extends z.ZodObject = z.ZodObject, Stored = never> {
  /** Its fields in the order of the page: what each takes, and the reason for each refusal. */
  schema: Schema;
  /** What a post has to have, if that is less than the page asks for. */
  posted?: z.ZodObject;
  /** Hidden fields that the page fills in itself. */
  hidden?: readonly string[];
  /** Fields that begin with a choice of the form's own, which nobody has made. */
  preselected?: readonly string[];
  /** A field's label is the text of its name in these groups; its hint, if it has one, the text of `<name>Hint`. */
  texts: readonly Section[];
  /** What is shown at first and on going back. */
  initial: (stored: Stored) => Initial<Schema> & Record<string, unknown>;
  providerNames: ProviderNames<Field<Schema>> | "asNamed";
  /** How a stored value is shown beside its empty input. It is never in the page, nor in a draft. */
  masked?: { [Name in Field<Schema>]?: (stored: string) => string };
  /** Other fields that no draft in the browser may keep. */
  sensitive: readonly Field<Schema>[];
}

type TextsOf<S extends Section> = S extends `${infer N extends keyof Resources}.${infer P}`
  ? P extends keyof Resources[N]
    ? keyof Resources[N][P]
    : never
  : never;
type Unlabelled<Schema extends z.ZodObject, S extends Section> = Exclude<Field<Schema>, TextsOf<S>>;

/** Does not compile while a field has no label, no initial value or no name at the provider. */
export const defineForm = <Schema extends z.ZodObject, Stored, S extends Section>(
  form: FormDefinition<Schema, Stored> & { texts: readonly S[] } & ([Unlabelled<Schema, S>] extends [never]
      ? unknown
      : { noLabelFor: Unlabelled<Schema, S> }),
): FormDefinition<Schema, Stored> => form;

/** For a form of which nothing is stored. */
export const nothingStored = <Schema extends z.ZodObject>(schema: Schema) =>
  // eslint-disable-next-line house/no-cast -- of each field the same
  Object.fromEntries(Object.keys(schema.shape).map((name) => [name, undefined])) as Initial<Schema>;

/** A stored date (ISO) as its three inputs. */
export function dateInputs(stored: string | undefined) {
  const [year, month, day] = stored?.split("-") ?? [];
  return stored === undefined ? undefined : { day, month, year };
}

/** The form's field that a provider's path refers to: `customer.address.value.street` → `street`. */
export function fieldAt(
  { schema, providerNames }: Pick<FormDefinition, "schema" | "providerNames">,
  path: string,
): string | undefined {
  const others = Object.entries(providerNames === "asNamed" ? {} : providerNames).flatMap(([field, names]) =>
    [names ?? []].flat().map((name): [string, string] => [name, field]),
  );
  const byName = new Map([
    ...others,
    ...Object.keys(schema.shape).map((name): [string, string] => [name, name]),
  ]);
  return path
    .split(/[./[\]]+/)
    .flatMap((name) => byName.get(name) ?? [])
    .at(-1);
}

/** The stored values as the form shows them: by dotted field name, and what is masked. */
export function shownValues<Stored>(form: FormDefinition<z.ZodObject, Stored>, stored: Stored) {
  const values: Record<string, string> = {};
  const maskedValues: Record<string, string> = {};
  for (const [name, value] of Object.entries(form.initial(stored))) {
    const mask = form.masked?.[name];
    if (typeof value === "string" && mask) maskedValues[name] = mask(value);
    else if (typeof value === "string") values[name] = value;
    else
      for (const [part, text] of Object.entries(value ?? {}))
        if (typeof text === "string") values[`${name}.${part}`] = text;
  }
  return Object.keys(maskedValues).length > 0 ? { values, maskedValues } : { values };
}

/** What no draft in the browser keeps. */
export const secretFields = ({ masked = {}, sensitive }: FormDefinition): string[] => [
  ...Object.keys(masked),
  ...sensitive,
];
