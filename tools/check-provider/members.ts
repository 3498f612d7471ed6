import { z } from "zod";
import { readingRules } from "#app/backend/contract/rules.ts";
import { isEmpty } from "#app/backend/read-answer.ts";

/** The schema of a value, without what says that it may be missing. */
const bare = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
    ? bare(schema.unwrap() as z.ZodType)
    : schema;

/** Paths of the members of an answer that its schema does not have, each once: `offers[].tarif`. Never with a value. */
export function unreadMembers(answer: z.ZodType, json: unknown): string[] {
  return [...new Set(unreadIn(bare(answer), json))];
}

function unreadIn(schema: z.ZodType, value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  if (schema instanceof z.ZodArray) {
    const items = Array.isArray(value) ? value : [];
    return items
      .flatMap((item) => unreadIn(bare(schema.element as z.ZodType), item))
      .map((path) => below("[]", path));
  }
  if (schema instanceof z.ZodRecord)
    return Object.values(value)
      .flatMap((one) => unreadIn(bare(schema.valueType as z.ZodType), one))
      .map((path) => below("[]", path));
  if (schema instanceof z.ZodUnion) {
    // Of the option that leaves the least.
    const each = schema.options.map((option) => unreadIn(bare(option as z.ZodType), value));
    return each.toSorted((a, b) => a.length - b.length)[0] ?? [];
  }
  if (!(schema instanceof z.ZodObject)) return [];
  const { shape } = schema;
  return Object.entries(value).flatMap(([name, given]) =>
    Object.hasOwn(shape, name)
      ? unreadIn(bare(shape[name] as z.ZodType), given).map((path) => below(name, path))
      : [name],
  );
}

const below = (name: string, path: string) => (path.startsWith("[]") ? name + path : `${name}.${path}`);

/**
 * Which members of an answer the provider has sent, of those that the portal reads, and which it has not: a default of the
 * contract says nothing of a provider. Of a list, what any of its items has. Never with a value.
 */
export function saidMembers(answer: z.ZodType, json: unknown): string[] {
  const schema = bare(answer);
  if (schema instanceof z.ZodArray)
    return saidOf(bare(schema.element as z.ZodType), Array.isArray(json) ? json : []);
  return saidOf(schema, [json]);
}

function saidOf(schema: z.ZodType, objects: unknown[]): string[] {
  if (!(schema instanceof z.ZodObject)) return [];
  const names = Object.keys(schema.shape);
  const has = (one: unknown, name: string) => {
    const value =
      typeof one === "object" && one !== null ? (one as Record<string, unknown>)[name] : undefined;
    const saysByBeing = readingRules.get(bare(schema.shape[name] as z.ZodType))?.said;
    return !isEmpty(value) || (saysByBeing === true && typeof value === "object" && value !== null);
  };
  const isSaid = (name: string) => objects.some((one) => has(one, name));
  const lacking = names.filter((name) => !isSaid(name));
  return [
    `says ${names.filter(isSaid).join(", ") || "nothing"}`,
    ...(lacking.length > 0 ? [`says nothing of ${lacking.join(", ")}`] : []),
  ];
}
