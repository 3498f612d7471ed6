import { constants, crc32, deflateRawSync, inflateRawSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import type { Slots, Template } from "#app/template.server.ts";

/** What is sent as one page. */
export interface PageBody {
  plain(): Buffer;
  /** Nothing where it does not pay. */
  gzip(): Buffer | undefined;
}

type Slot = Exclude<Template[number], string>;

/** How far back deflate looks. */
const window = 32 * 1024;
/** A third of the time of level 6 for 3 % more bytes. */
const level = 4;
/** How much of its head a rendered page may point back to: all of it takes a quarter longer for 0.4 % fewer bytes. */
const reach = 4 * 1024;
/** For what is compressed once and sent many times. */
const bestLevel = 9;
const smallest = 1024;
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

/** Compresses a part of a gzip stream as if all `before` it had just been compressed, up to the next whole byte. */
const deflated = (part: Buffer, before: Buffer, options: { level: number; last: boolean }) =>
  deflateRawSync(part, {
    level: options.level,
    ...(before.length > 0 && { dictionary: before.subarray(-window) }),
    finishFlush: options.last ? constants.Z_FINISH : constants.Z_SYNC_FLUSH,
  });

const nothing = Buffer.alloc(0);

function trailer(checksum: number, length: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(checksum);
  bytes.writeUInt32LE(length, 4);
  return bytes;
}

interface Head {
  plain: Buffer;
  deflated: Buffer;
  checksum: number;
}
/** By its text: pages share it as far as they begin alike, which is more than half of each. */
const heads = new LRUCache<string, Head>({
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: ({ plain }, text) => plain.length + text.length,
});
const headEnd = "</style>";
const noHead: Head = { plain: nothing, deflated: nothing, checksum: 0 };

/** A page's head up to the end of its styles. */
function compressedHead(head: string): Head {
  const known = heads.get(head);
  if (known) return known;
  const plain = Buffer.from(head);
  const made = {
    plain,
    deflated: deflated(plain, nothing, { level: bestLevel, last: false }),
    checksum: crc32(plain),
  };
  heads.set(head, made);
  return made;
}

/** A page rendered for one request. What many of them begin with is compressed once and continued with the rest. */
export const renderedBody = (text: string): PageBody => ({
  plain: () => Buffer.from(text),
  gzip() {
    if (text.length < smallest) return undefined;
    const end = text.includes(headEnd) ? text.indexOf(headEnd) + headEnd.length : 0;
    const head = end > 0 ? compressedHead(text.slice(0, end)) : noHead;
    const rest = Buffer.from(text.slice(end));
    return Buffer.concat([
      header,
      head.deflated,
      deflated(rest, head.plain.subarray(-reach), { level, last: true }),
      trailer(crc32(rest, head.checksum), head.plain.length + rest.length),
    ]);
  },
});

interface Compressed {
  /** Bytes of the stream between the places that values are copied to; none where that did not succeed. */
  pieces: (Buffer | Slot)[];
  /** What the stream says, for its checksum. */
  parts: (Buffer | Slot)[];
}
const compressed = new WeakMap<Template, Compressed>();

/** As many bytes, none of them in any text in UTF-8, as a value that is not known yet. */
const placeholder = ({ length }: Slot, number: number): Buffer =>
  Buffer.from(
    Array.from({ length }, (_, index) => 0xf5 + ((index * 7 + ((index * index) >> 1) + number * 3) % 11)),
  );

/** The head of a stored block that a deflated part, flushed to a whole byte, ends with: an empty one gets a length. */
function storedHead(length: number): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(length);
  head.writeUInt16LE(~length & 0xffff, 2);
  return head;
}

/**
 * A value is stored where it comes first. What comes after is compressed with a placeholder there, and where the value
 * comes again, deflate points back to the first one, whatever it will be.
 */
function compress(template: Template): Compressed {
  const pieces: Compressed["pieces"] = [];
  const firsts = new Map<string, { bytes: Buffer; at: number }>();
  let before = nothing;
  let waiting = nothing;
  const parts = template.map((part) => {
    if (typeof part === "string") {
      const plain = Buffer.from(part);
      waiting = Buffer.concat([waiting, plain]);
      return plain;
    }
    const at = before.length + waiting.length;
    const first = firsts.get(part.name);
    const bytes = first?.bytes ?? placeholder(part, firsts.size);
    firsts.set(part.name, { bytes, at });
    if (first && at - first.at < window / 2) waiting = Buffer.concat([waiting, bytes]);
    else {
      const piece = deflated(waiting, before, { level: bestLevel, last: false });
      pieces.push(piece.subarray(0, -4), storedHead(part.length), part);
      before = Buffer.concat([before, waiting, bytes]);
      waiting = nothing;
    }
    return part;
  });
  pieces.push(deflated(waiting, before, { level: bestLevel, last: true }));
  return { pieces, parts };
}

/** A page that many requests share, but for what fills its slots: compressed once, whatever fills them. */
export function filledBody(template: Template, slots: Slots): PageBody {
  const text = () => template.map((part) => (typeof part === "string" ? part : slots[part.name])).join("");
  function filled({ pieces, parts }: Compressed) {
    const values = new Map(Object.entries(slots).map(([name, value = ""]) => [name, Buffer.from(value)]));
    // What comes after a slot of another length would point to the wrong place.
    const fits = parts.every((part) => !("name" in part) || values.get(part.name)?.length === part.length);
    if (!fits) return undefined;
    const bytes = (part: Buffer | Slot) => ("name" in part ? (values.get(part.name) ?? nothing) : part);
    const plain = parts.map(bytes);
    const length = plain.reduce((total, part) => total + part.length, 0);
    const checksum = plain.reduce((sum, part) => crc32(part, sum), 0);
    return { stream: pieces.map(bytes), end: trailer(checksum, length) };
  }
  return {
    plain: () => Buffer.from(text()),
    gzip() {
      const known = compressed.get(template) ?? compress(template);
      const made = known.pieces.length > 0 ? filled(known) : undefined;
      if (!made) return renderedBody(text()).gzip();
      if (!compressed.has(template)) {
        // Nothing promises that deflate points back instead of writing a part of a placeholder.
        const isRight = inflateRawSync(Buffer.concat(made.stream)).equals(this.plain());
        compressed.set(template, isRight ? known : { pieces: [], parts: [] });
        if (!isRight) return this.gzip();
      }
      return Buffer.concat([header, ...made.stream, made.end]);
    },
  };
}
