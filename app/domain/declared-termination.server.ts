import { addressLine, type PostalAddress } from "./address.ts";
import type { Say } from "./after-order-words.ts";
import { formatDate, type IsoDate } from "./calendar.ts";
import type { Language } from "./languages.ts";
import { formatPhone } from "./phone.server.ts";
import type { ReceiptRow } from "./receipt.ts";
import { isDateField, type TerminationReason } from "./termination-reasons.ts";

/** A termination as it was declared: what was read of it, and the customer's own words where there are any. */
export interface DeclaredTermination {
  written?: Readonly<Record<string, string>> | undefined;
  cancellationType: "None" | "Regular" | "Special";
  reason: TerminationReason | "None";
  details?: Readonly<Partial<Record<string, string>>> | undefined;
  selectTerminationDate: "now" | "later";
  terminationDate?: IsoDate | undefined;
  customer: {
    firstName: string;
    lastName: string;
    birthDate?: IsoDate | undefined;
    address?: Partial<PostalAddress> | undefined;
  };
  phoneNumber?: string | undefined;
  customerNumber?: string | undefined;
  contractNumber?: string | undefined;
  serviceName?: string | undefined;
  tariff?: string | undefined;
  confirmation: { email?: string | undefined; phone?: string | undefined };
  payout?: { accountHolder: string; maskedIban: string } | undefined;
  numberPorting?: boolean | undefined;
}

/** Texts of `termination.receiptRows`, `termination.form`, `termination.reasons` and `receipt.rows`. */
export interface TerminationWords {
  language: Language;
  say: Say;
  field: Say;
  reason: Say;
  row: Say;
}

/** What the customer wrote, or a number. */
const fixed = { fixed: true } as const;

/** The rows that have a value. */
export function statedRows(
  rows: readonly [label: string, value: string | undefined, more?: Pick<ReceiptRow, "listed" | "fixed">][],
): ReceiptRow[] {
  return rows.flatMap(([label, value, more]) => (value ? [{ label, value, ...more }] : []));
}

/** The customer's wording, or else the copy that was read of it. */
const wordingIn =
  ({ written = {} }: DeclaredTermination) =>
  (field: string, copy?: string): string | undefined =>
    written[field] ?? copy;

/** When the contract is to end, as the receipt shows it, and why. */
export function wishIn(declaration: DeclaredTermination, { language, say }: TerminationWords) {
  const { written = {}, details, terminationDate } = declaration;
  const day = (date: string | undefined) => date && formatDate(date, language);
  const special = declaration.cancellationType === "Special";
  const reason = special && declaration.reason !== "None" ? declaration.reason : undefined;
  const later = declaration.selectTerminationDate === "later";
  const laterDate = later ? wordingIn(declaration)("terminationDate", day(terminationDate)) : undefined;
  const moveDate = reason && details?.moveDate;
  /** The day of the move, if the contract is to end with it. */
  const withMove = laterDate || !reason ? undefined : (day(moveDate) ?? written.moveDate);
  const wish = laterDate ?? (withMove ? say("wishMove", { date: withMove }) : say("wishNow", {}));
  return { special, reason, later, laterDate, moveDate, withMove, wish };
}

/** Which service is terminated; empty without one. */
export const serviceIn = ({ serviceName, written = {}, tariff }: DeclaredTermination): string =>
  [serviceName ?? written.serviceType, tariff].filter(Boolean).join(", ");

/** Whether a number identifies the contract. */
export const hasNumber = (declaration: DeclaredTermination): boolean =>
  (["contractNumber", "phoneNumber", "customerNumber"] as const).some((name) =>
    wordingIn(declaration)(name, declaration[name]),
  );

/** What was declared: the same rows on page, papers and mail, here and at the sandbox. */
export function declaredRows(declaration: DeclaredTermination, words: TerminationWords): ReceiptRow[] {
  const { language, say, field, reason: sayReason } = words;
  const { customer, payout, written = {}, confirmation, phoneNumber } = declaration;
  const wording = wordingIn(declaration);
  const day = (date: string | undefined) => date && formatDate(date, language);
  const { special, reason, laterDate, withMove, wish } = wishIn(declaration, words);
  // A requested date is shown beside the kind.
  const kind = special ? (withMove ? "kindMove" : laterDate ? "kindLater" : "kindSpecial") : "kindRegular";
  const details = Object.entries({ ...declaration.details, ...detailsIn(written) }).map(
    ([name, value]): [string, string | undefined, typeof fixed] => [
      field(name, {}),
      wording(name, isDateField(name) ? day(value) : value),
      fixed,
    ],
  );
  const account = payout && [payout.accountHolder, payout.maskedIban].filter(Boolean).join(", ");
  return statedRows([
    [say("kind", {}), say(kind, {})],
    // A number stands in a row of its own.
    [
      say("service", {}),
      serviceIn(declaration) || (hasNumber(declaration) ? undefined : say("serviceOpen", {})),
    ],
    [field("reason", {}), reason ? sayReason(reason, {}) : written.reason],
    ...details,
    [say("name", {}), [customer.firstName, customer.lastName].filter(Boolean).join(" "), fixed],
    [field("birthDate", {}), wording("birthDate", day(customer.birthDate))],
    [say("address", {}), addressLine({ ...customer.address, ...written }), { listed: true, ...fixed }],
    [field("phoneNumber", {}), wording("phoneNumber", phoneNumber && formatPhone(phoneNumber)), fixed],
    [field("customerNumber", {}), wording("customerNumber", declaration.customerNumber), fixed],
    [field("contractNumber", {}), wording("contractNumber", declaration.contractNumber), fixed],
    [say("wish", {}), wish],
    [field("email", {}), wording("email", confirmation.email), fixed],
    [field("confirmationPhone", {}), wording("confirmationPhone", confirmation.phone), fixed],
    [
      say("payout", {}),
      payout && (account || say("payoutOpen", {})),
      { listed: true, ...(account && fixed) },
    ],
    [say("porting", {}), declaration.numberPorting ? say("portingYes", {}) : undefined],
  ]);
}

/** Fields that only some reasons have. */
const detailFields = [
  ...(["reasonText", "moveDate", "newAddress", "country", "dateOfDeath"] as const),
  ...(["submitterName", "submitterContact", "submitterRelation", "userName", "userPhoneNumber"] as const),
];
const detailsIn = (written: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(detailFields.flatMap((name) => (written[name] ? [[name, written[name]]] : [])));

/** When the contract ends. */
interface Ends {
  endDate?: IsoDate | undefined;
  specialEndDate?: IsoDate | undefined;
}

/** The regular end of a special termination, in the alternative: it does not end the contract before a move either. */
export function alternativeEnd(
  { withMove, moveDate }: Pick<ReturnType<typeof wishIn>, "withMove" | "moveDate">,
  endDate: IsoDate | undefined,
): IsoDate | undefined {
  return withMove && endDate && moveDate && endDate < moveDate ? moveDate : endDate;
}

/** When the contract ends, as far as that is known. */
export function endRows(
  declaration: DeclaredTermination,
  { endDate, specialEndDate }: Ends,
  words: TerminationWords & { open: "endOpen" | "endPending" },
): ReceiptRow[] {
  const { language, say, row, open } = words;
  const day = (date: string | undefined) => date && formatDate(date, language);
  const asked = wishIn(declaration, words);
  const { special, withMove, moveDate, wish } = asked;
  /** The customer wrote a moving date that cannot be parsed. */
  const openMove = withMove && !moveDate ? wish : undefined;
  const endOpen = say(open, {});
  if (!special) return statedRows([[row("endDate", {}), day(endDate) ?? endOpen]]);
  return statedRows([
    [say("specialEnd", {}), openMove ?? day(specialEndDate) ?? say("specialPending", {})],
    [say("alternative", {}), openMove ?? day(alternativeEnd(asked, endDate)) ?? endOpen],
  ]);
}
