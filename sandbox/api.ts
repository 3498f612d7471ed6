import { createHash } from "node:crypto";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context, Hono } from "hono";
import type { z } from "zod";
import type { Call } from "../app/backend/contract/call.ts";
import { type FilePart, isMultipart, readParts } from "../app/backend/contract/multipart.ts";
import { backendBrand } from "../app/brand/backend-brand.ts";
import { proofHeadBytes } from "../app/domain/proof-content.ts";
import { type Effect, logCall } from "./call-log.ts";
import { actOut, type Fault } from "./faults.ts";
import { oncePerKey } from "./idempotency.ts";
import { type Language, languageOf } from "./language.ts";
import { fieldRefusal, Refusal, refusal, unknownRefusal } from "./problem.ts";
import type { Sandbox } from "./sandbox.ts";
import { bareAnswer, leanAnswer, wordsOf } from "./words.ts";

type AnyCall = Call<z.ZodType | undefined, z.ZodType | undefined, z.ZodType | "pdf" | "nothing">;
/** Rows omit properties that their call lacks, so the type of a row always includes undefined. */
type Parsed<S> = [Extract<S, z.ZodType>] extends [never] ? undefined : z.output<Extract<S, z.ZodType>>;

/** A call's response: JSON, the bytes of a PDF, or nothing. */
type AnswerOf<C extends AnyCall> = C["answer"] extends z.ZodType
  ? z.input<C["answer"]>
  : C["answer"] extends "pdf"
    ? PdfFile
    : // biome-ignore lint/suspicious/noConfusingVoidType: a call without a response has handlers that return nothing
      void;

export interface PdfFile {
  fileName: string;
  bytes: Uint8Array;
}

/** Facts about a file that was streamed and not stored. */
export interface UploadedFile {
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  sha256: string;
  /** The first bytes. */
  head: Uint8Array;
}

export interface ApiRequest<C extends AnyCall = AnyCall> {
  /** A placeholder of the path. */
  param: (name: string) => string;
  query: Parsed<C["query"]>;
  body: Parsed<C["body"]>;
  /** The field `file` of a multipart call. */
  file?: UploadedFile;
  language: Language;
  /** The brand whose page makes the call; o2 by default. */
  brand: string;
  /** The bearer token, if one was sent. */
  bearer?: string;
  traceId?: string;
  /** For faults that need access to the connection. */
  context: Context;
}

/** May respond instead of the handler, for faults. Runs outside the transaction, so it may wait. */
type Early<C extends AnyCall> = (
  request: ApiRequest<C>,
) => Promise<Response | undefined> | Response | undefined;

export interface Api {
  /** A call without effect. */
  read<C extends AnyCall>(
    call: C,
    handle: (request: ApiRequest<C>) => AnswerOf<C> | Promise<AnswerOf<C>>,
    options?: { before?: Early<C>; headers?: Record<string, string> },
  ): void;
  /**
   * A call with an effect. `handle` runs in a transaction and once per `Idempotency-Key`; it must be synchronous.
   * `lose` names the fault that is sent instead of its first response, though it has acted; `words`, by what its scenario is
   * read, if not by the id.
   */
  effect<C extends AnyCall>(
    call: C,
    handle: (request: ApiRequest<C>) => AnswerOf<C>,
    options?: {
      before?: Early<C>;
      lose?: (request: ApiRequest<C>) => Fault | undefined;
      words?: (request: ApiRequest<C>) => string | undefined;
      /** Its answer is what it is made for: a provider of few words gives it too. */
      isAnswerWanted?: true;
    },
  ): void;
}

const tooLarge = () => refusal(413, "BODY_TOO_LARGE", "The body is too large.");
const maxBody = 1024 * 1024;
const maxUpload = 16 * 1024 * 1024;

/** Binds calls of the contract to handlers; no other route exists under /api. */
export function createApi(app: Hono, sandbox: Sandbox): Api {
  const register = <C extends AnyCall>(
    call: C,
    answer: (
      request: ApiRequest<C>,
      context: Context,
      content: unknown,
      setEffect: (effect: Effect) => void,
    ) => Promise<Response>,
  ) => {
    const path = call.path.replace(/\{(\w+)\}/g, ":$1");
    app.on(call.method, path, async (context) => {
      const { request, content } = await parseRequest(call, context);
      let effect: Effect = "fault";
      const log = (status: number, code?: string) => logCall(sandbox, request, { status, code, effect });
      try {
        const response = await answer(request, context, content, (known) => {
          effect = known;
        });
        log(response === RESPONSE_ALREADY_SENT ? 0 : response.status);
        return response;
      } catch (error) {
        if (error instanceof Refusal) {
          effect = "refused";
          log(error.status, error.problem.code);
        }
        throw error;
      }
    });
  };

  const lag = new Lag(() => sandbox.machineNow().getTime());

  return {
    read(call, handle, options) {
      lag.add(call, handle as Handle);
      register(call, async (request, _context, _content, setEffect) => {
        const early = await options?.before?.(request);
        if (early) return early;
        setEffect("read");
        const stale = lag.answerTo(call, request);
        const answer = await (stale ? (stale() as AnswerOf<typeof call>) : handle(request));
        const words = wordsOf(request.context.req.param("id")) ?? sandbox.words;
        const response = send(call, answer, words?.isLean);
        for (const [name, value] of Object.entries(options?.headers ?? {})) response.headers.set(name, value);
        return response;
      });
    },
    effect(call, handle, options) {
      register(call, async (request, context, content, setEffect) => {
        const early = await options?.before?.(request);
        if (early) return early;
        const named = options?.words ? options.words(request) : context.req.param("id");
        const words = wordsOf(named) ?? sandbox.words;
        if (words?.lagMs) await lag.begin(call, request, words.lagMs);
        const { answer, replayed } = oncePerKey(
          sandbox.database,
          {
            call: `${call.method} ${new URL(context.req.url).pathname}`,
            key: context.req.header("idempotency-key"),
            body: content,
            now: sandbox.machineNow(),
          },
          () => handle(request),
        );
        setEffect(replayed ? "repeated" : "done");
        const lost = replayed ? undefined : options?.lose?.(request);
        const instead = lost && (await actOut(lost, context, sandbox.machineNow()));
        if (instead) return instead;
        const response =
          words?.bare && !options?.isAnswerWanted
            ? bareAnswer(words.bare)
            : send(call, answer, words?.isLean);
        if (replayed) response.headers.set("idempotency-replayed", "true");
        return response;
      });
    },
  };
}

type Handle = (request: ApiRequest) => unknown;
/** A result, or what was thrown instead. */
type Result = () => unknown;

/** The calls of one area begin alike: `/api/offer`, `/api/{brand}/customer`. */
const areaOf = ({ path }: AnyCall) => path.split("/", path.startsWith("/api/{brand}") ? 4 : 3).join("/");

/** What reads of one id said before it was written, for as long as they lag behind. */
class Lag {
  readonly #now: () => number;
  readonly #reads: { call: AnyCall; handle: Handle }[] = [];
  readonly #stale = new Map<string, { until: number; answers: Map<string, Result> }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  add(call: AnyCall, handle: Handle): void {
    if (call.path.includes("{id}") && call.answer !== "pdf") this.#reads.push({ call, handle });
  }

  async begin(call: AnyCall, request: ApiRequest, ms: number): Promise<void> {
    const answers = new Map<string, Result>();
    for (const read of this.#reads.filter((one) => areaOf(one.call) === areaOf(call)))
      try {
        const answer = await read.handle(request);
        answers.set(read.call.path, () => answer);
      } catch (error) {
        answers.set(read.call.path, () => {
          throw error;
        });
      }
    this.#stale.set(request.context.req.param("id") ?? "", { until: this.#now() + ms, answers });
  }

  answerTo({ path }: AnyCall, request: ApiRequest): Result | undefined {
    const id = request.context.req.param("id") ?? "";
    const stale = this.#stale.get(id);
    if (!stale) return undefined;
    if (stale.until > this.#now()) return stale.answers.get(path);
    this.#stale.delete(id);
    return undefined;
  }
}

/** Sends a handler's result in the contract's format. */
function send<C extends AnyCall>(call: C, answer: AnswerOf<C>, isLean = false): Response {
  if (call.answer === "nothing") return new Response(null, { status: 204 });
  if (call.answer === "pdf") {
    const pdf = answer as PdfFile;
    return new Response(pdf.bytes as Uint8Array<ArrayBuffer>, {
      headers: {
        "content-type": "application/pdf",
        "content-disposition": `inline; filename="${pdf.fileName}"`,
        "content-length": String(pdf.bytes.length),
      },
    });
  }
  return Response.json(isLean ? leanAnswer(answer) : answer);
}

async function parseRequest<C extends AnyCall>(call: C, context: Context) {
  const brand = context.req.param("brand");
  if (brand !== undefined && !backendBrand.safeParse(brand).success) throw unknownRefusal("Brand");

  const request: ApiRequest<C> = {
    param(name) {
      const value = context.req.param(name);
      if (value === undefined) throw new Error(`${call.path} has no {${name}}`);
      return value;
    },
    query: parsed(call.query, context.req.query(), 400) as Parsed<C["query"]>,
    body: undefined as Parsed<C["body"]>,
    language: languageOf(context.req.header("accept-language")),
    brand: backendBrand.catch("O2").parse(brand ?? context.req.header("x-brand")),
    bearer: /^Bearer (.+)$/i.exec(context.req.header("authorization") ?? "")?.[1],
    traceId: context.req.header("x-trace-id"),
    context,
  };

  if (call.multipart) {
    const file = await uploadOf(context);
    return {
      request: { ...request, file },
      content: { name: file.name, type: file.type, sha256: file.sha256 },
    };
  }
  if (!call.body) return { request, content: undefined };
  const content = await jsonOf(context);
  return { request: { ...request, body: parsed(call.body, content, 422) as Parsed<C["body"]> }, content };
}

async function jsonOf(context: Context): Promise<unknown> {
  const type = context.req.header("content-type") ?? "";
  if (!/^application\/json\b/i.test(type))
    throw refusal(415, "UNSUPPORTED_MEDIA_TYPE", "Send application/json.");
  const text = await textOf(context);
  try {
    return JSON.parse(text);
  } catch {
    throw refusal(400, "MALFORMED_JSON", "The body is no JSON.");
  }
}

/** Counted while it is read. Hono's `bodyLimit` copies the request, which fails in a process that keeps Node's own `Request`. */
async function textOf({ req }: Context): Promise<string> {
  if (Number(req.header("content-length") ?? 0) > maxBody) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of req.raw.body ?? []) {
    size += chunk.length;
    if (size > maxBody) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

async function uploadOf(context: Context): Promise<UploadedFile> {
  const type = context.req.header("content-type") ?? "";
  const body = context.req.raw.body;
  if (!isMultipart(type) || !body) throw refusal(415, "UNSUPPORTED_MEDIA_TYPE", "Send multipart/form-data.");
  let file: UploadedFile | undefined;
  try {
    for await (const part of readParts(body, type)) {
      if ("text" in part) continue;
      if (part.name === "file" && part.fileName && !file) file = await digest(part);
      else part.content.resume();
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw refusal(400, "MALFORMED_MULTIPART", "The upload ends too early.");
  }
  if (!file) throw fieldRefusal([{ field: "file", code: "REQUIRED", message: "file is required." }]);
  return file;
}

async function digest(part: FilePart): Promise<UploadedFile> {
  const hash = createHash("sha256");
  let head = Buffer.alloc(0);
  let size = 0;
  for await (const piece of part.content) {
    size += piece.byteLength;
    if (size > maxUpload) throw tooLarge();
    if (head.length < proofHeadBytes) head = Buffer.concat([head, piece.subarray(0, proofHeadBytes)]);
    hash.update(piece);
  }
  return { name: part.fileName ?? "", type: part.type, size, sha256: hash.digest("hex"), head };
}

function parsed(schema: z.ZodType | undefined, value: unknown, status: number): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw refusal(status, "VALIDATION_FAILED", "Validation failed.", {
    errors: result.error.issues.map((issue) => ({
      field: issue.path.join("."),
      code: issue.code === "invalid_type" && issue.input === undefined ? "REQUIRED" : "INVALID",
    })),
  });
}
