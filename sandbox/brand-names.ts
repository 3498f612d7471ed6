import type { SpecifiedBrand } from "../app/brand/backend-brand.ts";

/** Brands with customers of their own; the contract has others, too. */
const names: Partial<Record<string, string>> = {
  O2: "o2",
  AYYILDIZ: "AY YILDIZ",
  AETKASMART: "aetka SMART",
  ALDITALK: "ALDI TALK",
  NOVA: "nova",
  ORTEL: "Ortel Mobile",
  BLAUWORLD: "Spice",
  BLAU: "Blau",
} satisfies Partial<Record<SpecifiedBrand, string>>;

/** What customers call the provider, by the brand in a call's path. */
export const brandName = (brand: string): string => names[brand] ?? brand;
