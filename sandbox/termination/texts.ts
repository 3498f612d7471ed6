import { formatDateTime } from "../../app/domain/calendar.ts";
import { declaredRows, endRows } from "../../app/domain/declared-termination.server.ts";
import type { ReceiptRow } from "../../app/domain/receipt.ts";
import type { Language } from "../language.ts";
import { brandName } from "../letterhead.ts";
import type { Rows } from "../rows.ts";
import { sandboxTexts, sayIn } from "../texts.ts";
import type { TerminationReceipt } from "./records.ts";

const rowsOf = (rows: readonly ReceiptRow[]): Rows => rows.map(({ label, value }) => [label, value]);

/** What was declared to whom, when it was received and what it effects, as stated in the receipt and the mail. */
export function receiptRows(
  brand: string,
  receipt: TerminationReceipt,
  language: Language,
): { declared: Rows; effect: Rows } {
  const { declaration } = receipt;
  const { receipt: shared, sandbox, termination } = sandboxTexts[language];
  const words = {
    language,
    say: sayIn(termination.receiptRows),
    field: sayIn(termination.form),
    reason: sayIn(termination.reasons),
    row: sayIn(shared.rows),
  };
  return {
    declared: rowsOf(declaredRows(declaration, words)),
    effect: [
      [sandbox.receipt.provider, brandName(brand)],
      [shared.head.reference, receipt.id],
      [shared.rows.receivedAt, formatDateTime(new Date(receipt.receivedAt), language)],
      [shared.rows.sentBy, termination.receiptRows.button],
      ...rowsOf(endRows(declaration, receipt, { ...words, open: "endOpen" })),
    ],
  };
}
