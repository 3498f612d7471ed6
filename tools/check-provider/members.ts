import { z } from "zod";

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

/** Which members of an answer the portal has read, and which it may have and has not. Never with a value. */
export function saidMembers(answer: z.ZodType, data: unknown): string[] {
  const schema = bare(answer);
  if (!(schema instanceof z.ZodObject) || typeof data !== "object" || data === null) return [];
  const names = Object.keys(schema.shape);
  const isSaid = (name: string) => {
    const value = (data as Record<string, unknown>)[name];
    return value !== undefined && !(Array.isArray(value) && value.length === 0);
  };
  const lacking = names.filter((name) => !isSaid(name));
  return [
    `says ${names.filter(isSaid).join(", ") || "nothing"}`,
    ...(lacking.length > 0 ? [`says nothing of ${lacking.join(", ")}`] : []),
  ];
}
