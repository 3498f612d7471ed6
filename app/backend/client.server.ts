import type { z } from "zod";
import { languages } from "#app/domain/languages.ts";
import { type Failure, type Result, wasNotSent } from "#app/errors/errors.ts";
import { config } from "#app/platform/config.server.ts";
import { codeOf } from "#app/platform/error-facts.ts";
import { logger } from "#app/platform/log.server.ts";
import { backendCallSeconds, backendDeviations, openDocuments } from "#app/platform/metrics.server.ts";
import { monotonicMs } from "#app/platform/monotonic.ts";
import { inBackendSpan, passTraceOn } from "#app/platform/tracing.server.ts";
import {
  brandContext,
  deadlineContext,
  getIfSet,
  localeContext,
  loginContext,
  lookEndContext,
  type RequestContext,
  sessionContext,
  traceIdContext,
} from "#app/request/context.server.ts";
import { bearerOf } from "#app/session/bearer.server.ts";
import { ask } from "./ask.server.ts";
import { whenAvailable } from "./availability.server.ts";
import { type Call, isActing } from "./contract/call.ts";
import { multipartFile } from "./contract/multipart.ts";
import { exchange } from "./exchange.server.ts";
import type { PdfStream } from "./pdf.server.ts";
import type { Deviation } from "./read-answer.ts";

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
type AnswerOf<A> = A extends z.ZodType ? z.output<A> : A extends "pdf" ? PdfStream : undefined;

/**
 * Sends a call to the provider's API. All calls go through here, except uploads (`sendFile`).
 *
 * Sends trace id, bearer token, language and idempotency key; waits no longer than the page's deadline (unless
 * `patienceMs` is given) or the configured timeout; follows no redirect; reads at most 2 MB of JSON and parses it
 * with the call's schema; accepts as success any 2xx whose body is what the call's row needs. A GET, or a POST whose
 * row marks it as repeatable, is retried once when the connection broke; a failure of that repeat is marked `isRepeat`
 * where the first attempt may have acted. A customer who disconnects does not cancel a POST in progress.
 *
 * @returns the parsed response (a PDF as a stream), or the failure
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
  const url = urlOf(context, call, input.params, queryOf(input));
  const link = call.withoutLink ? undefined : linkOf(input);
  const headers = await headersOf(context, call, link);
  if (input.idempotencyKey) headers["Idempotency-Key"] = input.idempotencyKey;
  const body = input.body === undefined ? undefined : JSON.stringify(input.body);
  const remaining =
    input.patienceMs ?? Math.round((context.get(deadlineContext) - monotonicMs()) * (input.share ?? 1));
  const { apiTimeoutMs } = config();
  const limit = Math.max(1, apiTimeoutMs > 0 ? Math.min(apiTimeoutMs, remaining) : remaining);
  const repeatable = call.method === "GET" || call.repeatable;
  if (isActing(call)) getIfSet(context, sessionContext)?.settle();

  const patience = new AbortController();
  const late = setTimeout(() => patience.abort(), limit);
  const { signal } = patience;

  const result = observed(context, call, headers, () =>
    whenAvailable(call, linkOf(input), signal, async () => {
      const attempt = () =>
        exchange<AnswerOf<A>>(
          call,
          signal,
          () => ask(url, { method: call.method, headers, body, signal }),
          reading(call),
        );
      const first = await attempt();
      if (first.ok || first.failure.kind !== "unreachable" || !repeatable || signal.aborted) return first;
      const second = await attempt();
      if (second.ok || wasNotSent(first.failure)) return second;
      return { ok: false, failure: { ...second.failure, isRepeat: true } };
    }),
  );
  // The rest of a file may take as long as the customer's connection needs, unless it stalls.
  const answer = await result.finally(() => clearTimeout(late));
  if (forgetsLogin(context, headers, answer, link)) return send(context, call, input);
  // eslint-disable-next-line house/no-cast -- the row says that it answers a PDF
  if (answer.ok && call.answer === "pdf") closeWithLook(context, answer.data as PdfStream);
  return answer;
}

/** A declaration needs no login: with one that the provider does not take, its calls go on without. */
function forgetsLogin(
  context: RequestContext,
  headers: OwnHeaders,
  answer: Result<unknown>,
  link: string | undefined,
): boolean {
  if (!headers.Authorization || answer.ok || answer.failure.status !== 401) return false;
  const login = getIfSet(context, loginContext);
  login?.forget(link);
  return login !== undefined;
}

/** A document is open no longer than its customer's request, whether somebody reads it to its end or nobody begins. */
function closeWithLook(context: RequestContext, { close, closed }: PdfStream): void {
  openDocuments?.inc();
  void closed.then(() => openDocuments?.dec());
  const end = getIfSet(context, lookEndContext);
  if (end?.aborted) close();
  else end?.addEventListener("abort", close, { once: true });
}

const queryOf = ({ query }: Input<unknown, unknown>) =>
  // eslint-disable-next-line house/no-cast -- the contract's queries have texts alone
  query as Record<string, string> | undefined;

/** What a call is about: the id or token of the customer's link. */
function linkOf(input: Input<unknown, unknown>): string | undefined {
  const { id, token, data, code } = { ...queryOf(input), ...input.params };
  return id ?? token ?? data ?? code;
}

/** Deviations logged before, so that a provider's habit takes one log line, not one per call. */
const logged = new Set<string>();
const maxLogged = 1000;

/** Reports which fields of a response deviate from the contract: counted each time, logged once per process. */
function reportDeviations({ method, path: address }: Call, deviations: Deviation[]): void {
  const call = `${method} ${address}`;
  for (const { path, what } of deviations) {
    backendDeviations?.inc({ call, path, what });
    const field = `${call} ${path} ${what}`;
    if (logged.has(field) || logged.size >= maxLogged) continue;
    logged.add(field);
    logger.warn({ call, path, what }, "the provider's answer differs from the contract");
  }
}

const reading = (call: Call) => ({
  note: (deviations: Deviation[]) => reportDeviations(call, deviations),
  stallMs: config().fileStallMs,
});

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

/** Milliseconds that an upload may take: 10 MB at the slowest pace that the portal accepts, a kilobyte per second. */
const uploadPatience = 3 * 60 * 60_000;

/**
 * Streams a file to the provider while it comes in, as the field `file` of a multipart call. It is not stored, so the
 * call is never repeated: the sender has to try again. After the last byte, the response may take as long as a page.
 * @param params placeholders of the path
 * @param file.name without control characters
 * @param file.content an error in it, such as a sender who disconnects, aborts the call
 * @returns that it was taken, or the failure
 */
export async function sendFile(
  context: RequestContext,
  call: Call<undefined, undefined, "nothing">,
  params: Record<string, string>,
  file: { name: string; type: string; content: AsyncIterable<Uint8Array> },
): Promise<Result<undefined>> {
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
  const result = await observed(context, call, headers, () =>
    exchange<undefined>(call, signal, attempt, reading(call)),
  );
  clearTimeout(late);
  forgetsLogin(context, headers, result, undefined);
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

/** @param link the customer's link that the call is about: only the login that was made for it goes along */
async function headersOf(context: RequestContext, call: Call, link: string | undefined): Promise<OwnHeaders> {
  const headers: OwnHeaders = {
    Accept: call.answer === "pdf" ? "application/pdf, application/json" : "application/json",
    "Accept-Language": languages[context.get(localeContext).locale].tag,
    "X-Brand": context.get(brandContext).backendEnum,
    "X-Trace-Id": context.get(traceIdContext),
  };
  if (call.body) headers["Content-Type"] = "application/json";
  const session = getIfSet(context, sessionContext);
  const bearer = session
    ? await bearerOf(session, link)
    : await getIfSet(context, loginContext)?.bearer(link);
  if (bearer) headers.Authorization = `Bearer ${bearer}`;
  return headers;
}

/** What is logged as a cause: our own wording or a system error code. Messages of others may quote the response. */
function wordsOf(cause: unknown): string | undefined {
  if (cause instanceof RangeError) return cause.message;
  if (cause instanceof SyntaxError) return "no JSON";
  return codeOf(cause);
}
