import { join } from "node:path";
import { colorsOf } from "../app/brand/colors.ts";
import { readBrands } from "../app/brand/read-brands.server.ts";
import type { Brand } from "../app/brand/schema.ts";
import { type Letterhead, letterheadOf } from "../app/paper/paper.ts";
import type { Language } from "./language.ts";
import { filled, texts } from "./texts.ts";

/** The portal's brands, by their name in calls: the provider's papers and mails look as its pages do. */
const brands = new Map(
  [...readBrands(process.env.BRANDS_DIR || join(import.meta.dirname, "..", "brands")).values()].map(
    (brand) => [brand.backendEnum as string, brand],
  ),
);

/** A name that only the contract knows has no customers, and no look. */
const unknown = (name: string): Pick<Brand, "name" | "logo" | "colors" | "contact" | "hotline"> => ({
  name,
  logo: "",
  colors: colorsOf(""),
  contact: { email: "service@example.com", address: [] },
  hotline: { number: "030 23125 000" },
});

const brandOf = (brand: string) => brands.get(brand) ?? unknown(brand);

/** What customers call the provider, by the brand in a call's path. */
export const brandName = (brand: string): string => brandOf(brand).name;

export function letterhead(brand: string, language: Language): Letterhead {
  const { help, paper } = texts[language].common;
  const known = brandOf(brand);
  const { hours } = known.hotline;
  return letterheadOf(known, {
    hotline: help.hotline,
    hours: hours && filled(help.hours, { hours }),
    pageOf: (page, pages) => filled(paper.page, { page, pages }),
  });
}
