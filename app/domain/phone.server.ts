import parseIfAny, { type NumberType, validatePhoneNumberLength } from "libphonenumber-js/max";
import { accepted, asCode, bare, type Check, refused } from "./user-input.ts";

/**
 * - `areaCode`: begins with neither a 0 nor a country code
 * - `unknown`: not in its country's numbering plan
 * - `special`: a service number (premium rate, shared cost, voicemail), at which no customer can be called
 */
type PhoneReason =
  | "missing"
  | "form"
  | "areaCode"
  | "unknownCountry"
  | "tooShort"
  | "tooLong"
  | "unknown"
  | "special";

const reasonOfLength = {
  NOT_A_NUMBER: "form",
  INVALID_COUNTRY: "unknownCountry",
  TOO_SHORT: "tooShort",
  TOO_LONG: "tooLong",
  INVALID_LENGTH: "unknown",
} as const satisfies Record<string, PhoneReason>;

const services = new Set<NumberType>(["PREMIUM_RATE", "SHARED_COST", "VOICEMAIL"]);

/** Country whose numbering plan applies to numbers without a country code. */
const home = "DE";

/** What stands before a number in contact details. */
const label =
  /^(?:tele(?:f|ph)on|tel|mobil|mobile|handy|phone|fon|rufnummer|cep|gsm)(?:funk)?(?:[ .-]{0,2}(?:nummer|nr|number|no))?\b[.: ]*/i;

/** `49 152 …` without its plus begins with no area code: German ones begin with a 0. */
function withPlus(value: string): string {
  const international = `+${value}`;
  return /^49[\d\s()./-]+$/.test(value) && parseIfAny(international)?.isValid() ? international : value;
}

/**
 * A phone number of any country, stored as E.164 (`+4915228817386`). Without a country code it counts as German and
 * needs its area code with the leading 0: `0152 28817386`, `(030) 23125-000`, `0049 30 …`, `+49 (0)30 …`, `(+49) 30 …`.
 * What address books and lists add is dropped: `tel:+49…`, `Tel.: 0152 …;`; so is a missing plus added, where `49 152 …` is a whole
 * number.
 */
export function checkPhone(typed: string | undefined): Check<string, PhoneReason> {
  const code = bare(asCode(typed), "end").replace(label, "");
  // The library knows no bracket before a plus.
  const value = withPlus(code.replace(/^[(\s]+\+/, "+"));
  if (value === "") return refused("missing");
  if (!/^[+\d\s()./-]+$/.test(value) || !/\d/.test(value)) return refused("form");
  if (!/^[(\s]*[+0]/.test(value)) return refused("areaCode");
  const number = parseIfAny(value, { defaultCountry: home, extract: false });
  if (number?.isValid()) return services.has(number.getType()) ? refused("special") : accepted(number.number);
  const lengthProblem = validatePhoneNumberLength(value, home);
  return refused(lengthProblem ? reasonOfLength[lengthProblem] : "unknown");
}

/**
 * Whether a number (E.164) can be taken from one German provider to another (§ 59 TKG).
 * @param kind what the new contract is for; undefined: either
 */
export function checkPortable(
  number: string,
  kind: "mobile" | "landline" | undefined,
): Check<string, "foreign" | "notMobile" | "notLandline"> {
  const parsed = parseIfAny(number);
  if (parsed?.country !== home) return refused("foreign");
  const isMobile = parsed.getType() === "MOBILE";
  if (kind === "mobile" && !isMobile) return refused("notMobile");
  return kind === "landline" && isMobile ? refused("notLandline") : accepted(number);
}

/**
 * The number in E.164 if an SMS can reach it, else undefined. In some countries, numbers do not reveal whether they
 * are mobile; those count as mobile.
 */
export function mobileNumber(typed: string | undefined): string | undefined {
  const checked = checkPhone(typed);
  if (!checked.ok) return undefined;
  const type = parseIfAny(checked.value)?.getType();
  return type === "MOBILE" || type === "FIXED_LINE_OR_MOBILE" ? checked.value : undefined;
}

/**
 * German numbers as dialled within Germany (`01522 8817386`), others with their country code. A masked or invalid
 * number is returned unchanged.
 */
export function formatPhone(phone: string): string {
  const number = /^\+\d+$/.test(phone) ? parseIfAny(phone, home) : undefined;
  if (!number?.isValid()) return phone;
  return number.country === home ? number.formatNational() : number.formatInternational();
}
