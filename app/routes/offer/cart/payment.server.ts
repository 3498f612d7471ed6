import { knownPaymentMethod, type Offer } from "#app/backend/contract/offer.ts";
import type { Acceptance, OfferSummary } from "#app/backend/contract/order.ts";
import { maskIban } from "#app/domain/iban.ts";
import { isOpenPayment } from "#app/operation/switches.server.ts";
import { brandContext, getT, type RequestContext } from "#app/request/context.server.ts";
import type { Cart } from "./cart.server.ts";

type Payment = NonNullable<Acceptance["payment"]>;

/** When the mandate for this account was given: now by its box, or earlier for the same IBAN and holder. */
export function mandateFor(
  account: { iban: string; accountHolder?: string | undefined },
  ticked: boolean,
  stored: Payment | undefined,
): string | undefined {
  if (ticked) return new Date().toISOString();
  const isSame = stored?.iban === account.iban && stored.accountHolder === account.accountHolder;
  return isSame ? stored.mandateGivenAt : undefined;
}

/** The offer's payment methods, without those that an operator has closed. */
export const openPaymentMethods = (context: RequestContext, cart: Cart): string[] =>
  cart.offer.paymentMethods.filter((method) => isOpenPayment(context.get(brandContext).slug, method));

/** Our name for known methods, else the provider's. */
export function paymentName(context: RequestContext, method: string, offer: NamedMethods): string {
  const knownMethod = knownPaymentMethod.safeParse(method).data;
  if (!knownMethod) return offer.paymentMethodNames?.[method] ?? method;
  return getT(context, "offer", "paymentMethods", offer.offerUseCase)(`names.${knownMethod}`);
}
type NamedMethods = Pick<Offer, "offerUseCase" | "paymentMethodNames">;

/** How a placed order is paid: the method by its name, and the masked account. */
export function shownPayment(
  context: RequestContext,
  { payment, offerUseCase }: Pick<OfferSummary, "payment" | "offerUseCase">,
) {
  if (!payment) return undefined;
  const { method, name, maskedIban } = payment;
  const named = { offerUseCase, ...(name && { paymentMethodNames: { [method]: name } }) };
  return { method: paymentName(context, method, named), iban: maskedIban && maskIban(maskedIban) };
}

/** When and where it is paid. */
export function paymentHint(context: RequestContext, method: string, offer: NamedMethods): string {
  const knownMethod = knownPaymentMethod.safeParse(method).data ?? "other";
  return getT(context, "offer", "paymentMethods", offer.offerUseCase)(`hints.${knownMethod}`);
}
