import { countrySpecs, isSEPACountry, ValidationErrorsIBAN, validateIBAN } from "ibantools";
import { maskIban } from "./iban.ts";
import { accepted, anyName, asCode, type Check, checkLine, refused } from "./user-input.ts";

/**
 * SEPA countries that the library does not list yet: Albania, Moldova, Montenegro, North Macedonia and Serbia joined
 * in 2024 and 2025 (EPC409-09); France's overseas territories and Åland have always belonged. Refusing one of them
 * would be unlawful (Regulation (EU) 260/2012, Article 9).
 */
const alsoSepa = new Set("AL MD ME MK RS AX BL GF GP MF MQ PM RE YT".split(" "));

/**
 * - `form`: not two letters and two digits followed by letters and digits, or not in the country's account format
 * - `length`: values `country`, `expected` and `given` (characters)
 * - `country`: the country code has no IBANs
 * - `checkDigit`: mistyped
 * - `notSepa`: a valid IBAN from a country without SEPA direct debit (value `country`)
 */
export type IbanReason = "missing" | "form" | "country" | "length" | "checkDigit" | "notSepa";

/** Without spaces, in upper case. In a country whose accounts have digits only, such as Germany, an O is a zero. */
function compact(typed: string | undefined): string {
  const iban = asCode(typed)
    .replace(/[\s.,;-]/g, "")
    .replace(/^IBAN:?/i, "")
    .replace(/[a-z]/g, (letter) => letter.toUpperCase());
  const country = iban.slice(0, 2);
  const hasDigitsOnly = /^\^\[0-9\]\{\d+\}\$$/.test(countrySpecs[country]?.bban_regexp ?? "");
  return hasDigitsOnly ? country + iban.slice(2).replaceAll("O", "0") : iban;
}

/**
 * Accepts an IBAN that SEPA direct debits can reach, in upper case without spaces. Whether the account exists is for
 * the backend to check.
 */
export function checkIban(typed: string | undefined): Check<string, IbanReason> {
  const iban = compact(typed);
  if (iban === "") return refused("missing");
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban)) return refused("form");
  const country = iban.slice(0, 2);
  const expected = countrySpecs[country]?.chars;
  if (!expected) return refused("country", { country });
  if (iban.length !== expected) return refused("length", { country, expected, given: iban.length });
  const { errorCodes } = validateIBAN(iban);
  if (errorCodes.includes(ValidationErrorsIBAN.WrongBBANFormat)) return refused("form");
  // The national check digits inside the IBAN are not checked: they have exceptions.
  if (errorCodes.includes(ValidationErrorsIBAN.WrongIBANChecksum)) return refused("checkDigit");
  return alsoSepa.has(country) || isSEPACountry(country) ? accepted(iban) : refused("notSepa", { country });
}

/** A valid IBAN of any country masked; other text as it was written, since it is no account number. */
export function maskIfIban(typed: string): string {
  const checked = checkIban(typed);
  return checked.ok || checked.reason === "notSepa" ? maskIban(compact(typed)) : typed;
}

/** The SEPA rulebook's maximum. */
export const accountHolderLimit = 70;

/** The name of a person or a company. */
export const checkAccountHolder = (typed: string | undefined) =>
  checkLine(typed, accountHolderLimit, anyName);
