import type { Context } from "hono";
import type { Database, Migration } from "./database.ts";
import { actOut, type Fault, parseFault } from "./faults.ts";
import type { ProblemBody } from "./problem.ts";
import type { Sandbox } from "./sandbox.ts";

/** A fault, the calls on which it happens, and whether only on the first attempt. */
export interface AimedFault<Call extends string> {
  calls: readonly Call[];
  fault: Fault;
  once: boolean;
}

/**
 * Reads the fault in a token: `<call>-<fault>`, `<call>-once-<fault>`, `state-<CODE>` for every call, or a bare fault
 * (`http-503`, `hangup`, …).
 * @param bareCalls the calls on which a bare fault happens; all by default
 */
export function aimedFaultOf<Call extends string>(
  name: string,
  calls: readonly Call[],
  bareCalls: (fault: Fault) => readonly Call[] = () => calls,
): AimedFault<Call> | undefined {
  const [, call, once, rest = ""] = /^([a-z]+)-(once-)?(.+)$/.exec(name) ?? [];
  const aimed = call === "state" ? calls : calls.filter((one) => one === call);
  if (aimed.length > 0) {
    const fault = parseFault(rest);
    return fault && { calls: aimed, fault, once: once !== undefined };
  }
  const fault = parseFault(name);
  // A bare code is not a token, and neither is `fail`.
  return fault && fault.kind !== "code" && name !== "fail"
    ? { calls: bareCalls(fault), fault, once: false }
    : undefined;
}

export const attemptMigrations: Migration[] = [
  {
    name: "attempts-1",
    sql: "CREATE TABLE attempts (token TEXT NOT NULL, call TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (token, call))",
  },
];

/**
 * Counts the attempts of a call.
 * @returns the number of this one, from 1
 */
export function countAttempt(database: Database, token: string, call: string): number {
  const row = database.one<{ count: number }>(
    `INSERT INTO attempts (token, call, count) VALUES (?, ?, 1)
     ON CONFLICT (token, call) DO UPDATE SET count = count + 1 RETURNING count`,
    token,
    call,
  );
  return row?.count ?? 1;
}

/** Plays a fault aimed at this call; undefined if the call continues as usual. */
export function playAimed<Call extends string>(
  { database, machineNow }: Sandbox,
  aimed: AimedFault<Call> | undefined,
  call: Call,
  token: string,
  context: Context,
  extra: ProblemBody = {},
) {
  if (!aimed?.calls.includes(call)) return undefined;
  if (aimed.once && countAttempt(database, token, call) > 1) return undefined;
  return actOut(aimed.fault, context, machineNow(), extra);
}
