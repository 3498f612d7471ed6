/**
 * A checked value in its stored form, or the reason for refusing it: a key below the field in
 * `locales/<language>/validation.json`, whose placeholders `values` fill.
 */
export type Check<Value, Reason extends string> =
  | { ok: true; value: Value }
  | { ok: false; reason: Reason; values?: Record<string, string | number> };

export const accepted = <Value>(value: Value) => ({ ok: true as const, value });

export const refused = <Reason extends string>(reason: Reason, values?: Record<string, string | number>) => ({
  ok: false as const,
  reason,
  ...(values && { values }),
});

/** More marks on one letter than any language uses (UAX #15, stream-safe text); normalizing them takes quadratic time. */
const tooManyMarks = /(\p{M}{30})\p{M}+/gu;
export const composed = (typed: string) => typed.replace(tooManyMarks, "$1").normalize("NFC");

/** As NFC (some keyboards send "u" and two dots), without invisible characters, with single blanks. */
export function normalize(typed: string | undefined): string {
  return composed(typed ?? "")
    .replace(/(?!\s)\p{Cc}|\p{Cf}/gu, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Unicode keeps the ten digits of a script in a row from its zero on. */
function asciiDigit(digit: string): string {
  const codePoint = digit.codePointAt(0) ?? 0;
  let zero = codePoint;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String((codePoint - zero) % 10);
}

/**
 * A typed number or address whose signs mean the same in every typeface: digits of all scripts as 0–9, full-width
 * letters, hyphens, dashes and apostrophes as a keyboard has them.
 */
export function asCode(typed: string | undefined): string {
  return normalize(typed)
    .normalize("NFKC")
    .replace(/(?![0-9])\p{Nd}/gu, asciiDigit)
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .replace(/[‘’‛ʼ´`]/g, "'");
}

/** A text word for word, but for what cannot be seen: control characters, blanks around, letters made of two. */
export function asWritten(typed: string): string {
  return composed(typed.replace(/\r\n?/g, "\n"))
    .replace(/\t/g, " ")
    .replace(/(?!\n)[\p{Cc}\p{Cf}]/gu, "")
    .trim();
}

/** Characters as readers count them: an umlaut or an emoji is one. */
export function lengthOf(text: string): number {
  return [...text].length;
}

/** A required line of at most `max` characters that matches `form`. */
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

/** At least one letter and no angle or curly brackets; company and authority names use everything else. */
export const anyName = /^(?=.*\p{L})[^<>{}]+$/u;
