import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type PDFKit from "pdfkit";

/** A parsed font; pdfkit takes one, although its types know files and bytes alone. */
type Font = PDFKit.Mixins.PDFFontSource & {
  hasGlyphForCodePoint: (codePoint: number) => boolean;
  layout: (text: string) => { glyphs: unknown[] };
};

export interface PdfFonts {
  regular: Font;
  bold: Font;
  /** A text with its accents composed, and with � for every letter that the fonts do not have. */
  writable: (text: string) => string;
}

let loaded: Promise<PdfFonts> | undefined;

/** The fonts of every document, read and parsed once: parsing takes ten times as long as writing a page. */
export function pdfFonts(): Promise<PdfFonts> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<PdfFonts> {
  const [regular, bold] = await Promise.all([
    fontOf("DejaVuSansCondensed.ttf"),
    fontOf("DejaVuSansCondensed-Bold.ttf"),
  ]);
  const known = (letter: string) =>
    [regular, bold].every((font) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
  const writable = (text: string) =>
    [...text.normalize("NFC").replaceAll("\r\n", "\n").replaceAll("\t", " ")]
      .map((letter) => (letter === "\n" || known(letter) ? letter : "\ufffd"))
      .join("");
  return { regular, bold, writable };
}

async function fontOf(file: string): Promise<Font> {
  // @ts-expect-error pdfkit's reader of fonts has no types
  const { create } = await import("fontkit");
  const path = createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${file}`);
  const font = create(await readFile(path));
  // Known by their letters before any is known as a part of another one (the O of Ö): the reader keeps what it learns
  // first, and a glyph without letters has no text to search, copy or read out.
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint);
  // Without ligatures: they take the dot off an i after an f, and a Turkish ı is another letter.
  const layout = font.layout.bind(font);
  font.layout = (text: string) => layout(text, { liga: false });
  return font as Font;
}
