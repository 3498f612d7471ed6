import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { type Answered, ask as askOnce } from "#app/backend/ask.server.ts";
import type { Call } from "#app/backend/contract/call.ts";
import { multipartFile } from "#app/backend/contract/multipart.ts";
import { exchange } from "#app/backend/exchange.server.ts";
import type { PdfStream } from "#app/backend/pdf.server.ts";
import { apiErrorOf, type Failure, idvErrorOf, offerErrorOf } from "#app/errors/errors.ts";
import type { Problem } from "#app/errors/problem.ts";
import { type AfterFault, afterFault, type IsDone, isWrong } from "./after-fault.ts";
import { saidMembers, unreadMembers } from "./members.ts";
import { type FaultyProxy, faultNames, type ProxyFault } from "./proxy.ts";
import type { ReportRow } from "./report.ts";
import type { Tokens } from "./tokens.ts";

/** As long as the portal waits for a page. */
export const patienceMs = 8000;

export interface CallInput {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  file?: { name: string; type: string; content: Uint8Array };
  /** What distinguishes this request from others of the same call. */
  label?: string;
  key?: string;
  /** Another login's. */
  bearer?: string;
  /** The state that the portal has to show: a refusal is expected. */
  refusal?: string;
  /** What goes wrong on the way. */
  fault?: ProxyFault;
}
type Data<A> = A extends z.ZodType ? z.output<A> : undefined;

/** Queries a provider call by call, with a row for how each response was read. */
export function createAsker(address: string, tokens: Tokens, headerLines: string[], proxy: FaultyProxy) {
  const rows: ReportRow[] = [];
  /** Calls that were made, or skipped with a reason of their own. */
  const met = new Set<string>();
  const base = new URL(address);
  const headers: Record<string, string> = {
    "Accept-Language": tokens.language,
    "X-Brand": tokens.brand,
    "X-Trace-Id": randomUUID(),
    ...(tokens.bearer && { Authorization: `Bearer ${tokens.bearer}` }),
    ...credentialsOf(base),
    ...Object.fromEntries(headerLines.map(parseHeader)),
  };

  function urlOf(call: Call, { params = {}, query = {} }: CallInput): URL {
    const values: Record<string, string> = { brand: tokens.brand, ...params };
    const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
    const url = new URL(base.href.replace(/\/$/, "") + path);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }

  function send(call: Call, asked: CallInput, signal: AbortSignal): Promise<Answered> {
    const file = asked.file && multipartFile({ ...asked.file, content: oneChunk(asked.file.content) });
    const type = file?.contentType ?? (asked.body === undefined ? undefined : "application/json");
    const url = urlOf(call, asked);
    return askOnce(asked.fault ? proxy.via(asked.fault, url) : url, {
      method: call.method,
      headers: {
        ...headers,
        Accept: call.answer === "pdf" ? "application/pdf, application/json" : "application/json",
        ...(type && { "Content-Type": type }),
        ...(asked.bearer && { Authorization: `Bearer ${asked.bearer}` }),
        ...(asked.key && { "Idempotency-Key": asked.key }),
      },
      body: file?.body ?? (asked.body === undefined ? undefined : JSON.stringify(asked.body)),
      signal,
    });
  }

  /**
   * Makes one call, and adds its row.
   * @returns what the portal reads from a success
   */
  async function ask<A extends Call["answer"]>(
    call: Call<z.ZodType | undefined, z.ZodType | undefined, A>,
    asked: CallInput = {},
  ): Promise<{ row: ReportRow; data?: Data<A>; failure?: Failure }> {
    const row: ReportRow = {
      call: `${call.method} ${call.path}`,
      label: asked.label ?? "",
      outcome: "read",
      deviations: [],
    };
    rows.push(row);
    met.add(row.call);
    const unusable = (why: string) => {
      Object.assign(row, { outcome: "unusable", why });
      return { row };
    };
    const signal = AbortSignal.timeout(patienceMs);
    const began = performance.now();
    const attempt = async () => {
      const answered = await send(call, asked, signal);
      row.status = answered.status;
      if (typeof call.answer === "string" || answered.status >= 300 || asked.fault) return answered;
      const bytes = Buffer.concat(await answered.body.toArray());
      const sent = jsonIn(bytes);
      row.unread = unreadMembers(call.answer, sent);
      row.shown = saidMembers(call.answer, sent);
      return { ...answered, body: Readable.from([bytes]) };
    };
    const reading = {
      note: (deviations: ReportRow["deviations"]) => note(row, deviations),
      stallMs: patienceMs,
    };
    const result = await exchange<Data<A>>(call, signal, attempt, reading);
    const cut = result.ok && call.answer === "pdf" && (await brokenOff(result.data as unknown as PdfStream));
    row.ms = Math.round(performance.now() - began);
    if (cut) return unusable(cut);
    if (result.ok && asked.refusal) return unusable("it is no refusal");
    if (result.ok) return { row, data: result.data };
    const { failure } = result;
    if (failure.isMissingCall && !asked.fault) {
      Object.assign(row, { outcome: "left out", why: call.addition });
      return { row, failure };
    }
    const { kind, status, problem } = failure;
    if (kind !== "answer") return { ...unusable(reasonOf(failure)), failure };
    row.state = stateOf(call, status as number, problem);
    if (!asked.refusal)
      return { ...unusable((status as number) < 400 ? "no redirect is followed" : "it is refused"), failure };
    return row.state === asked.refusal ? { row } : unusable(`${asked.refusal} is expected`);
  }

  function skip(call: Call, why: string) {
    const name = `${call.method} ${call.path}`;
    met.add(name);
    rows.push({ call: name, label: "", outcome: "skipped", deviations: [], why });
  }

  return {
    rows,
    ask,
    /**
     * Makes a call with an effect, and repeats it under its key: again, as the portal does after a broken connection, twice at
     * once, and once with each fault on the way; then under another key.
     * @param isSame whether a response repeats the first; without it, it need only be no refusal
     * @param isDone asks whether it is done, where an answer leaves that open
     */
    async act<A extends Call["answer"]>(
      call: Call<z.ZodType | undefined, z.ZodType | undefined, A>,
      asked: CallInput,
      isSame?: (first: Data<A>, second: Data<A>) => boolean,
      isDone?: IsDone,
    ): Promise<Data<A> | undefined> {
      const key = asked.key ?? randomUUID();
      const { row, data } = await ask(call, { ...asked, key });
      if (row.outcome === "unusable" || row.outcome === "left out") return undefined;
      const count = rows.length;
      const isBare = isBareYes(call, data);
      const lagMs = isDone && (await lagOf(isDone));
      if (lagMs !== undefined) row.lagMs = lagMs;
      row.words = [
        ...(isBare ? ["answers with a bare yes"] : []),
        ...(lagMs ? [`reads lag by ${lagMs} ms`] : []),
      ];
      let actedAgain = false;
      const repeat = async (fault?: ProxyFault) => {
        const { data: repeated, failure } = await ask(call, { ...asked, key, ...(fault && { fault }) });
        if (failure) actedAgain ||= !fault;
        else if (!fault && isSame && !isSame(data as Data<A>, repeated as Data<A>)) actedAgain = true;
        return failure;
      };
      const known = { isRepeated: true, isDone, again: repeat };
      // One repeat after the first answer, as if that had been lost; then two at once, as behind two proxies.
      row.told = [await afterFault(call, "the same key again", await repeat(), known)];
      for (const failure of await Promise.all([repeat(), repeat()]))
        row.told.push(await afterFault(call, "the same key twice at once", failure, known));
      for (const fault of faultNames) row.told.push(await faulty(fault, call, repeat, isDone));
      const { failure } = await ask(call, { ...asked, key: randomUUID() });
      row.takesAnotherKey = failure === undefined;
      const other = `another key${failure ? `, ${failure.status ?? failure.kind}` : ""}`;
      row.told.push(await afterFault(call, other, failure, known));
      rows.length = count;
      if (actedAgain || row.told.some(isWrong)) row.outcome = "deviations";
      // Two bare answers are alike, whatever was done.
      if (actedAgain || (isSame && !isBare)) row.idempotency = actedAgain ? "not honoured" : "honoured";
      return data;
    },
    skip,
    /** Lists the calls of the contract that nothing has asked for. */
    skipRest(calls: Call[], why: string) {
      for (const call of calls) if (!met.has(`${call.method} ${call.path}`)) skip(call, why);
    },
  };
}

/** A success without anything that the contract could read. */
const isBareYes = ({ answer }: Call, data: unknown): boolean =>
  typeof answer === "object" && (data === undefined || isDeepStrictEqual(data, answer.safeParse({}).data));

const longestLagMs = 3000;
const probe: Failure = { kind: "answer", status: 409, problem: { code: "PROBE" } };
/** For how many milliseconds what was done is not to be read; undefined if it is never, or if nothing says so. */
async function lagOf(isDone: IsDone): Promise<number | undefined> {
  const since = performance.now();
  for (let ms = 0; ms < longestLagMs; ms = Math.round(performance.now() - since)) {
    if (await isDone(probe)) return ms;
    await wait(50);
  }
  return undefined;
}

/** The portal's client repeats some calls by itself once their connection broke. */
async function faulty(
  fault: ProxyFault,
  call: Call,
  repeat: (fault?: ProxyFault) => Promise<Failure | undefined>,
  isDone: IsDone | undefined,
): Promise<AfterFault> {
  const first = await repeat(fault);
  const own = first?.kind === "unreachable" && call.repeatable ? await repeat() : first;
  const failure: Failure | undefined = own && own !== first ? { ...own, isRepeat: true } : own;
  return afterFault(call, fault, failure, { isDone, again: repeat });
}

/** What a refusal means to the portal: a state of specification §4, or the error kind of any other call. */
function stateOf({ path }: Call, status: number, problem: Problem | undefined): string {
  if (path.startsWith("/api/offer/")) return offerErrorOf(status, problem).code;
  if (path.startsWith("/api/idv/")) return idvErrorOf(status, problem).code;
  return apiErrorOf(status, problem).kind;
}

export type Asker = ReturnType<typeof createAsker>;

function note(row: ReportRow, deviations: ReportRow["deviations"]): void {
  if (deviations.length === 0) return;
  row.deviations.push(...deviations);
  row.outcome = "deviations";
}

/** Why a response cannot be used, or why there was none. */
function reasonOf({ kind, cause }: Failure): string {
  if (kind === "timeout") return `no answer within ${patienceMs} ms`;
  if (cause instanceof SyntaxError) return "it is no JSON";
  const { code, name, message } = cause as NodeJS.ErrnoException;
  return cause instanceof RangeError ? message : (code ?? name);
}

/** Reads a document to its end; undefined if it is whole. */
async function brokenOff({ body }: PdfStream): Promise<string | undefined> {
  try {
    for await (const _ of body);
    return undefined;
  } catch (cause) {
    return reasonOf({ kind: "unreadable", cause });
  }
}

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

async function* oneChunk(content: Uint8Array) {
  yield content;
}

/** Credentials left in the address would appear in every error that names it. */
function credentialsOf(base: URL): Record<string, string> {
  const { username, password } = base;
  base.username = base.password = "";
  const pair = [username, password].map(decodeURIComponent).join(":");
  return username ? { Authorization: `Basic ${Buffer.from(pair).toString("base64")}` } : {};
}

function parseHeader(line: string): [string, string] {
  const [, name, value] = /^([\w-]+):\s*(.+)$/s.exec(line) ?? [];
  if (!name || !value) throw new Error("--header takes 'Name: value'.");
  return [name, value];
}
