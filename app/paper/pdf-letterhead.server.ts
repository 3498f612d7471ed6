import type PDFKit from "pdfkit";
import type { Letterhead } from "./paper.ts";
import { bottom, margin, type Sheet } from "./pdf-sheet.server.ts";

const bandHeight = 68;
const logoHeight = 28;
const senderWidth = 150;
/** A brand's line below its header, from CSS pixels. */
const lineHeight = ({ line }: Letterhead["colors"]) => line.width / 2;

type Draw = (document: PDFKit.PDFDocument) => void;

/** By SVG: whether it can be drawn. */
const tried = new Map<string, Promise<boolean>>();

/** Draws the logo at its place; undefined for one that the library fails at: no receipt may depend on it. */
export async function drawableLogo({ logo, colors }: Letterhead): Promise<Draw | undefined> {
  if (!logo) return undefined;
  const { default: draw } = await import("svg-to-pdfkit");
  const svg = logo.replaceAll("currentColor", colors.onHeader);
  const options = {
    width: 260,
    height: logoHeight,
    preserveAspectRatio: "xMinYMid meet",
    // A text in a logo has one of the fonts that every document embeds.
    fontCallback: (_: string, bold: boolean) => (bold ? "bold" : "regular"),
    warningCallback: () => undefined,
  };
  const place: Draw = (document) => draw(document, svg, margin, (bandHeight - logoHeight) / 2, options);
  const isDrawable = tried.get(svg) ?? tryOn(place);
  tried.set(svg, isDrawable);
  return (await isDrawable) ? place : undefined;
}

/** On a sheet that nobody reads. */
async function tryOn(draw: Draw): Promise<boolean> {
  const { default: PDFDocument } = await import("pdfkit");
  const document = new PDFDocument();
  document.registerFont("regular", "Helvetica").registerFont("bold", "Helvetica");
  try {
    draw(document);
    return true;
  } catch {
    return false;
  }
}

interface Head {
  letterhead: Letterhead;
  title: string;
  subtitle: string | undefined;
  logo: Draw | undefined;
}

/** The first page's head: the brand's header with its logo, the title, and beside it the sender. */
export function drawHead(sheet: Sheet, { letterhead, title, subtitle, logo }: Head): void {
  const { document, root, width } = sheet;
  const { name, colors, address, contact } = letterhead;
  const line = lineHeight(colors);
  sheet.decorate(() => {
    document.rect(0, 0, document.page.width, bandHeight).fill(colors.header);
    document.rect(0, bandHeight, document.page.width, line).fill(colors.line.color);
  });
  if (logo) root.add(sheet.tag("Figure", { alt: name, bbox: boxOfLogo }, () => logo(document)));
  else {
    document.y = (bandHeight - 18) / 2;
    sheet.say("P", name, { font: "bold", size: 16, color: colors.onHeader });
  }
  const start = bandHeight + line + 30;
  document.y = start;
  const beside = width - senderWidth - 28;
  sheet.say("H1", title, { font: "bold", size: 19 }, { width: beside });
  if (subtitle) {
    document.y += 3;
    sheet.say("P", subtitle, { size: 10, color: colors.muted }, { width: beside });
  }
  const end = document.y;
  document.y = start + 3;
  const place = { left: margin + width - senderWidth, width: senderWidth };
  sheet.say("P", name, { font: "bold", size: 8.5 }, place);
  for (const text of [...address, ...contact])
    sheet.say("P", text, { size: 8.5, color: colors.muted, lineGap: 1 }, place);
  document.y = Math.max(end, document.y) + 14;
}

const boxOfLogo: [number, number, number, number] = [
  margin,
  (bandHeight - logoHeight) / 2,
  margin + 260,
  (bandHeight + logoHeight) / 2,
];

/** What every page has, once it is known how many there are. */
export function drawFurniture(
  { document, width, colors }: Sheet,
  { letterhead, title }: { letterhead: Letterhead; title: string },
): void {
  const { start, count } = document.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    document.switchToPage(start + page);
    const { page: sheet } = document;
    // A text below the margin would begin a new page.
    sheet.margins.bottom = 0;
    const y = sheet.height - bottom + 24;
    document.markContent("Artifact", { type: "Pagination" });
    if (page > 0) document.rect(0, 0, sheet.width, 14).fill(colors.header);
    if (page > 0) document.rect(0, 14, sheet.width, lineHeight(colors)).fill(colors.line.color);
    document.rect(margin, y - 8, width, 0.5).fill(colors.edge);
    document.font("regular").fontSize(8).fillColor(colors.muted);
    document.text(`${letterhead.name} · ${title}`, margin, y, {
      width: width - 100,
      height: 10,
      ellipsis: true,
    });
    document.text(letterhead.pageOf(page + 1, count), margin + width - 100, y, {
      width: 100,
      align: "right",
    });
    document.endMarkedContent();
  }
}
