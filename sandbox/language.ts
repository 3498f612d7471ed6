import { defaultLanguage, type Language, languageCodes } from "../app/domain/languages.ts";
import { preferredLocale } from "../app/i18n/accept-language.server.ts";

export type { Language };

/** German, and what it is in other languages. */
export type Translated<T> = Partial<Record<Language, T>> & Record<typeof defaultLanguage, T>;
export type Texts = Translated<string>;

/** German where a language lacks it. */
export const inLanguage = <T>(texts: Translated<T>, language: Language): T =>
  texts[language] ?? texts[defaultLanguage];

/** The best of the portal's languages for an `Accept-Language` header; German without one. */
export const languageOf = (header: string | undefined): Language =>
  preferredLocale(header ?? null, languageCodes);
