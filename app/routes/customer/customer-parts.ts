import type { CustomerChange } from "#app/backend/contract/customer.ts";
import { addressFields } from "#app/domain/address.ts";
import { keysOf } from "#app/domain/keys-of.ts";
import type { CustomerInput } from "./customer-data.form.server.ts";

/** What can be changed. */
export type Part = Exclude<keyof CustomerChange, "version">;

/** The fields of each part, in the order of the page. */
export const partFields = {
  address: [...addressFields, "addressChoice"],
  email: ["email"],
  phone: ["phone"],
  bankAccount: ["accountHolder", "iban", "sepaMandate"],
} as const satisfies Record<Part, readonly (keyof CustomerInput)[]>;

export const parts = keysOf(partFields);

/** A field of the form that is in no part does not compile. */
type FieldInNoPart = Exclude<keyof CustomerInput, (typeof partFields)[Part][number]>;
true satisfies [FieldInNoPart] extends [never] ? true : FieldInNoPart;
