import type { Call } from "#app/backend/contract/call.ts";
import { type Problem, problem } from "#app/backend/contract/common.ts";
import type { Deviation } from "./report.ts";

type Read =
  | { ok: true; data: unknown; deviations: Deviation[] }
  | { ok: false; why: string; deviations: Deviation[] };

/** Reads a success as the portal does. */
export function readAnswer(call: Call, bytes: Buffer): Read {
  if (typeof call.answer === "string") throw new TypeError("Only JSON is read.");
  let json: unknown;
  try {
    json = JSON.parse(bytes.toString("utf8"));
  } catch {
    return { ok: false, why: "no JSON", deviations: [] };
  }
  const read = call.answer.safeParse(json);
  if (read.success) return { ok: true, data: read.data, deviations: [] };
  return { ok: false, why: read.error.issues.map(({ path }) => path.join(".")).join(", "), deviations: [] };
}

/** Reads what a refusal says. */
export function readProblem(
  _call: Call,
  bytes: Buffer,
): { problem: Problem | undefined; deviations: Deviation[] } {
  try {
    return { problem: problem.safeParse(JSON.parse(bytes.toString("utf8"))).data, deviations: [] };
  } catch {
    return { problem: undefined, deviations: [] };
  }
}
