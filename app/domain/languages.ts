import { keysOf } from "./keys-of.ts";

/** How a language writes; its texts are in `locales/<language>`, and German stands in for those that it lacks. */
interface LanguageRow {
  /** Its name for itself. */
  name: string;
  /** BCP 47, for numbers, lists and the provider. */
  tag: string;
  date: "24.12.2026" | "December 24, 2026";
  /** After a time of day: `18:00 Uhr`. */
  clock: string;
  /** Central European Time in winter and in summer. */
  zones: readonly [winter: string, summer: string];
}

/** One row for each language of the portal; the default comes first (specification §1). */
export const languages = {
  de: {
    name: "Deutsch",
    tag: "de-DE",
    date: "24.12.2026",
    clock: " Uhr",
    zones: ["MEZ", "MESZ"],
  },
  en: {
    name: "English",
    tag: "en-US",
    date: "December 24, 2026",
    clock: "",
    zones: ["CET", "CEST"],
  },
  tr: {
    name: "Türkçe",
    tag: "tr-TR",
    date: "24.12.2026",
    clock: "",
    zones: ["CET", "CEST"],
  },
} as const satisfies Record<string, LanguageRow>;

export type Language = keyof typeof languages;
export const languageCodes = keysOf(languages);
/** Its texts are complete. */
export const defaultLanguage = "de" as const satisfies Language;
