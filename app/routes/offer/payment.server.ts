import { z } from "zod";
import type { Acceptance, PaymentMethod } from "#app/backend/contract/offer.ts";
import { checkAccountHolder, checkIban } from "#app/domain/iban.server.ts";
import { accepted, refused } from "#app/domain/user-input.ts";
import { checked, checkedIf } from "#app/forms/form-data.server.ts";

type Payment = NonNullable<Acceptance["payment"]>;

/** The form by the payment method that was posted: only a direct debit needs an account and a mandate. */
export function paymentSchema(offered: PaymentMethod[], posted: FormData, kept: Payment | undefined) {
  const debit = posted.get("paymentMethod") === "direct_debit";
  return z.object({
    paymentMethod: checked("paymentMethod", (typed) => {
      const method = offered.find((candidate) => candidate === typed);
      return method ? accepted(method) : refused(typed ? "unknown" : "missing");
    }),
    accountHolder: checkedIf(debit, "accountHolder", checkAccountHolder),
    // An IBAN already given stays while its field is empty.
    iban: checkedIf(debit, "iban", (typed) =>
      !typed?.trim() && kept?.iban ? accepted(kept.iban) : checkIban(typed),
    ),
    sepaMandate: checkedIf(debit, "sepaMandate", (typed) => (typed ? accepted(true) : refused("missing"))),
  });
}
