import type { Language } from "./language.ts";

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
  /** A line below the title: what the document is about. */
  subtitle?: string;
  /** Small print at the foot of the document. */
  footer: string;
  createdAt: Date;
  blocks: readonly Block[];
}

/**
 * Letters beyond Western European ones (built-in fonts have WinAnsi only) become their nearest relatives,
 * so that a Turkish name stays readable.
 */
export function winAnsi(text: string): string {
  const near: Record<string, string> = {
    ı: "i",
    İ: "I",
    ł: "l",
    Ł: "L",
    đ: "d",
    Đ: "D",
    "→": "->",
    "−": "-",
  };
  return [...text.normalize("NFC")]
    .map((letter) => {
      if (near[letter]) return near[letter];
      if (letter.charCodeAt(0) <= 0xff || "€–—‘’‚“”„†‡•…‰‹›ŠšŽžŒœŸ™".includes(letter)) return letter;
      const bare = letter.normalize("NFD").replace(/\p{M}/gu, "");
      return bare !== letter && bare.charCodeAt(0) <= 0xff ? bare : "?";
    })
    .join("");
}

const margin = 56;
const labelWidth = 250;
/** Edge of one square of a QR code, and the white squares around it that readers need. */
const square = 5;
const quietSquares = 4;

/** Renders the blocks. The library is loaded at the first document: most processes never need it. */
export async function renderPdf(content: PdfContent): Promise<Uint8Array> {
  const { default: PDFDocument } = await import("pdfkit");
  const document = new PDFDocument({
    size: "A4",
    margin,
    lang: content.language,
    displayTitle: true,
    info: { Title: winAnsi(content.title), Creator: "Sandbox", CreationDate: content.createdAt },
  });
  const pieces: Uint8Array[] = [];
  document.on("data", (piece: Uint8Array) => pieces.push(piece));
  const done = new Promise<void>((resolve) => document.on("end", () => resolve()));
  const width = document.page.width - 2 * margin;

  document.font("Helvetica-Bold").fontSize(20).text(winAnsi(content.title));
  if (content.subtitle)
    document.font("Helvetica").fontSize(11).fillColor("#555").text(winAnsi(content.subtitle));
  document.fillColor("#111").moveDown(1);

  for (const block of content.blocks) {
    if ("heading" in block) {
      document
        .moveDown(0.6)
        .font("Helvetica-Bold")
        .fontSize(13)
        .text(winAnsi(block.heading), margin)
        .moveDown(0.3);
    } else if ("text" in block) {
      document
        .font("Helvetica")
        .fontSize(10.5)
        .text(winAnsi(block.text), margin, document.y, { width })
        .moveDown(0.4);
    } else if ("list" in block) {
      document.font("Helvetica").fontSize(10.5);
      for (const line of block.list) document.text(`•  ${winAnsi(line)}`, margin, document.y, { width });
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
      for (const [label, value] of block.rows) rowOf(winAnsi(label), winAnsi(value));
      document.moveDown(0.4);
    }
  }
  document.moveDown(1.5).font("Helvetica").fontSize(8.5).fillColor("#666");
  document.text(winAnsi(content.footer), margin, document.y, { width });
  document.end();
  await done;
  return Buffer.concat(pieces);

  function rowOf(label: string, value: string) {
    const valueWidth = width - labelWidth - 12;
    const height = Math.max(
      document.font("Helvetica").heightOfString(label, { width: labelWidth }),
      document.font("Helvetica-Bold").heightOfString(value, { width: valueWidth }),
    );
    if (document.y + height > document.page.height - margin) document.addPage();
    const y = document.y;
    document.font("Helvetica").text(label, margin, y, { width: labelWidth });
    document.font("Helvetica-Bold").text(value, margin + labelWidth + 12, y, { width: valueWidth });
    document.y = y + height + 3;
    document.x = margin;
  }
}
