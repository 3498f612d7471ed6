import { z } from "zod";
import { postalCode, textOnly, whole } from "./rules.ts";

/** Brand names on the wire (specification §1). Those beyond the eight portals are accepted in answers only. */
export const backendBrand = z.enum([
  "O2",
  "AYYILDIZ",
  "AETKASMART",
  "ALDITALK",
  "NOVA",
  "ORTEL",
  "BLAUWORLD",
  "BLAU",
  "PRODUCT",
  "WHATSAPP",
  "TELEFONICA",
]);
export type BackendBrand = z.infer<typeof backendBrand>;

/** A calendar date without time, ISO 8601 `YYYY-MM-DD`. */
export const isoDate = z.iso.date();
/** An instant with offset, ISO 8601. */
export const instant = z.iso.datetime({ offset: true });

export const language = z.enum(["de", "en", "tr"]);

/** Amount in euros with at most two decimals. `once` is paid one time, `monthly` every month. */
export const priceEntry = z.object({
  type: z.enum(["monthly", "once"]),
  amount: z.number(),
  /** How many months a monthly price is paid, e.g. the instalments of a device. Absent: as long as the contract runs. */
  months: whole(z.number().int().min(1).optional()),
});

/** Where a field's value comes from (specification §3): checked by a service, or typed and taken as it is. */
export const dataSource = z.enum(["validated", "entered"]);
export type DataSource = z.infer<typeof dataSource>;
/** A value with its source, as specification §3 asks of every field. */
export const sourced = <T extends z.ZodType>(value: T) => z.object({ value, source: dataSource });

export const postalAddress = z.object({
  street: z.string(),
  houseNumber: z.string(),
  postalCode: postalCode(),
  city: z.string(),
});

/** What every declaration says of its receipt. */
export const receiptFacts = {
  /** When the portal received it, which counts: it may be passed on later. */
  receivedAt: instant.optional(),
  /** Where the portal shows the receipt, for the confirmation that is sent. */
  receiptUrl: z.url().optional(),
  /** The portal's own receipt as PDF, to attach to the mail. */
  receiptPdfUrl: z.url().optional(),
};

/**
 * The error answer of every call. `code` is one of specification §8; `errors` makes it a form-field error. Nothing of it
 * is essential: what can be read counts. Of a list without a readable word, one entry is left that says nothing.
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
});
export type Problem = z.infer<typeof problem>;
