import { z } from "zod";
import { languageCodes } from "#app/domain/languages.ts";
import type { Problem } from "#app/errors/problem.ts";
import { allOrNothing, postalCode, textOnly } from "./rules.ts";

export const isoDate = z.iso
  .date()
  .meta({ description: "A calendar date without time, ISO 8601 `YYYY-MM-DD`." });
export const instant = z.iso
  .datetime({ offset: true })
  .meta({ description: "An instant with offset, ISO 8601." });

export const clock = z
  .string()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/)
  .meta({ description: "Wall clock in Germany, `HH:MM`; `24:00` ends a day." });

export const language = z.enum(languageCodes);

/** A count of payments. One that cannot be read leaves its price without a place: it is shown, and never added up. */
const payments = (description: string, example: number) =>
  allOrNothing(
    z
      .union([z.number().int().min(1).max(1200), z.enum(["unknown"])])
      .optional()
      .meta({ description, examples: [example] }),
  );

/** When a price or charge is paid. */
export const runs = {
  from: payments(
    "The first month at this price, counted from 1: 7 begins after half a year. Absent, null or empty: 1. With `period: P28D`, the first period of 28 days. With `once`: the month in which it is paid.",
    7,
  ),
  months: payments(
    "For how many months, or periods of 28 days; of a device, the number of instalments. Absent, null or empty: until the contract ends.",
    6,
  ),
  period: allOrNothing(
    z
      .enum(["P1M", "P28D", "unknown"])
      .optional()
      .meta({
        description:
          "How often it is paid, ISO 8601: P1M every month, P28D every 28 days (13 times a year). Absent, null or empty: P1M. With any other, the price is shown and never added up.",
        examples: ["P1M"],
      }),
  ),
};

/** Neither infinite nor too large for exact cents, also added up. */
export const euros = () =>
  z
    .number()
    .min(-1e6)
    .max(1e6)
    .meta({
      description: "Euros with at most two decimals, never cents, VAT included: 19.99.",
      examples: [19.99],
    });

export const priceEntry = z.object({ type: z.enum(["monthly", "once"]), amount: euros(), ...runs }).meta({
  description:
    "Amount in euros with at most two decimals. `once` is paid one time, `monthly` again and again. Of one product's prices, one at a time applies: a price that follows another says `from`. A negative one is a deduction.",
});

export const dataSource = z.enum(["validated", "entered"]).meta({
  description: "Where a field's value comes from: validated by a service, or entered and taken as it is.",
});
export type DataSource = z.infer<typeof dataSource>;
/** A value with its source, which specification §3 requires for every field. */
export const sourced = <T extends z.ZodType>(value: T) => z.object({ value, source: dataSource });

export const postalAddress = z.object({
  street: z.string(),
  houseNumber: z.string(),
  addressSupplement: z
    .string()
    .optional()
    .meta({ description: 'Where in the house, or with whom: "Hinterhaus", "c/o Muster".' }),
  postalCode: postalCode(),
  city: z.string(),
});

/** What every declaration states for its receipt. */
export const receiptFacts = {
  receivedAt: instant
    .optional()
    .meta({ description: "When the portal received it, which is what counts: it may be forwarded later." }),
  receiptUrl: z
    .url()
    .optional()
    .meta({ description: "Where the portal shows the receipt, for the confirmation mail." }),
  receiptPdfUrl: z
    .url()
    .optional()
    .meta({ description: "The portal's own receipt as a PDF, to attach to that mail." }),
};

/**
 * The error response of every call. `code` is one of specification §8; `errors` makes it a form-field error. Nothing in
 * it is essential: whatever can be read counts. An errors list without any readable content is read as one empty entry.
 */
export const problem = z.object({
  code: z
    .string()
    .regex(/^\s*[\w.:-]{1,64}\s*$/)
    .optional(),
  message: z.string().optional(),
  offerUseCase: z.string().optional(),
  downtime: z.union([textOnly(), z.object({ from: z.string().optional(), until: z.string() })]).optional(),
  shopHotline: textOnly().optional(),
  creditCheck: z
    .object({
      reason: z.string().max(500).optional(),
      source: z.string().max(200).optional(),
      language: language.optional(),
    })
    .optional()
    .meta({
      description:
        "With CREDIT_REFUSED: the reason, and the database that was consulted (Directive (EU) 2023/2225, Articles 18 and 19), in `language`, or German without it. Both are shown.",
    }),
  errors: z
    .array(
      z.object({
        field: z.string().optional(),
        code: z.string().optional(),
        message: z.string().optional(),
      }),
    )
    .optional(),
}) satisfies z.ZodType<Problem>;
