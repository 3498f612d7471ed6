import { z } from "zod";
import type { Acceptance, PaymentMethod } from "#app/backend/contract/offer.ts";
import { accountSchema } from "#app/forms/account-check.server.ts";
import { ignored, madeOnce } from "#app/forms/schema.server.ts";
import { isOpenPayment } from "#app/operation/switches.server.ts";
import { brandContext, type RequestContext } from "#app/request/context.server.ts";
import type { Cart } from "./cart.server.ts";

type Payment = NonNullable<Acceptance["payment"]>;

const { accountHolder, iban } = accountSchema;
const schemaFor = madeOnce(
  (form: { offered: PaymentMethod[]; debit: boolean; hasIban: boolean; hasMandate: boolean }) =>
    z.object({
      paymentMethod: z.enum(form.offered),
      accountHolder: form.debit ? accountHolder : ignored,
      iban: !form.debit ? ignored : form.hasIban ? iban.optional() : iban,
      sepaMandate: !form.debit ? ignored : form.hasMandate ? z.string().optional() : z.string(),
    }),
);

/** An empty field keeps the stored IBAN; a mandate may stay as it is: see `mandateFor`. */
export function paymentSchema(offered: PaymentMethod[], kept: Payment | undefined, debit: boolean) {
  const hasMandate = kept?.mandateGivenAt !== undefined;
  return schemaFor({ offered, debit, hasIban: kept?.iban !== undefined, hasMandate });
}

/** When the mandate for this account was given: now by its box, or earlier for the same IBAN and holder. */
export function mandateFor(
  account: { iban: string; accountHolder?: string | undefined },
  ticked: boolean,
  kept: Payment | undefined,
): string | undefined {
  if (ticked) return new Date().toISOString();
  const isSame = kept?.iban === account.iban && kept.accountHolder === account.accountHolder;
  return isSame ? kept.mandateGivenAt : undefined;
}

/** The offer's payment methods, without those that an operator has closed. */
export const openMethods = (context: RequestContext, { offer }: Cart): PaymentMethod[] =>
  offer.paymentMethods.filter((method) => isOpenPayment(context.get(brandContext).slug, method));
