import type PDFKit from "pdfkit";
import type { BrandColors } from "#app/brand/colors.ts";

/** In points (1/72 inch), as all measures of a paper. The first page has its head instead of the upper margin. */
export const margin = 56;
export const top = 56;
export const bottom = 68;

export interface Style {
  font?: "regular" | "bold";
  size: number;
  color?: string;
  lineGap?: number;
}

/** Its types lack some. */
interface TagOptions {
  /** What a header of a table is about. */
  scope?: "Row" | "Column";
  alt?: string;
  bbox?: [left: number, top: number, right: number, bottom: number];
}

interface Place extends TagOptions {
  parent?: PDFKit.PDFStructureElement;
  left?: number;
  width?: number;
  align?: "right";
}

/** A document that is being written, and how. */
export interface Sheet {
  document: PDFKit.PDFDocument;
  root: PDFKit.PDFStructureElement;
  colors: BrandColors;
  /** Between the margins. */
  width: number;
  height: (text: string, style: Style, width: number) => number;
  tag: (name: string, options?: TagOptions, draw?: () => void) => PDFKit.PDFStructureElement;
  /** Writes a text at the height that the document has reached, in a tag of its own. */
  say: (tag: string, text: string, style: Style, place?: Place) => void;
  /** Begins a new page unless this one has room for something so high: a tag ends on the page on which it begins. */
  room: (height: number) => void;
  /** Draws what is nothing to read. */
  decorate: (draw: () => void) => void;
}

/** @param writable as the fonts have it */
export function sheetOf(
  document: PDFKit.PDFDocument,
  colors: BrandColors,
  writable: (text: string) => string,
): Sheet {
  const tag: Sheet["tag"] = (name, options = {}, draw) => document.struct(name, options, draw);
  const root = tag("Document");
  document.addStructure(root);

  /** Begins a text. What fits into one line needs no search for its ends, which takes longest. */
  const set = (
    text: string,
    { font = "regular", size, color = colors.text, lineGap = 0 }: Style,
    width: number,
  ) => {
    document.font(font).fontSize(size).fillColor(color);
    const written = writable(text);
    const wide = document.widthOfString(written);
    return { written, lineGap, wide, isLine: wide <= width && !written.includes("\n") };
  };
  const sheet: Sheet = {
    document,
    root,
    colors,
    width: document.page.width - 2 * margin,
    height: (text, style, width) => {
      const { isLine, lineGap, written } = set(text, style, width);
      return isLine
        ? document.currentLineHeight(true) + lineGap
        : document.heightOfString(written, { width, lineGap });
    },
    tag,
    say: (
      name,
      text,
      style,
      { parent = root, left = margin, width = sheet.width, align, ...options } = {},
    ) => {
      const write = () => {
        const { isLine, lineGap, written, wide } = set(text, style, width);
        if (!isLine) return document.text(written, left, document.y, { width, align, lineGap });
        const start = align === "right" ? left + width - wide : left;
        const next = document.y + document.currentLineHeight(true) + lineGap;
        document.text(written, start, document.y, { lineBreak: false });
        // A text that is no paragraph goes on in its line.
        document.y = next;
      };
      parent.add(tag(name, options, write));
    },
    room: (height) => {
      if (document.y + height > document.page.height - bottom) document.addPage();
    },
    decorate: (draw) => {
      document.markContent("Artifact", { type: "Layout" });
      draw();
      document.endMarkedContent();
    },
  };
  return sheet;
}
