import { createContext, data } from "react-router";
import { type FilePart, isMultipart, readParts } from "#app/backend/contract/multipart.ts";
import { lockFinder, proofFault, proofFileType, proofHeadBytes } from "#app/domain/proof-content.ts";
import {
  type ProofFileType,
  proofFileLimit,
  proofFileName,
  type UploadReason,
} from "#app/domain/proof-file.ts";
import { config } from "#app/platform/config.server.ts";
import { type FormLimits, formWithin, readForm } from "#app/request/read-form.server.ts";

/** Room for the fields and boundaries around a file. */
const around = 64 * 1024;
/** Up to this size, a file is kept until its call has ended, which may have to be repeated. */
const keptBytes = 512 * 1024;
/** An unwanted body is read to its end up to this size: browsers show no response before that. */
const drainLimit = 40 * 1024 * 1024;

/** A file whose type has been recognised by its content and which is still arriving. */
interface IncomingFile {
  ok: true;
  name: string;
  type: ProofFileType;
  /** Fails if the file exceeds the limit, or if its sender disconnects. */
  content: AsyncIterable<Uint8Array>;
  /** True once the content has exceeded the limit. */
  tooLarge: boolean;
  /** A PDF that may need a password, once all of it has been read. */
  locked: boolean;
  /** Its size in bytes, once all of it has been read. */
  size: number | undefined;
  /** All of it, once it has been read, if it is small enough to be kept. */
  copy: () => Uint8Array[] | undefined;
}

export interface FormWithFile {
  /** The fields that came before the file. */
  posted: FormData;
  /** Whether a file was chosen. */
  announced: boolean;
  /** The declared length of the body shows that its file is too large. */
  tooLarge: boolean;
  /** Starts to read the file. */
  file(): Promise<IncomingFile | { ok: false; reason: UploadReason }>;
  /** Whether another file follows the one that has been read. */
  hasAnother(): Promise<boolean>;
  /** Skips the file, adds the fields after it to `posted`, and resolves when the whole body has been read. */
  rest(): Promise<void>;
  /** Drains the rest of the body after the response. */
  discard(): void;
}

/** The posted form of a page that takes a file, which has not been read yet. */
export const uploadContext = createContext<FormWithFile>();

/**
 * A posted form whose last field is a file: its fields are read, the file only on request. A form without a file, or
 * of another type, is read like any other declaration.
 * @throws a 400, 413 or 415 response, which the root error boundary shows as a page
 */
export async function readFormWithFile(request: Request, limits?: FormLimits): Promise<FormWithFile> {
  const type = request.headers.get("Content-Type") ?? "";
  const declared = Number(request.headers.get("Content-Length") ?? 0);
  const source = isMultipart(type) && request.body ? withoutCancel(request.body) : undefined;
  const { posted, append } = formWithin(limits);
  if (!source) for (const [name, value] of await readForm(request, limits)) append(name, value);
  let left = config().bodyLimitBytes;
  const parts = source && readParts(source, type, left + 1);

  /** Reads the fields up to the file, whose content waits. */
  async function readFields(): Promise<FilePart | undefined> {
    try {
      for (;;) {
        const part = (await parts?.next())?.value;
        if (!part) return undefined;
        const isText = "text" in part || (part.name !== "file" && !part.fileName);
        if (isText) {
          const text = "text" in part ? part.text : await textOf(part.content, left);
          // As much as a form without a file may have: names count, too.
          left -= Buffer.byteLength(`${part.name}=${text}&`);
          if (left < 0) throw data(null, { status: 413 });
          append(part.name, text);
        } else if (part.name === "file" && part.fileName) return part;
        // An empty file field, or a file in a field that takes none, is ignored.
        else part.content.resume();
      }
    } catch (error) {
      await parts?.return();
      throw error instanceof Error && error.name !== "TimeoutError" ? data(null, { status: 400 }) : error;
    }
  }

  const part = await readFields();
  return {
    posted,
    announced: part !== undefined,
    tooLarge: part !== undefined && declared > proofFileLimit + around,
    file: async () =>
      part
        ? openFile(part).catch(() => ({ ok: false, reason: "failed" }) as const)
        : { ok: false, reason: "missing" },
    // A body that breaks off here has brought what counts.
    hasAnother: () =>
      readFields().then(
        (next) => next !== undefined,
        () => false,
      ),
    async rest() {
      for (let file = part; file; file = await readFields()) file.content.resume();
    },
    discard: () => void source?.drain(),
  };
}

/** A field that a client sends as bytes without a file name, up to one chunk beyond the limit. */
async function textOf(content: FilePart["content"], limit: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > limit) break;
  }
  return Buffer.concat(chunks).toString();
}

async function openFile({ fileName, content }: FilePart): ReturnType<FormWithFile["file"]> {
  let head = Buffer.alloc(0);
  let type: ProofFileType | undefined;
  for await (const chunk of content.iterator({ destroyOnReturn: false })) {
    head = Buffer.concat([head, chunk]);
    type = proofFileType(head);
    if (type || head.byteLength >= proofHeadBytes) break;
  }
  if (!type) return { ok: false, reason: proofFault(head) ?? "type" };
  const chunks: Uint8Array[] = [];
  const file: IncomingFile = {
    ok: true,
    name: proofFileName(fileName, type),
    type,
    content: limited(),
    tooLarge: false,
    locked: false,
    size: undefined,
    copy: () => (file.size !== undefined && file.size <= keptBytes ? chunks : undefined),
  };
  return file;

  async function* limited(): AsyncGenerator<Uint8Array> {
    let read = head.byteLength;
    chunks.push(head);
    const isLocked = lockFinder();
    file.locked = isLocked(head);
    yield head;
    for await (const chunk of content) {
      read += chunk.byteLength;
      file.locked = isLocked(chunk);
      if (read > proofFileLimit) {
        file.tooLarge = true;
        throw new RangeError("The file is over its limit.");
      }
      if (read <= keptBytes) chunks.push(chunk);
      else chunks.length = 0;
      yield chunk;
    }
    file.locked &&= type === "application/pdf";
    file.size = read;
  }
}

/**
 * The body as chunks. Leaving it early does not cancel it: that would close the connection before the answer is
 * out. `drain` reads what is left and drops it.
 */
function withoutCancel(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader();
  let last: Promise<unknown> = Promise.resolve();
  /** One read after the other: two at once leave the source of an Express request paused for good. */
  function next(): Promise<IteratorResult<Uint8Array>> {
    const chunk = last.then(() => reader.read());
    last = chunk.catch(() => {});
    return chunk;
  }
  return {
    [Symbol.asyncIterator]: () => ({ next }),
    async drain() {
      let read = 0;
      try {
        while (read < drainLimit) {
          const { done, value } = await next();
          if (done) return;
          read += value.byteLength;
        }
        // The response was sent long ago: a client that keeps sending would wait forever.
        await reader.cancel();
      } catch {
        // The customer disconnected: nobody waits for anything.
      }
    },
  };
}
