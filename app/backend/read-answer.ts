import { z } from "zod";
import { berlinDate, berlinInstant } from "#app/domain/calendar.ts";
import { isRecord } from "#app/domain/is-record.ts";
import { cutTo } from "#app/domain/user-input.ts";
import { rulesOf } from "./contract/rules.ts";

/** Where a response deviates from the contract. Never with the value, which may be a customer's. */
export interface Deviation {
  /** The field, with `[]` for each item of a list: `offers[].tariff.prices[].amount`. */
  path: string;
  what:
    | "missing"
    | "null"
    | "wrong type"
    | "unknown value"
    | "unreadable"
    | "number for text"
    | "text for number"
    | "text for boolean"
    | "number for boolean"
    | "another form of date"
    | "another encoding"
    | "another name"
    | "too long";
}

export type Read<T> =
  | { ok: true; data: T; deviations: Deviation[] }
  | { ok: false; unusable: Deviation[]; deviations: Deviation[] };

/** Far above what any page shows: what a provider sends beyond that would hold the portal for everybody. */
const longestText = 10_000;
const longestList = 300;
const answerLimits = { items: 2000, characters: 500_000 };

interface Reading {
  noted: Deviation[];
  /** What an answer may still have. */
  room: { items: number; characters: number };
}

/**
 * Reads a response with its schema, tolerantly where its meaning is clear (decision 0041).
 * @returns the data, with what was read differently or left out; or the fields that a page cannot do without
 */
export function readAnswer<S extends z.ZodType>(schema: S, json: unknown): Read<z.output<S>> {
  const noted: Deviation[] = [];
  const value = read(schema, json, { noted, room: { ...answerLimits } });
  const found = isForeign(schema, json) && !(value instanceof Unusable) ? unusable("unreadable") : value;
  if (found instanceof Unusable) return { ok: false, unusable: once(found.fields), deviations: once(noted) };
  const parsed = schema.safeParse(found);
  if (parsed.success) return { ok: true, data: parsed.data, deviations: once(noted) };
  return { ok: false, unusable: once(fieldsOf(parsed.error)), deviations: once(noted) };
}

/** A different kind of response: the schema knows none of its fields, not even an optional one. */
function isForeign(schema: z.ZodType, json: unknown): boolean {
  if (!(schema instanceof z.ZodObject) || typeof json !== "object" || json === null) return false;
  const names = Object.keys(json);
  return names.length > 0 && !names.some((name) => Object.hasOwn(schema.shape, name));
}

/** A schema within another one, of which zod's types say less. */
// eslint-disable-next-line house/no-cast -- as the contract is written with `zod` itself
const classic = (schema: z.core.$ZodType) => schema as z.ZodType;

/** Why a response cannot be used. */
class Unusable {
  readonly fields: Deviation[];
  constructor(fields: Deviation[]) {
    this.fields = fields;
  }
}
const unusable = (what: Deviation["what"]) => new Unusable([{ path: "", what }]);

/**
 * Puts the name of a field, or `[]` of a list, before what was found within it. Each level does so: where nothing deviates, which
 * is nearly everywhere, no path is made.
 */
function place(name: string, within: Deviation[], from = 0): void {
  for (let at = from; at < within.length; at++) {
    const one = within[at];
    if (one)
      one.path = one.path === "" || one.path.startsWith("[]") ? name + one.path : `${name}.${one.path}`;
  }
}

/**
 * Reads a value, and notes what it reads differently or leaves out.
 * @param isWhole whether nothing of it may be left out, as the optional field around it demands
 */
function read(
  schema: z.ZodType,
  value: unknown,
  reading: Reading,
  isWhole = rulesOf(schema).allOrNothing ?? false,
): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return readOptional(schema, value, reading, isWhole);
  if (value === undefined) return unusable("missing");
  if (value === null) return unusable("null");
  if (typeof value === "string" && !value.trim()) return unusable("missing");
  if (schema instanceof z.ZodObject) return readObject(schema, value, reading);
  if (schema instanceof z.ZodArray) return readList(schema, value, reading, isWhole);
  if (schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral) return readName(schema, value, reading);
  if (schema instanceof z.ZodUnion) return readEither(schema, value, reading);
  if (schema instanceof z.ZodRecord) return readRecord(schema, value, reading);
  const { form, what } = formOf(schema, typeof value === "string" ? cutText(value, reading) : value);
  const parsed = schema.safeParse(form);
  if (!parsed.success)
    return unusable(parsed.error.issues[0]?.code === "invalid_type" ? "wrong type" : "unreadable");
  if (what) reading.noted.push({ path: "", what });
  return parsed.data;
}

/** Absent, `null` and empty are the same; an unreadable value is left out. */
function readOptional(
  schema: z.ZodOptional | z.ZodDefault,
  value: unknown,
  reading: Reading,
  isWhole: boolean,
): unknown {
  const inner = classic(schema.unwrap());
  const isSaid = typeof value === "object" && value !== null && rulesOf(inner).emptyCounts;
  if (isEmpty(value) && !isSaid) return undefined;
  const found = read(inner, value, reading, isWhole || undefined);
  if (!(found instanceof Unusable) || isWhole) return found;
  reading.noted.push(...found.fields);
  return undefined;
}

export function isEmpty(value: unknown): boolean {
  if (typeof value === "string") return value.trim() === "";
  return (
    value === undefined || value === null || (typeof value === "object" && Object.keys(value).length === 0)
  );
}

function readObject(schema: z.ZodObject, value: unknown, reading: Reading): unknown {
  if (!isRecord(value)) return unusable("wrong type");
  const fields: Record<string, unknown> = {};
  const missed: Deviation[] = [];
  for (const [name, field] of Object.entries(schema.shape)) {
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    const before = reading.noted.length;
    const found = read(field, given, reading);
    place(name, reading.noted, before);
    if (found instanceof Unusable) {
      place(name, found.fields);
      missed.push(...found.fields);
    } else if (found !== undefined) fields[name] = found;
  }
  for (const name of namedOtherwise(schema, value)) reading.noted.push({ path: name, what: "another name" });
  return missed.length > 0 ? new Unusable(missed) : checked(schema, fields);
}

/** Fields that are present as `first_name` or `FirstName`: not read, but reported. */
function namedOtherwise(schema: z.ZodObject, value: object): string[] {
  const plain = (name: string) => name.replace(/[_-]/g, "").toLowerCase();
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(schema.shape, name));
  if (unknown.length === 0) return [];
  const given = new Set(unknown.map(plain));
  return Object.keys(schema.shape).filter((name) => !Object.hasOwn(value, name) && given.has(plain(name)));
}

function readList(schema: z.ZodArray, value: unknown, reading: Reading, isWhole: boolean): unknown {
  if (!Array.isArray(value)) return unusable("wrong type");
  const items: unknown[] = [];
  const missed: Deviation[] = [];
  const within = firstOf(value, reading, rulesOf(schema).most);
  if (isWhole && within.length < value.length) return unusable("too long");
  for (const item of within) {
    const found = readItem(classic(schema.element), item, reading);
    if (!(found instanceof Unusable)) items.push(found);
    else (isWhole ? missed : reading.noted).push(...found.fields);
  }
  return missed.length > 0 ? new Unusable(missed) : checked(schema, items);
}

function readRecord(schema: z.ZodRecord, value: unknown, reading: Reading): unknown {
  if (!isRecord(value)) return unusable("wrong type");
  const entries: [string, unknown][] = [];
  for (const [name, given] of firstOf(Object.entries(value), reading)) {
    const found = readItem(classic(schema.valueType), given, reading);
    if (found instanceof Unusable) reading.noted.push(...found.fields);
    else entries.push([cutText(name, reading), found]);
  }
  return Object.fromEntries(entries);
}

function readItem(schema: z.ZodType, value: unknown, reading: Reading): unknown {
  const before = reading.noted.length;
  const found = read(schema, value, reading);
  place("[]", reading.noted, before);
  if (found instanceof Unusable) place("[]", found.fields);
  return found;
}

/** As many items as the list, and the answer, may have. */
function firstOf<T>(items: T[], { noted, room }: Reading, most = longestList): T[] {
  const within = items.slice(0, Math.min(most, room.items));
  room.items -= within.length;
  if (within.length < items.length) noted.push({ path: "", what: "too long" });
  return within;
}

/** As much of a text as the answer may still have. */
function cutText(text: string, { noted, room }: Reading): string {
  const within = cutTo(text, Math.min(longestText, room.characters));
  room.characters -= within.length;
  if (within.length < text.length) noted.push({ path: "", what: "too long" });
  return within;
}

/** Checks what a schema demands beyond its fields and items, such as a list that is not empty. */
function checked(schema: z.ZodType, value: unknown): unknown {
  if (!schema.def.checks?.length) return value;
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : new Unusable(fieldsOf(parsed.error));
}

/** A member of an enumeration, in any case and with spaces around it. */
function readName(schema: z.ZodEnum | z.ZodLiteral, value: unknown, reading: Reading): unknown {
  const names = schema instanceof z.ZodEnum ? schema.options : [...schema.values];
  if (names.some((name) => name === value)) return value;
  if (typeof value !== "string" && typeof value !== "number") return unusable("wrong type");
  const plain = (name: unknown) => String(name).trim().toLowerCase();
  const found = names.find((name) => plain(name) === plain(value));
  if (found !== undefined) return found;
  if (!names.includes("unknown")) return unusable("unknown value");
  reading.noted.push({ path: "", what: "unknown value" });
  return "unknown";
}

/** The first option that can be read; if none can, what is missing in their fields. */
function readEither(schema: z.ZodUnion, value: unknown, reading: Reading): unknown {
  const missed: Deviation[] = [];
  for (const option of schema.options) {
    const own: Reading = { ...reading, noted: [] };
    const found = read(classic(option), value, own);
    if (found instanceof Unusable) {
      missed.push(...found.fields);
      continue;
    }
    reading.noted.push(...own.noted);
    return found;
  }
  const inside = missed.filter(({ path }) => path !== "");
  return inside.length > 0 ? new Unusable(inside) : unusable("wrong type");
}

/** Not `1.299`, in which the point may separate thousands. */
const decimal = /^[+-]?(?![1-9]\d{0,2}\.\d{3}$)\d+(?:\.\d+|,\d{1,2})?$/;

/** The value in the type that its schema has, if it has exactly one meaning. */
function formOf(schema: z.ZodType, value: unknown): { form: unknown; what?: Deviation["what"] } {
  // eslint-disable-next-line house/no-cast -- those of texts alone have a format
  const { type, format } = schema.def as { type: string; format?: string };
  const { textOnly, leastNumber = -Infinity } = rulesOf(schema);
  if (type === "boolean" && (value === 0 || value === 1))
    return { form: value === 1, what: "number for boolean" };
  if (typeof value === "number" && (format === "date" || format === "datetime")) {
    const instant = epochOf(value);
    const form = instant && (format === "date" ? berlinDate(instant) : instant.toISOString());
    return form ? { form, what: "another form of date" } : { form: value };
  }
  if (type === "string" && Number.isFinite(value) && !textOnly && Number(value) >= leastNumber)
    return { form: String(value), what: "number for text" };
  if (typeof value !== "string") return { form: value };
  const text = value.trim();
  if (type === "number" && decimal.test(text))
    return { form: Number(text.replace(",", ".")), what: "text for number" };
  if (type === "boolean" && /^(?:true|false)$/i.test(text))
    return { form: text.toLowerCase() === "true", what: "text for boolean" };
  if (type === "string" && (format === "date" || format === "datetime") && !schema.safeParse(value).success) {
    const isUntil = rulesOf(schema).until ?? false;
    const form = format === "date" ? dayOf(text) : instantOf(text, isUntil);
    if (form) return { form, what: "another form of date" };
  }
  return { form: value };
}

/** Seconds or milliseconds since 1970: no date of a contract is valid as both. */
function epochOf(value: number): Date | undefined {
  const instant = new Date(value >= 1e11 ? value : value * 1000);
  const year = Number.isNaN(instant.getTime()) ? 0 : instant.getUTCFullYear();
  return value >= 1e9 && year < 3000 ? instant : undefined;
}

/** `31.03.2031`, as Germans write it, and a zone that names the offset once more: `…+01:00[Europe/Berlin]`. */
const plainDate = (text: string) =>
  text.replace(/^(\d\d)\.(\d\d)\.(\d{4})(?!\d)/, "$3-$2-$1").replace(/\[[A-Za-z_/+-]{1,40}\]$/, "");

const dated = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:[.,]\d+)?\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** The day in Germany; without an offset, the day as written. */
function dayOf(text: string): string | undefined {
  const [, date, time, offset] = dated.exec(plainDate(text)) ?? [];
  if (!date || !time || !offset) return date;
  const instant = new Date(`${date}T${time}${colon(offset)}`);
  return Number.isNaN(instant.getTime()) ? undefined : berlinDate(instant);
}

/** The instant; without an offset, by German time. */
function instantOf(text: string, isUntil: boolean): string | undefined {
  const [, date, time = isUntil ? "23:59:59" : "00:00:00", offset] = dated.exec(plainDate(text)) ?? [];
  if (!date) return undefined;
  const instant = offset ? new Date(`${date}T${time}${colon(offset)}`) : berlinInstant(date, time);
  return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString();
}

/** `+0100` and `+01` as `+01:00`. */
const colon = (offset: string) =>
  /^z$/i.test(offset) ? "Z" : `${offset.slice(0, 3)}:${offset.slice(3).replace(":", "") || "00"}`;

function fieldsOf(error: z.ZodError): Deviation[] {
  return error.issues.map(({ path }) => {
    const own = path.map((key) => (typeof key === "number" ? "[]" : `.${String(key)}`)).join("");
    return { path: own.replace(/^\./, ""), what: "unreadable" };
  });
}

/** Each once, with a name for the answer as a whole. */
function once(deviations: Deviation[]): Deviation[] {
  const named = deviations.map(({ path, what }) => ({ path: path || "(body)", what }));
  return [...new Map(named.map((one) => [`${one.path} ${one.what}`, one])).values()];
}
