import { addressFields } from "#app/domain/address.ts";
import type { OfferStep } from "#app/domain/offer-steps.ts";
import type { FormFieldError } from "#app/errors/errors.ts";
import { fieldIn, refusalsBy } from "#app/forms/field-errors.server.ts";
import type { FormState } from "#app/forms/form-state.ts";
import type { RequestContext } from "#app/middleware/request.server.ts";

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

const partNameOf = (field: string) => field.split(".")[0] ?? "";

/**
 * The step that fixes the refused fields, and the errors under that form's field names:
 * `customer.address.value.street` → `street`. Unknown fields are reported at the first field of their part.
 * @returns undefined if no form has any of them
 */
export function refusedFields(
  context: RequestContext,
  { errors }: FormFieldError,
  useCase?: string,
): { step: OfferStep; errors: FormState["errors"] } | undefined {
  const name = errors.map(({ field }) => partNameOf(field ?? "")).find((part) => Object.hasOwn(parts, part));
  const part = name === undefined ? undefined : parts[name];
  if (!part) return undefined;
  const { step, fields, others } = part;
  const nameOf = (path: string) =>
    partNameOf(path) === name ? (fieldIn(path, fields, others) ?? fields[0]) : undefined;
  return { step, errors: refusalsBy(context, errors, nameOf, useCase) };
}
