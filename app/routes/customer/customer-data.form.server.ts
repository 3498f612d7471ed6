import { createHash } from "node:crypto";
import { z } from "zod";
import type { CustomerChange, CustomerDetails } from "#app/backend/contract/customer.ts";
import { addressFields, type PostalAddress } from "#app/domain/address.ts";
import { tableOf } from "#app/domain/keys-of.ts";
import { checkEmail, personalLimits } from "#app/domain/personal-data.ts";
import { checkPhone } from "#app/domain/phone.server.ts";
import { normalize } from "#app/domain/user-input.ts";
import { accountSchema } from "#app/forms/account-check.server.ts";
import { addressInputs, addressProviderNames, addressSchema } from "#app/forms/address-check.server.ts";
import { defineForm, type ProviderNames } from "#app/forms/define-form.server.ts";
import { askedField } from "#app/forms/form-state.ts";
import { checkedBy, ignored, line, madeOnce } from "#app/forms/schema.server.ts";

/** A fingerprint of the address that a form showed, so that the post alone reveals whether it was changed. */
export const addressFingerprint = (address: Partial<PostalAddress> = {}): string =>
  fingerprint(addressFields.map((field) => address[field] ?? ""));

const fingerprint = (lines: string[]) =>
  createHash("sha256").update(lines.map(normalize).join("\n")).digest("base64url").slice(0, 16);

/** A post without any address field leaves the address unchanged. */
function changesAddress(posted: FormData): boolean {
  if (addressFields.every((field) => !posted.has(field))) return false;
  return fingerprint(addressFields.map((field) => String(posted.get(field) ?? ""))) !== posted.get("shown");
}

const { accountHolder, iban } = accountSchema;

const ignoredAddress = tableOf(addressFields, () => ignored);

/** Only new input, as stored data may be older than our rules; each changed part as a whole. */
const customerSchema = madeOnce((changes: { address: boolean; account: boolean }) =>
  z.object({
    ...addressSchema,
    ...(!changes.address && ignoredAddress),
    email: line.max(personalLimits.email).transform(checkedBy("email", checkEmail)).optional(),
    phone: line.transform(checkedBy("phone", checkPhone)).optional(),
    accountHolder: changes.account ? accountHolder : accountHolder.optional(),
    iban: changes.account ? iban : iban.optional(),
    sepaMandate: changes.account ? z.string() : z.string().optional(),
  }),
);

const schema = customerSchema({ address: true, account: true });
type Account = NonNullable<CustomerChange["bankAccount"]>;
export const customerForm = defineForm({
  schema,
  posted: schema.partial(),
  hidden: ["version", "shown", askedField],
  texts: ["customer.page", "common.address", "common.account"],
  initial: ({ address, version }: CustomerDetails) => ({
    ...addressInputs(address),
    // Masked by the provider, and shown beside the empty inputs.
    email: undefined,
    phone: undefined,
    accountHolder: undefined,
    iban: undefined,
    sepaMandate: undefined,
    version,
    shown: addressFingerprint(address),
  }),
  providerNames: {
    ...addressProviderNames,
    email: "email",
    phone: "phone",
    accountHolder: "accountHolder",
    iban: ["iban", "ibanSource", "bankAccount"],
    sepaMandate: "sepaMandate",
  } satisfies ProviderNames<string, keyof CustomerChange | keyof Account | keyof PostalAddress>,
  sensitive: ["addressChoice", "iban", "sepaMandate"],
});

/** The schema of this post. */
export function schemaOf(posted: FormData) {
  const typed = (field: string) => String(posted.get(field) ?? "").trim() !== "";
  const account = ["accountHolder", "iban", "sepaMandate"].some(typed);
  return customerSchema({ address: changesAddress(posted), account });
}
export type CustomerInput = z.output<ReturnType<typeof customerSchema>>;
