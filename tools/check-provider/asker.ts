import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { z } from "zod";
import type { Call } from "#app/backend/contract/call.ts";
import type { Problem } from "#app/backend/contract/common.ts";
import { multipartFile } from "#app/backend/contract/multipart.ts";
import { parseJson } from "#app/backend/json-body.ts";
import { checkedPdf } from "#app/backend/pdf.server.ts";
import { readAnswer, readProblem } from "#app/backend/read-answer.ts";
import { apiErrorOf, idvErrorOf, offerErrorOf } from "#app/errors/errors.ts";
import type { Row } from "./report.ts";
import type { Tokens } from "./tokens.ts";

/** As long as the portal waits for a page. */
const patienceMs = 8000;

export interface Asked {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  file?: { name: string; type: string; content: Uint8Array };
  /** What distinguishes this request from others of the same call. */
  label?: string;
  key?: string;
  /** The state that the portal has to show: a refusal is expected. */
  refusal?: string;
}
type Data<A> = A extends z.ZodType ? z.output<A> : undefined;

/** Queries a provider call by call, with a row for how each response was read. */
export function createAsker(address: string, tokens: Tokens, headerLines: string[]) {
  const rows: Row[] = [];
  const base = new URL(address);
  const headers: Record<string, string> = {
    "Accept-Language": tokens.language,
    "X-Brand": tokens.brand,
    "X-Trace-Id": randomUUID(),
    ...(tokens.bearer && { Authorization: `Bearer ${tokens.bearer}` }),
    ...credentialsOf(base),
    ...Object.fromEntries(headerLines.map(parseHeader)),
  };

  function urlOf(call: Call, { params = {}, query = {} }: Asked): URL {
    const values: Record<string, string> = { brand: tokens.brand, ...params };
    const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
    const url = new URL(base.href.replace(/\/$/, "") + path);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }

  async function send(call: Call, asked: Asked): Promise<Response> {
    const file = asked.file && multipartFile({ ...asked.file, content: oneChunk(asked.file.content) });
    const type = file?.contentType ?? (asked.body === undefined ? undefined : "application/json");
    return fetch(urlOf(call, asked), {
      method: call.method,
      headers: {
        ...headers,
        Accept: call.answer === "pdf" ? "application/pdf, application/json" : "application/json",
        ...(type && { "Content-Type": type }),
        ...(asked.key && { "Idempotency-Key": asked.key }),
      },
      body: file ? new Uint8Array(await buffer(file.body)) : JSON.stringify(asked.body),
      redirect: "manual",
      signal: AbortSignal.timeout(patienceMs),
    });
  }

  /**
   * Makes one call, and adds its row.
   * @returns what the portal reads from a success
   */
  async function ask<A extends Call["answer"]>(
    call: Call<z.ZodType | undefined, z.ZodType | undefined, A>,
    asked: Asked = {},
  ): Promise<{ row: Row; data?: Data<A> }> {
    const row: Row = {
      call: `${call.method} ${call.path}`,
      label: asked.label ?? "",
      outcome: "read",
      deviations: [],
    };
    rows.push(row);
    const unusable = (why: string) => {
      Object.assign(row, { outcome: "unusable", why });
      return { row };
    };
    const began = performance.now();
    let response: Response;
    let bytes: Buffer;
    try {
      response = await send(call, asked);
      bytes = Buffer.from(await response.arrayBuffer());
    } catch (error) {
      const { name, cause } = error as Error & { cause?: { code?: string } };
      return unusable(name === "TimeoutError" ? `no answer within ${patienceMs} ms` : (cause?.code ?? name));
    } finally {
      row.ms = Math.round(performance.now() - began);
    }
    const { status } = response;
    row.status = status;
    const type = response.headers.get("Content-Type") ?? "";
    if (status >= 300) {
      const { problem, deviations } = readProblem(jsonOf(bytes, type, row));
      note(row, deviations);
      row.state = stateOf(call, status, problem);
      if (!asked.refusal) return unusable(status < 400 ? "no redirect is followed" : "it is refused");
      return row.state === asked.refusal ? { row } : unusable(`${asked.refusal} is expected`);
    }
    if (asked.refusal) return unusable("it is no refusal");
    const expected = call.answer === "nothing" ? 204 : 200;
    if (status !== expected) return unusable(`a success of this call has status ${expected}`);
    if (call.answer === "nothing") return { row };
    if (call.answer === "pdf") {
      if (!type.startsWith("application/pdf")) return unusable("its type is not application/pdf");
      const stream = new Blob([new Uint8Array(bytes)]).stream();
      return checkedPdf(stream, patienceMs).then(
        () => ({ row }),
        (error: Error) => unusable(error.message),
      );
    }
    const json = jsonOf(bytes, type, row);
    if (json === undefined) return unusable("it is no JSON");
    const read = readAnswer(call.answer as z.ZodType, json);
    note(row, read.deviations);
    if (read.ok) return { row, data: read.data as Data<A> };
    return unusable(read.unusable.map(({ path, what }) => `${path} (${what})`).join(", "));
  }

  return {
    rows,
    ask,
    /**
     * Makes a call with an effect twice with one key, as the portal does after a broken connection.
     * @param isSame whether the second response repeats the first; without it, the second need only be no refusal
     */
    async act<A extends Call["answer"]>(
      call: Call<z.ZodType | undefined, z.ZodType | undefined, A>,
      asked: Asked,
      isSame?: (first: Data<A>, second: Data<A>) => boolean,
    ): Promise<Data<A> | undefined> {
      const key = asked.key ?? randomUUID();
      const { row, data } = await ask(call, { ...asked, key });
      if (row.outcome === "unusable") return undefined;
      const count = rows.length;
      const again = await ask(call, { ...asked, key });
      rows.length = count;
      const isRefused = again.row.outcome === "unusable";
      const acted = isRefused || (isSame && !isSame(data as Data<A>, again.data as Data<A>));
      if (acted) row.outcome = "deviations";
      if (acted || isSame) row.idempotency = acted ? "not honoured" : "honoured";
      return data;
    },
    skip(call: Call, why: string) {
      rows.push({ call: `${call.method} ${call.path}`, label: "", outcome: "skipped", deviations: [], why });
    },
  };
}
/** What a refusal means to the portal: a state of specification §4, or the error kind of any other call. */
function stateOf({ path }: Call, status: number, problem: Problem | undefined): string {
  if (path.startsWith("/api/offer/")) return offerErrorOf(status, problem).code;
  if (path.startsWith("/api/idv/")) return idvErrorOf(status, problem).code;
  return apiErrorOf(status, problem).kind;
}

export type Asker = ReturnType<typeof createAsker>;

function note(row: Row, deviations: Row["deviations"]): void {
  if (deviations.length === 0) return;
  row.deviations.push(...deviations);
  row.outcome = "deviations";
}

function jsonOf(bytes: Buffer, type: string, row: Row): unknown {
  try {
    const { json, isUtf8 } = parseJson(bytes, type);
    if (!isUtf8) note(row, [{ path: "(body)", what: "another encoding" }]);
    return json;
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
