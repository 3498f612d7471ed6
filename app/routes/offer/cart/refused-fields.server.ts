import type { OfferStep } from "#app/domain/offer-steps.ts";
import type { FormFieldError } from "#app/errors/errors.ts";
import { type FormDefinition, fieldAt } from "#app/forms/define-form.server.ts";
import { refusalsBy } from "#app/forms/field-errors.server.ts";
import type { FixingStep, RefusedSteps } from "#app/outcome/order-life.ts";
import type { RequestContext } from "#app/request/context.server.ts";
import { idDataForm } from "./id-data.form.server.ts";
import { paymentForm } from "./payment.form.server.ts";
import { personalDataForm } from "./personal-data.form.server.ts";

interface Part {
  /** The step that fixes it. */
  step: FixingStep;
  form: FormDefinition;
}

/** By the first part of a field's name. */
const parts: Record<string, Part> = {
  customer: { step: "personal-data", form: personalDataForm },
  porting: { step: "personal-data", form: personalDataForm },
  sim: { step: "personal-data", form: personalDataForm },
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
 * The first step that fixes something, and for each step the errors by its form's field names:
 * `customer.address.value.street` → `street`. Unknown fields of a known part are reported at the field that stands for
 * it; the provider's messages about what no form has are the summary's.
 */
export function refusedFields(
  context: RequestContext,
  { errors }: FormFieldError,
  useCase?: string,
): { step: OfferStep; byStep: RefusedSteps; messages: string[] } {
  const byStep: RefusedSteps = {};
  const named = errors.map((problem) => ({ problem, part: partOf(problem.field ?? "") }));
  for (const { step, form } of Object.values(parts)) {
    const own = named.filter(({ part }) => part?.step === step).map(({ problem }) => problem);
    if (own.length > 0) byStep[step] = refusalsBy(context, own, (path) => fieldAt(form, path), useCase);
  }
  const step = named.find(({ part }) => part)?.part?.step ?? "summary";
  const messages = named.flatMap(({ problem, part }) => (part ? [] : (problem.message ?? [])));
  return { step, byStep, messages };
}
