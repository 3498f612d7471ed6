import {
  addMonths,
  berlinDate,
  type DateParts,
  type DateReason,
  type IsoDate,
  parseDate,
  partsOf,
} from "./calendar.ts";
import { isKeyOf, keysOf } from "./keys-of.ts";
import { nationalityCalled, nationalityKey } from "./nationalities.ts";
import { accepted, anyName, asCode, bare, type Check, checkLine, normalize, refused } from "./user-input.ts";

interface DocumentTypeRow {
  /** Without spaces, in upper case. */
  pattern: RegExp;
  shortest: number;
  longest: number;
  /** Whether the last of `longest` characters is a check digit of the preceding ones. */
  checkDigit?: boolean;
  /** Whether only Germans have it, and none for longer than `longestValidityMonths`. */
  ofGermans?: boolean;
  /** Whether the document may print its number in groups, with separators that are not part of it. */
  separators?: boolean;
}

/** The alphabet of German document numbers: no vowels, and nothing that is easily confused. */
const german: DocumentTypeRow = {
  pattern: /^[CFGHJ-NPRTV-Z0-9]{9}[0-9]?$/,
  shortest: 9,
  longest: 10,
  checkDigit: true,
  ofGermans: true,
};
const other: DocumentTypeRow = { pattern: /^[A-Z0-9]{5,20}$/, shortest: 5, longest: 20, separators: true };

/** Accepted documents (product decisions §3), in the order of the form. */
export const identityDocumentTypes = {
  PERSONALAUSWEIS: german,
  REISEPASS: german,
  // Permits have been cards, stickers and sheets, each with its own number format: accept all of them.
  AUFENTHALTSTITEL: other,
  VORLAEUFIGER_AUSWEIS: { pattern: /^[A-Z][0-9]{7}$/, shortest: 8, longest: 8, ofGermans: true },
  FOREIGN_PASSPORT: other,
  FOREIGN_ID: other,
} satisfies Record<string, DocumentTypeRow>;
export type IdentityDocumentType = keyof typeof identityDocumentTypes;
export const identityDocumentNames = keysOf(identityDocumentTypes);

/** Accepts the name of an accepted document type, in upper case as the form posts it. */
export function checkDocumentType(
  typed: string | undefined,
): Check<IdentityDocumentType, "missing" | "unknown"> {
  const value = normalize(typed);
  if (value === "") return refused("missing");
  return isKeyOf(identityDocumentTypes, value) ? accepted(value) : refused("unknown");
}

/** Whether only Germans have such a document. */
export function isOfGermans(type: string): boolean {
  const row: DocumentTypeRow | undefined = isKeyOf(identityDocumentTypes, type)
    ? identityDocumentTypes[type]
    : undefined;
  return row?.ofGermans === true;
}

/**
 * Check digit as in ICAO Doc 9303-3, 4.9: digits as they are, A = 10 … Z = 35; weights 7-3-1, sum modulo 10.
 * @param text digits and upper-case letters only
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
 * - `zeroForO`: valid with the digit 0 in place of the letter O, as in the value `suggestion`
 * - `checkDigit`: the tenth character of a German number does not match the nine before it
 *
 * All but `missing` and `zeroForO` have the values `shortest` and `longest`, in characters.
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
 * Accepts a number in its type's format, without spaces and in upper case (product decisions §3). A German check
 * digit is verified if given: not every document prints it.
 */
export function checkDocumentNumber(
  type: IdentityDocumentType,
  typed: string | undefined,
): Check<string, DocumentNumberReason> {
  const row: DocumentTypeRow = identityDocumentTypes[type];
  const given = bare(asCode(typed)).replace(row.separators ? /[\s./-]/g : /\s/g, "");
  if (given === "") return refused("missing");
  // Only a–z: `toUpperCase` would turn ß into SS and hide the mistake.
  const number = given.replace(/[a-z]/g, (letter) => letter.toUpperCase());
  const reason = fault(row, number);
  if (!reason) return accepted(number);
  const suggestion = number.replaceAll("O", "0");
  if (suggestion !== number && !fault(row, suggestion)) return refused("zeroForO", { suggestion });
  return refused(reason, { shortest: row.shortest, longest: row.longest });
}

/** Shows the first and last two characters, or only one each of numbers shorter than eight. */
export function maskDocumentNumber(number: string): string {
  const shown = number.length >= 8 ? 2 : 1;
  return number.slice(0, shown) + "•".repeat(Math.max(0, number.length - 2 * shown)) + number.slice(-shown);
}

/** Longest remaining validity of a German document in months: ten years and three months (product decisions §3). */
const longestValidityMonths = 123;

type ExpiryReason = DateReason | "expired" | "tooFar";

/** As some documents print it that never expire, such as the identity cards of older people in Spain. */
const neverExpires = /^(0?1\.0?1|31\.12)\.9999$/;

/**
 * Accepts an expiry date from today in Germany, of a German document up to ten years and three months ahead. Undefined
 * stands for a document that never expires.
 */
export function checkExpiryDate(
  type: IdentityDocumentType,
  typed: DateParts,
  now: Date,
): Check<IsoDate | undefined, ExpiryReason> {
  const isGerman = isOfGermans(type);
  const { day, month, year } = partsOf(typed);
  if (!isGerman && neverExpires.test(`${day}.${month}.${year}`)) return accepted(undefined);
  const parsed = parseDate(typed);
  if (!parsed.ok) return parsed;
  const today = berlinDate(now);
  if (parsed.value < today) return refused("expired");
  return isGerman && parsed.value > addMonths(today, longestValidityMonths) ? refused("tooFar") : parsed;
}

/** Maximum length of an authority's name in characters. */
export const issuingAuthorityLimit = 60;

/** A required name with at least one letter, at most `issuingAuthorityLimit` characters long. */
export const checkIssuingAuthority = (typed: string | undefined) =>
  checkLine(typed, issuingAuthorityLimit, anyName);

/** The nationality of everybody with a German document. */
export const germany = "DE";

/** Shorter beginnings of a country's name fit too many of them. */
const shortestName = 4;

/**
 * Accepts, in any case and with or without accents, a code of the list, a country's name there or in another language,
 * what a frequent nationality is called ("deutsch", "Turkish", "Türk"), and what begins only one name of the list.
 * Holders of a residence permit are not German: `german`.
 * @param list the nationalities to choose from; `code`: ISO 3166-1 alpha-2
 */
export function checkNationality(
  type: IdentityDocumentType,
  typed: string | undefined,
  list: readonly { code: string; name: string }[],
): Check<string, "missing" | "unknown" | "german"> {
  const key = nationalityKey(typed ?? "");
  if (key === "") return refused("missing");
  const called = nationalityCalled(key);
  const exact =
    list.find(({ code, name }) => [code, name].some((spelling) => nationalityKey(spelling) === key)) ??
    list.find(({ code }) => code === called);
  const begun =
    key.length < shortestName ? [] : list.filter(({ name }) => nationalityKey(name).startsWith(key));
  const found = exact ?? (begun.length === 1 ? begun[0] : undefined);
  if (!found) return refused("unknown");
  return type === "AUFENTHALTSTITEL" && found.code === germany ? refused("german") : accepted(found.code);
}
