/**
 * A checked value in its stored form, or the reason for refusing it: a key below the field in
 * `locales/<language>/validation.json`, whose placeholders `values` fill.
 */
export type Check<Value, Reason extends string> =
  | { ok: true; value: Value }
  | { ok: false; reason: Reason; values?: Record<string, string | number> };

/** The result of a check that accepts the input; `value` in its stored form. */
export const accepted = <Value>(value: Value) => ({ ok: true as const, value });

/** The result of a check that refuses the input. @param values for the placeholders of the reason's text */
export const refused = <Reason extends string>(reason: Reason, values?: Record<string, string | number>) => ({
  ok: false as const,
  reason,
  ...(values && { values }),
});

/** Characters that show nothing: controls, direction marks, fillers, variation selectors. Blanks are none of them. */
const invisible = /(?![\t-\r\x85\u200C\u200D])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Joiners belong to the spelling of Persian or Hindi words (UAX #31); elsewhere they show nothing either. */
const joiners =
  /((?![\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}])[\p{L}\p{M}][\u200C\u200D](?=[\p{L}\p{M}]))|[\u200C\u200D]/gu;
/** More marks on one letter than any language uses (UAX #15, stream-safe text): normalizing takes quadratic time. */
const tooManyMarks = /\p{M}{31,}/gu;

/**
 * The text in NFC (some keyboards send "u" and two dots), with at most 30 combining marks in a row, and without
 * invisible characters except for joiners between letters of scripts that need them.
 */
const composed = (typed: string) =>
  typed
    .replace(invisible, "")
    .replace(joiners, "$1")
    .replace(tooManyMarks, (marks) => [...marks].slice(0, 30).join(""))
    .normalize("NFC");

/** Normalizes a line of input, with single spaces between words and none around them. */
export function normalize(typed: string | undefined): string {
  return composed(typed ?? "")
    .replace(/[\s\x85]+/g, " ")
    .trim();
}

/** Whether a line says nothing: it is empty, or has the dash that other forms want for it. */
export const saysNothing = (typed: string | undefined): boolean => /^[\p{Pd}./ ]*$/u.test(normalize(typed));

/** Unicode places the ten digits of each script in a row, starting with zero. */
function asciiDigit(digit: string): string {
  const codePoint = digit.codePointAt(0) ?? 0;
  let zero = codePoint;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String((codePoint - zero) % 10);
}

/**
 * Normalizes a code such as a number, a date or an e-mail address, so that look-alike characters become the same one:
 * digits of all scripts become 0–9, full-width letters and all hyphens, dashes and apostrophes become those on a
 * keyboard. No code has joiners.
 */
export function asCode(typed: string | undefined): string {
  return normalize(typed?.replace(/[\u200C\u200D]/g, ""))
    .normalize("NFKC")
    .replace(/(?![0-9])\p{Nd}/gu, asciiDigit)
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .replace(/[‘’‛ʼ´`]/g, "'");
}

/** What a sentence or a mail leaves around an address or a number that is copied out of it. */
const surrounding = /[\s.,;:…<>()[\]{}"'`„“”‚‘’«»‹›*|]/;

/** The text without blanks and punctuation at its end, or around it. */
export function bare(text: string, side: "end" | "around" = "around"): string {
  let start = 0;
  let end = text.length;
  while (end > 0 && surrounding.test(text.charAt(end - 1))) end--;
  if (side === "around") while (start < end && surrounding.test(text.charAt(start))) start++;
  return text.slice(start, end);
}

/**
 * Keeps a text word for word and only cleans up what is invisible: removes control characters and surrounding
 * whitespace, turns tabs into spaces, and composes accents (NFC). Line breaks stay.
 */
export function asWritten(typed: string): string {
  return composed(typed.replace(/\r\n?|[\v\f\x85\u2028\u2029]/g, "\n"))
    .replace(/\t/g, " ")
    .trim();
}

/** As `asWritten` for a field of one line: nothing typed there can begin another one, in a mail or on a receipt. */
export const asWrittenLine = (typed: string): string =>
  asWritten(typed)
    .split("\n")
    .map((part) => part.trim())
    .filter(Boolean)
    .join(" ");

/** At most this many UTF-16 code units of a text, without half a character at its end. */
export const cutTo = (text: string, longest: number): string =>
  text.length > longest ? text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, "") : text;

const encoder = new TextEncoder();
/** At most this many bytes of a text as it is stored, without a part of a character at its end. */
export const cutToBytes = (text: string, longest: number): string =>
  text.slice(0, encoder.encodeInto(text, new Uint8Array(longest)).read);

/** What a text ends with that was too long for its field, so that readers see that something is missing. */
export const cutMark = " […]";
export const isCut = (text = ""): boolean => text.endsWith(cutMark);

/** Number of characters as readers count them: an umlaut or an emoji counts as one. */
export function lengthOf(text: string): number {
  return [...text].length;
}

type LineReason = "tooLong" | "characters";

/** Checks a required line of at most `max` characters that matches `form`. `tooLong` has the value `max`. */
export function checkLine(
  typed: string | undefined,
  max: number,
  form: RegExp,
): Check<string, "missing" | LineReason> {
  const value = normalize(typed);
  if (value === "") return refused("missing");
  if (lengthOf(value) > max) return refused("tooLong", { max });
  // Joiners violate no form.
  return form.test(value.replace(/[\u200C\u200D]/g, "")) ? accepted(value) : refused("characters");
}

/** The same of a line that may be empty, which is accepted as undefined. */
export function checkOptionalLine(
  typed: string | undefined,
  max: number,
  form: RegExp,
): Check<string | undefined, LineReason> {
  const checked = checkLine(typed, max, form);
  if (checked.ok) return checked;
  return checked.reason === "missing" ? accepted(undefined) : refused(checked.reason);
}

/** At least one letter and no angle or curly brackets; names of companies and authorities use everything else. */
export const anyName = /^(?=.*\p{L})[^<>{}]+$/u;
