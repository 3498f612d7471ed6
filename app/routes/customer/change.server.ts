import { createHash } from "node:crypto";
import { z } from "zod";
import type { CustomerChange, CustomerDetails } from "#app/backend/contract/customer.ts";
import { addressFields, addressLine, addressOf, type PostalAddress } from "#app/domain/address.ts";
import { groupIban, maskIban } from "#app/domain/iban.ts";
import { maskEmail, maskPhone } from "#app/domain/masked.ts";
import { checkEmail, personalLimits } from "#app/domain/personal-data.ts";
import { checkPhone, formatPhone } from "#app/domain/phone.server.ts";
import { normalize } from "#app/domain/user-input.ts";
import { accountSchema, checkAccount } from "#app/forms/account-check.server.ts";
import {
  addressInputs,
  addressSchema,
  addressSentAs,
  checkEnteredAddress,
  type ShownSuggestions,
  showCheckedAddress,
} from "#app/forms/address-check.server.ts";
import { defineForm, type SentAs } from "#app/forms/define-form.server.ts";
import { askedField, type FormState, isInvalid } from "#app/forms/form-state.ts";
import { checkedBy, ignored, line, madeOnce } from "#app/forms/schema.server.ts";
import type { RequestContext } from "#app/request/context.server.ts";
import { fieldsOf, type Part, parts } from "./customer-parts.ts";

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

const ignoredAddress = Object.fromEntries(addressFields.map((field) => [field, ignored])) as Record<
  keyof PostalAddress,
  typeof ignored
>;

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
  sentAs: {
    ...addressSentAs,
    email: "email",
    phone: "phone",
    accountHolder: "accountHolder",
    iban: ["iban", "ibanSource", "bankAccount"],
    sepaMandate: "sepaMandate",
  } satisfies SentAs<string, keyof CustomerChange | keyof Account | keyof PostalAddress>,
  sensitive: ["addressChoice", "iban", "sepaMandate"],
});

export function schemaOf(posted: FormData) {
  const typed = (field: string) => String(posted.get(field) ?? "").trim() !== "";
  return customerSchema({ address: changesAddress(posted), account: fieldsOf.bankAccount.some(typed) });
}
type CustomerInput = z.output<ReturnType<typeof customerSchema>>;

/** In the provider's format. */
export type Change = Omit<CustomerChange, "version">;

/** The changes; undefined if the form now has messages, or suggestions, which `state` stores. */
export async function checkedChange(
  context: RequestContext,
  input: CustomerInput,
  form: FormState,
  state: { shown: ShownSuggestions | undefined; keep: (shown: ShownSuggestions) => void },
): Promise<Change | undefined> {
  const { email, phone, accountHolder, iban } = input;
  const entered = input.street === undefined ? undefined : addressOf(input as PostalAddress);
  const [address, account] = await Promise.all([
    entered && checkEnteredAddress(context, entered, input.addressChoice, state.shown),
    iban === undefined ? undefined : checkAccount(context, iban),
  ]);
  if (address?.outcome === "choose") state.keep(address);
  if (address && address.outcome !== "known") showCheckedAddress(context, form, address);
  if (account && !account.ok) form.errors.iban = account.error;
  if (isInvalid(form)) return undefined;
  const source = "entered" as const;
  return {
    ...(address?.outcome === "known" && { address: { value: address.address, source: address.source } }),
    ...(email !== undefined && { email: { value: email, source } }),
    ...(phone !== undefined && { phone: { value: phone, source } }),
    ...(account?.ok &&
      iban !== undefined &&
      accountHolder !== undefined && {
        bankAccount: { accountHolder, iban, ibanSource: account.source, sepaMandate: true as const },
      }),
  };
}

type Shown = Partial<Record<Part, string>>;

/** Stored data for display, masked here if the provider sent it unmasked. */
export function shownDetails({ address, email, phone, bankAccount }: CustomerDetails): Shown {
  return {
    address: address && addressLine(address),
    email: email && maskEmail(email),
    phone: phone && maskPhone(phone),
    bankAccount:
      bankAccount && [bankAccount.accountHolder, maskIban(bankAccount.iban)].filter(Boolean).join(", "),
  };
}

function shownChange({ address, email, phone, bankAccount }: Change): Shown {
  return {
    address: address && addressLine(address.value),
    email: email?.value,
    phone: phone && formatPhone(phone.value),
    bankAccount: bankAccount && `${bankAccount.accountHolder}, ${groupIban(bankAccount.iban)}`,
  };
}

/** The changes for the receipt; a stored account number is masked. */
export function changedRows(change: Change): { part: Part; value: string }[] {
  const account = change.bankAccount;
  const shown = {
    ...shownChange(change),
    bankAccount: account && `${account.accountHolder}, ${maskIban(account.iban)}`,
  };
  return parts.flatMap((part) => (shown[part] ? [{ part, value: shown[part] }] : []));
}

/**
 * Whether the stored data include this change.
 * @param maySayMasked whether a value that the provider masks counts, as far as it shows
 */
export function containsChange(stored: CustomerDetails, change: Change, maySayMasked: boolean): boolean {
  const holds = (now = "", entered?: string, mask?: (value: string) => string) => {
    if (entered === undefined) return true;
    const isMasked = mask !== undefined && now.includes("•");
    return isMasked ? maySayMasked && now === mask(entered) : compact(now) === compact(entered);
  };
  const { address, email, phone, bankAccount } = change;
  // A provider that names no holder does not contradict one.
  const { accountHolder = bankAccount?.accountHolder, iban } = stored.bankAccount ?? {};
  return (
    holds(stored.address && addressLine(stored.address), address && addressLine(address.value)) &&
    holds(stored.email, email?.value, maskEmail) &&
    holds(stored.phone, phone?.value, maskPhone) &&
    holds(accountHolder, bankAccount?.accountHolder) &&
    holds(iban, bankAccount?.iban, maskIban)
  );
}

const compact = (value: string) => normalize(formatPhone(value)).replace(/\s/g, "").toLowerCase();

export interface Conflict {
  part: Part;
  stored?: string;
  entered?: string;
}

export function conflictRows(stored: CustomerDetails, change: Change): Conflict[] {
  const [now, mine] = [shownDetails(stored), shownChange(change)];
  return parts.map((part) => ({ part, stored: now[part], entered: mine[part] }));
}

/** Form values after a conflict: the stored version number with the customer's own input. */
export function valuesWithChange(stored: CustomerDetails, change: Change, typed: FormState["values"]) {
  const { version, address } = stored;
  return {
    ...typed,
    ...(!change.address && address && addressOf(address)),
    version: version ?? "",
    shown: addressFingerprint(address),
  };
}
