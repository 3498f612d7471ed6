import { type Call, isActing } from "#app/backend/contract/call.ts";
import type { Deviation } from "#app/backend/read-answer.ts";
import { type AfterFault, faultLine, isWrong } from "./after-fault.ts";

/** How one call went. It contains no token and nothing of a customer. */
export interface ReportRow {
  /** Method and path as the contract writes them. */
  call: string;
  /** What was requested, if a call is made more than once. */
  label: string;
  outcome: "read" | "deviations" | "unusable" | "skipped" | "left out";
  status?: number;
  ms?: number;
  deviations: Deviation[];
  /** What can be read and yet cannot be meant, such as cents for euros. */
  implausible?: string[];
  /** Why a response is not usable, why nothing was requested, or what the portal does without the call. */
  why?: string;
  /** What a customer reads of it, for a person to confirm: prices, dates, where a mail went. */
  shown?: string[];
  /** Members of the answer that the portal does not read, by their paths. */
  unread?: string[];
  /** Whether the same call with the same `Idempotency-Key` acted once. */
  idempotency?: "honoured" | "not honoured";
  /** For how long what was done was not to be read. */
  lagMs?: number;
  /** Whether the same call under another key acted once more, or says so. */
  takesAnotherKey?: boolean;
  /** What an order's promises assume of it (decision 0067). */
  assumed?: Assumed[];
  /** What is no deviation, and yet worth knowing: a bare yes, reads that lag behind. */
  words?: string[];
  /** For what acted: what the customer reads where something goes wrong with its answer. */
  told?: AfterFault[];
  /** For a refusal: the state that it leads to. */
  state?: string;
}

/** Why a call of another journey is skipped. */
export const notAsked = "not of the journeys that were asked for";

/** Undefined where nothing has shown whether it holds. */
export interface Assumed {
  what: string;
  holds: boolean | undefined;
  found: string;
}
const assumedLine = ({ what, holds, found }: Assumed): string =>
  `assumed: ${what}: ${holds === undefined ? "unknown" : holds ? "holds" : "DOES NOT HOLD"} (${found})`;

const signs = { read: "✓", deviations: "~", unusable: "✗", skipped: "–", "left out": "○" };
const whyOf = {
  skipped: "skipped",
  "left out": "left out, the portal then",
  unusable: "not usable",
  read: "",
  deviations: "",
};

function linesOf(row: ReportRow): string[] {
  const { call, label, outcome, status = "", ms, deviations, why, idempotency, told = [], state } = row;
  const { implausible = [], words = [], assumed = [] } = row;
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
    ...(why ? [`    ${whyOf[outcome]}: ${why}`] : []),
    ...deviations.map(({ path, what }) => `    ${path}: ${what}`),
    ...implausible.map((what) => `    implausible: ${what}`),
    ...told.map((one) => `    ${faultLine(one)}`),
    ...assumed.map((one) => `    ${assumedLine(one)}`),
  ];
}

/** What no program can judge: what customers read, and what the provider owes them beside its answers. */
function toConfirm(rows: ReportRow[], asked: Call[]): string[] {
  const shown = rows.flatMap(({ call, label, shown: lines = [] }) =>
    lines.map((line) => `  [ ] ${call}${label && ` (${label})`}: ${line}`),
  );
  const duties = asked.filter(isActing).map(({ method, path, duty }) => `  [ ] ${method} ${path}: ${duty}`);
  return [
    "",
    "What your customer sees, for a person to confirm:",
    ...(shown.length > 0 ? shown : ["  nothing was read"]),
    ...unreadLines(rows),
    "",
    "What check-provider cannot see, for a person to confirm:",
    ...duties,
    "  [ ] Documents say what the calls say: products, prices, minimum term, the customer's name.",
    "  [ ] Prices, dates and hotlines are those of your shop, on the day on which the links are mailed.",
  ];
}

/** Each call once, whatever was asked of it. */
function unreadLines(rows: ReportRow[]): string[] {
  const paths = new Map<string, Set<string>>();
  for (const { call, unread = [] } of rows)
    for (const path of unread) paths.set(call, (paths.get(call) ?? new Set()).add(path));
  if (paths.size === 0) return [];
  const lines = [...paths].map(([call, names]) => `  ${call}: ${[...names].join(", ")}`);
  return ["", "What the portal does not read:", ...lines];
}

/** Of journeys that were not asked for, their number says enough. */
function skippedLine(rows: ReportRow[]): string[] {
  const { length } = rows.filter(({ why }) => why === notAsked);
  return length > 0 ? [`–      ${length} calls skipped: ${notAsked}`] : [];
}

/** @param asked the calls of the journeys that were asked for */
export function textOf(rows: ReportRow[], asked: Call[]): string {
  const count = (outcome: ReportRow["outcome"]) => rows.filter((row) => row.outcome === outcome).length;
  const sums = [
    `${count("read")} read`,
    `${count("deviations")} read with deviations`,
    `${count("unusable")} not usable`,
    `${count("left out")} left out`,
    `${count("skipped")} skipped`,
  ];
  const lines = rows.filter(({ why }) => why !== notAsked).flatMap(linesOf);
  return [...lines, ...skippedLine(rows), ...toConfirm(rows, asked), "", sums.join(", ")].join("\n");
}

export const exitCodes = {
  0: "everything asked for is read as it is; calls that are optional may be left out",
  1: "everything is usable, some of it with deviations",
  2: "the command line or the file of tokens is wrong, or nothing was asked: nothing is known",
  3: "something is not usable, a customer would be told something wrong, or what orders assume does not hold",
} as const;

export function exitCodeOf(rows: ReportRow[]): keyof typeof exitCodes {
  const has = (outcome: ReportRow["outcome"]) => rows.some((row) => row.outcome === outcome);
  if (has("unusable") || rows.some(({ told }) => told?.some(isWrong))) return 3;
  if (rows.some(({ assumed }) => assumed?.some(({ holds }) => holds === false))) return 3;
  if (!(has("read") || has("deviations") || has("left out"))) return 2;
  return has("deviations") ? 1 : 0;
}
