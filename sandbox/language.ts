import { defaultLanguage, type Language, languageCodes } from "../app/domain/languages.ts";

export type { Language };

/** German, and what it is in other languages. */
export type Translated<T> = Partial<Record<Language, T>> & Record<typeof defaultLanguage, T>;
export type Texts = Translated<string>;

/** German where a language lacks it. */
export const inLanguage = <T>(texts: Translated<T>, language: Language): T =>
  texts[language] ?? texts[defaultLanguage];

/** The best of the portal's languages for an `Accept-Language` header; German without one. */
export function languageOf(header: string | undefined): Language {
  const wanted = (header ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
      const q = parameters.map((parameter) => /^\s*q=([\d.]+)/.exec(parameter)?.[1]).find(Boolean);
      return {
        language: languageCodes.find((one) => tag === one || tag.startsWith(`${one}-`)),
        q: q ? Number(q) : 1,
      };
    })
    .filter(({ language, q }) => language && q > 0)
    .sort((a, b) => b.q - a.q);
  return wanted[0]?.language ?? defaultLanguage;
}
