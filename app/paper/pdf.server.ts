import { setImmediate } from "node:timers/promises";
import type { Block, Paper } from "./paper.ts";
import { pdfFonts } from "./pdf-fonts.server.ts";
import { drawableLogo, drawFurniture, drawHead } from "./pdf-letterhead.server.ts";
import { bottom, margin, type Sheet, sheetOf, top } from "./pdf-sheet.server.ts";
import { drawRows, drawTable, widthOfLabels } from "./pdf-table.server.ts";

/** Edge of one square of a QR code, and the margin of white squares that readers need. */
const square = 5;
const quietSquares = 4;

/**
 * Renders a tagged document for readers who cannot see it (PDF/UA), A4. Libraries and fonts are loaded on demand: most
 * processes never need them.
 */
export async function renderPdf(paper: Paper): Promise<Uint8Array<ArrayBuffer>> {
  const { letterhead, title, subtitle, footer } = paper;
  const [{ default: PDFDocument }, { regular, bold, writable }] = await Promise.all([
    import("pdfkit"),
    pdfFonts(),
  ]);
  const logo = await drawableLogo(letterhead);
  const document = new PDFDocument({
    size: "A4",
    margins: { top, bottom, left: margin, right: margin },
    // None of the built-in fonts: they only have Western European letters.
    font: "",
    // Until the number of pages is known.
    bufferPages: true,
    lang: paper.language,
    displayTitle: true,
    tagged: true,
    // eslint-disable-next-line house/no-cast -- its types lack this value
    subset: "PDF/UA" as never,
    pdfVersion: "1.7",
    info: { Title: title, Author: letterhead.name, Creator: "Portal", CreationDate: paper.createdAt },
  });
  document.registerFont("regular", regular).registerFont("bold", bold);
  const pieces: Uint8Array[] = [];
  document.on("data", (piece: Uint8Array) => pieces.push(piece));
  const done = new Promise<void>((resolve) => document.on("end", () => resolve()));
  const sheet = sheetOf(document, letterhead.colors, writable);
  const { root } = sheet;

  drawHead(sheet, { letterhead, title, subtitle, logo });
  const labelWidth = widthOfLabels(
    sheet,
    paper.blocks.flatMap((block) => ("rows" in block ? block.rows : [])),
  );
  for (const block of paper.blocks) {
    // Between two blocks, other requests are answered.
    await setImmediate();
    drawBlock(sheet, block, labelWidth);
  }
  const small = { size: 8.5, color: letterhead.colors.muted };
  document.y += 14;
  sheet.room(sheet.height(footer, small, sheet.width));
  sheet.say("P", footer, small);
  root.end();
  drawFurniture(sheet, { letterhead, title: writable(title) });
  await setImmediate();
  document.end();
  await done;
  return Buffer.concat(pieces);
}

const plain = { size: 10, lineGap: 1.5 };

function drawBlock(sheet: Sheet, block: Block, labelWidth: number): void {
  const { document, root, tag, colors, width } = sheet;
  if ("heading" in block) {
    const style = { font: "bold", size: 12.5, color: colors.link } as const;
    document.y += 12;
    // Not at the end of a page, without what it is the heading of.
    sheet.room(sheet.height(block.heading, style, width) + 60);
    sheet.say("H2", block.heading, style);
    document.y += 4;
  } else if ("text" in block) {
    sheet.room(Math.min(sheet.height(block.text, plain, width), 200));
    sheet.say("P", block.text, plain);
    document.y += 5;
  } else if ("list" in block) {
    const list = tag("L");
    root.add(list);
    for (const line of block.list) {
      sheet.room(sheet.height(line, plain, width - 14));
      const item = tag("LI");
      list.add(item);
      const start = document.y;
      sheet.say("Lbl", "•", plain, { parent: item });
      document.y = start;
      sheet.say("LBody", line, plain, { parent: item, left: margin + 14, width: width - 14 });
      item.end();
    }
    list.end();
    document.y += 5;
  } else if ("squares" in block) {
    const edge = (block.squares.length + 2 * quietSquares) * square;
    sheet.room(edge);
    const start = document.y;
    const from = quietSquares * square;
    const draw = () => {
      for (const [y, row] of block.squares.entries())
        for (const [x, dark] of row.entries())
          if (dark)
            document.rect(margin + x * square, start + from + y * square, square, square).fill("#000");
    };
    root.add(tag("Figure", { alt: "QR" }, draw));
    // The code has a margin of its own, which its text beside it begins at.
    document.y = start + from;
    const left = margin + edge - from + 16;
    drawRows(sheet, block.rows, labelWidth, { left, width: margin + width - left });
    document.y = Math.max(document.y, start + edge);
  } else if ("rows" in block) {
    drawRows(sheet, block.rows, labelWidth);
  } else {
    drawTable(sheet, block);
  }
}
