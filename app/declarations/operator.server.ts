import { config } from "#app/platform/config.server.ts";
import { auditDeclaration } from "./declaration.server.ts";
import { declarationQueue } from "./open-queue.server.ts";
import type { Entry } from "./queue.ts";
import { seal, unseal } from "./stored-declaration.server.ts";

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
export async function list() {
  const entries = await declarationQueue().open();
  return entries.map((entry) => ({
    id: entry.id,
    ...facts(entry),
    state: entry.state,
    attempts: entry.attempts,
    nextTry: instantIn(entry.dueInMs),
    deleted: instantIn(entry.keepMs),
    order: entry.overtook ? "overtook" : entry.overtaken ? "overtaken" : undefined,
  }));
}

/** Staff has passed on a declaration for which the provider has no call. Returns whether it was left to them. */
export async function finish(id: string): Promise<boolean> {
  const queue = declarationQueue();
  const entry = await queue.find(id);
  if (entry?.state !== "byHand") return false;
  const passedOn = { ...unseal(entry), answered: { at: new Date().toISOString(), isByHand: true as const } };
  auditDeclaration(passedOn, "done");
  return queue.finish(id, { sealed: seal(passedOn), keepMs: config().declarations.keptMs });
}

/** Several declarations at once, by the state that they are in. */
const together = { all: "waiting", refused: "refused" } as const satisfies Record<string, Entry["state"]>;

/**
 * Retries waiting or refused declarations, or those left to staff, now.
 * @param which one by its id, `all` that wait, or all that were `refused`
 * @param since of several, only those received since then
 * @returns how many
 */
export async function resend(which: string, since = new Date(0)): Promise<number> {
  const queue = declarationQueue();
  const state = Object.hasOwn(together, which) ? together[which as keyof typeof together] : undefined;
  const chosen = (await queue.open()).filter((one) => one.state === state && one.receivedAt >= Number(since));
  let count = 0;
  for (const id of state ? chosen.map(({ id }) => id) : [which]) if (await queue.resend(id)) count++;
  return count;
}

/** A declaration in full, with the customer's input; undefined for an unknown id. */
export async function inFull(id: string) {
  const entry = await declarationQueue().find(id);
  return entry && { state: entry.state, ...unseal(entry) };
}
