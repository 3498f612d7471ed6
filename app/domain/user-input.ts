/**
 * The answer of every check of a typed value: the value in its one stored form, or why it is refused.
 * A reason is a key of `locales/<language>/validation.json` below the field; `values` fill its text.
 */
export type Check<Value, Reason extends string> =
  | { ok: true; value: Value }
  | { ok: false; reason: Reason; values?: Record<string, string | number> };

export function accepted<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value };
}

export function refused<Reason extends string>(
  reason: Reason,
  values?: Record<string, string | number>,
): { ok: false; reason: Reason; values?: Record<string, string | number> } {
  return values ? { ok: false, reason, values } : { ok: false, reason };
}

/** More marks on one letter than any language has (UAX #15, stream-safe text): sorting them takes time by the square. */
const tooManyMarks = /(\p{M}{30})\p{M}+/gu;
export const composed = (typed: string) => typed.replace(tooManyMarks, "$1").normalize("NFC");

/**
 * A typed line in one spelling: composed letters (NFC; some keyboards send "u" and two dots), no control or invisible
 * characters, one blank between words, none around.
 */
export function normalize(typed: string | undefined): string {
  return composed(typed ?? "")
    .replace(/\s+/g, " ")
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .trim();
}

/** Text of several lines: as `normalize`, but line breaks stay. */
export function normalizeLines(typed: string | undefined): string {
  return (typed ?? "")
    .split(/\r\n|\r|\n/)
    .map(normalize)
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** How many characters a reader counts: an umlaut or an emoji is one. */
export function lengthOf(text: string): number {
  return [...text].length;
}

/** A line that has to be there, with at most `max` characters, all of them as `form` has them. */
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

/** Something with a letter in it and without brackets of code: names of companies and authorities have all else. */
export const anyName = /^(?=.*\p{L})[^<>{}]+$/u;
