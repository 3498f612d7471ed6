import type { Context } from "hono";
import type { Database, Migration } from "./database.ts";
import { actOut, type Fault, parseFault } from "./faults.ts";
import type { Sandbox } from "./sandbox.ts";

/** A fault, the calls on which it happens, and whether only at the first attempt. */
export interface AimedFault<Call extends string> {
  calls: readonly Call[];
  fault: Fault;
  once: boolean;
}

/**
 * Reads the fault in a token: `<call>-<fault>`, `<call>-once-<fault>`, `state-<CODE>`, or a fault alone for every
 * call (`http-503`, `hangup`, …).
 */
export function aimedFaultOf<Call extends string>(
  name: string,
  calls: readonly Call[],
): AimedFault<Call> | undefined {
  const [, call, once, rest = ""] = /^([a-z]+)-(once-)?(.+)$/.exec(name) ?? [];
  const aimed = call === "state" ? calls : calls.filter((one) => one === call);
  const fault = aimed.length > 0 ? parseFault(rest) : parseFault(name);
  // A bare code is not a token; `state-<CODE>` is.
  if (!fault || (aimed.length === 0 && fault.kind === "code")) return undefined;
  return { calls: aimed.length > 0 ? aimed : calls, fault, once: aimed.length > 0 && once !== undefined };
}

export const attemptMigrations: Migration[] = [
  {
    name: "attempts-1",
    sql: "CREATE TABLE attempts (token TEXT NOT NULL, call TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (token, call))",
  },
];

/** Counts attempts of a call; returns this one's number, from 1. */
export function countAttempt(database: Database, token: string, call: string): number {
  database.run(
    "INSERT INTO attempts (token, call, count) VALUES (?, ?, 1) ON CONFLICT (token, call) DO UPDATE SET count = count + 1",
    token,
    call,
  );
  const counted = database.one<{ count: number }>(
    "SELECT count FROM attempts WHERE token = ? AND call = ?",
    token,
    call,
  );
  return counted?.count ?? 1;
}

/** Plays a fault aimed at this call; undefined if the call continues as usual. */
export function playAimed<Call extends string>(
  { database, now }: Sandbox,
  aimed: AimedFault<Call> | undefined,
  call: Call,
  token: string,
  context: Context,
) {
  if (!aimed?.calls.includes(call)) return undefined;
  if (aimed.once && countAttempt(database, token, call) > 1) return undefined;
  return actOut(aimed.fault, context, now());
}
