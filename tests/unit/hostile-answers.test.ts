import type { Socket } from "node:net";
import {
  brotliCompressSync,
  constants,
  createGzip,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from "node:zlib";
import fc from "fast-check";
import { afterAll, describe, expect, test, vi } from "vitest";
import type { Call } from "#app/backend/contract/call.ts";
import { customerCalls } from "#app/backend/contract/customer.ts";
import { identityCalls } from "#app/backend/contract/identity.ts";
import { offerCalls } from "#app/backend/contract/offer-calls.ts";
import { serviceCalls } from "#app/backend/contract/services.ts";
import { terminationCalls } from "#app/backend/contract/termination.ts";
import { withdrawalCalls } from "#app/backend/contract/withdrawal.ts";
import type { Result } from "#app/errors/errors.ts";
import { clientOf } from "../support/client.ts";
import { httpAnswer, type RawAnswer, rawProvider } from "../support/raw-provider.ts";

// Answers of nobody's good will, byte by byte: the first assertion is always that the portal still answers.

const provider = await rawProvider();
// What is down is another test's matter: here every call is sent.
vi.mock(
  import("#app/backend/availability.server.ts"),
  () =>
    ({
      whenAvailable: (...[, , , ask]: [unknown, unknown, unknown, () => unknown]) => ask(),
    }) as object,
);
const { send, sendFile, context } = await clientOf(provider.origin);
afterAll(() => provider.close());

const params = { id: "id", itemId: "item", type: "TERMS" };
/** One for each kind of answer, with a body and without; that all calls of a kind are read alike, types say. */
const calls: Call[] = [
  serviceCalls.novumEntry,
  serviceCalls.declineEmail,
  offerCalls.loadOffer,
  offerCalls.acceptOffer,
  offerCalls.offerDocument,
  identityCalls.idvMethods,
  customerCalls.changeCustomerDetails,
  withdrawalCalls.load,
];

async function* file() {
  yield Buffer.from("a file");
}
const upload = () =>
  sendFile(context, terminationCalls.terminationUpload, params, {
    name: "proof.pdf",
    type: "application/pdf",
    content: file(),
  });

/** How calls end whose documents are read to their end, too. */
async function endOf(call: Call, patienceMs = 60_000): Promise<Result<unknown>> {
  const body = call.body ? ({} as never) : undefined;
  const input = { params, body, patienceMs };
  const result = (await send(context, call, input)) as Result<unknown>;
  if (!result.ok || call.answer !== "pdf") return result;
  try {
    return { ok: true, data: await new Response((result.data as { body: ReadableStream }).body).bytes() };
  } catch (cause) {
    return { ok: false, failure: { kind: "unreachable", cause } };
  }
}
const endsOf = (patienceMs = 60_000) =>
  Promise.all([upload(), ...calls.map((call) => endOf(call, patienceMs))]);

let asked = 0;
/** The next ordinary call gets its own answer. */
async function stillAnswers() {
  const offerToken = `token-${asked++}`;
  provider.answers((connection) => connection.write(httpAnswer({ body: JSON.stringify({ offerToken }) })));
  expect(await send(context, serviceCalls.novumEntry, { query: { id: "1" }, patienceMs: 60_000 })).toEqual({
    ok: true,
    data: { offerToken },
  });
}

const json = Buffer.from(JSON.stringify({ offerToken: "said" }));
const sound = (header: string, pack: (body: Buffer) => Buffer) => ({ header, pack, isSound: true });
const broken = (header: string, pack: (body: Buffer) => Buffer) => ({ header, pack, isSound: false });
const codings = {
  none: sound("", (body) => body),
  gzip: sound("gzip", (body) => gzipSync(body)),
  "x-gzip in capitals": sound("X-GZIP", (body) => gzipSync(body)),
  br: sound("br", (body) => brotliCompressSync(body)),
  deflate: sound("deflate", (body) => deflateSync(body)),
  zstd: sound("zstd", (body) => zstdCompressSync(body)),
  "two after each other": sound("gzip, br", (body) => brotliCompressSync(gzipSync(body))),
  "nothing to unpack": sound("identity", (body) => body),
  unknown: broken("klingon", (body) => gzipSync(body)),
  "six after each other": broken("gzip, gzip, gzip, gzip, gzip, gzip", (body) => body),
  "raw deflate": broken("deflate", (body) => deflateRawSync(body)),
  "not packed at all": broken("gzip", (body) => body),
  "packed otherwise": broken("br", (body) => gzipSync(body)),
  "cut off": broken("gzip", (body) => gzipSync(body).subarray(0, -9)),
  "a header and nothing": broken("gzip", () => Buffer.alloc(0)),
  "zstd cut off": broken("zstd", (body) => zstdCompressSync(body).subarray(0, -4)),
};
const statuses = [200, 201, 202, 204, 205, 206, 299, 301, 304, 400, 401, 404, 409, 422, 500, 503];

describe("every coding with a success and some of the other statuses", () => {
  const rows = Object.entries(codings).map(([name, coding], turn) => ({ name, turn, ...coding }));
  test.each(rows)("$name", async ({ turn, header, pack, isSound }) => {
    for (const status of [200, ...statuses.filter((_, at) => at % 4 === turn % 4)]) {
      const mayHaveBody = status !== 204 && status !== 304;
      for (const withBody of mayHaveBody ? [true, false] : [false]) {
        const headers = { "Content-Type": "application/json", ...(header && { "Content-Encoding": header }) };
        const body = withBody ? pack(json) : "";
        const answer = httpAnswer({
          status,
          headers: mayHaveBody ? headers : { ...headers, "Content-Length": "0" },
          body,
        });
        provider.answers((connection) => connection.write(answer));
        const ends = await endsOf();
        await stillAnswers();
        const novum = ends[1 + calls.indexOf(serviceCalls.novumEntry)];
        const isRead = withBody && isSound && status < 300;
        if (isRead) expect(novum, `${status}`).toEqual({ ok: true, data: { offerToken: "said" } });
        else expect(novum?.ok, `${status}`).toBe(false);
        const declined = ends[1 + calls.indexOf(serviceCalls.declineEmail)];
        if (!header || (isSound && withBody) || status === 204 || status >= 300)
          expect(declined?.ok, `${status}`).toBe(status < 300);
      }
    }
  });
});

const head = (...lines: string[]) => `${["HTTP/1.1 200 OK", ...lines].join("\r\n")}\r\n\r\n`;
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const isJson = "Content-Type: application/json";
const text = json.toString();
const length = `Content-Length: ${text.length}`;
const inChunks = "Transfer-Encoding: chunked";
/** Writes and ends the connection in an orderly way. */
const ended =
  (...parts: string[]): RawAnswer =>
  (connection) =>
    connection.end(parts.join(""));
/** Writes and leaves the connection open. */
const open =
  (...parts: string[]): RawAnswer =>
  (connection) =>
    connection.write(parts.join(""));

const oddities: Record<string, RawAnswer> = {
  "closes at once": (connection) => connection.end(),
  "resets at once": (connection) => connection.resetAndDestroy(),
  "ends in the status line": ended("HTTP/1.1 2"),
  "ends in the headers": ended("HTTP/1.1 200 OK\r\nContent-Le"),
  "ends in the body": ended(head(isJson, "Content-Length: 500"), text),
  "resets in the body": (connection) => {
    connection.write(head(isJson, "Content-Length: 500") + text, () => connection.resetAndDestroy());
  },
  "ends in a chunk": ended(head(isJson, inChunks), "fff\r\n{"),
  "ends without the last chunk": ended(head(isJson, inChunks), chunk(text)),
  "a length too short": ended(head(isJson, "Content-Length: 3"), text),
  "a length that is none": ended(head(isJson, "Content-Length: many"), text),
  "a negative length": ended(head(isJson, "Content-Length: -1"), text),
  "two lengths": ended(head(isJson, length, "Content-Length: 3"), text),
  "length and chunks": ended(head(isJson, "Content-Length: 3", inChunks), chunk(text), "0\r\n\r\n"),
  "an unknown transfer coding": ended(head(isJson, "Transfer-Encoding: klingon"), text),
  "a chunk size that is none": ended(head(isJson, inChunks), "zz\r\n{}\r\n0\r\n\r\n"),
  "no length, until the end": ended(head(isJson), text),
  trailers: open(head(isJson, inChunks, "Trailer: X-A"), chunk(text), "0\r\nX-A: b\r\n__proto__: c\r\n\r\n"),
  "huge trailers": ended(head(isJson, inChunks), chunk(text), `0\r\nX-A: ${"b".repeat(100_000)}\r\n\r\n`),
  "a huge header": ended(head(isJson, `X-A: ${"b".repeat(100_000)}`), text),
  "very many headers": ended(head(isJson, ...Array.from({ length: 5000 }, (_, at) => `X-${at}: b`)), text),
  "headers named like members": ended(head(isJson, "__proto__: a", "constructor: b", length), text),
  "folded headers": ended(head(isJson, "X-A: a\r\n b"), text),
  "bytes that no header has": ended(head(isJson, "X-A: \u0000\u0001"), text),
  "another protocol": ended("SSH-2.0-OpenSSH_9.9\r\n"),
  "nothing but bytes": ended("\u0000\u0001\u0002\u0003".repeat(1000)),
  "no status": ended("HTTP/1.1 OK\r\n\r\n"),
  "status 99": ended("HTTP/1.1 99 What\r\nContent-Length: 0\r\n\r\n"),
  "status 999": ended("HTTP/1.1 999 What\r\nContent-Length: 0\r\n\r\n"),
  "another protocol asked for": ended("HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"),
  "hints before the answer": open(
    "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".repeat(20),
    head(isJson, length),
    text,
  ),
  "only hints": ended("HTTP/1.1 100 Continue\r\n\r\n".repeat(20)),
  "a redirect to itself": ended("HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\n\r\n"),
  "two answers at once": open(head(isJson, length), text, head(isJson, "Content-Length: 2"), "{}"),
  "bytes after the answer": open(head(isJson, length), text, "and more"),
  "an unknown charset": ended(
    head("Content-Type: application/json; charset=klingon"),
    `{"offerToken":"\u00fc"}`,
  ),
  "UTF-16": (connection) =>
    connection.end(Buffer.concat([Buffer.from(head(isJson)), Buffer.from(text, "utf16le")])),
  "no type": ended(head(length), text),
  "a type that is none": ended(head("Content-Type: ;;;=/"), text),
  "a body where there is none": open(`HTTP/1.1 204 No Content\r\n${length}\r\n\r\n${text}`),
  "a page": ended(head("Content-Type: text/html"), "<!doctype html><title>Blocked</title>"),
  "JSON a thousand deep": ended(head(isJson), "[".repeat(100_000)),
  "a member like the prototype": ended(head(isJson), '{"__proto__":{"ok":true},"code":{}}'),
};

describe("an answer that is none", () => {
  test.each(Object.entries(oddities))("%s", async (_, answer) => {
    provider.answers(answer);
    await endsOf(500);
    await stillAnswers();
  });
});

/** Writes for ever, as fast as the reader takes it. */
const endless =
  (start: string | Buffer, more: string | Buffer): RawAnswer =>
  (connection) => {
    const write = () => {
      while (!connection.destroyed && connection.write(more));
      if (!connection.destroyed) connection.once("drain", write);
    };
    connection.write(start);
    write();
  };
const blank = Buffer.alloc(64 * 1024, " ");
const bomb =
  (body: Buffer, ...lines: string[]): RawAnswer =>
  (connection) =>
    connection.end(Buffer.concat([Buffer.from(head(...lines, `Content-Length: ${body.length}`)), body]));
const plentyOfNothing = Buffer.alloc(160 * 1024 * 1024, " ");
const inSmallFile = gzipSync(plentyOfNothing, { level: 1 });
const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

const bounds: Record<string, RawAnswer> = {
  "a body without end": endless(head(isJson), blank),
  "chunks without end": endless(head(isJson, inChunks), `10000\r\n${blank}\r\n`),
  "headers without end": endless("HTTP/1.1 200 OK\r\n", `X-A: ${"b".repeat(1000)}\r\n`),
  "a packed body without end": (connection: Socket) => {
    connection.write(head(isJson, "Content-Encoding: gzip"));
    const packer = createGzip({ level: 1 });
    packer.pipe(connection);
    const write = () => {
      while (!connection.destroyed && packer.write(blank));
      if (connection.destroyed) packer.destroy();
      else packer.once("drain", write);
    };
    write();
  },
  "much in a small file": bomb(inSmallFile, isJson, "Content-Encoding: gzip"),
  "much in a small file, twice": bomb(gzipSync(inSmallFile), isJson, "Content-Encoding: gzip, gzip"),
  "much in a tiny file": bomb(brotliCompressSync(plentyOfNothing, fast), isJson, "Content-Encoding: br"),
};

describe("an answer without bounds is not read to its end", () => {
  test.each(Object.entries(bounds))("%s", async (_, answer) => {
    provider.answers(answer);
    const result = await endOf(serviceCalls.novumEntry);
    await stillAnswers();
    expect(result.ok).toBe(false);
    const taken = process.memoryUsage().arrayBuffers;
    expect(taken - plentyOfNothing.length).toBeLessThan(128 * 1024 * 1024);
  });

  test("silence ends with the call's time, in headers, in a body and before both", async () => {
    const inBody = `${head(isJson, inChunks)}1\r\n{\r\n`;
    for (const said of ["", "HTTP/1.1 200 OK\r\n", head(isJson, length), inBody]) {
      provider.answers(open(said));
      const result = await endOf(serviceCalls.novumEntry, 100);
      await stillAnswers();
      expect(result, said).toMatchObject({ ok: false, failure: { kind: "timeout" } });
    }
  });
});

test("whatever is put together, the portal still answers", async () => {
  const bodies = [
    "",
    "{}",
    "[]",
    "null",
    '{"code":"DOWNTIME"}',
    '{"errors":[{}]}',
    "%PDF-1.7\n%%EOF",
    "<html>",
  ];
  const types = "application/json application/problem+json application/pdf Application/PDF;v=1";
  const made = fc.record({
    status: fc.constantFrom(...statuses),
    type: fc.constantFrom(...`${types} application/octet-stream text/html `.split(" ")),
    coding: fc.constantFrom(...Object.values(codings)),
    body: fc.oneof(
      fc.constantFrom(text, ...bodies).map(Buffer.from),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    ),
    framing: fc.constantFrom("length", "chunks", "close", "both", "short", "long"),
    end: fc.constantFrom("open", "end", "reset"),
    retryAfter: fc.constantFrom("", "0", "-1", "9".repeat(400), "Sun, 06 Nov 1994 08:49:37 GMT", "soon"),
  });
  await fc.assert(
    fc.asyncProperty(made, fc.constantFrom(...calls), async (parts, call) => {
      const { status, type, coding, framing, end, retryAfter } = parts;
      const body = coding.pack(parts.body);
      const lines = [`HTTP/1.1 ${status} X`];
      if (type) lines.push(`Content-Type: ${type}`);
      if (coding.header) lines.push(`Content-Encoding: ${coding.header}`);
      if (retryAfter) lines.push(`Retry-After: ${retryAfter}`);
      if (framing === "chunks" || framing === "both") lines.push(inChunks);
      const lengths: Record<string, number> = { length: 0, both: 0, short: -1, long: 1 };
      if (framing in lengths)
        lines.push(`Content-Length: ${Math.max(0, body.length + (lengths[framing] ?? 0))}`);
      const isChunked = framing === "chunks" || framing === "both";
      const sent = isChunked
        ? Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from("\r\n0\r\n\r\n")])
        : body;
      provider.answers((connection) => {
        connection.write(Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), sent]), () => {
          if (end === "reset") connection.resetAndDestroy();
          else if (end === "end" || framing === "close" || framing === "long") connection.end();
        });
      });
      const result = await endOf(call, 200);
      await stillAnswers();
      if (!result.ok && result.failure.kind === "answer") expect(result.failure.status).toBe(status);
      if (result.ok) expect([status, 200 <= status && status < 300]).toEqual([status, true]);
    }),
    { numRuns: 300 },
  );
});
