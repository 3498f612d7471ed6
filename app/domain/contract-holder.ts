import { normalize } from "./user-input.ts";

/** What may tell whose contract it is, beside a name; as written. */
const signs = [
  "phoneNumber",
  "customerNumber",
  "contractNumber",
  "email",
  "confirmationPhone",
  "birthDate",
  "street",
  "postalCode",
] as const;

/**
 * Whether anything but the name points to the contract: one sign is enough, a name and a postal code even
 * (OLG Düsseldorf 20 UKl 3/23), and whatever it says counts ("weiß nicht" asks us to look it up).
 */
export const identifies = (written: Partial<Record<string, string>>): boolean =>
  signs.some((name) => normalize(written[name]) !== "");
