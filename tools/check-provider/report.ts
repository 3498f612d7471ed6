import type { Deviation } from "#app/backend/read-answer.ts";
import { isWrong, lineOf, type Told } from "./told.ts";

/** How one call went. It contains no token and nothing of a customer. */
export interface Row {
  /** Method and path as the contract writes them. */
  call: string;
  /** What was requested, if a call is made more than once. */
  label: string;
  outcome: "read" | "deviations" | "unusable" | "skipped";
  status?: number;
  ms?: number;
  deviations: Deviation[];
  /** What can be read and yet cannot be meant, such as cents for euros. */
  implausible?: string[];
  /** Why a response is not usable, or why nothing was requested. */
  why?: string;
  /** Whether the same call with the same `Idempotency-Key` acted once. */
  idempotency?: "honoured" | "not honoured";
  /** What is no deviation, and yet worth knowing: a bare yes, reads that lag behind. */
  words?: string[];
  /** For what acted: what the customer is told where something goes wrong with its answer. */
  told?: Told[];
  /** For a refusal: the state that it leads to. */
  state?: string;
}

const signs = { read: "✓", deviations: "~", unusable: "✗", skipped: "–" };

function linesOf(row: Row): string[] {
  const { call, label, outcome, status = "", ms, deviations, why, idempotency, told = [], state } = row;
  const { implausible = [], words = [] } = row;
  const facts = [label, state, idempotency && `idempotency key ${idempotency}`, ...words]
    .filter(Boolean)
    .join(", ");
  const time = ms === undefined ? "" : `${ms} ms`;
  const first = [
    signs[outcome],
    String(status).padEnd(4),
    time.padStart(8),
    ` ${call}`,
    facts && ` (${facts})`,
  ];
  return [
    first.join(" "),
    ...(why ? [`    ${outcome === "skipped" ? "skipped" : "not usable"}: ${why}`] : []),
    ...deviations.map(({ path, what }) => `    ${path}: ${what}`),
    ...implausible.map((what) => `    implausible: ${what}`),
    ...told.map((one) => `    ${lineOf(one)}`),
  ];
}

export function textOf(rows: Row[]): string {
  const count = (outcome: Row["outcome"]) => rows.filter((row) => row.outcome === outcome).length;
  const sums = [
    `${count("read")} read`,
    `${count("deviations")} read with deviations`,
    `${count("unusable")} not usable`,
    `${count("skipped")} skipped`,
  ];
  return [...rows.flatMap(linesOf), "", sums.join(", ")].join("\n");
}

/**
 * 0: everything is read as it is; 1: with deviations; 2: something is not usable, a customer would be told something
 * wrong, or nothing was requested at all.
 */
export function exitCodeOf(rows: Row[]): number {
  const has = (outcome: Row["outcome"]) => rows.some((row) => row.outcome === outcome);
  if (has("unusable") || rows.some(({ told }) => told?.some(isWrong)) || !(has("read") || has("deviations")))
    return 2;
  return has("deviations") ? 1 : 0;
}
