import { z } from "zod";
import { rulesOf } from "#app/backend/contract/rules.ts";
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
    const option = optionOf(
      schema.options.map((one) => bare(one as z.ZodType)),
      value,
    );
    return option ? unreadIn(option, value) : [];
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
 * contract says nothing of a provider. What is said is named at the first level, what is not at every level of what is:
 * `offers[].tariff.priceNote`. Of a list, what any of its items has. Never with a value.
 */
export function saidMembers(answer: z.ZodType, json: unknown): string[] {
  const { said, lacking } = membersOf(bare(answer), [json]);
  if (said.length === 0 && lacking.length === 0) return [];
  return [
    `says ${said.map((name) => name.replace(/^\[\]\./, "")).join(", ") || "nothing"}`,
    ...(lacking.length > 0 ? [`says nothing of ${lacking.join(", ").replaceAll(/(^| )\[\]\./g, "$1")}`] : []),
  ];
}

interface Members {
  said: string[];
  lacking: string[];
}
const none: Members = { said: [], lacking: [] };

/** Of all the values that stand at one place of the answer. */
function membersOf(schema: z.ZodType, values: unknown[]): Members {
  if (schema instanceof z.ZodArray) return membersBelow("[]", schema.element, values.flatMap(itemsOf));
  if (schema instanceof z.ZodRecord) return membersBelow("[]", schema.valueType, values.flatMap(itemsOf));
  if (schema instanceof z.ZodUnion) {
    const options = schema.options.map((option) => bare(option as z.ZodType));
    const each = options.map((option) =>
      membersOf(
        option,
        values.filter((value) => optionOf(options, value) === option),
      ),
    );
    const said = [...new Set(each.flatMap((one) => one.said))];
    const lacking = new Set(each.flatMap((one) => (one.said.length > 0 ? one.lacking : [])));
    return { said, lacking: [...lacking].filter((name) => !said.includes(name)) };
  }
  if (!(schema instanceof z.ZodObject)) return none;
  const said: string[] = [];
  const lacking: string[] = [];
  for (const [name, member] of Object.entries(schema.shape)) {
    const given = values.flatMap((one) => memberOf(one, name, bare(member as z.ZodType)));
    if (given.length === 0) lacking.push(name);
    else {
      said.push(name);
      lacking.push(...membersBelow(name, member, given).lacking);
    }
  }
  return { said, lacking };
}

function membersBelow(name: string, schema: unknown, values: unknown[]): Members {
  const { said, lacking } = membersOf(bare(schema as z.ZodType), values);
  return { said: said.map((path) => below(name, path)), lacking: lacking.map((path) => below(name, path)) };
}

const itemsOf = (value: unknown): unknown[] =>
  typeof value === "object" && value !== null ? Object.values(value) : [];

/** The option that leaves the least of a value unread, and takes it as it is. */
function optionOf(options: z.ZodType[], value: unknown): z.ZodType | undefined {
  const missesOf = (option: z.ZodType) =>
    2 * unreadIn(option, value).length + Number(!option.safeParse(value).success);
  return options.toSorted((a, b) => missesOf(a) - missesOf(b))[0];
}

/** A member as a list of one, or of none where nothing is said by it. */
function memberOf(one: unknown, name: string, schema: z.ZodType): unknown[] {
  const value = typeof one === "object" && one !== null ? (one as Record<string, unknown>)[name] : undefined;
  const saysByBeing = rulesOf(schema).emptyCounts === true && typeof value === "object" && value !== null;
  return !isEmpty(value) || saysByBeing ? [value] : [];
}
