import { countrySpecs, isSEPACountry, ValidationErrorsIBAN, validateIBAN } from "ibantools";
import { accepted, anyName, type Check, checkLine, normalize, refused } from "./user-input.ts";

/**
 * SEPA countries and territories whose IBANs the library does not count as SEPA yet: Albania, Moldova, Montenegro,
 * North Macedonia and Serbia joined in 2024 and 2025 (EPC409-09), France's overseas territories and Åland always
 * belonged. Refusing one of them would be unlawful (Regulation (EU) 260/2012, Article 9).
 */
const alsoSepa = new Set([
  "AL",
  "MD",
  "ME",
  "MK",
  "RS",
  "AX",
  "BL",
  "GF",
  "GP",
  "MF",
  "MQ",
  "PM",
  "RE",
  "YT",
]);

function isSepa(country: string): boolean {
  return alsoSepa.has(country) || isSEPACountry(country);
}

/**
 * - `form`: not two letters, two digits and then letters and digits, or not as this country builds its numbers
 * - `length`: values `country`, `expected` and `given`
 * - `country`: no country with IBANs begins so
 * - `checkDigit`: mistyped
 * - `notSepa`: a right IBAN of a country that has no SEPA direct debit (value `country`)
 */
export type IbanReason = "missing" | "form" | "country" | "length" | "checkDigit" | "notSepa";

/**
 * A bank account that SEPA direct debits can reach: without blanks, upper case. Whether the account exists is the
 * backend's business.
 */
export function checkIban(typed: string | undefined): Check<string, IbanReason> {
  const iban = normalize(typed)
    .replace(/[\s.\-–]/g, "")
    .replace(/^IBAN:?/i, "")
    .replace(/[a-z]/g, (letter) => letter.toUpperCase());
  if (iban === "") return refused("missing");
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban)) return refused("form");
  const country = iban.slice(0, 2);
  const expected = countrySpecs[country]?.chars;
  if (!expected) return refused("country", { country });
  if (iban.length !== expected) return refused("length", { country, expected, given: iban.length });
  const { errorCodes } = validateIBAN(iban);
  if (errorCodes.includes(ValidationErrorsIBAN.WrongBBANFormat)) return refused("form");
  // Only the IBAN's own check digits: the older national ones inside are known to have exceptions.
  if (errorCodes.includes(ValidationErrorsIBAN.WrongIBANChecksum)) return refused("checkDigit");
  return isSepa(country) ? accepted(iban) : refused("notSepa", { country });
}

/** As in the SEPA rulebook: a name of up to 70 characters. */
export const accountHolderLimit = 70;

/** Whose account it is: a person or a company. */
export function checkAccountHolder(
  typed: string | undefined,
): Check<string, "missing" | "tooLong" | "characters"> {
  return checkLine(typed, accountHolderLimit, anyName);
}
