import { addressFields } from "#app/domain/address.ts";
import type { OfferStep } from "#app/domain/offer-steps.ts";
import type { FormFieldError } from "#app/errors/errors.ts";
import { messageOf, validationText } from "#app/forms/validation-text.server.ts";
import type { RequestContext } from "#app/middleware/request.server.ts";

interface Part {
  /** Where it is mended. */
  step: OfferStep;
  /** The fields of that step's form. */
  fields: readonly [string, ...string[]];
  /** What the order calls otherwise than the form. */
  others?: Record<string, string>;
}

/** The parts of an order by the first part of a field's name. */
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
 * Where the customer mends what the backend refused of the order, and its messages by the names of that form's fields:
 * `customer.address.value.street` → `street`. A field that no form has is told at the first one of its part.
 * @returns nothing where no form has any of it
 */
export function refusedFields(
  context: RequestContext,
  { errors }: FormFieldError,
): { step: OfferStep; messages: Record<string, string> } | undefined {
  const name = errors.map(({ field }) => partNameOf(field)).find((part) => Object.hasOwn(parts, part));
  const part = name === undefined ? undefined : parts[name];
  if (!part) return undefined;
  const text = validationText(context);
  const messages = errors
    .filter(({ field }) => partNameOf(field) === name)
    .map((row) => {
      const field = formField(part, row.field);
      return [field, messageOf({ ...row, field }, text)];
    });
  return { step: part.step, messages: Object.fromEntries(messages) };
}

function formField({ fields, others }: Part, name: string): string {
  const words = name.split(".").reverse();
  return words.map((word) => others?.[word] ?? word).find((word) => fields.includes(word)) ?? fields[0];
}
