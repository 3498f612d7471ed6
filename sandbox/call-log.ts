import type { Context } from "hono";
import type { Database } from "./database.ts";
import type { Sandbox } from "./sandbox.ts";

/** The effect of a call: only read, acted, or repeated an earlier response by its key; or why it did nothing. */
export type Effect = "read" | "done" | "repeated" | "refused" | "fault";

export interface LoggedCall {
  at: string;
  call: string;
  /** 0: the connection was closed without a response. */
  status: number;
  code: string | null;
  traceId: string | null;
  idempotencyKey: string | null;
  effect: Effect;
}

const maxCalls = 20_000;

/** Logs a call under its token. Later calls of a declaration have only its id; its post contained the token. */
export function logCall(
  { database, machineNow }: Sandbox,
  request: { context: Context; traceId?: string; body: unknown; query: unknown },
  { status, code, effect }: Pick<LoggedCall, "status" | "effect"> & { code?: string },
): void {
  const { req } = request.context;
  const subject = req.param("id") ?? req.param("a") ?? null;
  const token = namedIn(request.body) ?? namedIn(request.query) ?? tokenOf(database, subject) ?? subject;
  if (!token) return;
  const call: LoggedCall = {
    at: machineNow().toISOString(),
    call: `${req.method} ${req.path}`,
    status,
    code: code ?? null,
    traceId: request.traceId ?? null,
    idempotencyKey: req.header("idempotency-key") ?? null,
    effect,
  };
  database.insert("calls", { token, subject: subject ?? token, ...call });
  database.run("DELETE FROM calls WHERE rowid <= (SELECT max(rowid) FROM calls) - ?", maxCalls);
}

/** The token, if it is in body or query instead of the path. */
function namedIn(values: unknown): string | undefined {
  const row = (values ?? {}) as Record<string, unknown>;
  const names = ["data", "contractNumber", "customerNumber", "contractReference", "token", "id"];
  return names.map((name) => row[name]).find((value) => typeof value === "string");
}

const tokenOf = (database: Database, subject: string | null) =>
  database.one<{ token: string }>("SELECT token FROM calls WHERE subject = ? AND token <> subject", subject)
    ?.token;
