import { z } from "zod";
import { rulesOf } from "../app/backend/contract/rules.ts";

const copies = new Map<z.ZodType, z.ZodType>();

/**
 * A response's schema as a contract for providers: it states what the tolerant reader requires (decision 0041).
 * Optional values may be null, required texts are not empty, and an enumeration is open if unknown names are accepted
 * or left out.
 * @returns the schema itself if that changes nothing
 */
export function promised(schema: z.ZodType): z.ZodType {
  const copy = copies.get(schema) ?? described(copied(schema), schema);
  copies.set(schema, copy);
  return copy;
}

/** A copy keeps what its original says of itself. */
function described(copy: z.ZodType, schema: z.ZodType): z.ZodType {
  const about = copy === schema ? undefined : schema.meta();
  return about ? copy.meta(about) : copy;
}

function copied(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return optional(schema.unwrap() as z.ZodType, isWhole(schema));
  if (schema instanceof z.ZodObject) {
    const shape: Record<string, z.ZodType> = {};
    for (const [name, field] of Object.entries(schema.shape)) shape[name] = promised(field);
    const isSame = Object.entries(shape).every(([name, field]) => field === schema.shape[name]);
    return isSame ? schema : schema.clone({ ...schema.def, shape });
  }
  if (schema instanceof z.ZodArray) {
    const item = schema.element as z.ZodType;
    const element = (!isWhole(schema) && opened(item)) || promised(item);
    return element === item ? schema : schema.clone({ ...schema.def, element });
  }
  if (schema instanceof z.ZodUnion) {
    const options = schema.options
      .filter((option) => !isUnknownOnly(option))
      .map((option) => promised(option as z.ZodType));
    return schema.clone({ ...schema.def, options });
  }
  if (schema instanceof z.ZodEnum && schema.options.includes("unknown")) return opened(schema) ?? schema;
  return schema instanceof z.ZodString ? schema.min(1) : schema;
}

/** What the reader makes of a value that it cannot read; no provider sends it. */
const isUnknownOnly = (schema: unknown) =>
  schema instanceof z.ZodEnum && schema.options.every((name) => name === "unknown");

const isWhole = (schema: z.ZodType) => rulesOf(schema).allOrNothing ?? false;

function optional(schema: z.ZodType, isKept: boolean): z.ZodType {
  const inner = (!isKept && opened(schema)) || (schema instanceof z.ZodString ? schema : promised(schema));
  return inner instanceof z.ZodUnion ? z.union([...inner.options, z.null()]).optional() : inner.nullish();
}

/** An enumeration to which other names may be added; undefined for any other schema. */
function opened(schema: z.ZodType): z.ZodType | undefined {
  if (!(schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral)) return undefined;
  const names = schema instanceof z.ZodEnum ? schema.options : [...schema.values];
  const known = names.filter((name) => name !== "unknown");
  return z.union([z.enum(known as string[]), z.string().min(1)]);
}

/** A schema and everything that it consists of. */
export function* schemasWithin(schema: z.ZodType | undefined): Generator<z.ZodType> {
  if (!schema) return;
  yield schema;
  const parts =
    schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
      ? [schema.unwrap()]
      : schema instanceof z.ZodObject
        ? Object.values(schema.shape)
        : schema instanceof z.ZodArray
          ? [schema.element]
          : schema instanceof z.ZodUnion
            ? schema.options
            : [];
  for (const part of parts) yield* schemasWithin(part as z.ZodType);
}
