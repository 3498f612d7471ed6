import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import type { DataSource } from "#app/backend/contract/common.ts";
import type { Acceptance, PaymentMethod } from "#app/backend/contract/offer.ts";
import { checkIban as askBackend } from "#app/backend/services.server.ts";
import { FormFieldError } from "#app/domain/errors.ts";
import { checkAccountHolder, checkIban } from "#app/domain/iban.server.ts";
import { accepted, type Check, refused } from "#app/domain/user-input.ts";
import { checked } from "#app/forms/form-data.server.ts";

type Payment = NonNullable<Acceptance["payment"]>;

/** The form by the payment method that was posted: only a direct debit needs an account and a mandate. */
export function paymentSchema(offered: PaymentMethod[], posted: FormData, kept: Payment | undefined) {
  const debit = posted.get("paymentMethod") === "direct_debit";
  const ofDebit = <T, R extends string>(field: string, check: (typed: string | undefined) => Check<T, R>) =>
    checked(field, (typed): Check<T | undefined, R> => (debit ? check(typed) : accepted(undefined)));
  return z.object({
    paymentMethod: checked("paymentMethod", (typed) => {
      const method = offered.find((candidate) => candidate === typed);
      return method ? accepted(method) : refused(typed ? "unknown" : "missing");
    }),
    accountHolder: ofDebit("accountHolder", checkAccountHolder),
    // An IBAN already given stays while its field is empty.
    iban: ofDebit("iban", (typed) => (!typed?.trim() && kept?.iban ? accepted(kept.iban) : checkIban(typed))),
    sepaMandate: ofDebit("sepaMandate", (typed) => (typed ? accepted(true) : refused("missing"))),
  });
}

/**
 * Whether the provider can charge the account. A check that fails never stops an order: the IBAN, whose check digits
 * are right, is taken as `entered`.
 * @returns its data source, or the reason for the field's message
 */
export async function checkAccount(
  context: Readonly<RouterContextProvider>,
  iban: string,
): Promise<{ ok: true; source: DataSource } | { ok: false; message?: string }> {
  const check = await askBackend(context, iban);
  if (check.ok) return check.data.valid ? { ok: true, source: "validated" } : { ok: false };
  if (check.error instanceof FormFieldError) return { ok: false, message: check.error.errors[0]?.message };
  return { ok: true, source: "entered" };
}
