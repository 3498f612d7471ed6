import { z } from "zod";
import { knownPaymentMethod } from "#app/backend/contract/offer.ts";
import type { Acceptance } from "#app/backend/contract/order.ts";
import { maskIban } from "#app/domain/iban.ts";
import { accountSchema } from "#app/forms/account-check.server.ts";
import { defineForm, type ProviderNames } from "#app/forms/define-form.server.ts";
import { ignored, madeOnce } from "#app/forms/schema.server.ts";
import { type Cart, personOf } from "./cart.server.ts";

type Payment = NonNullable<Acceptance["payment"]>;

const { accountHolder, iban } = accountSchema;
const schemaFor = madeOnce(
  (form: { offered: string[]; debit: boolean; hasIban: boolean; hasMandate: boolean }) =>
    z.object({
      paymentMethod: z.enum(form.offered),
      accountHolder: form.debit ? accountHolder : ignored,
      iban: !form.debit ? ignored : form.hasIban ? iban.optional() : iban,
      sepaMandate: !form.debit ? ignored : form.hasMandate ? z.string().optional() : z.string(),
    }),
);

/** An empty field keeps the stored IBAN; a mandate may stay as it is: see `mandateFor`. */
export function paymentSchema(offered: string[], stored: Payment | undefined, debit: boolean) {
  const hasMandate = stored?.mandateGivenAt !== undefined;
  return schemaFor({ offered, debit, hasIban: stored?.iban !== undefined, hasMandate });
}

const schema = paymentSchema(knownPaymentMethod.options, undefined, true);

export const paymentForm = defineForm({
  schema,
  posted: schema.partial({ accountHolder: true, iban: true, sepaMandate: true }),
  texts: ["offer.payment", "offer.paymentMethods", "common.account"],
  initial: ({ cart, methods }: { cart: Cart; methods: string[] }) => {
    const { payment: stored } = cart;
    const person = personOf(cart);
    const name = [person?.firstName, person?.lastName].filter(Boolean).join(" ") || undefined;
    return {
      paymentMethod: stored?.method ?? (methods.length === 1 ? methods[0] : undefined),
      accountHolder: stored?.accountHolder ?? name,
      iban: stored?.iban,
      // A mandate is given anew, or stays with the account.
      sepaMandate: undefined,
    };
  },
  providerNames: {
    paymentMethod: ["method", "payment"],
    accountHolder: "accountHolder",
    iban: ["iban", "ibanSource"],
    sepaMandate: "mandateGivenAt",
  } satisfies ProviderNames<string, keyof Payment | "payment">,
  masked: { iban: maskIban },
  sensitive: ["sepaMandate"],
});
