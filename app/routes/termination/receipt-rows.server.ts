import type { TerminationReceipt } from "#app/backend/contract/termination.ts";
import { addressLine } from "#app/domain/address.ts";
import { berlinDate, compareDates, formatDate, formatDateTime } from "#app/domain/calendar.ts";
import { formatPhone } from "#app/domain/phone.server.ts";
import { portingUntil, proofUntil } from "#app/domain/termination-dates.ts";
import {
  isDateField,
  type TerminationReason,
  terminationReasonRow,
} from "#app/domain/termination-reasons.ts";
import { getT, localeContext, type RequestContext } from "#app/middleware/request.server.ts";

export interface Row {
  label: string;
  value: string;
}

/** A receipt as its page shows it, in the customer's language. */
export function receiptView(context: RequestContext, receipt: TerminationReceipt, now: Date) {
  const { locale } = context.get(localeContext);
  const t = getT(context, "termination", "confirmation");
  const form = getT(context, "termination", "form");
  const reasons = getT(context, "termination", "reasons");
  const { declaration } = receipt;
  const { customer, payout } = declaration;
  const receivedAt = new Date(receipt.receivedAt);
  const day = (date: string | undefined) => date && formatDate(date, locale);
  const special = declaration.cancellationType === "Special";
  const reason =
    special && declaration.reason !== "None" ? (declaration.reason as TerminationReason) : undefined;

  const details = Object.entries(declaration.details ?? {}).map(
    ([name, value]): [string, string | undefined] => [
      form(name as "reasonText"),
      isDateField(name) ? day(value) : value,
    ],
  );
  const wish =
    declaration.selectTerminationDate === "later" ? day(declaration.terminationDate) : t("wishNow");
  // When a special termination ends the contract is open until its reason is recognised.
  const surelyEnds = special ? undefined : receipt.endDate;
  const wishedEarlier =
    surelyEnds !== undefined &&
    declaration.terminationDate !== undefined &&
    compareDates(declaration.terminationDate, surelyEnds) < 0;
  const until = proofUntil(receivedAt);
  const wanted = reason !== undefined || declaration.proofAnnounced || receipt.uploads.length > 0;

  return {
    id: receipt.id,
    effect: given([
      [t("receivedAt"), formatDateTime(receivedAt, locale)],
      [t("sentBy"), t("button")],
      ...(special
        ? ([
            [t("specialEnd"), day(receipt.specialEndDate) ?? t("specialPending")],
            [t("alternative"), day(receipt.endDate)],
          ] as [string, string | undefined][])
        : ([[t("endDate"), day(receipt.endDate)]] as [string, string | undefined][])),
      [t("id"), receipt.id],
    ]),
    declared: given([
      [t("kind"), t(special ? "kindSpecial" : "kindRegular")],
      [t("service"), [declaration.serviceName, declaration.tariff].filter(Boolean).join(", ")],
      [form("reason"), reason && reasons(reason)],
      ...details,
      [t("name"), `${customer.firstName} ${customer.lastName}`],
      [form("birthDate"), day(customer.birthDate)],
      [t("address"), addressLine(customer.address ?? {})],
      [form("phoneNumber"), declaration.phoneNumber && formatPhone(declaration.phoneNumber)],
      [form("customerNumber"), declaration.customerNumber],
      [form("contractNumber"), declaration.contractNumber],
      [t("wish"), wish],
      [t("payout"), payout && `${payout.accountHolder}, ${payout.maskedIban}`],
      [t("porting"), declaration.numberPorting ? t("portingYes") : undefined],
    ]),
    sentTo: receipt.sentTo.map(formatPhone).join(", "),
    wishedEarlier,
    /** The last day for it; undefined where the contract may end before its regular end. */
    portingUntil: surelyEnds && formatDate(portingUntil(surelyEnds), locale),
    proof:
      wanted && compareDates(berlinDate(now), until) <= 0
        ? {
            until: formatDate(until, locale),
            helpful: reason
              ? terminationReasonRow(reason).proofs.map((name) => proofName(context, name))
              : [],
            uploads: receipt.uploads.map(({ name, receivedAt: at }) => ({
              name,
              at: formatDateTime(new Date(at), locale),
            })),
            lost: declaration.proofAnnounced && receipt.uploads.length === 0,
          }
        : undefined,
  };
}
export type ReceiptView = ReturnType<typeof receiptView>;

function proofName(context: RequestContext, name: string): string {
  return getT(context, "termination", "proofs")(name as "other");
}

function given(rows: [string, string | undefined][]): Row[] {
  return rows.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}
