import de from "#locales/de/errors.json";

const files = import.meta.glob<typeof de>("../../locales/*/errors.json", { eager: true, import: "default" });

/** The texts of states in a language. */
export const errorTexts = (language: string): typeof de =>
  files[`../../locales/${language}/errors.json`] ?? de;
