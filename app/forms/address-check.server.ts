import { z } from "zod";
import { type DataSource, postalAddress } from "#app/backend/contract/common.ts";
import { checkAddress } from "#app/backend/services.server.ts";
import {
  addressFields,
  addressLimits,
  addressLine,
  checkCity,
  checkHouseNumber,
  checkPostalCode,
  checkStreet,
  type PostalAddress,
  sameAddress,
  typedPostalCode,
} from "#app/domain/address.ts";
import { FormFieldError } from "#app/errors/errors.ts";
import { getT, type RequestContext } from "#app/middleware/request.server.ts";
import { fieldIn, refusalsBy } from "./field-errors.server.ts";
import { type FormState, ownAddress } from "./form-state.ts";
import { checkedBy, line } from "./schema.server.ts";

/** Schema rows of `AddressFields`. */
export const addressSchema = {
  street: line.max(addressLimits.street).transform(checkedBy(checkStreet)),
  houseNumber: line.transform(checkedBy(checkHouseNumber)),
  postalCode: line.max(14, "form").regex(typedPostalCode).transform(checkedBy(checkPostalCode)),
  city: line.max(addressLimits.city).transform(checkedBy(checkCity)),
  addressChoice: z.string().optional(),
};

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
 * input, is then accepted. A failing check stops nobody: the input is accepted as `entered`.
 * @param shown the suggestions that the customer saw last
 */
export async function checkEnteredAddress(
  context: RequestContext,
  entered: PostalAddress,
  choice: string | undefined,
  shown: ShownSuggestions | undefined,
): Promise<CheckedAddress> {
  // If the session is lost, the same check brings up the same suggestions again.
  const answersCheck = choice !== undefined && (!shown || sameAddress(shown.asked, entered));
  if (answersCheck && choice === ownAddress) return { outcome: "known", address: entered, source: "entered" };
  const chosen = answersCheck ? shown?.suggestions[Number(choice)] : undefined;
  if (chosen) return { outcome: "known", address: chosen, source: "validated" };
  const check = await checkAddress(context, entered);
  if (!check.ok) {
    if (check.error instanceof FormFieldError && !check.error.isUnclear)
      return { outcome: "refused", error: check.error };
    return { outcome: "known", address: entered, source: "entered" };
  }
  const { result, suggestions } = check.data;
  if (result === "valid" || suggestions.length === 0)
    return { outcome: "known", address: suggestions[0] ?? entered, source: "validated" };
  const suggestion = answersCheck && !shown ? suggestions[Number(choice)] : undefined;
  if (suggestion) return { outcome: "known", address: suggestion, source: "validated" };
  return { outcome: "choose", asked: entered, suggestions };
}

/** Puts the result of the check into the form: messages of refused fields, or suggestions to choose from. */
export function showCheckedAddress(
  context: RequestContext,
  form: FormState,
  checked: Exclude<CheckedAddress, { outcome: "known" }>,
  useCase?: string,
): void {
  if (checked.outcome === "refused") {
    const nameOf = (path: string) => fieldIn(path, addressFields) ?? "street";
    Object.assign(form.errors, refusalsBy(context, checked.error.errors, nameOf, useCase));
    return;
  }
  const message = getT(context, "common", "address", useCase)("choiceHint");
  form.errors.addressChoice = { code: "missing", message };
  form.constraints = { ...form.constraints, addressChoice: {} };
  form.suggestions = checked.suggestions.map(addressLine);
}
