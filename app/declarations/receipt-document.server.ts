import type { Locale } from "#app/i18n/locale.ts";
import { renderPdf } from "./pdf.server.ts";

/** A receipt of the portal's own: it exists without the provider, and states what the page states. */
export interface ReceiptDocument {
  sender: string;
  title: string;
  language: Locale;
  receivedAt: Date;
  /** What has happened to it so far, in sentences. */
  lead: readonly string[];
  sections: readonly { heading: string; rows: readonly { label: string; value: string }[] }[];
  footer: string;
}

export const receiptPdf = ({ sections, lead, receivedAt, ...head }: ReceiptDocument) =>
  renderPdf({
    ...head,
    createdAt: receivedAt,
    blocks: [
      ...lead.map((text) => ({ text })),
      ...sections.flatMap(({ heading, rows }) => [
        { heading },
        { rows: rows.map(({ label, value }): [string, string] => [label, value]) },
      ]),
    ],
  });

export function receiptText({ sender, title, lead, sections, footer }: ReceiptDocument): string {
  const parts = sections.flatMap(({ heading, rows }) => [
    "",
    heading,
    // A further line of a text area does not look like a row.
    ...rows.map(({ label, value }) => `${label}: ${value.replaceAll("\n", "\n    ")}`),
  ]);
  return [sender, title, "", ...lead, ...parts, "", footer, ""].join("\n");
}
