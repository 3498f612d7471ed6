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

/** More marks on one letter than any language uses (UAX #15, stream-safe text): normalizing takes quadratic time. */
const tooManyMarks = /\p{M}{31,}/gu;
/** The text in NFC, with at most 30 combining marks in a row. */
export const composed = (typed: string) =>
  typed.replace(tooManyMarks, (marks) => [...marks].slice(0, 30).join("")).normalize("NFC");

/**
 * Normalizes a line of input to NFC (some keyboards send "u" and two dots), without invisible characters, and with
 * single spaces between words and none around them.
 */
export function normalize(typed: string | undefined): string {
  return composed(typed ?? "")
    .replace(/(?![\s\x85])\p{Cc}|\p{Cf}/gu, "")
    .replace(/[\s\x85]+/g, " ")
    .trim();
}

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
 * keyboard.
 */
export function asCode(typed: string | undefined): string {
  return normalize(typed)
    .normalize("NFKC")
    .replace(/(?![0-9])\p{Nd}/gu, asciiDigit)
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .replace(/[‘’‛ʼ´`]/g, "'");
}

/**
 * Keeps a text word for word and only cleans up what is invisible: removes control characters and surrounding
 * whitespace, turns tabs into spaces, and composes accents (NFC). Line breaks stay.
 */
export function asWritten(typed: string): string {
  return composed(typed.replace(/\r\n?|[\v\f\x85\u2028\u2029]/g, "\n"))
    .replace(/\t/g, " ")
    .replace(/(?!\n)[\p{Cc}\p{Cf}]/gu, "")
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

/** Number of characters as readers count them: an umlaut or an emoji counts as one. */
export function lengthOf(text: string): number {
  return [...text].length;
}

/** Checks a required line of at most `max` characters that matches `form`. `tooLong` has the value `max`. */
export function checkLine(
  typed: string | undefined,
  max: number,
  form: RegExp,
): Check<string, "missing" | "tooLong" | "characters"> {
  const value = normalize(typed);
  if (value === "") return refused("missing");
  if (lengthOf(value) > max) return refused("tooLong", { max });
  return form.test(value) ? accepted(value) : refused("characters");
}

/** At least one letter and no angle or curly brackets; names of companies and authorities use everything else. */
export const anyName = /^(?=.*\p{L})[^<>{}]+$/u;
