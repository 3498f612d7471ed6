import { z } from "zod";
import { languageCodes } from "#app/domain/languages.ts";
import type { Problem } from "#app/errors/problem.ts";
import { postalCode, textOnly, whole } from "./rules.ts";

/** A calendar date without time, ISO 8601 `YYYY-MM-DD`. */
export const isoDate = z.iso.date();
/** An instant with offset, ISO 8601. */
export const instant = z.iso.datetime({ offset: true });

export const language = z.enum(languageCodes);

/** Amount in euros with at most two decimals. `once` is paid one time, `monthly` every month. */
export const priceEntry = z.object({
  type: z.enum(["monthly", "once"]),
  amount: z.number(),
  /** Number of monthly payments, e.g. the instalments of a device. Absent: as long as the contract runs. */
  months: whole(z.number().int().min(1).optional()),
});

/** Where a field's value comes from (specification §3): validated by a service, or entered and taken as it is. */
export const dataSource = z.enum(["validated", "entered"]);
export type DataSource = z.infer<typeof dataSource>;
/** A value with its source, which specification §3 requires for every field. */
export const sourced = <T extends z.ZodType>(value: T) => z.object({ value, source: dataSource });

export const postalAddress = z.object({
  street: z.string(),
  houseNumber: z.string(),
  /** Where in the house, or with whom: "Hinterhaus", "c/o Muster". */
  addressSupplement: z.string().optional(),
  postalCode: postalCode(),
  city: z.string(),
});

/** What every declaration states for its receipt. */
export const receiptFacts = {
  /** When the portal received it, which is what counts: it may be forwarded later. */
  receivedAt: instant.optional(),
  /** Where the portal shows the receipt, for the confirmation mail. */
  receiptUrl: z.url().optional(),
  /** The portal's own receipt as a PDF, to attach to that mail. */
  receiptPdfUrl: z.url().optional(),
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
