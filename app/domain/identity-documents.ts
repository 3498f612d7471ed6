import {
  addMonths,
  berlinDate,
  type CheckedDate,
  compareDates,
  type DateParts,
  type DateReason,
  parseDate,
} from "./calendar.ts";
import { accepted, anyName, type Check, checkLine, normalize, refused } from "./user-input.ts";

interface DocumentTypeRow {
  /** What the number looks like once blanks are gone and letters are upper case. */
  pattern: RegExp;
  shortest: number;
  longest: number;
  /** Whether the last of `longest` characters is a check digit of those before it. */
  checkDigit?: boolean;
}

/** Letters and digits of German document numbers: no vowels, and none that is taken for another. */
const german: DocumentTypeRow = {
  pattern: /^[CFGHJ-NPRTV-Z0-9]{9}[0-9]?$/,
  shortest: 9,
  longest: 10,
  checkDigit: true,
};
const other: DocumentTypeRow = { pattern: /^[A-Z0-9]{5,20}$/, shortest: 5, longest: 20 };

/** Identity documents that are accepted (product decisions §3), in the order in which a form lists them. */
export const identityDocumentTypes = {
  PERSONALAUSWEIS: german,
  REISEPASS: german,
  // Permits have been cards, stickers and sheets with numbers of several forms: none of them may be refused.
  AUFENTHALTSTITEL: other,
  VORLAEUFIGER_AUSWEIS: { pattern: /^[A-Z][0-9]{7}$/, shortest: 8, longest: 8 },
  FOREIGN_PASSPORT: other,
  FOREIGN_ID: other,
} satisfies Record<string, DocumentTypeRow>;
export type IdentityDocumentType = keyof typeof identityDocumentTypes;

function isDocumentType(text: string): text is IdentityDocumentType {
  return Object.hasOwn(identityDocumentTypes, text);
}

/** The document type that was chosen. */
export function checkDocumentType(
  typed: string | undefined,
): Check<IdentityDocumentType, "missing" | "unknown"> {
  const value = normalize(typed);
  if (value === "") return refused("missing");
  return isDocumentType(value) ? accepted(value) : refused("unknown");
}

/**
 * Check digit of a machine-readable document (ICAO Doc 9303-3, 4.9): digits as they are, A = 10 … Z = 35, weights
 * 7-3-1 in turn, sum modulo 10.
 */
export function icaoCheckDigit(text: string): number {
  const weights = [7, 3, 1];
  let sum = 0;
  for (const [index, character] of [...text].entries()) {
    sum += Number.parseInt(character, 36) * (weights[index % 3] ?? 0);
  }
  return sum % 10;
}

/**
 * - `zeroForO`: right if the letter O was meant as the digit 0; the value `suggestion` has it so
 * - `checkDigit`: the tenth character of a German number does not fit the nine before it
 */
type DocumentNumberReason =
  | "missing"
  | "tooShort"
  | "tooLong"
  | "characters"
  | "form"
  | "checkDigit"
  | "zeroForO";

function fault(row: DocumentTypeRow, number: string): DocumentNumberReason | undefined {
  if (!/^[A-Z0-9]+$/.test(number)) return "characters";
  if (number.length < row.shortest) return "tooShort";
  if (number.length > row.longest) return "tooLong";
  if (!row.pattern.test(number)) return row.checkDigit ? "characters" : "form";
  if (row.checkDigit && number.length === row.longest) {
    return Number(number.at(-1)) === icaoCheckDigit(number.slice(0, -1)) ? undefined : "checkDigit";
  }
  return undefined;
}

/**
 * The number of an identity document: blanks removed, letters in upper case, matched with its type. The check digit of
 * a German number is verified when given and never demanded: it is not printed beside the number everywhere. It is
 * kept in the value.
 */
export function checkDocumentNumber(
  type: IdentityDocumentType,
  typed: string | undefined,
): Check<string, DocumentNumberReason> {
  const row: DocumentTypeRow = identityDocumentTypes[type];
  const given = normalize(typed).replace(/\s/g, "");
  if (given === "") return refused("missing");
  // Only a–z: toUpperCase would make two letters of ß and hide it.
  const number = given.replace(/[a-z]/g, (letter) => letter.toUpperCase());
  const reason = fault(row, number);
  if (!reason) return accepted(number);
  const suggestion = number.replaceAll("O", "0");
  if (suggestion !== number && !fault(row, suggestion)) return refused("zeroForO", { suggestion });
  return refused(reason, { shortest: row.shortest, longest: row.longest });
}

/** The first two and the last two characters; all others hidden. Short numbers show less, never half of themselves. */
export function maskDocumentNumber(number: string): string {
  const shown = number.length >= 8 ? 2 : 1;
  return number.slice(0, shown) + "•".repeat(Math.max(0, number.length - 2 * shown)) + number.slice(-shown);
}

/** Months that a document may still be valid: ten years and three months. */
const longestValidityMonths = 123;

type ExpiryReason = DateReason | "expired" | "tooFar";

/**
 * The date until which a document is valid: today in Germany or later, at most ten years and three months ahead.
 * @param now the instant of the check
 */
export function checkExpiryDate(typed: DateParts, now: Date): CheckedDate<ExpiryReason> {
  const parsed = parseDate(typed);
  if (!parsed.ok) return parsed;
  const today = berlinDate(now);
  if (compareDates(parsed.date, today) < 0) return { ok: false, reason: "expired", parts: ["year"] };
  if (compareDates(parsed.date, addMonths(today, longestValidityMonths)) > 0)
    return { ok: false, reason: "tooFar", parts: ["year"] };
  return accepted(parsed.date);
}

/** Most characters of an authority's name. */
export const issuingAuthorityLimit = 60;

/** The authority that issued the document, as printed on it. */
export function checkIssuingAuthority(
  typed: string | undefined,
): Check<string, "missing" | "tooLong" | "characters"> {
  return checkLine(typed, issuingAuthorityLimit, anyName);
}

/**
 * The nationality that was chosen.
 * @param codes what the nationalities list offers (ISO 3166-1 alpha-2)
 */
export function checkNationality(
  typed: string | undefined,
  codes: readonly string[],
): Check<string, "missing" | "unknown"> {
  const value = normalize(typed).toUpperCase();
  if (value === "") return refused("missing");
  return codes.includes(value) ? accepted(value) : refused("unknown");
}
