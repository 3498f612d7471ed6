import { type Language, languages } from "#app/domain/languages.ts";

/**
 * By ISO 15924: those that run from right to left, whose words a PDF of ours puts in the wrong order, and those that its
 * fonts do not have (decision 0097).
 */
const scripts =
  "Arab Hebr Syrc Thaa Hani Hira Kana Hang Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Thai Khmr Mymr Tibt Ethi"
    .split(" ")
    // eslint-disable-next-line no-restricted-syntax -- one letter, of fixed names
    .map((code) => ({ code, letter: new RegExp(`\\p{Script=${code}}`, "u") }));

/** The scripts of a text that a PDF of ours does not show as they are written, by name: `Arabisch und Chinesisch`. */
export function unshownScripts(text: string, language: Language): string {
  const { tag } = languages[language];
  const names = new Intl.DisplayNames(tag, { type: "script" });
  const found = scripts.filter(({ letter }) => letter.test(text)).map(({ code }) => names.of(code) ?? code);
  return new Intl.ListFormat(tag).format(found);
}
