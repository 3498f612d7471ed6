import { type Locale, withPrefix } from "#app/i18n/locale.ts";
import type { BrandData } from "./schema.ts";

/** The icons that `npm run icons` draws from a brand's favicon; systems cut a maskable one to their own shape. */
export const iconRows = [
  { name: "icon-192", size: 192, purpose: "any" },
  { name: "icon-512", size: 512, purpose: "any" },
  { name: "icon-maskable", size: 512, purpose: "maskable" },
] as const;

/**
 * The web app manifest (W3C): what a phone calls the portal on its home screen, and with which icon. It stays a page in
 * the browser: its links come by mail and open there. It is requested without cookies, so the start names the brand.
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
