import type { OfferStep } from "#app/domain/offer-steps.ts";
import type { FormFieldError } from "#app/errors/errors.ts";
import { type FormDefinition, fieldAt } from "#app/forms/define-form.server.ts";
import { refusalsBy } from "#app/forms/field-errors.server.ts";
import type { FormState } from "#app/forms/form-state.ts";
import type { RequestContext } from "#app/request/context.server.ts";
import { idDataForm } from "./id-data.form.server.ts";
import { paymentForm } from "./payment.form.server.ts";
import { personalDataForm } from "./personal-data.form.server.ts";

interface Part {
  /** The step that fixes it. */
  step: OfferStep;
  form: FormDefinition;
}

/** By the first part of a field's name. */
const parts: Record<string, Part> = {
  customer: { step: "personal-data", form: personalDataForm },
  identification: { step: "id-data", form: idDataForm },
  payment: { step: "payment", form: paymentForm },
};

/**
 * The part of the order that a path such as `customer.address.value.street`, `offer/payment/iban` or `iban` refers
 * to: by a part's name in it, or else by the field's.
 */
function partOf(path: string): Part | undefined {
  const named = path.split(/[./[\]]+/).find((name) => Object.hasOwn(parts, name));
  if (named !== undefined) return parts[named];
  return Object.values(parts).find(({ form }) => fieldAt(form, path));
}

/**
 * The step that fixes the refused fields, and the errors by that form's field names: `customer.address.value.street`
 * → `street`. Unknown fields of a known part are reported at the field that stands for it.
 * @returns the summary, with the provider's messages, if no form has any of them
 */
export function refusedFields(
  context: RequestContext,
  { errors }: FormFieldError,
  useCase?: string,
): { step: OfferStep; errors?: FormState["errors"]; messages?: string[] } {
  const part = errors.map(({ field = "" }) => partOf(field)).find((part) => part !== undefined);
  if (!part) return { step: "summary", messages: errors.flatMap(({ message }) => message ?? []) };
  const { step, form } = part;
  const nameOf = (path: string) => (partOf(path) === part ? fieldAt(form, path) : undefined);
  return { step, errors: refusalsBy(context, errors, nameOf, useCase) };
}
