import { z } from "zod";
import type { Acceptance, PaymentMethod } from "#app/backend/contract/offer.ts";
import { accountSchema } from "#app/forms/account-check.server.ts";
import { ignored } from "#app/forms/schema.server.ts";

type Payment = NonNullable<Acceptance["payment"]>;

/**
 * An empty field keeps the stored IBAN.
 * @param debit direct debit, the only method that needs an account and a mandate
 */
export function paymentSchema(offered: PaymentMethod[], kept: Payment | undefined, debit: boolean) {
  const { accountHolder, iban } = accountSchema;
  return z.object({
    paymentMethod: z.enum(offered),
    accountHolder: debit ? accountHolder : ignored,
    iban: !debit ? ignored : kept?.iban ? iban.default(kept.iban) : iban,
    sepaMandate: debit ? z.string() : ignored,
  });
}
