import { inflateSync } from "node:zlib";

/** The text of a PDF as a reader would copy it: a line per string, each glyph by its font's ToUnicode table. */
export function pdfText(pdf: Buffer): string {
  const objects = objectsOf(pdf);
  const fonts = new Map<string, string[]>();
  for (const { source } of objects.values())
    for (const [, name = "", font = ""] of source.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font)?.source ?? "")?.[1];
      fonts.set(name, lettersOf(objects.get(table ?? "")?.stream ?? ""));
    }
  const lines: string[] = [];
  for (const { stream } of objects.values()) {
    let letters: string[] | undefined;
    for (const [, font, line] of (stream ?? "").matchAll(/\/(F\d+) \S+ Tf|\[(.*?)\] TJ/g)) {
      if (font) letters = fonts.get(font);
      else
        lines.push(
          glyphsOf(line ?? "")
            .map((glyph) => letters?.[glyph] ?? "�")
            .join(""),
        );
    }
  }
  return lines.join("\n").replaceAll("\u00a0", " ");
}

/** What a PDF draws and holds, inflated. */
export const streamsOf = (pdf: Buffer): string[] =>
  [...objectsOf(pdf).values()].flatMap(({ stream }) => stream ?? []);

interface PdfObject {
  source: string;
  /** Its inflated stream; undefined if it has none, or an uncompressed one. */
  stream: string | undefined;
}

function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const source = pdf.toString("latin1");
  const objects = new Map<string, PdfObject>();
  for (const { 0: head, 1: number = "", index } of source.matchAll(/(?<=\n)(\d+) 0 obj\n/g)) {
    const start = index + head.length;
    const object = source.slice(start, source.indexOf("endobj", start));
    const length = Number(/\/Length (\d+)/.exec(object)?.[1]);
    const from = start + object.indexOf("stream\n") + "stream\n".length;
    const deflated = object.includes("/FlateDecode");
    objects.set(number, {
      source: object,
      stream: deflated ? inflateSync(pdf.subarray(from, from + length)).toString("latin1") : undefined,
    });
  }
  return objects;
}

/** The letters of a ToUnicode table by glyph: its ranges count up from 0. */
const lettersOf = (table: string): string[] =>
  [...table.matchAll(/> \[(.*?)\]/g)].flatMap(([, range = ""]) =>
    [...range.matchAll(/<(.*?)>/g)].map(([, units = ""]) =>
      String.fromCharCode(...units.split(" ").map((unit) => Number.parseInt(unit, 16))),
    ),
  );

const glyphsOf = (line: string): number[] =>
  [...line.matchAll(/<([0-9a-f]*)>/g)].flatMap(([, hex = ""]) =>
    (hex.match(/.{4}/g) ?? []).map((glyph) => Number.parseInt(glyph, 16)),
  );
