import { pipeline, Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { z } from "zod";
import type { Failure, Result } from "#app/errors/errors.ts";
import { localeRows } from "#app/i18n/locale.ts";
import {
  brandContext,
  deadlineContext,
  getIfSet,
  localeContext,
  type RequestContext,
  sessionContext,
  traceIdContext,
} from "#app/middleware/request.server.ts";
import { config } from "#app/operation/config.server.ts";
import { logger } from "#app/operation/log.server.ts";
import { backendCallSeconds, backendDeviations } from "#app/operation/metrics.server.ts";
import { inBackendSpan, passTraceOn } from "#app/operation/tracing.server.ts";
import { bearerOf } from "#app/session/bearer.server.ts";
import { type Answered, ask } from "./ask.server.ts";
import { whenAvailable } from "./availability.server.ts";
import type { Call } from "./contract/call.ts";
import { multipartFile } from "./contract/multipart.ts";
import { parseJson } from "./json-body.ts";
import { checkedPdf, type PdfFile } from "./pdf.server.ts";
import { type Deviation, readAnswer, readProblem } from "./read-answer.ts";

/** Largest JSON response that is read, in bytes. */
const answerLimit = 2 * 1024 * 1024;

interface Input<Query, Body> {
  /** Placeholders of the path; `{brand}` is filled in automatically. */
  params?: Record<string, string>;
  query?: Query;
  body?: Body;
  /** The customer's submission id. */
  idempotencyKey?: string;
  /** Fraction of the page's remaining time that this call may take, if another call has to follow it. */
  share?: number;
  /** Milliseconds that this call may take, whatever time the page has left. */
  patienceMs?: number;
}

type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;
type AnswerOf<A> = A extends z.ZodType ? z.output<A> : A extends "pdf" ? PdfFile : undefined;

/**
 * Sends a call to the provider's API. All calls go through here, except uploads (`sendFile`).
 *
 * Sends trace id, bearer token, language and idempotency key; waits no longer than the page's deadline (unless
 * `patienceMs` is given) or the configured timeout; follows no redirect; reads at most 2 MB of JSON and parses it
 * with the call's schema; accepts as success only the status and body named in the call's row. A GET, or a POST whose
 * row marks it as repeatable, is retried once when the connection broke. A customer who disconnects does not cancel a
 * POST in progress.
 *
 * @returns the parsed response (a PDF as a stream, nothing for 204), or the failure
 * @throws Error for a missing path parameter, never for what the provider does
 */
export async function send<
  Q extends z.ZodType | undefined,
  B extends z.ZodType | undefined,
  A extends z.ZodType | "pdf" | "nothing",
>(
  context: RequestContext,
  call: Call<Q, B, A>,
  input: Input<InputOf<Q>, InputOf<B>> = {},
): Promise<Result<AnswerOf<A>>> {
  const url = urlOf(context, call, input.params, input.query as Record<string, string> | undefined);
  const headers = await headersOf(context, call, input.idempotencyKey);
  const body = input.body === undefined ? undefined : JSON.stringify(input.body);
  const remaining =
    input.patienceMs ?? Math.round((context.get(deadlineContext) - Date.now()) * (input.share ?? 1));
  const { apiTimeoutMs } = config();
  const limit = Math.max(1, apiTimeoutMs > 0 ? Math.min(apiTimeoutMs, remaining) : remaining);
  const repeatable = call.method === "GET" || call.repeatable;
  if (call.method !== "GET" && !call.readOnly) getIfSet(context, sessionContext)?.settle();

  const patience = new AbortController();
  const late = setTimeout(() => patience.abort(), limit);
  const { signal } = patience;

  const result = observed(context, call, headers, () =>
    whenAvailable(call, signal, async () => {
      const attempt = () => ask(url, { method: call.method, headers, body, signal });
      const first = await once<AnswerOf<A>>(call, signal, attempt);
      const isBroken = !first.ok && first.failure.kind === "unreachable";
      const again = isBroken && repeatable && !signal.aborted;
      return again ? once<AnswerOf<A>>(call, signal, attempt) : first;
    }),
  );
  // The rest of a file may take as long as the customer's connection needs, unless it stalls.
  return result.finally(() => clearTimeout(late));
}

/** Deviations logged before, so that a provider's habit takes one log line, not one per call. */
const logged = new Set<string>();
const mostLogged = 1000;

/** Reports which fields of a response deviate from the contract: counted each time, logged once per process. */
function reportDeviations({ method, path: address }: Call, deviations: Deviation[]): void {
  const call = `${method} ${address}`;
  for (const { path, what } of deviations) {
    backendDeviations?.inc({ call, path, what });
    const field = `${call} ${path} ${what}`;
    if (logged.has(field) || logged.size >= mostLogged) continue;
    logged.add(field);
    logger.warn({ call, path, what }, "the provider's answer differs from the contract");
  }
}

type OwnHeaders = Record<string, string>;

/**
 * Runs the call as a span of the page's trace, whose id goes to the provider; measures it, and logs it if it failed.
 */
async function observed<T>(
  context: RequestContext,
  call: Call,
  headers: OwnHeaders,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const name = `${call.method} ${call.path}`;
  const started = performance.now();
  return inBackendSpan(name, async (span) => {
    passTraceOn(headers);
    const result = await work();
    const outcome = result.ok ? "ok" : outcomeOf(result.failure);
    span?.setAttribute("portal.outcome", outcome);
    backendCallSeconds?.observe({ call: name, outcome }, (performance.now() - started) / 1000);
    if (!result.ok) {
      const { kind, status, problem, cause } = result.failure;
      const traceId = context.get(traceIdContext);
      const facts = { call: name, kind, status, code: problem?.code, cause: wordsOf(cause), traceId };
      logger.warn(facts, "backend call failed");
    }
    return result;
  });
}

/** In metrics, a refusal (`answer`) differs from a response that only shows a failing provider (`failed`). */
const outcomeOf = ({ kind, status = 0 }: Failure) => (kind === "answer" && status >= 500 ? "failed" : kind);

/** Milliseconds that an upload may take: as long as a request to the portal may take, plus the response. */
const uploadPatience = 330_000;

/**
 * Streams a file to the provider while it comes in, as the field `file` of a multipart call. It is not stored, so the
 * call is never repeated: the sender has to try again. After the last byte, the response may take as long as a page.
 * @param params placeholders of the path
 * @param file.name without control characters
 * @param file.content an error in it, such as a sender who disconnects, aborts the call
 * @returns the parsed response, or the failure
 */
export async function sendFile<A extends z.ZodType>(
  context: RequestContext,
  call: Call<undefined, undefined, A>,
  params: Record<string, string>,
  file: { name: string; type: string; content: AsyncIterable<Uint8Array> },
): Promise<Result<z.output<A>>> {
  const headers = await headersOf(context, call, undefined);
  const { contentType, body } = multipartFile(file);
  headers["Content-Type"] = contentType;
  const patience = new AbortController();
  const signal = AbortSignal.any([AbortSignal.timeout(uploadPatience), patience.signal]);
  let late: NodeJS.Timeout | undefined;
  const onWaiting = () => {
    late = setTimeout(() => patience.abort(), config().pageDeadlineMs);
  };
  const url = urlOf(context, call, params);
  const attempt = () => ask(url, { method: call.method, headers, body, signal, onWaiting });
  const result = await observed(context, call, headers, () => once<z.output<A>>(call, signal, attempt));
  clearTimeout(late);
  return result;
}

/** The address of a call. A brand in the path is the page's, like language and trace id. */
function urlOf(
  context: RequestContext,
  call: Call,
  params: Record<string, string> = {},
  query: Record<string, string> = {},
): URL {
  const values: Record<string, string> = { brand: context.get(brandContext).backendEnum, ...params };
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${call.path} needs ${name}`);
    return encodeURIComponent(value);
  });
  const url = new URL(config().apiBaseUrl + path);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, value);
  return url;
}

async function headersOf(
  context: RequestContext,
  call: Call,
  idempotencyKey: string | undefined,
): Promise<OwnHeaders> {
  const headers: OwnHeaders = {
    Accept: call.answer === "pdf" ? "application/pdf, application/json" : "application/json",
    "Accept-Language": localeRows[context.get(localeContext).locale].tag,
    "X-Brand": context.get(brandContext).backendEnum,
    "X-Trace-Id": context.get(traceIdContext),
  };
  if (call.body) headers["Content-Type"] = "application/json";
  if (idempotencyKey) headers["Idempotency-Key"] = idempotencyKey;
  const session = getIfSet(context, sessionContext);
  const bearer = session && (await bearerOf(session));
  if (bearer) headers.Authorization = `Bearer ${bearer}`;
  return headers;
}

async function once<T>(
  call: Call,
  signal: AbortSignal,
  attempt: () => Promise<Answered>,
): Promise<Result<T>> {
  const odd = (deviations: Deviation[]) => reportDeviations(call, deviations);
  const failed = (failure: Failure): Result<T> => ({ ok: false, failure });
  /** The body of an unsuccessful response may say why: some providers refuse with a 2xx status. */
  const unusable = (json: unknown, why: string) =>
    failed({ kind: "unreadable", problem: readProblem(json).problem, cause: new RangeError(why) });
  let answered: Answered;
  try {
    answered = await attempt();
  } catch (cause) {
    return failed({ kind: signal.aborted ? "timeout" : "unreachable", cause });
  }
  const { status, headers } = answered;
  const body = unpacked(answered);
  const jsonOf = async () => {
    const { json, isUtf8 } = parseJson(await bytesOf(body), headers["content-type"]);
    if (!isUtf8) odd([{ path: "(body)", what: "another encoding" }]);
    return json;
  };
  try {
    if (status >= 300) {
      const read = readProblem(await jsonOf().catch(() => undefined));
      odd(read.deviations);
      const retryAfter = secondsOf(headers["retry-after"]);
      return failed({ kind: "answer", status, problem: read.problem, retryAfter });
    }
    if (status !== (call.answer === "nothing" ? 204 : 200))
      throw new RangeError(`${status} is no success of this call`);
    if (call.answer === "nothing") {
      body.resume();
      return { ok: true, data: undefined as T };
    }
    if (call.answer === "pdf") {
      if (!headers["content-type"]?.startsWith("application/pdf"))
        return unusable(await jsonOf().catch(() => undefined), "no PDF");
      const size = body === answered.body ? headers["content-length"] : undefined;
      const source = Readable.toWeb(body) as ReadableStream;
      const pdf = await checkedPdf(source, config().fileStallMs, size ? Number(size) : undefined);
      return { ok: true, data: pdf as T };
    }
    const json = await jsonOf();
    const read = readAnswer(call.answer, json);
    odd(read.deviations);
    if (read.ok) return { ok: true, data: read.data as T };
    odd(read.unusable);
    return unusable(json, read.unusable.map(({ path, what }) => `${path}: ${what}`).join(", "));
  } catch (cause) {
    body.destroy();
    // A truncated body is a broken connection; everything else is an unreadable response.
    if (signal.aborted) return failed({ kind: "timeout", cause });
    const isBroken = !answered.body.complete && !(cause instanceof RangeError);
    return failed({ kind: isBroken ? "unreachable" : "unreadable", cause });
  }
}

/** What is logged as a cause: our own wording or a system error code. Messages of others may quote the response. */
function wordsOf(cause: unknown): string | undefined {
  if (cause instanceof RangeError) return cause.message;
  if (cause instanceof SyntaxError) return "no JSON";
  return (cause as NodeJS.ErrnoException | undefined)?.code;
}

const longestWait = 24 * 60 * 60;

/** The seconds of a `Retry-After` header, a day at most. Its date form is ignored: nobody uses it in practice. */
function secondsOf(header: string | undefined): number | undefined {
  return header && /^\d{1,9}$/.test(header) ? Math.min(Number(header), longestWait) : undefined;
}

const unpackers = new Map<string | undefined, () => Transform>([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress],
]);

/** The portal requests no compression, but some gateways compress all the same. */
function unpacked({ headers, body }: Answered): Readable {
  const unpacker = unpackers.get(headers["content-encoding"]?.toLowerCase())?.();
  // An error in either stream destroys both, and the reader gets it.
  return unpacker ? pipeline(body, unpacker, () => {}) : body;
}

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
