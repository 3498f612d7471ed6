import { formatDate, formatDateTime } from "../../app/domain/calendar.ts";
import type { Language } from "../language.ts";
import { brandName } from "../letterhead.ts";
import { filledRows, type Rows } from "../rows.ts";
import { sandboxTexts } from "../texts.ts";
import type { TerminationReceipt } from "./records.ts";

const details = [
  ...(["reasonText", "moveDate", "newAddress", "country", "dateOfDeath"] as const),
  ...(["submitterName", "submitterContact", "submitterRelation", "userName", "userPhoneNumber"] as const),
];

/** What was declared to whom, when it was received and what it effects, as stated in the receipt and the mail. */
export function receiptRows(
  brand: string,
  receipt: TerminationReceipt,
  language: Language,
): { declared: Rows; effect: Rows } {
  const { declaration } = receipt;
  const { customer, payout, written = {} } = declaration;
  const { receipt: shared, sandbox, termination } = sandboxTexts[language];
  const { form, receiptRows: rows } = termination;
  const reasons: Partial<Record<string, string>> = termination.reasons;
  const day = (date: string | undefined) => date && formatDate(date, language);
  /** The customer's wording, or else the normalized copy. */
  const said = (field: string, copy: string | undefined) => written[field] ?? copy;
  const address = { ...customer.address, ...written };
  const lines = [
    [address.street, address.houseNumber],
    [address.postalCode, address.city],
  ].map((line) => line.filter(Boolean).join(" "));
  const special = declaration.cancellationType === "Special";
  const kinds = { None: sandbox.termination.notStated, Regular: rows.kindRegular, Special: rows.kindLater };
  const extra = details.map((name): [string, string | undefined] => {
    const copy = declaration.details?.[name];
    return [form[name], said(name, /Date|dateOf/.test(name) ? day(copy) : copy)];
  });
  const later = declaration.selectTerminationDate === "later";
  const laterDate = later ? said("terminationDate", day(declaration.terminationDate)) : undefined;
  const moveDate = special ? (day(declaration.details?.moveDate) ?? written.moveDate) : undefined;
  const service = declaration.serviceName ?? written.serviceType;
  return {
    declared: filledRows([
      [rows.kind, kinds[declaration.cancellationType]],
      [rows.service, [service, declaration.tariff].filter(Boolean).join(", ") || rows.serviceOpen],
      [form.reason, reasons[declaration.reason] ?? written.reason],
      ...extra,
      [rows.name, [customer.firstName, customer.lastName].filter(Boolean).join(" ")],
      [form.birthDate, said("birthDate", day(customer.birthDate))],
      [rows.address, lines.filter(Boolean).join(", ")],
      [form.phoneNumber, said("phoneNumber", declaration.phoneNumber)],
      [form.customerNumber, said("customerNumber", declaration.customerNumber)],
      [form.contractNumber, said("contractNumber", declaration.contractNumber)],
      [rows.wish, laterDate ?? (moveDate ? rows.wishMove.replace("{{date}}", moveDate) : rows.wishNow)],
      [form.email, said("email", declaration.confirmation.email)],
      [form.confirmationPhone, said("confirmationPhone", declaration.confirmation.phone)],
      [rows.payout, payout && [payout.accountHolder, payout.maskedIban].filter(Boolean).join(", ")],
      [rows.porting, declaration.numberPorting ? rows.portingYes : undefined],
    ]),
    effect: filledRows([
      [sandbox.receipt.provider, brandName(brand)],
      [shared.head.reference, receipt.id],
      [shared.rows.receivedAt, formatDateTime(new Date(receipt.receivedAt), language)],
      [shared.rows.sentBy, rows.button],
      [rows.specialEnd, special ? (day(receipt.specialEndDate) ?? rows.specialPending) : undefined],
      [special ? rows.alternative : shared.rows.endDate, day(receipt.endDate)],
    ]),
  };
}
