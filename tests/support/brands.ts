import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locale } from "#app/i18n/locale.ts";

const folder = join(import.meta.dirname, "../../brands");

interface BrandRow {
  slug: string;
  name: string;
  prepaid: boolean;
  languages: Locale[];
  /** Of its consent tool, where it has one. */
  settingsId: string | undefined;
}

/** Every brand, as its folder says. */
export const brands = readdirSync(folder).map((slug): BrandRow => {
  const data = JSON.parse(readFileSync(join(folder, slug, "brand.json"), "utf8"));
  const { name, prepaid, availableLanguages, userCentrics } = data;
  return { slug, name, prepaid, languages: availableLanguages, settingsId: userCentrics?.id };
});

const [first, ...others] = ["o2", ...brands.map(({ slug }) => slug).filter((slug) => slug !== "o2")].map(
  (slug) => ({ slug, locale: brands.find((brand) => brand.slug === slug)?.languages.at(-1) ?? "de" }),
);

/**
 * Two places to look at one of many: O2, and in turn one of the other brands in its own language.
 * @param turn which of the many
 */
export const placesFor = (turn: number) => [first, others[turn % others.length]].flatMap((one) => one ?? []);
