import { type Paper, type Row, textsIn } from "#app/paper/paper.ts";
import { renderPdf } from "#app/paper/pdf.server.ts";
import { unshownScripts } from "./unshown-scripts.server.ts";

/** A receipt of the portal's own: it exists without the provider, and states what the page states. */
export interface ReceiptDocument extends Omit<Paper, "blocks" | "createdAt" | "subtitle"> {
  receivedAt: Date;
  /** What has happened to it so far, in sentences. */
  lead: readonly string[];
  sections: readonly { heading: string; rows: readonly { label: string; value: string }[] }[];
}

/** For a PDF and for a text file. */
export const receiptPaper = ({ sections, lead, receivedAt, ...head }: ReceiptDocument): Paper => ({
  ...head,
  createdAt: receivedAt,
  blocks: [
    ...lead.map((text) => ({ text })),
    ...sections.flatMap(({ heading, rows }) => [
      { heading },
      { rows: rows.map(({ label, value }): Row => [label, value]) },
    ]),
  ],
});

/** @param unshown says which scripts a PDF does not show as they are written */
export function receiptPdf(paper: Paper, unshown: (scripts: string) => string) {
  const { title, blocks, language } = paper;
  const scripts = unshownScripts([title, ...blocks.flatMap(textsIn)].join("\n"), language);
  return renderPdf(scripts ? { ...paper, blocks: [{ text: unshown(scripts) }, ...blocks] } : paper);
}
