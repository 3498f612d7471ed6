/** What stands for a name, a number or a date while a text is read. */
const placeholder = /\{\{[^}]*\}\}/g;

/** A number with its full stop ends no sentence: "2. Stock". */
const sentenceEnd = /(?<!\d)[.!?:](?=\s|$)/g;

/** Vowels that are spoken together are one syllable; the u of "qu" is none. */
function syllables(word: string): number {
  const spoken = word.toLowerCase().replaceAll("qu", "q");
  return Math.max(1, (spoken.match(/ie|ei|ai|au|eu|äu|aa|ee|oo|[aeiouyäöü]/g) ?? []).length);
}

/** Words of a German text; those with a hyphen are read part by part. */
const wordsOf = (text: string) => text.replace(placeholder, " Wert ").match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether a text has sentences and is long enough for an average: a label has neither. */
export const isProse = (text: string): boolean => /[.!?]$/.test(text) && wordsOf(text).length >= 8;

/**
 * First Wiener Sachtextformel (Bamberger and Vanecek): the school year, from 4 to 15, that understands a German text.
 */
export function readability(text: string): number {
  const words = wordsOf(text);
  const sentences = Math.max(1, text.replace(placeholder, "Wert").match(sentenceEnd)?.length ?? 1);
  const share = (some: (word: string) => boolean) => (100 * words.filter(some).length) / words.length;
  const long = share((word) => word.length > 6);
  const manySyllables = share((word) => syllables(word) >= 3);
  const oneSyllable = share((word) => syllables(word) === 1);
  const wordsPerSentence = words.length / sentences;
  return 0.1935 * manySyllables + 0.1672 * wordsPerSentence + 0.1297 * long - 0.0327 * oneSyllable - 0.875;
}
