import type { Language } from "./language.ts";
import { pdfFonts } from "./pdf-fonts.ts";

/** A PDF as a list of blocks, from top to bottom. Measures are points (1/72 inch), pages A4. */
export type Block =
  | { heading: string }
  | { text: string }
  /** Label and value beside each other, one line each. */
  | { rows: readonly (readonly [label: string, value: string])[] }
  | { list: readonly string[] }
  /** A QR code: its rows of dark and light squares. */
  | { squares: readonly (readonly boolean[])[] };

export interface PdfContent {
  title: string;
  language: Language;
  /** Letterhead above the title. */
  sender?: string;
  /** Subtitle. */
  subtitle?: string;
  /** Small print at the foot of the document. */
  footer: string;
  createdAt: Date;
  blocks: readonly Block[];
}

const margin = 56;
const labelWidth = 250;
/** Edge of one square of a QR code, and the white squares around it that readers need. */
const square = 5;
const quietSquares = 4;

/** Loads library and fonts with the first document, as most processes never make one. */
export async function renderPdf(content: PdfContent): Promise<Uint8Array> {
  const [{ default: PDFDocument }, { regular, bold, writable }] = await Promise.all([
    import("pdfkit"),
    pdfFonts(),
  ]);
  const document = new PDFDocument({
    size: "A4",
    margin,
    // The built-in fonts only have Western European letters.
    font: "",
    lang: content.language,
    displayTitle: true,
    info: { Title: content.title, Creator: "Sandbox", CreationDate: content.createdAt },
  });
  document.registerFont("regular", regular).registerFont("bold", bold);
  const pieces: Uint8Array[] = [];
  document.on("data", (piece: Uint8Array) => pieces.push(piece));
  const done = new Promise<void>((resolve) => document.on("end", () => resolve()));
  const width = document.page.width - 2 * margin;

  if (content.sender)
    document.font("bold").fontSize(11).fillColor("#555").text(writable(content.sender)).moveDown(1);
  document.font("bold").fontSize(20).fillColor("#111").text(writable(content.title));
  if (content.subtitle)
    document.font("regular").fontSize(11).fillColor("#555").text(writable(content.subtitle));
  document.fillColor("#111").moveDown(1);

  for (const block of content.blocks) {
    if ("heading" in block) {
      document.moveDown(0.6).font("bold").fontSize(13).text(writable(block.heading), margin).moveDown(0.3);
    } else if ("text" in block) {
      document
        .font("regular")
        .fontSize(10.5)
        .text(writable(block.text), margin, document.y, { width })
        .moveDown(0.4);
    } else if ("list" in block) {
      document.font("regular").fontSize(10.5);
      for (const line of block.list) document.text(`•  ${writable(line)}`, margin, document.y, { width });
      document.moveDown(0.4);
    } else if ("squares" in block) {
      const top = document.y + quietSquares * square;
      for (const [y, row] of block.squares.entries())
        for (const [x, dark] of row.entries())
          if (dark) document.rect(margin + x * square, top + y * square, square, square).fill("#000");
      document.fillColor("#111");
      document.y = top + (block.squares.length + quietSquares) * square;
    } else {
      document.fontSize(10.5);
      for (const [label, value] of block.rows) rowOf(writable(label), writable(value));
      document.moveDown(0.4);
    }
  }
  document.moveDown(1.5).font("regular").fontSize(8.5).fillColor("#666");
  document.text(writable(content.footer), margin, document.y, { width });
  document.end();
  await done;
  return Buffer.concat(pieces);

  function rowOf(label: string, value: string) {
    const valueWidth = width - labelWidth - 12;
    const height = Math.max(
      document.font("regular").heightOfString(label, { width: labelWidth }),
      document.font("bold").heightOfString(value, { width: valueWidth }),
    );
    if (document.y + height > document.page.height - margin) document.addPage();
    const y = document.y;
    document.font("regular").text(label, margin, y, { width: labelWidth });
    document.font("bold").text(value, margin + labelWidth + 12, y, { width: valueWidth });
    document.y = y + height + 3;
    document.x = margin;
  }
}
