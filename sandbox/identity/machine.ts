import { createHash } from "node:crypto";
import type { IdvState } from "../../app/backend/contract/identity.ts";
import { keysOf } from "../../app/domain/keys-of.ts";
import { attemptMigrations } from "../aimed-fault.ts";
import { dayMs } from "../clock/clock.ts";
import type { Migration } from "../database.ts";
import type { Language } from "../language.ts";
import { isOrderWithdrawn } from "../offer/withdrawn.ts";
import type { Sandbox } from "../sandbox.ts";
import { orderOf } from "./customer.ts";
import type { MethodKind } from "./methods.ts";
import { attemptsAllowed, type IdvScenario } from "./token.ts";

export const identityMigrations: Migration[] = [
  {
    name: "identity-1",
    sql: `
    CREATE TABLE idv (
      token TEXT PRIMARY KEY, state TEXT NOT NULL, failures INTEGER NOT NULL, last_attempt TEXT, method TEXT,
      choices INTEGER NOT NULL, looks INTEGER NOT NULL, return_url TEXT, language TEXT NOT NULL, at TEXT NOT NULL);
    CREATE TABLE idv_attempts (token TEXT NOT NULL, call TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (token, call))`,
  },
  { name: "identity-2", sql: "DROP TABLE idv_attempts" },
  ...attemptMigrations,
  { name: "identity-3", sql: "ALTER TABLE idv ADD COLUMN brand TEXT NOT NULL DEFAULT 'O2'" },
];

export interface Verification {
  token: string;
  state: IdvState;
  /** Failed attempts; aborted ones do not count. */
  failures: number;
  lastAttempt: "failed" | "aborted" | null;
  method: MethodKind | null;
  /** Number of choices; an outdated provider page has a lower one. */
  choices: number;
  /** Number of polls during review. */
  looks: number;
  /** Return address for the provider. */
  returnUrl: string | null;
  language: Language;
  /** Whose page it was chosen on. */
  brand: string;
  /** Time of the last event. */
  at: string;
}

const open: readonly IdvState[] = ["created", "methodChosen", "started", "submitted", "review", "failed"];
const underWay: readonly IdvState[] = ["methodChosen", "started", "submitted", "review"];

/** Events, and the states that allow them. */
const moves = {
  choose: { from: ["created", "methodChosen", "failed"], to: "methodChosen" },
  start: { from: ["methodChosen"], to: "started" },
  submit: { from: ["methodChosen", "started"], to: "submitted" },
  review: { from: ["submitted"], to: "review" },
  approve: { from: underWay, to: "success" },
  refuse: { from: underWay, to: "failed" },
  abort: { from: ["methodChosen", "started"], to: "created" },
  complete: { from: ["success"], to: "completed" },
  consume: { from: [...open, "success"], to: "consumed" },
  expire: { from: open, to: "expired" },
  cancel: { from: open, to: "cancelled" },
} satisfies Record<string, { from: readonly IdvState[]; to: IdvState }>;
export type Move = keyof typeof moves;

export const moveNames = keysOf(moves);

/** Three failures are final. */
export const isFinal = ({ state, failures }: Verification) =>
  state === "failed" && failures >= attemptsAllowed;

/** Whether it can still end in success, and by time. */
export const isOpen = (verification: Verification): boolean =>
  open.includes(verification.state) && !isFinal(verification);

export function canMove(verification: Verification, move: Move): boolean {
  const { from }: { from: readonly IdvState[] } = moves[move];
  return from.includes(verification.state) && !isFinal(verification);
}

/** The verification after the event; undefined if its state does not allow it. */
export function moved(verification: Verification, move: Move, at: Date): Verification | undefined {
  if (!canMove(verification, move)) return undefined;
  const next: Verification = { ...verification, state: moves[move].to, at: at.toISOString() };
  if (move === "choose") return { ...next, choices: next.choices + 1, looks: 0 };
  if (move === "refuse") return { ...next, failures: next.failures + 1, lastAttempt: "failed" };
  if (move === "abort") return { ...next, lastAttempt: "aborted" };
  return next;
}

const daysValid = 14;
/** A link is valid for two weeks after the last event. */
export const validUntil = ({ at }: Verification) => new Date(Date.parse(at) + daysValid * dayMs);

/** The stored verification, else the scenario's initial one. */
export function verificationOf(sandbox: Sandbox, token: string, scenario: IdvScenario): Verification {
  const verification = storedVerification(sandbox, token) ?? startOf(sandbox, token, scenario);
  if (!isOpen(verification)) return verification;
  // Nobody has to be identified for it any more.
  if (isOrderWithdrawn(sandbox, token.split("~")[1] ?? "")) return { ...verification, state: "cancelled" };
  return validUntil(verification) <= sandbox.now(token)
    ? { ...verification, state: "expired" }
    : verification;
}

export const storedVerification = ({ database }: Sandbox, token: string): Verification | undefined =>
  database.one<Verification>(
    `SELECT token, state, failures, last_attempt AS lastAttempt, method, choices, looks, return_url AS returnUrl,
     language, brand, at FROM idv WHERE token = ?`,
    token,
  );

/** It begins with its order, or today, by the machine's clock. */
function startOf(sandbox: Sandbox, token: string, { start }: IdvScenario): Verification {
  const { lastAttempt = null, method = null, ...same } = start;
  return {
    token,
    ...same,
    lastAttempt,
    method,
    choices: same.state === "created" ? 0 : 1,
    looks: 0,
    returnUrl: null,
    language: "de",
    brand: "O2",
    at: orderOf(sandbox, token)?.at ?? sandbox.machineNow().toISOString(),
  };
}

export function storeVerification(
  { database }: Sandbox,
  { lastAttempt, returnUrl, ...same }: Verification,
): void {
  database.insert("idv", { ...same, last_attempt: lastAttempt, return_url: returnUrl }, "REPLACE");
}

export const deleteVerification = ({ database }: Sandbox, token: string) => {
  for (const table of ["idv", "attempts"]) database.run(`DELETE FROM ${table} WHERE token = ?`, token);
};

/** Of the message that the provider sends for a choice. */
export const messageCode = (verification: Verification) => referenceNumber(verification).slice(-6);

/** Twelve digits, the same for the same choice. */
export function referenceNumber({ token, choices }: Verification): string {
  const digest = createHash("sha256").update(`${token} ${choices}`).digest("hex").slice(0, 16);
  return (BigInt(`0x${digest}`) % 1_000_000_000_000n).toString().padStart(12, "0");
}
