import { addressFields } from "#app/domain/address.ts";

/** What can be changed, in the order of the page. */
export const parts = ["address", "email", "phone", "bankAccount"] as const;
export type Part = (typeof parts)[number];

export const fieldsOf: Record<Part, readonly string[]> = {
  address: [...addressFields, "addressChoice"],
  email: ["email"],
  phone: ["phone"],
  bankAccount: ["accountHolder", "iban", "sepaMandate"],
};
