import type PDFKit from "pdfkit";
import type { Block, Row, TableLine } from "./paper.ts";
import { margin, type Sheet, type Style } from "./pdf-sheet.server.ts";

const plain = { size: 10, lineGap: 1 };
const gap = 14;
/** Above and below what stands in a line. */
const padding = 3.5;
/** A value with more lines stands below its label. */
const maxLines = 4;
/** The part of the width that labels may take. */
const maxShareOfWidth = 0.4;

/** The width of labels, the same in all tables of a paper. */
export function widthOfLabels({ document, width }: Sheet, rows: readonly Row[]): number {
  document.font("regular").fontSize(plain.size);
  const widest = Math.max(0, ...rows.map(([text]) => document.widthOfString(text) + 1));
  return Math.min(widest, width * maxShareOfWidth);
}

/** Labels and values beside each other. */
export function drawRows(
  sheet: Sheet,
  rows: readonly Row[],
  labelWidth: number,
  { left, width } = { left: margin, width: sheet.width },
): void {
  const { document, colors } = sheet;
  const label: Style = { ...plain, color: colors.muted };
  const beside = { left: left + labelWidth + gap, width: width - labelWidth - gap };
  const most = sheet.height("x\n".repeat(maxLines).trim(), plain, width);

  const table = sheet.tag("Table");
  sheet.root.add(table);
  for (const [name, value] of rows) {
    const row = sheet.tag("TR");
    table.add(row);
    const high = sheet.height(value, plain, beside.width);
    if (high > most) drawTall(row, name, value);
    else drawLine(row, name, value, high);
    row.end();
    underline(sheet, left, width);
  }
  table.end();
  document.y += 5;

  function drawLine(row: PDFKit.PDFStructureElement, name: string, value: string, high: number) {
    const height = Math.max(high, sheet.height(name, label, labelWidth)) + 2 * padding;
    sheet.room(height);
    const start = document.y + padding;
    document.y = start;
    sheet.say("TH", name, label, { parent: row, left, width: labelWidth, scope: "Row" });
    document.y = start;
    sheet.say("TD", value, plain, { parent: row, ...beside });
    document.y = start + height - padding;
  }

  function drawTall(row: PDFKit.PDFStructureElement, name: string, value: string) {
    const place = { left, width };
    sheet.room(sheet.height(name, label, width) + 4 * plain.size);
    document.y += padding;
    sheet.say("TH", name, label, { parent: row, ...place, scope: "Row" });
    document.y += 1;
    const cell = sheet.tag("TD");
    row.add(cell);
    for (const paragraph of value.split("\n")) {
      sheet.room(sheet.height(paragraph, plain, width));
      sheet.say("P", paragraph, plain, { parent: cell, ...place });
    }
    cell.end();
    document.y += padding;
  }
}

/** A table of several columns: the first takes what the others leave, the last one has amounts. */
export function drawTable(sheet: Sheet, { columns, lines }: Extract<Block, { columns: unknown }>): void {
  const { document, colors, width } = sheet;
  const head: Style = { font: "bold", size: 8.5, color: colors.muted };
  const small: Style = { size: 8.5, color: colors.muted };
  const rows = [{ cells: columns }, ...lines];
  document.font("bold").fontSize(plain.size);
  const widths = columns.slice(1).map((_, at) => {
    const widest = Math.max(...rows.map(({ cells }) => document.widthOfString(cells[at + 1] ?? "")));
    return Math.min(widest + 2, width * maxShareOfWidth);
  });
  const first = width - widths.reduce((sum, one) => sum + one + gap, 0);
  const boxes = [first, ...widths].map((one, at, all) => ({
    left: margin + all.slice(0, at).reduce((sum, before) => sum + before + gap, 0),
    width: one,
    ...(at > 0 && at === columns.length - 1 && { align: "right" as const }),
  }));

  const table = sheet.tag("Table");
  sheet.root.add(table);
  for (const [index, line] of rows.entries()) drawLine(line, index === 0);
  table.end();
  document.y += 5;

  function drawLine({ cells, note, strong }: TableLine, isHead: boolean) {
    const style: Style = isHead ? head : { ...plain, ...(strong && { font: "bold" as const }) };
    const below = note ? sheet.height(note, small, first) + 1 : 0;
    const heights = cells.map((text, at) => sheet.height(text, style, boxes[at]?.width ?? first));
    const height = Math.max((heights[0] ?? 0) + below, ...heights) + 2 * padding;
    sheet.room(height);
    const start = document.y + padding;
    const row = sheet.tag("TR");
    table.add(row);
    for (const [at, text] of cells.entries()) {
      const place = { ...boxes[at], parent: row };
      document.y = start;
      if (isHead) sheet.say("TH", text, style, { ...place, scope: "Column" });
      else if (at > 0) sheet.say("TD", text, style, place);
      else {
        const cell = sheet.tag("TH", { scope: "Row" });
        row.add(cell);
        sheet.say("P", text, style, { ...place, parent: cell });
        if (note) sheet.say("P", note, small, { ...place, parent: cell });
        cell.end();
      }
    }
    row.end();
    document.y = start + height - padding;
    underline(sheet, margin, width);
  }
}

function underline({ document, decorate, colors }: Sheet, left: number, width: number): void {
  const { y } = document;
  decorate(() => document.rect(left, y - 0.25, width, 0.5).fill(colors.edge));
}
