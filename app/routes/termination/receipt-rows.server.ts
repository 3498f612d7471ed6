import type { TerminationReceipt } from "#app/backend/contract/termination.ts";
import { detailFields } from "#app/backend/termination-request.server.ts";
import type { Declaration, Proof, StoredDeclaration } from "#app/declarations/stored-declaration.server.ts";
import { addressLine } from "#app/domain/address.ts";
import { berlinDate, formatDate, formatDateTime, type IsoDate } from "#app/domain/calendar.ts";
import type { checkIban } from "#app/domain/iban.server.ts";
import { keysOf } from "#app/domain/keys-of.ts";
import { checkPhone, formatPhone } from "#app/domain/phone.server.ts";
import { portingUntil, proofUntil } from "#app/domain/termination-dates.ts";
import { isDateField, terminationReasons } from "#app/domain/termination-reasons.ts";
import { isCut } from "#app/domain/user-input.ts";
import {
  brandContext,
  getT,
  getTexts,
  localeContext,
  type RequestContext,
} from "#app/request/context.server.ts";
import type { SummaryRow } from "#app/ui/summary-list.tsx";
import { kindOf } from "../declaration/confirmation-link.server.ts";

export interface ReceiptRow extends SummaryRow {
  label: string;
  value: string;
}

/** A row whose value is what the customer wrote, or a number. */
export const fixed = { fixed: true } as const;

/** A termination as its receipt shows it: from the portal's own copy, or else from the provider. */
export interface ShownTermination extends Pick<TerminationReceipt, "id" | "declaration" | "sentTo"> {
  receivedAt: string;
  state: StoredDeclaration["state"];
  answered?: Declaration["answered"];
  /** The account for a payout as the customer wrote it; unknown where only the provider has it, which masks it. */
  account?: ReturnType<typeof checkIban> | undefined;
  uploads: (Omit<Proof, "receivedAt"> & { receivedAt?: string | undefined })[];
  /** The provider itself has just listed its uploads. */
  isListed?: boolean;
  /** Known once the provider has it. */
  endDate?: string | undefined;
  specialEndDate?: string | undefined;
}

export function receiptView(context: RequestContext, receipt: ShownTermination, now: Date) {
  const { locale } = context.get(localeContext);
  const t = getT(context, "termination", "receiptRows");
  const rows = getT(context, "receipt", "rows");
  const form = getT(context, "termination", "form");
  const labelOf = getTexts(context, "termination.form");
  const reasons = getT(context, "termination", "reasons");
  const proofs = getT(context, "termination", "proofs");
  const { declaration, endDate, specialEndDate } = receipt;
  const { customer, payout, written = {} } = declaration;
  const receivedAt = new Date(receipt.receivedAt);
  const day = (date: string | undefined) => date && formatDate(date, locale);
  /** The customer's wording, or else the parsed copy. */
  const wording = (field: string, copy?: string) => written[field] ?? copy;
  const special = declaration.cancellationType === "Special";
  const reason = special && declaration.reason !== "None" ? declaration.reason : undefined;

  const rule = reason && terminationReasons[reason];
  const details = Object.entries({ ...declaration.details, ...detailsIn(written) }).map(
    ([name, value]): [string, string | undefined, typeof fixed] => [
      labelOf(name),
      wording(name, isDateField(name) ? day(value) : value),
      fixed,
    ],
  );
  const later = declaration.selectTerminationDate === "later";
  const laterDate = later ? wording("terminationDate", day(declaration.terminationDate)) : undefined;
  const moveDate = reason && declaration.details?.moveDate;
  /** The day of the move as shown, if the contract is to end with it. */
  const withMove = laterDate || !reason ? undefined : (day(moveDate) ?? written.moveDate);
  const wish = laterDate ?? (withMove ? t("wishMove", { date: withMove }) : t("wishNow"));
  // The end of a special termination is open until its reason is recognised.
  const confirmedEnd = special ? undefined : endDate;
  const wishedEarlier =
    confirmedEnd !== undefined &&
    declaration.terminationDate !== undefined &&
    declaration.terminationDate < confirmedEnd;
  // In the alternative it is a regular termination, which does not end the contract before a move either.
  const alternative = withMove && endDate && moveDate && endDate < moveDate ? moveDate : endDate;
  const regularFirst =
    special && alternative !== undefined && specialEndDate !== undefined && alternative < specialEndDate;
  // A requested date is shown beside the kind.
  const specialKind = withMove ? "kindMove" : laterDate ? "kindLater" : "kindSpecial";
  /** The customer wrote a moving date that cannot be parsed. */
  const openMove = withMove && !moveDate ? wish : undefined;
  const endOpen = t(receipt.state === "forwarded" ? "endOpen" : "endPending");
  const ends: [string, string | undefined][] = special
    ? [
        [t("specialEnd"), openMove ?? day(specialEndDate) ?? t("specialPending")],
        [t("alternative"), openMove ?? day(alternative) ?? endOpen],
      ]
    : [[rows("endDate"), day(endDate) ?? endOpen]];
  const service = [declaration.serviceName ?? written.serviceType, declaration.tariff]
    .filter(Boolean)
    .join(", ");
  /** The contract is identified. */
  const hasNumber = (["contractNumber", "phoneNumber", "customerNumber"] as const).some((name) =>
    wording(name, declaration[name]),
  );
  const until = proofUntil(receivedAt);
  const isMissing = declaration.proofAnnounced === true && receipt.uploads.length === 0;
  const wanted = special || declaration.proofAnnounced || receipt.uploads.length > 0;
  const { hotline } = context.get(brandContext);
  const unclear = (field: string, text = "") =>
    field === "email"
      ? t("unreachable", { text, hotline: hotline.number })
      : t("unreadable", { label: labelOf(field), text, hotline: hotline.number });
  const account = payout && [payout.accountHolder, payout.maskedIban].filter(Boolean).join(", ");
  const accountNote = () => {
    if (!receipt.account || receipt.account.ok) return undefined;
    const { reason, values } = receipt.account;
    if (reason === "missing") return t("accountMissing", { hotline: hotline.number });
    if (reason === "notSepa")
      return t("accountNotSepa", { country: String(values?.country), hotline: hotline.number });
    return unclear("iban", payout?.maskedIban);
  };

  return {
    id: receipt.id,
    effect: statedRows([
      [rows("receivedAt"), formatDateTime(receivedAt, locale)],
      [rows("sentBy"), t("button")],
      ...ends,
    ]),
    declared: statedRows([
      [t("kind"), t(special ? specialKind : "kindRegular")],
      // A number stands in a row of its own.
      [t("service"), service || (hasNumber ? undefined : t("serviceOpen"))],
      [form("reason"), reason ? reasons(reason) : written.reason],
      ...details,
      [t("name"), [customer.firstName, customer.lastName].filter(Boolean).join(" "), fixed],
      [form("birthDate"), wording("birthDate", day(customer.birthDate))],
      [t("address"), addressLine({ ...customer.address, ...written }), { listed: true, ...fixed }],
      [
        form("phoneNumber"),
        wording("phoneNumber", declaration.phoneNumber && formatPhone(declaration.phoneNumber)),
        fixed,
      ],
      [form("customerNumber"), wording("customerNumber", declaration.customerNumber), fixed],
      [form("contractNumber"), wording("contractNumber", declaration.contractNumber), fixed],
      [t("wish"), wish],
      [form("email"), wording("email", declaration.confirmation.email), fixed],
      [form("confirmationPhone"), wording("confirmationPhone", declaration.confirmation.phone), fixed],
      [t("payout"), payout && (account || t("payoutOpen")), { listed: true, ...(account && fixed) }],
      [t("porting"), declaration.numberPorting ? t("portingYes") : undefined],
    ]),
    notes: [
      wishedEarlier && t("wishEarlier"),
      regularFirst && t("regularEarlier", { date: formatDate(alternative, locale) }),
      rule?.effect === "oneMonth" && t("oneMonth", { law: rule.law ?? "" }),
      special && !reason && t("reasonMissing", { hotline: hotline.number }),
      // A link from the selfcare pages says it.
      !service &&
        !hasNumber &&
        kindOf(context) === "termination" &&
        t("serviceMissing", { hotline: hotline.number }),
      later && !laterDate && !withMove && t("dateMissing", { hotline: hotline.number }),
      ...Object.entries({
        ...written,
        accountHolder: payout?.accountHolder,
        iban: payout?.maskedIban,
      }).flatMap(([field, text]) => (isCut(text) ? [rows("shortened", { label: labelOf(field) })] : [])),
      ...unreadable(declaration).map((field) => unclear(field, written[field])),
      accountNote(),
    ].filter((note) => typeof note === "string"),
    sentTo: receipt.sentTo.map(formatPhone).join(", "),
    end: confirmedEnd,
    next: afterTermination(context, confirmedEnd),
    proof:
      wanted && berlinDate(now) <= until
        ? {
            until: formatDate(until, locale),
            /** The provider accepts no proof for a termination that it does not have yet. */
            waits: receipt.state !== "forwarded",
            helpful: (rule?.proofs ?? []).map((name) => proofs(name)),
            uploads: receipt.uploads.map(({ name, size, receivedAt: at }) => ({
              name,
              size,
              at: at && formatDateTime(new Date(at), locale),
            })),
            lost: isMissing && (receipt.isListed || receipt.state !== "forwarded"),
            /** Announced, and nobody says whether it arrived. */
            unknown: isMissing && !receipt.isListed && receipt.state === "forwarded",
          }
        : undefined,
  };
}
export type ReceiptView = ReturnType<typeof receiptView>;

/**
 * What follows a termination, on page and papers: the number, what is still to be paid, what goes back.
 * @param end undefined if the contract may end before its regular end
 */
function afterTermination(context: RequestContext, end: IsoDate | undefined): string[] {
  const t = getT(context, "termination", "confirmation");
  const { locale } = context.get(localeContext);
  const { prepaid, contact } = context.get(brandContext);
  return [
    end ? t("portingUntil", { date: formatDate(portingUntil(end), locale) }) : t("portingAfterEnd"),
    ...(prepaid ? [t("lastCredit")] : [t("lastBill"), t("rented", { address: contact.address.join(", ") })]),
  ];
}

const detailsIn = (written: Record<string, string>): Record<string, string> =>
  Object.fromEntries(detailFields.flatMap((name) => (written[name] ? [[name, written[name]]] : [])));

/** Fields whose text is no date, no phone number or e-mail address, or without a digit where a number belongs. */
function unreadable({ written = {}, ...declared }: TerminationReceipt["declaration"]) {
  const numberIn = (text: string | undefined) => text?.match(/\p{Nd}/u)?.[0];
  const copies = {
    phoneNumber: declared.phoneNumber,
    customerNumber: numberIn(written.customerNumber),
    contractNumber: numberIn(written.contractNumber),
    birthDate: declared.customer.birthDate,
    moveDate: declared.details?.moveDate,
    dateOfDeath: declared.details?.dateOfDeath,
    userPhoneNumber: checkPhone(written.userPhoneNumber).ok ? "readable" : undefined,
    terminationDate: declared.terminationDate,
    email: declared.confirmation.email,
    confirmationPhone: declared.confirmation.phone,
  };
  return keysOf(copies).filter((field) => written[field] && !copies[field]);
}

/** The rows that have a value. */
export function statedRows(
  rows: [label: string, value: string | undefined, more?: Pick<SummaryRow, "listed" | "fixed">][],
): ReceiptRow[] {
  return rows.flatMap(([label, value, more]) => (value ? [{ label, value, ...more }] : []));
}
