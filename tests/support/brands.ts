import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locale } from "#app/i18n/locale.ts";

const folder = join(import.meta.dirname, "../../brands");

interface BrandRow {
  slug: string;
  prepaid: boolean;
  languages: Locale[];
  /** Of its consent tool, where it has one. */
  settingsId: string | undefined;
}

/** Every brand, as its folder says. */
export const brands = readdirSync(folder).map((slug): BrandRow => {
  const data = JSON.parse(readFileSync(join(folder, slug, "brand.json"), "utf8"));
  const { prepaid, availableLanguages, userCentrics } = data;
  return { slug, prepaid, languages: availableLanguages, settingsId: userCentrics?.id };
});

/**
 * Where to look at one of many: in each brand, and in each language; in every language of every brand for the first.
 * @param turn which of the many
 */
export function placesFor(turn: number): { slug: string; locale: Locale }[] {
  const isItsTurn = (slug: string, locale: Locale) => {
    const all = brands.filter(({ languages }) => languages.includes(locale));
    return all[turn % all.length]?.slug === slug;
  };
  return brands.flatMap(({ slug, languages }) => {
    const [main, ...others] = languages;
    const locale = others.find((one) => isItsTurn(slug, one)) ?? main;
    return (turn === 0 ? languages : [locale]).flatMap((one) => (one ? { slug, locale: one } : []));
  });
}
