import { z } from "zod";

/** Brand names on the wire that specification §1 lists. Those beyond the eight portals are no sites of their own. */
export const specifiedBrand = z.enum([
  "O2",
  "AYYILDIZ",
  "AETKASMART",
  "ALDITALK",
  "NOVA",
  "ORTEL",
  "BLAUWORLD",
  "BLAU",
  "PRODUCT",
  "WHATSAPP",
  "TELEFONICA",
]);
export type SpecifiedBrand = z.infer<typeof specifiedBrand>;

/** Any brand's name on the wire: a brand's folder may bring a name that the specification does not list. */
export const backendBrand = z.union([specifiedBrand, z.string().regex(/^[A-Z0-9_]{1,64}$/)]);
