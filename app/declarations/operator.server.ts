import { config } from "#app/platform/config.server.ts";
import { auditDeclaration } from "./declaration.server.ts";
import { declarationQueue } from "./open-queue.server.ts";
import type { Entry, Position } from "./queue.ts";
import { seal, unseal } from "./stored-declaration.server.ts";

const queue = () => declarationQueue("operators");

/** The parts without personal data, if the secret is still configured. */
function facts(entry: Entry) {
  try {
    const { kind, brand, receivedAt } = unseal(entry);
    return { kind, brand, receivedAt: new Date(receivedAt) };
  } catch {
    return { kind: "(secret missing)", brand: "", receivedAt: new Date(entry.receivedAt) };
  }
}

const instantIn = (ms: number | undefined) => (ms === undefined ? undefined : new Date(Date.now() + ms));

/** What waits, was refused or left to staff, or went ahead of an earlier one of its contract: oldest first, without personal data. */
export async function* list() {
  for await (const entry of queue().open())
    yield {
      id: entry.id,
      ...facts(entry),
      state: entry.state,
      attempts: entry.attempts,
      nextTry: instantIn(entry.dueInMs),
      deleted: instantIn(entry.keepMs),
      order: entry.overtook ? "overtook" : entry.overtaken ? "overtaken" : undefined,
    };
}

/** Staff has passed on a declaration for which the provider has no call. Returns whether it was left to them. */
export async function finish(id: string): Promise<boolean> {
  const entry = await queue().find(id);
  if (entry?.state !== "byHand") return false;
  const passedOn = { ...unseal(entry), answered: { at: new Date().toISOString(), isByHand: true as const } };
  auditDeclaration(passedOn, "done");
  return queue().finish(id, { sealed: seal(passedOn), keepMs: config().declarations.keptMs });
}

/** Retries one that waits, was refused or was left to staff, now. Returns whether there was one. */
export const resend = (id: string): Promise<boolean> => queue().resend(id);

/**
 * Retries everything that waits or was refused, oldest first, one batch at a time. It ends early if the caller asks for no more.
 * @param since only those received since then
 * @yields how many so far
 */
export async function* resendAll(state: "waiting" | "refused", since = new Date(0)) {
  let count = 0;
  for (let after: Position = { openSince: Number(since) - 1, seq: Number.MAX_SAFE_INTEGER }; ; ) {
    const next = await queue().resendNext(state, after);
    if (!next) return;
    count += next.count;
    after = next.position;
    yield count;
  }
}

/** How many there are of each state. */
export const backlog = () => queue().backlog();

/** A declaration in full, with the customer's input; undefined for an unknown id. */
export async function inFull(id: string) {
  const entry = await queue().find(id);
  return entry && { state: entry.state, ...unseal(entry) };
}
