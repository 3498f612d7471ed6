import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import busboy from "busboy";

interface TextPart {
  name: string;
  text: string;
}
export interface FilePart {
  name: string;
  /** Without folders; undefined if a form's file field was left empty. */
  fileName: string | undefined;
  /** The content type that the sender claims. */
  type: string;
  /** Must be read, or skipped with `resume`: the next part waits for that. */
  content: Readable;
}

/** Whether a `Content-Type` is that of a multipart form. */
export const isMultipart = (contentType = "") => /^multipart\/form-data\b/i.test(contentType);

/**
 * The parts of a `multipart/form-data` body (RFC 7578), one after the other; portal and sandbox parse them alike. A
 * file is never in memory as a whole.
 * @param fieldSize bytes that are read of a field's value; the parser's own limit by default
 * @throws if the body is no multipart form, or ends in the middle of one
 */
export async function* readParts(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
  fieldSize?: number,
): AsyncGenerator<TextPart | FilePart, void, undefined> {
  const parts = new PassThrough({ objectMode: true });
  const found = (part: TextPart | FilePart | Error) => parts.write(part);
  const parser = busboy({
    headers: { "content-type": contentType },
    defParamCharset: "utf8",
    limits: { fieldSize },
  })
    .on("field", (name, text) => found({ name, text }))
    .on("file", (name, content, { filename, mimeType }) => {
      // The same error as the body's, which the reader of the parts gets.
      content.on("error", () => {});
      // Browsers percent-encode quotation marks and line breaks this way, and nothing else.
      // There is none where a script names none, which the types leave out.
      const fileName = filename?.replace(/%(?:22|0D|0A)/gi, decodeURIComponent);
      found({ name, fileName, type: mimeType, content });
    });
  // A part that arrived completely is returned even if the body breaks off after it.
  pipeline(body, parser)
    .catch(found)
    .finally(() => parts.end());
  for await (const part of parts) {
    if (part instanceof Error) throw part;
    // A part without a name is ignored.
    if (part.name !== undefined) yield part;
    else if ("content" in part) part.content.resume();
  }
}

/** A multipart body with one file in the field `file`, built while it is sent; `name` without control characters. */
export function multipartFile(file: { name: string; type: string; content: AsyncIterable<Uint8Array> }): {
  contentType: string;
  body: AsyncIterable<Uint8Array>;
} {
  const boundary = `----part-${crypto.randomUUID()}`;
  const name = file.name.replace(/["\r\n]/g, (letter) => encodeURIComponent(letter));
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n` +
    `Content-Type: ${file.type}\r\n\r\n`;
  async function* pieces() {
    yield Buffer.from(head);
    yield* file.content;
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  }
  return { contentType: `multipart/form-data; boundary=${boundary}`, body: pieces() };
}
