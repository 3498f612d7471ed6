import { inflateSync } from "node:zlib";

/** The text of a PDF: its inflated streams with the hex strings that pdfkit writes. */
export function pdfText(pdf: Buffer): string {
  const source = pdf.toString("latin1");
  const texts: string[] = [];
  for (const match of source.matchAll(/stream\r?\n/g)) {
    const start = match.index + match[0].length;
    const end = source.indexOf("endstream", start);
    try {
      const content = inflateSync(pdf.subarray(start, end)).toString("latin1");
      for (const line of content.matchAll(/\[(.*?)\] TJ/g))
        texts.push(
          [...(line[1] ?? "").matchAll(/<([0-9a-f]*)>/g)]
            .map((hex) => new TextDecoder("windows-1252").decode(Buffer.from(hex[1] ?? "", "hex")))
            .join(""),
        );
    } catch {
      // Not every stream is deflated text.
    }
  }
  return texts.join("\n").replaceAll("\u00a0", " ");
}
