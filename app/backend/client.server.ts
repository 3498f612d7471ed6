import type { z } from "zod";
import { config } from "#app/config.server.ts";
import { localeRows } from "#app/i18n/locale.ts";
import { logger } from "#app/log.server.ts";
import {
  brandContext,
  deadlineContext,
  localeContext,
  type RequestContext,
  sessionContext,
  traceIdContext,
} from "#app/middleware/request.server.ts";
import { bearerOf } from "#app/session/bearer.server.ts";
import type { Call } from "./contract/call.ts";
import { type Problem, problem } from "./contract/common.ts";
import { multipartFile } from "./contract/multipart.ts";
import { postStream } from "./post-stream.server.ts";

/** Largest JSON answer that is read, in bytes. */
const answerLimit = 2 * 1024 * 1024;

/** Why a call gave no usable answer. `status` and `problem` exist only when the backend answered in its own words. */
export interface Failure {
  kind: "answer" | "unreachable" | "timeout" | "unreadable";
  status?: number;
  problem?: Problem;
  cause?: unknown;
}

export type Result<T> = { ok: true; data: T } | { ok: false; failure: Failure };

interface Input<Query, Body> {
  /** Placeholders of the path; `{brand}` is filled by itself. */
  params?: Record<string, string>;
  query?: Query;
  body?: Body;
  /** The customer's submission id; with it a POST may be sent again after a broken connection. */
  idempotencyKey?: string;
  /** Part of the page's remaining time that this call may take, where another one has to follow it. */
  share?: number;
}

type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;
type AnswerOf<A> = A extends z.ZodType
  ? z.output<A>
  : A extends "pdf"
    ? ReadableStream<Uint8Array>
    : undefined;

/**
 * The one function that talks to the provider's API.
 *
 * Sends trace id, bearer token, language and idempotency key; waits no longer than the page's deadline; follows no
 * redirect; reads at most 2 MB of JSON and parses it by the call's schema. A GET, or a POST with an idempotency key,
 * is tried once more when the connection broke. A customer who hangs up does not cancel a POST under way.
 *
 * @returns the parsed answer, or the failure: never throws for what a backend does.
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
  const remaining = Math.round((context.get(deadlineContext) - Date.now()) * (input.share ?? 1));
  const { apiTimeoutMs } = config();
  const limit = Math.max(1, apiTimeoutMs > 0 ? Math.min(apiTimeoutMs, remaining) : remaining);
  const signal = AbortSignal.timeout(limit);
  const repeatable = call.method === "GET" || input.idempotencyKey !== undefined;

  const attempt = () => fetch(url, { method: call.method, headers, body, signal, redirect: "manual" });
  let result = await once<AnswerOf<A>>(call, signal, attempt);
  if (!result.ok && result.failure.kind === "unreachable" && repeatable && !signal.aborted)
    result = await once(call, signal, attempt);

  return logged(context, call, result);
}

function logged<T>(context: RequestContext, call: Call, result: Result<T>): Result<T> {
  if (!result.ok) {
    const { kind, status, problem: stated } = result.failure;
    logger.warn(
      {
        call: `${call.method} ${call.path}`,
        kind,
        status,
        code: stated?.code,
        traceId: context.get(traceIdContext),
      },
      "backend call failed",
    );
  }
  return result;
}

/** Milliseconds that a file may be on its way: as long as a request to the portal may take, and the answer. */
const uploadPatience = 330_000;

/**
 * Sends a file on while it comes in, as the field `file` of a multipart call. It is held nowhere, so it cannot be
 * sent a second time: the sender tries again.
 * @param file.content an error in it, such as a sender who hangs up, breaks the call off
 */
export async function sendFile<A extends z.ZodType>(
  context: RequestContext,
  call: Call<undefined, undefined, A>,
  params: Record<string, string>,
  file: { name: string; type: string; content: AsyncIterable<Uint8Array> },
): Promise<Result<z.output<A>>> {
  const headers = await headersOf(context, call, undefined);
  const { contentType, body } = multipartFile(file);
  headers.set("Content-Type", contentType);
  const patience = new AbortController();
  const signal = AbortSignal.any([AbortSignal.timeout(uploadPatience), patience.signal]);
  let late: NodeJS.Timeout | undefined;
  const onWaiting = () => {
    late = setTimeout(() => patience.abort(), config().pageDeadlineMs);
  };
  const url = urlOf(context, call, params);
  const result = await once<z.output<A>>(call, signal, () =>
    postStream(url, headers, body, { signal, onWaiting }),
  );
  clearTimeout(late);
  return logged(context, call, result);
}

/** The address of a call. The brand in a path is the page's, like language and trace id. */
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
): Promise<Headers> {
  const headers = new Headers({
    Accept: call.answer === "pdf" ? "application/pdf, application/json" : "application/json",
    "Accept-Language": localeRows[context.get(localeContext).locale].tag,
    "X-Brand": context.get(brandContext).backendEnum,
    "X-Trace-Id": context.get(traceIdContext),
  });
  if (call.body) headers.set("Content-Type", "application/json");
  if (idempotencyKey) headers.set("Idempotency-Key", idempotencyKey);
  const bearer = await bearerOf(context.get(sessionContext));
  if (bearer) headers.set("Authorization", `Bearer ${bearer}`);
  return headers;
}

async function once<T>(
  call: Call,
  signal: AbortSignal,
  attempt: () => Promise<Response>,
): Promise<Result<T>> {
  const failed = (failure: Failure): Result<T> => ({ ok: false, failure });
  let response: Response;
  try {
    response = await attempt();
  } catch (cause) {
    return failed({ kind: signal.aborted ? "timeout" : "unreachable", cause });
  }
  try {
    if (response.ok && call.answer === "nothing") {
      await response.body?.cancel();
      return { ok: true, data: undefined as T };
    }
    if (response.ok && call.answer === "pdf") {
      if (response.body && response.headers.get("Content-Type")?.startsWith("application/pdf"))
        return { ok: true, data: response.body as T };
      await response.body?.cancel();
      return failed({ kind: "unreadable", cause: "not a PDF" });
    }
    const json = await readJson(response);
    if (!response.ok) {
      const parsed = problem.safeParse(json);
      return failed({
        kind: "answer",
        status: response.status,
        problem: parsed.success ? parsed.data : undefined,
      });
    }
    const parsed = (call.answer as z.ZodType).safeParse(json);
    if (parsed.success) return { ok: true, data: parsed.data as T };
    return failed({ kind: "unreadable", cause: parsed.error });
  } catch (cause) {
    // A broken body is a broken connection; everything else is an answer that nobody can read.
    if (signal.aborted) return failed({ kind: "timeout", cause });
    return failed({ kind: cause instanceof TypeError ? "unreachable" : "unreadable", cause });
  }
}

/** The JSON of an answer; undefined for an error answer without JSON. */
async function readJson(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > answerLimit) throw new RangeError("the answer is larger than 2 MB");
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch (cause) {
    if (!response.ok) return undefined;
    throw cause;
  }
}
