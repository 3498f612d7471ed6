import { z } from "zod";

/**
 * How answers are read beyond their schemas (decision 0041). What a schema demands is essential; what is optional or has
 * a default is left out where it cannot be read; an item of a list, too; an enumeration with the member `unknown` reads
 * what it does not know as that.
 */
export const readingRules = z.registry<{
  /** Nothing of it is left out: it is read whole, or the answer cannot be used. */
  whole?: true;
  /** A date without a time means the end of that day. */
  until?: true;
  /** A JSON number is not read as text: it has neither zeros in front nor a unit. */
  textOnly?: true;
  /** A smaller JSON number is not read as text: it may have lost zeros in front. */
  leastNumber?: number;
}>();

/** What a customer pays or is bound to: an order never shows half of it. A list loses no item, an optional field stays. */
export const whole = <T extends z.ZodType>(schema: T): T => {
  readingRules.add(schema, { whole: true });
  return schema;
};

/** The end of a period: an instant, or a day. */
export const untilInstant = () => {
  const schema = z.iso.datetime({ offset: true });
  readingRules.add(schema, { until: true });
  return schema;
};

/** Text such as a phone number, of which a JSON number loses a part. */
export const textOnly = () => {
  const schema = z.string();
  readingRules.add(schema, { textOnly: true });
  return schema;
};

/** Five digits in Germany: of 01067 a JSON number keeps 1067, 50667 stays whole. */
export const postalCode = () => {
  const schema = z.string();
  readingRules.add(schema, { leastNumber: 10_000 });
  return schema;
};
