import { type Language, languages } from "#app/domain/languages.ts";

/**
 * By ISO 15924, each with a language that is written in it: scripts that run from right to left, whose words a PDF of ours
 * puts in the wrong order, and those that its fonts do not have (decision 0097).
 */
const scripts = [
  "Arab:ar Hebr:he Syrc:syr Thaa:dv Hani:zh Hira:ja Kana:ja Hang:ko Deva:hi Beng:bn Guru:pa Gujr:gu Orya:or Taml:ta",
  "Telu:te Knda:kn Mlym:ml Sinh:si Thai:th Khmr:km Mymr:my Tibt:bo Ethi:am",
]
  .flatMap((line) => line.split(" "))
  .map((pair) => pair.split(":"))
  // eslint-disable-next-line no-restricted-syntax -- one letter, of fixed names
  .map(([script = "", spoken = ""]) => ({ spoken, letter: new RegExp(`\\p{Script=${script}}`, "u") }));

/**
 * The scripts of a text that a PDF of ours does not show as they are written, by the name of a language, as customers know
 * it: `Arabisch und Chinesisch`, where a script's own name is `Han`.
 */
export function unshownScripts(text: string, language: Language): string {
  const { tag } = languages[language];
  const names = new Intl.DisplayNames(tag, { type: "language" });
  const found = scripts.filter(({ letter }) => letter.test(text)).map(({ spoken }) => spoken);
  return new Intl.ListFormat(tag).format([...new Set(found)].map((spoken) => names.of(spoken) ?? spoken));
}
