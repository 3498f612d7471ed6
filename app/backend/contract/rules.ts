import { z } from "zod";

/**
 * How responses are read beyond their schemas (decision 0041). What a schema requires is essential. An unreadable
 * value that is optional or has a default is left out, as is an unreadable item of a list. An enumeration with the
 * member `unknown` uses that for unknown values.
 */
const readingRules = z.registry<Rules>();

/** A schema's own rules, with those of the schema that it was made from. */
export const rulesOf = (schema: z.ZodType): Rules => readingRules.get(schema) ?? {};

interface Rules {
  /** Nothing of it may be left out: either it is read completely, or the response cannot be used. */
  allOrNothing?: true;
  /** A date without a time means the end of that day. */
  until?: true;
  /** A JSON number is not read as this text: it would lack leading zeros and a unit. */
  textOnly?: true;
  /** Further items of a list are left out. */
  most?: number;
  /** An empty list, or an empty object, is not the same as none. */
  emptyCounts?: true;
  /** A smaller JSON number is not read as this text: it may have lost leading zeros. */
  leastNumber?: number;
}

/** What a customer pays or commits to: never shown in part. No item of a list and no optional field is left out. */
export const allOrNothing = <T extends z.ZodType>(schema: T): T => {
  readingRules.add(schema, { allOrNothing: true });
  return schema;
};

/** A list of which each item costs a call. */
export const atMostItems = <T extends z.ZodType>(most: number, schema: T): T => {
  readingRules.add(schema, { most });
  return schema;
};

/** A list or an object that says something even where it is empty. */
export const emptyCounts = <T extends z.ZodType>(schema: T): T => {
  readingRules.add(schema, { emptyCounts: true });
  return schema;
};

/** The end of a period: an instant, or a day. */
export const untilInstant = () => {
  const schema = z.iso.datetime({ offset: true });
  readingRules.add(schema, { until: true });
  return schema;
};

/** Text such as a phone number, of which a JSON number would lose a part. */
export const textOnly = () => {
  const schema = z.string();
  readingRules.add(schema, { textOnly: true });
  return schema;
};

/** Five digits in Germany: as a JSON number 01067 would become 1067, while 50667 stays complete. */
export const postalCode = () => {
  const schema = z.string();
  readingRules.add(schema, { leastNumber: 10_000 });
  return schema;
};
