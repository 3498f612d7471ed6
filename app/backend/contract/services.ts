import { z } from "zod";
import { call } from "./call.ts";
import { instant, postalAddress } from "./common.ts";

/** Calls that several journeys share: login, lists, consents, checks. */
export const token = z.object({
  data: z.object({ token: z.string(), /** Lifetime in seconds. */ expiresIn: z.number().int().positive() }),
});

export const nationalities = z
  .array(z.object({ /** ISO 3166-1 alpha-2 */ code: z.string(), name: z.string() }))
  .min(1);
export type Nationalities = z.infer<typeof nationalities>;

export const consent = z.object({
  id: z.string(),
  version: z.string(),
  channel: z.enum(["email", "phone", "sms", "post", "data"]),
  /** Text in the language of `Accept-Language`. */
  text: z.string(),
  validFrom: instant,
});
export type Consent = z.infer<typeof consent>;

export const addressCheck = z
  .object({
    result: z.enum(["valid", "corrected", "choice"]),
    /** The address as the service spells it (valid), or its proposals (corrected: one, choice: several). */
    suggestions: z.array(postalAddress).default([]),
  })
  .refine(({ result, suggestions }) => result === "valid" || suggestions.length > 0);
export type AddressCheck = z.infer<typeof addressCheck>;

export const ibanCheck = z.object({
  valid: z.boolean(),
  bankName: z.string().optional(),
  bic: z.string().optional(),
});
export type IbanCheck = z.infer<typeof ibanCheck>;

export const serviceCalls = {
  exchangeCode: call({
    method: "GET",
    path: "/api/auth/token",
    summary: "Bearer token for a login code",
    query: z.object({ code: z.string() }),
    answer: token,
  }),
  nationalities: call({
    method: "GET",
    path: "/api/{brand}/lists/nationalities",
    summary: "Nationalities in the language asked for",
    answer: nationalities,
  }),
  consent: call({
    method: "GET",
    path: "/api/consent/{id}",
    summary: "Text and version of a consent",
    answer: consent,
  }),
  checkAddress: call({
    method: "POST",
    path: "/api/validation/{brand}/address",
    summary: "Postal check of an address",
    body: postalAddress,
    answer: addressCheck,
    repeatable: true,
    asks: true,
  }),
  checkIban: call({
    method: "POST",
    path: "/api/validation/{brand}/iban",
    summary: "Whether a bank account can be charged",
    body: z.object({ iban: z.string() }),
    answer: ibanCheck,
    repeatable: true,
    asks: true,
  }),
};
