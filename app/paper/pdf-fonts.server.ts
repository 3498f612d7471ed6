import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type PDFKit from "pdfkit";
import { once } from "#app/platform/once.ts";

/** A parsed font. pdfkit accepts one, although its types only allow files and bytes. */
type Font = PDFKit.Mixins.PDFFontSource & {
  characterSet: number[];
  layout: (text: string) => { glyphs: unknown[] };
};

export interface PdfFonts {
  regular: Font;
  bold: Font;
  /** Composes accents and replaces letters missing in the fonts with �. */
  writable: (text: string) => string;
}

/** Parsed once, as that takes ten times as long as writing a page. */
export const pdfFonts = once(async (): Promise<PdfFonts> => {
  const [regular, bold] = await Promise.all([
    fontOf("DejaVuSansCondensed.ttf"),
    fontOf("DejaVuSansCondensed-Bold.ttf"),
  ]);
  const inBold = new Set(bold.characterSet);
  const characters = new Set(regular.characterSet.filter((one) => inBold.has(one)));
  const shown = (letter: string) =>
    letter === "\n" || characters.has(letter.codePointAt(0) ?? 0) ? letter : "\ufffd";
  const writable = (text: string) =>
    [...text.normalize("NFC").replaceAll("\r\n", "\n").replaceAll("\t", " ")].map(shown).join("");
  return { regular, bold, writable };
});

async function fontOf(file: string): Promise<Font> {
  // @ts-expect-error pdfkit's font parser has no types
  const { create } = await import("fontkit");
  const path = createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${file}`);
  const font = create(await readFile(path));
  // Look up every glyph by its own character first. fontkit remembers the characters of a glyph's first use; a glyph
  // first met as a part of another one (the O of Ö) would have no text to search, copy or read out.
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint);
  // No ligatures: they drop the dot of an i after an f, and the Turkish ı is a different letter.
  const layout = font.layout.bind(font);
  font.layout = (text: string) => layout(text, { liga: false });
  // eslint-disable-next-line house/no-cast -- it has no types
  return font as Font;
}
