import { unseal } from "./declaration.server.ts";
import { declarationQueue } from "./open-queue.server.ts";
import type { Entry } from "./queue.ts";

/** The parts without personal data, if the secret is still configured. */
function about(entry: Entry) {
  try {
    const { kind, brand } = unseal(entry);
    return { kind, brand };
  } catch {
    return { kind: "(secret missing)", brand: "" };
  }
}

/** Waiting and refused ones, oldest first, without personal data. */
export async function openDeclarations() {
  const entries = await declarationQueue().open();
  return entries.map((entry) => ({
    id: entry.id,
    ...about(entry),
    state: entry.state,
    receivedAt: new Date(entry.receivedAt),
    attempts: entry.attempts,
    nextTry: entry.due === undefined ? undefined : new Date(Math.max(entry.due, Date.now())),
  }));
}

/** Tries again now what waits or was refused, by its id, or `all` that wait. @returns how many */
export async function resendDeclarations(which: string): Promise<number> {
  const queue = declarationQueue();
  const waiting = (await queue.open()).filter(({ state }) => state === "waiting").map(({ id }) => id);
  let count = 0;
  for (const id of which === "all" ? waiting : [which]) if (await queue.resend(id, Date.now())) count++;
  return count;
}

/** A declaration in full, with what the customer wrote; undefined for an unknown id. */
export async function exportDeclaration(id: string) {
  const entry = await declarationQueue().find(id);
  return entry && { state: entry.state, ...unseal(entry) };
}
