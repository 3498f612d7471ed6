import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locale } from "#app/i18n/locale.ts";

const folder = join(import.meta.dirname, "../../brands");

/** Every brand with its languages, as their folders say. */
export const brands = readdirSync(folder).map((slug) => {
  const { availableLanguages } = JSON.parse(readFileSync(join(folder, slug, "brand.json"), "utf8"));
  return { slug, languages: availableLanguages as Locale[] };
});
