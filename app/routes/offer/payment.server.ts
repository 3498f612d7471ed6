import type { Acceptance, PaymentMethod } from "#app/backend/contract/offer.ts";
import { isOpenPayment } from "#app/operation/switches.server.ts";
import { brandContext, type RequestContext } from "#app/request/context.server.ts";
import type { Cart } from "./cart.server.ts";

type Payment = NonNullable<Acceptance["payment"]>;

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
