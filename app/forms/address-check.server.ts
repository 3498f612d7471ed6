import { z } from "zod";
import { type DataSource, postalAddress } from "#app/backend/contract/common.ts";
import { validateAddress } from "#app/backend/services.server.ts";
import {
  addressLimits,
  addressLine,
  addressOf,
  checkAddressSupplement,
  checkCity,
  checkHouseNumber,
  checkPostalCode,
  checkStreet,
  type PostalAddress,
  sameAddress,
  splitHouseNumber,
} from "#app/domain/address.ts";
import { tableOf } from "#app/domain/keys-of.ts";
import { FormFieldError } from "#app/errors/errors.ts";
import type { RequestContext } from "#app/request/context.server.ts";
import { fieldAt, type ProviderNames } from "./define-form.server.ts";
import { fieldErrors, refusalsBy } from "./field-errors.server.ts";
import { type FormState, ownAddress } from "./form-state.ts";
import { checkedBy, line } from "./schema.server.ts";

/** Schema rows of `AddressFields`. */
export const addressSchema = {
  street: line.max(addressLimits.street).transform(checkedBy("street", checkStreet)),
  houseNumber: line.transform(checkedBy("houseNumber", checkHouseNumber)),
  addressSupplement: line
    .max(addressLimits.addressSupplement)
    .transform(checkedBy("addressSupplement", checkAddressSupplement))
    .optional(),
  postalCode: line.max(14, "form").transform(checkedBy("postalCode", checkPostalCode)),
  city: line.max(addressLimits.city).transform(checkedBy("city", checkCity)),
  addressChoice: z.string().optional(),
};

/** What `AddressFields` show of a stored address. */
export function addressInputs(stored: Partial<PostalAddress> = {}) {
  const { street, houseNumber, addressSupplement, postalCode, city } = stored;
  return { street, houseNumber, addressSupplement, postalCode, city, addressChoice: undefined };
}

/** A provider may refuse an address as a whole. */
export const addressProviderNames = {
  street: ["street", "address"],
  houseNumber: "houseNumber",
  addressSupplement: "addressSupplement",
  postalCode: "postalCode",
  city: "city",
  addressChoice: null,
} as const satisfies ProviderNames<keyof typeof addressSchema, keyof PostalAddress | "address">;

/** The posted form with the house number, and what stands behind it, in their own fields, see `splitHouseNumber`. */
export function withHouseNumber(posted: FormData): FormData {
  const typed = (name: string) => String(posted.get(name) ?? "");
  const names = ["street", "houseNumber", "addressSupplement"] as const;
  const split = splitHouseNumber(tableOf(names, typed));
  if (names.every((name) => split[name] === typed(name))) return posted;
  const changed = new FormData();
  for (const [name, value] of posted) if (!(name in split)) changed.append(name, value);
  for (const name of names) changed.set(name, split[name]);
  return changed;
}

/** Suggestions of the address check and the input that they are about: stored in the session between two posts. */
export const shownSuggestions = z.object({ asked: postalAddress, suggestions: z.array(postalAddress) });
export type ShownSuggestions = z.infer<typeof shownSuggestions>;

/** The address check's result for the customer's input. */
type CheckedAddress =
  | { outcome: "known"; address: PostalAddress; source: DataSource }
  | ({ outcome: "choose" } & ShownSuggestions)
  | { outcome: "refused"; error: FormFieldError };

/**
 * Checks an address with the provider. Suggestions are shown once; the customer's choice among them, or their own
 * input, is then accepted. A failing check stops nobody: the input is accepted as `entered`. The check is about the
 * street and the town; the supplement is the customer's own word.
 * @param shown the suggestions that the customer saw last
 */
export async function checkEnteredAddress(
  context: RequestContext,
  entered: PostalAddress,
  choice: string | undefined,
  shown: ShownSuggestions | undefined,
): Promise<CheckedAddress> {
  const { addressSupplement, ...asked } = entered;
  const knownAddress = (address: PostalAddress, source: DataSource): CheckedAddress => ({
    outcome: "known",
    address: addressOf({ ...address, addressSupplement }),
    source,
  });
  // The customer was asked for a number already.
  if (asked.houseNumber === "") return knownAddress(asked, "entered");
  // If the session is lost, the same check brings up the same suggestions again.
  const answersCheck = choice !== undefined && (!shown || sameAddress(shown.asked, asked));
  if (answersCheck && choice === ownAddress) return knownAddress(asked, "entered");
  const chosen = answersCheck ? shown?.suggestions[Number(choice)] : undefined;
  if (chosen) return knownAddress(chosen, "validated");
  const check = await validateAddress(context, asked);
  if (!check.ok) {
    if (check.error instanceof FormFieldError && !check.error.isUnclear)
      return { outcome: "refused", error: check.error };
    return knownAddress(asked, "entered");
  }
  const { result, suggestions } = check.data;
  if (result === "valid" || suggestions.length === 0)
    return knownAddress(suggestions[0] ?? asked, "validated");
  const suggestion = answersCheck && !shown ? suggestions[Number(choice)] : undefined;
  if (suggestion) return knownAddress(suggestion, "validated");
  return { outcome: "choose", asked, suggestions };
}

const address = { schema: z.object(addressSchema), providerNames: addressProviderNames };

/** Puts the result of the check into the form: messages of refused fields, or suggestions to choose from. */
export function showCheckedAddress(
  context: RequestContext,
  form: FormState,
  checked: Exclude<CheckedAddress, { outcome: "known" }>,
  useCase?: string,
): void {
  if (checked.outcome === "refused") {
    const nameOf = (path: string) => fieldAt(address, path) ?? "street";
    Object.assign(form.errors, refusalsBy(context, checked.error.errors, nameOf, useCase));
    return;
  }
  form.errors.addressChoice = fieldErrors(context, useCase)("addressChoice.missing");
  form.constraints = { ...form.constraints, addressChoice: {} };
  form.suggestions = checked.suggestions.map(addressLine);
}
