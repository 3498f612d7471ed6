/**
 * JSON is UTF-8 (RFC 8259), with or without a byte order mark. Anything else is decoded as its sender declares, or as
 * windows-1252.
 */
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Parses a JSON body.
 * @param contentType of the response; its charset counts only if the bytes are not UTF-8, as many servers declare a
 * wrong one
 * @returns the value, and whether it was UTF-8
 * @throws SyntaxError for anything but JSON
 */
export function parseJson(bytes: Uint8Array, contentType = ""): { json: unknown; isUtf8: boolean } {
  const text = utf8Of(bytes);
  return { json: JSON.parse(text ?? decoderOf(contentType).decode(bytes)), isUtf8: text !== undefined };
}

function utf8Of(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

function decoderOf(contentType: string): TextDecoder {
  const [, charset = ""] = /;\s*charset="?([\w-]+)/i.exec(contentType) ?? [];
  try {
    return new TextDecoder(/^utf-?8$/i.test(charset) ? "windows-1252" : charset);
  } catch {
    return new TextDecoder("windows-1252");
  }
}
