import type { Receipt } from "#app/domain/receipt.ts";
import { type Block, type Paper, type Row, textsIn } from "#app/paper/paper.ts";
import { renderPdf } from "#app/paper/pdf.server.ts";
import { unshownScripts } from "./unshown-scripts.server.ts";

/** What a paper says in words of its own. */
interface PaperWords extends Pick<Paper, "letterhead" | "language" | "footer"> {
  /** That it was received. */
  opening: string;
  next: string;
  /** The number as its page shows it, and in full, as the provider has it: a paper may be all that is left. */
  reference: Row;
}

/** The portal's own receipt as a paper, for a PDF and for a text file: it exists without the provider. */
export function receiptPaper(receipt: Receipt, { opening, next, reference, ...head }: PaperWords): Paper {
  const { title, text, progress, notes, received, declared, proof, receivedAt } = receipt;
  const rowsOf = ({ rows }: Pick<Receipt["received"], "rows">) =>
    rows.map(({ label, value }): Row => [label, value]);
  const told = [opening, ...(progress ? [progress.title, ...progress.texts] : []), ...text, ...notes];
  const { lines, link } = receipt.next;
  const list = [...lines, ...(link ? [`${link.label}: ${link.href}`] : [])];
  const blocks: Block[] = [
    ...told.map((text) => ({ text })),
    { heading: received.heading },
    { rows: [...rowsOf(received), reference] },
    { heading: declared.heading },
    { rows: rowsOf(declared) },
    ...(declared.withheld ? [{ text: declared.withheld }] : []),
    ...(proof
      ? [{ heading: proof.heading }, { rows: rowsOf(proof) }, ...proof.texts.map((text) => ({ text }))]
      : []),
    ...(list.length > 0 ? [{ heading: next }, { list }] : []),
  ];
  return { ...head, title, createdAt: new Date(receivedAt), blocks };
}

/** @param unshown says which scripts a PDF does not show as they are written */
export function receiptPdf(paper: Paper, unshown: (scripts: string) => string) {
  const { title, blocks, language } = paper;
  const scripts = unshownScripts([title, ...blocks.flatMap(textsIn)].join("\n"), language);
  return renderPdf(scripts ? { ...paper, blocks: [{ text: unshown(scripts) }, ...blocks] } : paper);
}
