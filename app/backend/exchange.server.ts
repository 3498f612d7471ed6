import { Readable } from "node:stream";
import { errors } from "undici";
import type { z } from "zod";
import { type Failure, givesReason, type Result } from "#app/errors/errors.ts";
import { codeOf } from "#app/platform/error-facts.ts";
import type { Answered } from "./ask.server.ts";
import { type Call, isActing } from "./contract/call.ts";
import { parseJson } from "./json-body.ts";
import { checkedPdf } from "./pdf.server.ts";
import { type Deviation, isEmpty, readAnswer } from "./read-answer.ts";
import { readProblem } from "./read-problem.ts";

/** Largest JSON response that is read, in bytes. */
const answerLimit = 2 * 1024 * 1024;

interface Reading {
  /** Called with each way in which the response deviates from the contract. */
  note: (deviations: Deviation[]) => void;
  /** How long the rest of a large document may stall, in milliseconds. */
  stallMs: number;
}

/**
 * Makes one attempt of a call and reads its response: any 2xx whose body is what the call's row needs is a success
 * (decision 0049). Portal and `check-provider` read alike.
 * @param signal the one that limits the attempt
 * @returns the parsed response (a PDF as a stream), or the failure; never throws for what the provider does
 */
export async function exchange<T>(
  call: Call,
  signal: AbortSignal,
  attempt: () => Promise<Answered>,
  { note: odd, stallMs }: Reading,
): Promise<Result<T>> {
  // eslint-disable-next-line house/no-cast -- T is what the call's row says that it answers
  const succeeded = (data: unknown): Result<T> => ({ ok: true, data: data as T });
  const failed = (failure: Failure): Result<T> => ({ ok: false, failure });
  /** The body of an unsuccessful response may say why: some providers refuse with a 2xx status. */
  const unusable = (json: unknown, why: string) =>
    failed({ kind: "unreadable", problem: readProblem(json).problem, cause: new RangeError(why) });
  let answered: Answered;
  try {
    answered = await attempt();
  } catch (cause) {
    if (isUnaskedContinue(cause)) {
      const why = new RangeError(
        "100 Continue that nobody asked for: the HTTP client refuses the answer after it",
      );
      return failed({ kind: "unreadable", isUnaskedContinue: true, cause: why });
    }
    return failed({ kind: signal.aborted ? "timeout" : "unreachable", cause });
  }
  const { status, headers, body } = answered;
  const header = (name: string) => [headers[name]].flat()[0];
  const parsed = (bytes: Uint8Array) => {
    const { json, isUtf8 } = parseJson(bytes, header("content-type"));
    if (!isUtf8) odd([{ path: "(body)", what: "another encoding" }]);
    return json;
  };
  const jsonOf = async () => parsed(await bytesOf(body));
  /** What a success says beside that it is one, as far as it can be read. */
  const dataOf = (schema: z.ZodType, json: unknown) => {
    const read = readAnswer(schema, json);
    odd(read.deviations);
    if (read.ok) return read.data;
    if (json !== undefined) odd(read.unusable);
    return schema.parse({});
  };
  try {
    if (status < 200 || status >= 300) {
      const read = readProblem(await jsonOf().catch(() => undefined));
      odd(read.deviations);
      const retryAfter = secondsOf(header("retry-after"), header("date"));
      const { problem } = read;
      const mayBeMissing = call.addition && noSuchCall.has(status) && !givesReason({ status, problem });
      return failed({
        kind: "answer",
        status,
        problem,
        retryAfter,
        ...(mayBeMissing && { isMissingCall: true }),
      });
    }
    if (isActing(call)) {
      const bytes = await bytesOf(body);
      const json = orUndefined(() => parsed(bytes));
      const refused = call.refusal && readAnswer(call.refusal, json);
      if (refused?.ok) return failed({ kind: "answer", status: 409, problem: refused.data });
      const why = refusalIn(bytes, json);
      if (why) return failed({ kind: "unreadable", ...why });
      const { answer } = call;
      return succeeded(typeof answer === "string" ? undefined : dataOf(answer, json));
    }
    if (call.answer === "pdf") {
      if (!mayBePdf.test(header("content-type") ?? ""))
        return unusable(await jsonOf().catch(() => undefined), "no PDF");
      const size = header("content-length");
      // eslint-disable-next-line house/no-cast -- Node's own type of it lacks what only browsers' streams have
      const source = Readable.toWeb(body) as ReadableStream<Uint8Array>;
      const pdf = await checkedPdf(source, stallMs, size ? Number(size) : undefined);
      return succeeded(pdf);
    }
    const json = status === 204 ? {} : await jsonOf();
    if (call.answer === "nothing") return succeeded(undefined);
    if (call.refusal && readAnswer(call.refusal, json).ok) return unusable(json, "a refusal");
    if (call.isNeverEmpty && Object.values(json ?? {}).every(isEmpty))
      return unusable(json, "an empty answer");
    const read = readAnswer(call.answer, json);
    odd(read.deviations);
    if (read.ok) return succeeded(read.data);
    odd(read.unusable);
    return unusable(json, read.unusable.map(({ path, what }) => `${path}: ${what}`).join(", "));
  } catch (cause) {
    body.on("error", () => {}).destroy();
    // A truncated body is a broken connection; everything else is an unreadable response.
    if (signal.aborted) return failed({ kind: "timeout", cause });
    return failed({ kind: isBroken(cause) ? "unreachable" : "unreadable", cause });
  }
}

/** undici says no more of it, and documents no way to read on (RFC 9110, 15.2: a client has to be able to). */
const isUnaskedContinue = (cause: unknown): boolean =>
  cause instanceof errors.SocketError && cause.message === "bad response";

/** Statuses of a call that a provider does not have. */
const noSuchCall = new Set([404, 405, 501]);

/** Content types of a PDF; its bytes decide. */
const mayBePdf = /^\s*(?:application\/(?:x-)?pdf|(?:application|binary)\/octet-stream)\s*(?:;|$)/i;

/**
 * Why a 2xx response of a call that acts is no success: its body gives the provider's reason, or it is a page or a
 * document that nobody asked for, whatever type it claims.
 */
function refusalIn(bytes: Uint8Array, json: unknown): Pick<Failure, "problem" | "cause"> | undefined {
  if (/^(?:\uFEFF)?\s*(?:<|%PDF-)/.test(Buffer.from(bytes.subarray(0, 100)).toString()))
    return { cause: new RangeError("a page or a document") };
  const { problem } = readProblem(json);
  return givesReason({ problem }) ? { problem, cause: new RangeError("a refusal") } : undefined;
}

function orUndefined(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Whether the connection broke in the middle of a body. */
function isBroken(cause: unknown): boolean {
  return (
    cause instanceof errors.SocketError ||
    cause instanceof errors.ResponseContentLengthMismatchError ||
    codeOf(cause)?.startsWith("HPE_") === true ||
    (cause instanceof Error && "syscall" in cause)
  );
}

const longestWait = 24 * 60 * 60;

/**
 * The seconds of a `Retry-After` header in either of its forms, a number or a date (RFC 9110, 10.2.3): a day at most.
 * @param date of the answer: a date is by the provider's clock
 */
function secondsOf(header = "", date = ""): number | undefined {
  const text = header.trim();
  const now = instantOf(date) || Date.now();
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((instantOf(text) - now) / 1000);
  return seconds >= 0 ? Math.min(seconds, longestWait) : undefined;
}

/** Milliseconds since 1970 of an HTTP date; NaN for anything else. */
const instantOf = (text: string) => (/^[A-Z][a-z]+, .+ GMT$/.test(text) ? Date.parse(text) : Number.NaN);

async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > answerLimit) throw new RangeError("the answer is larger than 2 MB");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
