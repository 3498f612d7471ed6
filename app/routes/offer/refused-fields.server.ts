import { addressFields } from "#app/domain/address.ts";
import type { OfferStep } from "#app/domain/offer-steps.ts";
import type { FormFieldError } from "#app/errors/errors.ts";
import { fieldIn, refusalsBy } from "#app/forms/field-errors.server.ts";
import type { FormState } from "#app/forms/form-state.ts";
import type { RequestContext } from "#app/request/context.server.ts";

interface Part {
  /** The step that fixes it. */
  step: OfferStep;
  /** The fields of that step's form. */
  fields: readonly [string, ...string[]];
  /** Names that differ between order and form. */
  others?: Record<string, string>;
}

/** By the first part of a field's name. */
const parts: Record<string, Part> = {
  customer: {
    step: "personal-data",
    fields: ["firstName", "lastName", "salutation", "title", "birthDate", ...addressFields, "email", "phone"],
    others: { address: "street" },
  },
  identification: {
    step: "id-data",
    fields: ["documentType", "documentNumber", "issuingAuthority", "nationality", "expiryDate"],
  },
  payment: {
    step: "payment",
    fields: ["paymentMethod", "accountHolder", "iban", "sepaMandate"],
    others: { method: "paymentMethod", ibanSource: "iban", mandateGivenAt: "sepaMandate" },
  },
};

/**
 * The part of the order that a path such as `customer.address.value.street`, `offer/payment/iban` or `iban` refers
 * to: by a part's name in it, or else by the field's.
 */
function partOf(path: string): Part | undefined {
  const names = path.split(/[./[\]]+/);
  const named = names.find((name) => Object.hasOwn(parts, name));
  if (named !== undefined) return parts[named];
  return Object.values(parts).find(({ fields, others }) => fieldIn(names.join("."), fields, others));
}

/**
 * The step that fixes the refused fields, and the errors by that form's field names: `customer.address.value.street`
 * → `street`. Unknown fields of a known part are reported at its first field.
 * @returns the summary, with the provider's messages, if no form has any of them
 */
export function refusedFields(
  context: RequestContext,
  { errors }: FormFieldError,
  useCase?: string,
): { step: OfferStep; errors?: FormState["errors"]; messages?: string[] } {
  const part = errors.map(({ field = "" }) => partOf(field)).find((part) => part !== undefined);
  if (!part) return { step: "summary", messages: errors.flatMap(({ message }) => message ?? []) };
  const { step, fields, others } = part;
  const nameOf = (path: string) =>
    partOf(path) === part ? (fieldIn(path, fields, others) ?? fields[0]) : undefined;
  return { step, errors: refusalsBy(context, errors, nameOf, useCase) };
}
