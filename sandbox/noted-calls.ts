import type { Context } from "hono";
import type { Database } from "./database.ts";
import type { Sandbox } from "./sandbox.ts";

/** What a call did: nothing but answer, something, nothing again as its key came before; or why it was refused. */
export type Effect = "read" | "done" | "repeated" | "refused" | "fault";

export interface Noted {
  at: string;
  call: string;
  /** 0: the connection was closed without an answer. */
  status: number;
  code: string | null;
  traceId: string | null;
  idempotencyKey: string | null;
  effect: Effect;
}

const mostCalls = 20_000;

/** Notes a call for the token that it is about. A declaration's later calls have its id only: its post names the token. */
export function noteCall(
  { database, now }: Sandbox,
  request: { context: Context; traceId?: string; body: unknown; query: unknown },
  { status, code, effect }: Pick<Noted, "status" | "effect"> & { code?: string },
): void {
  const { req } = request.context;
  const subject = req.param("id") ?? req.param("a") ?? null;
  const token = namedIn(request.body) ?? namedIn(request.query) ?? tokenOf(database, subject) ?? subject;
  if (!token) return;
  database.run(
    "INSERT INTO calls (token, subject, at, call, status, code, traceId, idempotencyKey, effect) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    token,
    subject ?? token,
    now().toISOString(),
    `${req.method} ${req.path}`,
    status,
    code ?? null,
    request.traceId ?? null,
    req.header("idempotency-key") ?? null,
    effect,
  );
  database.run("DELETE FROM calls WHERE rowid <= (SELECT max(rowid) FROM calls) - ?", mostCalls);
}

/** What plays a scenario where no path does. */
function namedIn(values: unknown): string | undefined {
  const row = (values ?? {}) as Record<string, unknown>;
  const names = ["data", "contractNumber", "customerNumber", "contractReference", "token", "id"];
  return names.map((name) => row[name]).find((value) => typeof value === "string");
}

const tokenOf = (database: Database, subject: string | null) =>
  database.one<{ token: string }>("SELECT token FROM calls WHERE subject = ? AND token <> subject", subject)
    ?.token;
