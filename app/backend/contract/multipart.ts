/**
 * `multipart/form-data` (RFC 7578) as a stream: read part by part and written around one file, so that an upload is
 * never in memory as a whole. Portal, backend client and sandbox share it.
 */
export interface Part {
  name: string;
  /** Without folders; empty where a form's file field was left empty, missing for text fields. */
  fileName?: string;
  /** The content type that the sender claims. */
  type?: string;
  /** The content; must be read to its end, or skipped by asking for the next part. */
  content: AsyncIterableIterator<Uint8Array>;
}

/** The body is no multipart form, or ends in the middle of one. */
export class MalformedMultipart extends Error {}

type Bytes = Uint8Array<ArrayBufferLike>;

const headerLimit = 8 * 1024;
const lineEnd = Buffer.from("\r\n");
const headEnd = Buffer.from("\r\n\r\n");

/** The boundary in a Content-Type header, undefined where the type is another one or has none. */
export function boundaryOf(contentType: string | null | undefined): string | undefined {
  if (!/^multipart\/form-data\s*;/i.test(contentType ?? "")) return undefined;
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType ?? "") ?? [];
  const boundary = quoted ?? plain;
  return boundary && boundary.length <= 70 ? boundary : undefined;
}

/**
 * Reads the parts one after the other. No more than one chunk of the body and a boundary is held at a time, and
 * nothing is read before it is asked for.
 * @throws MalformedMultipart
 */
export async function* readParts(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<Part, void, undefined> {
  const source = body[Symbol.asyncIterator]();
  // A boundary line begins with a line end, which the very first one lacks.
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  let held: Buffer = Buffer.from(lineEnd);

  const more = async () => {
    const { done, value } = await source.next();
    if (done) throw new MalformedMultipart("The body ends in the middle of a part.");
    held =
      held.length === 0
        ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
        : Buffer.concat([held, value]);
  };
  const until = async (end: Buffer, limit: number): Promise<string> => {
    let at = held.indexOf(end);
    while (at < 0) {
      if (held.length > limit) throw new MalformedMultipart("The head of a part is too long.");
      await more();
      at = held.indexOf(end);
    }
    const text = held.subarray(0, at).toString("utf8");
    held = held.subarray(at + end.length);
    return text;
  };

  async function* content(): AsyncGenerator<Bytes, void, undefined> {
    for (;;) {
      const at = held.indexOf(delimiter);
      if (at >= 0) {
        const last = held.subarray(0, at);
        held = held.subarray(at + delimiter.length);
        if (last.length > 0) yield last;
        return;
      }
      // The end of what is held may be the beginning of a boundary.
      const safe = held.length - delimiter.length + 1;
      if (safe > 0) {
        const piece = held.subarray(0, safe);
        held = held.subarray(safe);
        yield piece;
      }
      await more();
    }
  }

  // Anything before the first boundary is ignored.
  for await (const _ of content());
  for (;;) {
    while (held.length < 2) await more();
    if (held.toString("latin1", 0, 2) === "--") return;
    await until(lineEnd, headerLimit);
    const head = await until(headEnd, headerLimit);
    const bytes = content();
    yield { ...headOf(head), content: bytes };
    for await (const _ of bytes);
  }
}

function headOf(head: string): Omit<Part, "content"> {
  const headers = new Map(
    head.split("\r\n").map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
  const disposition = headers.get("content-disposition") ?? "";
  const name = parameter(disposition, "name");
  if (!/^form-data\b/i.test(disposition) || name === undefined)
    throw new MalformedMultipart("A part has no name.");
  const fileName = parameter(disposition, "filename");
  const type = headers.get("content-type");
  return {
    name,
    ...(fileName !== undefined && { fileName: fileName.split(/[\\/]/).at(-1) ?? "" }),
    ...(type && { type }),
  };
}

/** Browsers write `%22` for a quotation mark and `%0D%0A` for a line end, curl writes `\"`. */
function parameter(disposition: string, name: string): string | undefined {
  const [, quoted, plain] =
    new RegExp(`;\\s*${name}=(?:"((?:\\\\.|[^"\\\\])*)"|([^\\s;]+))`, "i").exec(disposition) ?? [];
  return (quoted ?? plain)
    ?.replace(/\\(["\\])/g, "$1")
    .replace(/%22/g, '"')
    .replace(/%0D|%0A/gi, " ");
}

/** A multipart body with one file in the field `file`, made while it is sent; `name` without control characters. */
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
