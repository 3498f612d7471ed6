import { normalize } from "./user-input.ts";

/** Fields that can identify the contract besides a name. */
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
 * Whether anything besides the name identifies the contract. One field is enough, even just a postal code beside the
 * name (OLG Düsseldorf 20 UKl 3/23), and any content counts ("weiß nicht" asks us to look it up).
 * @param written the customer's input by field, as written
 */
export const identifies = (written: Partial<Record<string, string>>): boolean =>
  signs.some((name) => normalize(written[name]) !== "");
