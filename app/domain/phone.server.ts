import parseIfAny, { parsePhoneNumberWithError, validatePhoneNumberLength } from "libphonenumber-js/min";
import { accepted, type Check, normalize, refused } from "./user-input.ts";

/** `areaCode`: digits that begin neither with 0 nor with a country code; `unknown`: no number of its country's plan. */
type PhoneReason = "missing" | "form" | "areaCode" | "unknownCountry" | "tooShort" | "tooLong" | "unknown";

const reasonOfLength = {
  NOT_A_NUMBER: "form",
  INVALID_COUNTRY: "unknownCountry",
  TOO_SHORT: "tooShort",
  TOO_LONG: "tooLong",
  INVALID_LENGTH: "unknown",
} as const satisfies Record<string, PhoneReason>;

/** Numbering plan for numbers without a country code. */
const home = "DE";

/**
 * A phone number of any country in E.164 (`+4915228817386`). Without a country code it is a German one and needs its
 * area code with the 0: `0152 28817386`, `(030) 23125-000`, `0049 30 …`, `+49 (0)30 …`.
 */
export function checkPhone(typed: string | undefined): Check<string, PhoneReason> {
  const value = normalize(typed);
  if (value === "") return refused("missing");
  if (!/^[+\d\s()./\-–]+$/.test(value) || !/\d/.test(value)) return refused("form");
  if (!/^[(\s]*[+0]/.test(value)) return refused("areaCode");
  const lengthProblem = validatePhoneNumberLength(value, home);
  if (lengthProblem) return refused(reasonOfLength[lengthProblem]);
  const number = parsePhoneNumberWithError(value, { defaultCountry: home, extract: false });
  return number.isValid() ? accepted(number.number) : refused("unknown");
}

/**
 * E.164 for reading: German numbers as dialled there (`01522 8817386`), others with their country code. Anything else,
 * such as a masked number, is returned unchanged.
 */
export function formatPhone(phone: string): string {
  const number = /^\+\d+$/.test(phone) ? parseIfAny(phone, home) : undefined;
  if (!number?.isValid()) return phone;
  return number.country === home ? number.formatNational() : number.formatInternational();
}
