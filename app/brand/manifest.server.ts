import { type Locale, withPrefix } from "#app/i18n/locale.ts";
import type { BrandData } from "./schema.ts";

/** The icons that `npm run icons` draws from a brand's favicon; systems crop a maskable one to their own shape. */
export const iconRows = [
  { name: "icon-192", size: 192, purpose: "any" },
  { name: "icon-512", size: 512, purpose: "any" },
  { name: "icon-maskable", size: 512, purpose: "maskable" },
] as const;

/**
 * The web app manifest (W3C): the portal's name and icon on a phone's home screen. The portal stays a page in the
 * browser, as its links arrive by mail and open there. The manifest is requested without cookies, so the start URL
 * names the brand.
 */
export function manifestOf(brand: BrandData, language: Locale, looks: object): string {
  const start = `${withPrefix("/", language)}?brand=${brand.slug}`;
  return JSON.stringify({
    id: `/?brand=${brand.slug}`,
    name: brand.nameForTitle,
    short_name: brand.name,
    lang: language,
    start_url: start,
    scope: "/",
    display: "browser",
    ...looks,
  });
}
