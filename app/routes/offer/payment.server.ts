import { z } from "zod";
import type { Acceptance, PaymentMethod } from "#app/backend/contract/offer.ts";
import { accountSchema } from "#app/forms/account-check.server.ts";
import { ignored } from "#app/forms/schema.server.ts";
import { isOpenPayment } from "#app/operation/switches.server.ts";
import { brandContext, type RequestContext } from "#app/request/context.server.ts";
import type { Cart } from "./cart.server.ts";

type Payment = NonNullable<Acceptance["payment"]>;

/** An empty field keeps the stored IBAN; a mandate may stay as it is: see `mandateFor`. */
export function paymentSchema(offered: PaymentMethod[], kept: Payment | undefined, debit: boolean) {
  const { accountHolder, iban } = accountSchema;
  return z.object({
    paymentMethod: z.enum(offered),
    accountHolder: debit ? accountHolder : ignored,
    iban: !debit ? ignored : kept?.iban ? iban.default(kept.iban) : iban,
    sepaMandate: !debit ? ignored : kept?.mandateGivenAt ? z.string().optional() : z.string(),
  });
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
