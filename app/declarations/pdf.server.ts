import type { Locale } from "#app/i18n/locale.ts";
import { pdfFonts } from "./pdf-fonts.server.ts";

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
  language: Locale;
  /** Whose document it is, above the title like a letterhead. */
  sender?: string;
  /** A line below the title: what the document is about. */
  subtitle?: string;
  footer: string;
  createdAt: Date;
  blocks: readonly Block[];
}

const margin = 56;
const labelWidth = 250;
const gap = 12;
/** Edge of one square of a QR code, and the margin of white squares that readers need. */
const square = 5;
const quietSquares = 4;

/**
 * Renders a tagged document for readers who cannot see it (PDF/UA). Library and fonts are loaded on demand: most
 * processes never need them.
 */
export async function renderPdf(content: PdfContent): Promise<Uint8Array<ArrayBuffer>> {
  const [{ default: PDFDocument }, { regular, bold, writable }] = await Promise.all([
    import("pdfkit"),
    pdfFonts(),
  ]);
  const document = new PDFDocument({
    size: "A4",
    margin,
    // None of the built-in fonts: they only have Western European letters.
    font: "",
    lang: content.language,
    displayTitle: true,
    tagged: true,
    // Its types lack this value.
    subset: "PDF/UA" as never,
    pdfVersion: "1.7",
    info: { Title: content.title, Creator: "Portal", CreationDate: content.createdAt },
  });
  document.registerFont("regular", regular).registerFont("bold", bold);
  const pieces: Uint8Array[] = [];
  document.on("data", (piece: Uint8Array) => pieces.push(piece));
  const done = new Promise<void>((resolve) => document.on("end", () => resolve()));
  const width = document.page.width - 2 * margin;
  const root = document.struct("Document");
  document.addStructure(root);

  const say = (
    tag: string,
    text: string,
    style: { font?: "bold"; size: number; color?: string },
    parent = root,
  ) =>
    parent.add(
      document.struct(tag, {}, () => {
        document
          .font(style.font ?? "regular")
          .fontSize(style.size)
          .fillColor(style.color ?? "#111");
        document.text(writable(text), margin, document.y, { width });
      }),
    );

  if (content.sender) {
    say("P", content.sender, { font: "bold", size: 11, color: "#555" });
    document.moveDown(1);
  }
  say("H1", content.title, { font: "bold", size: 20 });
  if (content.subtitle) say("P", content.subtitle, { size: 11, color: "#555" });
  document.moveDown(1);

  for (const block of content.blocks) {
    if ("heading" in block) {
      document.moveDown(0.6);
      say("H2", block.heading, { font: "bold", size: 13 });
      document.moveDown(0.3);
    } else if ("text" in block) {
      say("P", block.text, { size: 10.5 });
      document.moveDown(0.4);
    } else if ("list" in block) {
      const list = document.struct("L");
      root.add(list);
      for (const line of block.list) say("LI", `•  ${line}`, { size: 10.5 }, list);
      list.end();
      document.moveDown(0.4);
    } else if ("squares" in block) {
      const top = document.y + quietSquares * square;
      const draw = () => {
        for (const [y, row] of block.squares.entries())
          for (const [x, dark] of row.entries())
            if (dark) document.rect(margin + x * square, top + y * square, square, square).fill("#000");
      };
      root.add(document.struct("Figure", { alt: "QR" }, draw));
      document.y = top + (block.squares.length + quietSquares) * square;
    } else {
      const table = document.struct("Table");
      root.add(table);
      for (const [label, value] of block.rows) addRow(table, writable(label), writable(value));
      table.end();
      document.moveDown(0.4);
    }
  }
  document.moveDown(1.5);
  say("P", content.footer, { size: 8.5, color: "#666" });
  root.end();
  document.end();
  await done;
  return Buffer.concat(pieces);

  function addRow(table: PDFKit.PDFStructureElement, label: string, value: string) {
    const columns = [
      { tag: "TH", text: label, font: "regular", left: margin, width: labelWidth },
      {
        tag: "TD",
        text: value,
        font: "bold",
        left: margin + labelWidth + gap,
        width: width - labelWidth - gap,
      },
    ];
    const heights = columns.map(({ text, font, width }) =>
      document.font(font).fontSize(10.5).heightOfString(text, { width }),
    );
    const height = Math.max(...heights);
    // Not in the middle of a tag, which has to end on the page that it begins on.
    if (document.y + height > document.page.height - margin) document.addPage();
    const top = document.y;
    const cells = columns.map(({ tag, text, font, left, width }) =>
      document.struct(tag, {}, () => document.font(font).fillColor("#111").text(text, left, top, { width })),
    );
    table.add(document.struct("TR", {}, cells));
    document.y = top + height + 3;
    document.x = margin;
  }
}
