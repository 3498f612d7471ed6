import type { Call } from "#app/backend/contract/call.ts";
import type { Problem } from "#app/backend/contract/common.ts";
import * as portal from "#app/backend/read-answer.ts";
import type { Deviation } from "./report.ts";

type Read =
  | { ok: true; data: unknown; deviations: Deviation[] }
  | { ok: false; why: string; deviations: Deviation[] };

/** Reads a success as the portal does. */
export function readAnswer(call: Call, bytes: Buffer): Read {
  if (typeof call.answer === "string") throw new TypeError("Only JSON is read.");
  const json = jsonOf(bytes);
  if (json === undefined) return { ok: false, why: "no JSON", deviations: [] };
  const read = portal.readAnswer(call.answer, json);
  if (read.ok) return read;
  const why = read.unusable.map(({ path, what }) => `${path}: ${what}`).join(", ");
  return { ok: false, why, deviations: read.deviations };
}

/** Reads what a refusal says. */
export const readProblem = (
  _call: Call,
  bytes: Buffer,
): { problem: Problem | undefined; deviations: Deviation[] } => portal.readProblem(jsonOf(bytes));

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}
