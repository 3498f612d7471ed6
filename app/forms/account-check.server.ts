import type { DataSource } from "#app/backend/contract/common.ts";
import { checkIban } from "#app/backend/services.server.ts";
import { FormFieldError } from "#app/errors/errors.ts";
import type { RequestContext } from "#app/middleware/request.server.ts";
import { messageOf, validationText } from "./validation-text.server.ts";

/**
 * Whether the provider can charge the account. A check that fails never stops anybody: the IBAN, whose check digits
 * are right, is taken as `entered`.
 * @returns its data source, or the field's message
 */
export async function checkAccount(
  context: RequestContext,
  iban: string,
): Promise<{ ok: true; source: DataSource } | { ok: false; message: string }> {
  const text = validationText(context);
  const check = await checkIban(context, iban);
  if (check.ok)
    return check.data.valid
      ? { ok: true, source: "validated" }
      : { ok: false, message: text("iban.refused") };
  if (!(check.error instanceof FormFieldError)) return { ok: true, source: "entered" };
  const [first] = check.error.errors;
  return { ok: false, message: first ? messageOf(first, text) : text("iban.refused") };
}
