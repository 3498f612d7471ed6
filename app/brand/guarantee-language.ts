import type { Language } from "#app/domain/languages.ts";

/** In which language the notice on the legal guarantee is shown: the Union has neither it nor its page in Turkish. */
export const guaranteeLanguage = (language: Language): Language => (language === "de" ? "de" : "en");
