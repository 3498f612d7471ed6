import { z } from "zod";

/** Brand names on the wire (specification §1). Those beyond the eight portals are accepted in responses only. */
export const backendBrand = z.enum([
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
export type BackendBrand = z.infer<typeof backendBrand>;
