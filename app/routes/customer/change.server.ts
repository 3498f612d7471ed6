import type { CustomerChange, CustomerDetails } from "#app/backend/contract/customer.ts";
import { addressLine, addressOf, type PostalAddress } from "#app/domain/address.ts";
import { groupIban, maskIban } from "#app/domain/iban.ts";
import { maskEmail, maskPhone } from "#app/domain/masked.ts";
import { formatPhone } from "#app/domain/phone.server.ts";
import { normalize } from "#app/domain/user-input.ts";
import { checkAccount } from "#app/forms/account-check.server.ts";
import {
  checkEnteredAddress,
  type ShownSuggestions,
  showCheckedAddress,
} from "#app/forms/address-check.server.ts";
import { type FormState, isInvalid } from "#app/forms/form-state.ts";
import type { RequestContext } from "#app/request/context.server.ts";
import { addressFingerprint, type CustomerInput } from "./customer-data.form.server.ts";
import { type Part, parts } from "./customer-parts.ts";

/** In the provider's format. */
export type CheckedChange = Omit<CustomerChange, "version">;

/** The changes; undefined if the form now has messages, or suggestions, which `state` stores. */
export async function checkedChange(
  context: RequestContext,
  input: CustomerInput,
  form: FormState,
  state: { shown: ShownSuggestions | undefined; keep: (shown: ShownSuggestions) => void },
): Promise<CheckedChange | undefined> {
  const { email, phone, accountHolder, iban } = input;
  // eslint-disable-next-line house/no-cast -- the schema has an address or nothing of it
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
  const change: { [P in Part]: Entered<P> | undefined } = {
    address: address?.outcome === "known" ? { value: address.address, source: address.source } : undefined,
    email: email === undefined ? undefined : { value: email, source },
    phone: phone === undefined ? undefined : { value: phone, source },
    bankAccount:
      account?.ok && iban !== undefined && accountHolder !== undefined
        ? { accountHolder, iban, ibanSource: account.source, sepaMandate: true }
        : undefined,
  };
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

type Entered<P extends Part> = NonNullable<CheckedChange[P]>;
type Stored<P extends Part> = NonNullable<CustomerDetails[P]>;
type StoredParts = { [P in Part]?: Stored<P> | undefined };
type EnteredParts = { [P in Part]?: Entered<P> | undefined };

/** A stored value beside the entered one, which it may be a mask of. */
interface Compared {
  now: string | undefined;
  entered: string;
  mask?: (value: string) => string;
}

/** How one part is shown and found again. What is forgotten of a part does not compile. */
interface PartRow<P extends Part> {
  /** What is stored: masked here if the provider sent it unmasked. */
  stored: (value: Stored<P>) => string;
  entered: (value: Entered<P>) => string;
  /** What was entered as the receipt keeps it: masked if a stored value may not be shown. */
  receipt: (value: Entered<P>) => string;
  /** What of the stored data has to be the same once this was saved. */
  compared: (value: Entered<P>, stored: Stored<P> | undefined) => Compared[];
}

const rows: { [P in Part]: PartRow<P> } = {
  address: {
    stored: addressLine,
    entered: ({ value }) => addressLine(value),
    receipt: ({ value }) => addressLine(value),
    compared: ({ value }, now) => [{ now: now && addressLine(now), entered: addressLine(value) }],
  },
  email: {
    stored: maskEmail,
    entered: ({ value }) => value,
    receipt: ({ value }) => value,
    compared: ({ value }, now) => [{ now, entered: value, mask: maskEmail }],
  },
  phone: {
    stored: maskPhone,
    entered: ({ value }) => formatPhone(value),
    receipt: ({ value }) => formatPhone(value),
    compared: ({ value }, now) => [{ now, entered: value, mask: maskPhone }],
  },
  bankAccount: {
    stored: ({ accountHolder, iban }) => [accountHolder, maskIban(iban)].filter(Boolean).join(", "),
    entered: ({ accountHolder, iban }) => `${accountHolder}, ${groupIban(iban)}`,
    receipt: ({ accountHolder, iban }) => `${accountHolder}, ${maskIban(iban)}`,
    compared: ({ accountHolder, iban }, now) => [
      // A provider that names no holder does not contradict one.
      { now: now?.accountHolder ?? accountHolder, entered: accountHolder },
      { now: now?.iban, entered: iban, mask: maskIban },
    ],
  },
};

type Shown = Partial<Record<Part, string>>;

/** What `show` makes of each part that is there. */
const eachPart = (show: (part: Part) => string | undefined): Shown =>
  Object.fromEntries(parts.map((part) => [part, show(part)]));

/** Stored data for display. */
export const shownDetails = (details: StoredParts): Shown =>
  eachPart(<P extends Part>(part: P) => {
    const value = details[part];
    return value && rows[part].stored(value);
  });

const shownChange = (change: EnteredParts, as: "entered" | "receipt"): Shown =>
  eachPart(<P extends Part>(part: P) => {
    const value = change[part];
    return value && rows[part][as](value);
  });

/** The changes for the receipt. */
export function changedRows(change: CheckedChange): { part: Part; value: string }[] {
  const shown = shownChange(change, "receipt");
  return parts.flatMap((part) => (shown[part] ? [{ part, value: shown[part] }] : []));
}

/**
 * Whether the stored data include this change.
 * @param maySayMasked whether a value that the provider masks counts, as far as it shows
 */
export function containsChange(stored: StoredParts, change: EnteredParts, maySayMasked: boolean): boolean {
  const holds = ({ now = "", entered, mask }: Compared) =>
    mask && now.includes("•") ? maySayMasked && now === mask(entered) : compact(now) === compact(entered);
  return parts.every(<P extends Part>(part: P) => {
    const value = change[part];
    return !value || rows[part].compared(value, stored[part]).every(holds);
  });
}

const compact = (value: string) => normalize(formatPhone(value)).replace(/\s/g, "").toLowerCase();

export interface Conflict {
  part: Part;
  stored?: string;
  entered?: string;
}

export function conflictRows(stored: CustomerDetails, change: CheckedChange): Conflict[] {
  const now = shownDetails(stored);
  const mine = shownChange(change, "entered");
  return parts.map((part) => ({ part, stored: now[part], entered: mine[part] }));
}

/** Form values after a conflict: the stored version number with the customer's own input. */
export function valuesWithChange(stored: CustomerDetails, change: CheckedChange, typed: FormState["values"]) {
  const { version, address } = stored;
  return {
    ...typed,
    ...(!change.address && address && addressOf(address)),
    version: version ?? "",
    shown: addressFingerprint(address),
  };
}
