import { addressFields } from "./address.ts";
import type { DateParts } from "./calendar.ts";
import { accepted, type Check, normalize, refused } from "./user-input.ts";

/** What can identify the contract, as typed. */
interface TypedIdentification {
  phoneNumber?: string;
  customerNumber?: string;
  contractNumber?: string;
  birthDate?: DateParts;
  street?: string;
  houseNumber?: string;
  postalCode?: string;
  city?: string;
}
type IdentifyingField = keyof TypedIdentification;
type Identification =
  | { ok: true; by: "number" | "person" }
  | { ok: false; reason: "missing" | "incomplete"; fields: IdentifyingField[] };

const numbers = ["phoneNumber", "customerNumber", "contractNumber"] as const;

/**
 * Whether enough is given to find the contract: one of three numbers, or the birth date with the whole address.
 * `missing`: nothing at all, `fields` are the three numbers; `incomplete`: `fields` are those of birth date and
 * address that are empty.
 */
export function identification(typed: TypedIdentification): Identification {
  if (numbers.some((name) => normalize(typed[name]) !== "")) return { ok: true, by: "number" };
  const { day, month, year } = typed.birthDate ?? {};
  const empty: IdentifyingField[] = addressFields.filter((name) => normalize(typed[name]) === "");
  const birthParts = [day, month, year].filter((part) => normalize(part) !== "").length;
  if (empty.length === addressFields.length && birthParts === 0)
    return { ok: false, reason: "missing", fields: [...numbers] };
  if (birthParts < 3) empty.unshift("birthDate");
  return empty.length === 0 ? { ok: true, by: "person" } : { ok: false, reason: "incomplete", fields: empty };
}

/** A customer, contract or order number as providers write them: 3–30 letters, digits, and `-`, `/`, `.`, `_`. */
export function checkReference(typed: string | undefined): Check<string, "missing" | "form"> {
  const value = normalize(typed).replace(/\s/g, "");
  if (value === "") return refused("missing");
  return /^(?=.*[A-Za-z0-9])[A-Za-z0-9/._-]{3,30}$/.test(value) ? accepted(value) : refused("form");
}
