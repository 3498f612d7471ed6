import { randomBytes } from "node:crypto";
import { constants, crc32, deflateRawSync, inflateRawSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import { filled, type Slots, type Template } from "#app/rendering/template.server.ts";

/** What is sent as one page. */
export interface PageBody {
  plain(): Buffer;
  /** Nothing where it does not pay. */
  gzip(): Buffer | undefined;
}

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

/** A value in a slot with room is followed by spaces up to one of these lengths. */
const rooms = [32, 64, 128];

/** What fills the slots. Those with room that are filled alike have the name of the first. */
type Values = Map<string, { as: string; bytes: Buffer }>;

/** Nothing where one does not fit: what comes after a slot of another length would point to the wrong place. */
function fitted(template: Template, slots: Slots): Values | undefined {
  const values: Values = new Map();
  const alike = new Map<string, string>();
  for (const part of template) {
    if (typeof part === "string" || values.has(part.name)) continue;
    const value = slots[part.name] ?? "";
    const length = Buffer.byteLength(value);
    const size = part.room ? rooms.find((room) => room >= length) : part.length;
    if (size === undefined || (!part.room && size !== length)) return undefined;
    const as = (part.room && alike.get(value)) || part.name;
    if (part.room) alike.set(value, as);
    values.set(part.name, { as, bytes: Buffer.from(value + " ".repeat(size - length)) });
  }
  return values;
}

/** Bytes, and the names of slots whose values are copied between them. */
type Pieces = (Buffer | string)[];

interface Compressed {
  /** What the stream says, for its checksum. */
  parts: Pieces;
  /** By the lengths of what fills the slots, and what of it is alike; empty where that did not succeed. */
  streams: LRUCache<string, Pieces>;
}
const compressed = new WeakMap<Template, Compressed>();
/** Of one page: hardly any value but an address or an e-mail takes more than the least room. */
const mostStreams = 4;

const joined = (pieces: Pieces, bytesOf: (name: string) => Buffer): Buffer =>
  Buffer.concat(pieces.map((piece) => (typeof piece === "string" ? bytesOf(piece) : piece)));

/** Bytes that are in no text in UTF-8, in the place of a value that is not known yet. */
function placeholder(length: number, number: number): Buffer {
  let state = number + 1;
  const next = () => {
    state = (state * 48271) % 2147483647;
    return 0xf5 + (state % 11);
  };
  return Buffer.from(Array.from({ length }, next));
}

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
function compress(parts: Pieces, values: Values): Pieces {
  const pieces: Pieces = [];
  const firsts = new Map<string, { bytes: Buffer; at: number }>();
  let before = nothing;
  let waiting = nothing;
  for (const part of parts) {
    if (typeof part !== "string") {
      waiting = Buffer.concat([waiting, part]);
      continue;
    }
    const { as = part, bytes: { length } = nothing } = values.get(part) ?? {};
    const at = before.length + waiting.length;
    const first = firsts.get(as);
    const bytes = first?.bytes ?? placeholder(length, firsts.size);
    firsts.set(as, { bytes, at });
    if (first && at - first.at < window / 2) waiting = Buffer.concat([waiting, bytes]);
    else {
      const piece = deflated(waiting, before, { level: bestLevel, last: false });
      // A copy: what deflate returns holds a whole buffer of 16 kB.
      pieces.push(Buffer.concat([piece.subarray(0, -4), storedHead(length)]), part);
      before = Buffer.concat([before, waiting, bytes]);
      waiting = nothing;
    }
  }
  pieces.push(Buffer.from(deflated(waiting, before, { level: bestLevel, last: true })));
  // Nothing promises that deflate points back to where the value comes, instead of writing a part of a placeholder.
  const others = new Map<string, Buffer>();
  for (const [as, { bytes }] of firsts)
    others.set(as, randomBytes(bytes.length).map((byte) => byte % 0xf5) as Buffer);
  const other = (name: string) => others.get(values.get(name)?.as ?? name) ?? nothing;
  return inflateRawSync(joined(pieces, other)).equals(joined(parts, other)) ? pieces : [];
}

/** A page that many requests share, but for what fills its slots: compressed once for all values of the same lengths. */
export function filledBody(template: Template, slots: Slots): PageBody {
  const values = fitted(template, slots);
  if (!values) return renderedBody(filled(template, slots));
  const { parts, streams } = compressed.get(template) ?? {
    parts: template.map((part) => (typeof part === "string" ? Buffer.from(part) : part.name)),
    streams: new LRUCache({ max: mostStreams }),
  };
  compressed.set(template, { parts, streams });
  const bytesOf = (name: string) => values.get(name)?.bytes ?? nothing;
  return {
    plain: () => joined(parts, bytesOf),
    gzip() {
      const key = Array.from(values.values(), ({ as, bytes }) => `${as} ${bytes.length}`).join();
      const stream = streams.get(key) ?? compress(parts, values);
      streams.set(key, stream);
      if (stream.length === 0) return renderedBody(this.plain().toString()).gzip();
      let checksum = 0;
      let length = 0;
      for (const part of parts) {
        const bytes = typeof part === "string" ? bytesOf(part) : part;
        checksum = crc32(bytes, checksum);
        length += bytes.length;
      }
      return Buffer.concat([header, joined(stream, bytesOf), trailer(checksum, length)]);
    },
  };
}
