import type { DataSource } from "#app/backend/contract/common.ts";
import { validateIban as checkWithProvider } from "#app/backend/services.server.ts";
import { accountHolderLimit, checkAccountHolder, checkIban } from "#app/domain/iban.server.ts";
import { FormFieldError } from "#app/errors/errors.ts";
import type { RequestContext } from "#app/request/context.server.ts";
import { fieldErrors, refusedBy } from "./field-errors.server.ts";
import type { FieldError } from "./form-state.ts";
import { checkedBy, line } from "./schema.server.ts";

/** Room for the spaces and dashes that customers type in an IBAN. */
const ibanLimit = 42;

/** Schema rows of an account to charge. */
export const accountSchema = {
  accountHolder: line.max(accountHolderLimit).transform(checkedBy("accountHolder", checkAccountHolder)),
  iban: line.max(ibanLimit, "form").transform(checkedBy("iban", checkIban)),
};

/**
 * Whether the provider can charge the account. A failing check stops nobody: the IBAN, whose check digits are right,
 * is then accepted as `entered`.
 * @returns its data source, or the field's error
 */
export async function checkAccount(
  context: RequestContext,
  iban: string,
  useCase?: string,
): Promise<{ ok: true; source: DataSource } | { ok: false; error: FieldError }> {
  const errorOf = fieldErrors(context, useCase);
  const check = await checkWithProvider(context, iban);
  if (check.ok)
    return check.data.valid
      ? { ok: true, source: "validated" }
      : { ok: false, error: errorOf("iban.refused") };
  if (!(check.error instanceof FormFieldError) || check.error.isUnclear)
    return { ok: true, source: "entered" };
  return { ok: false, error: refusedBy({ ...check.error.errors[0], field: "iban" }, errorOf) };
}
