import { identifiedBy } from "#app/domain/identified-by.server.ts";
import { shortReference } from "#app/domain/short-reference.ts";
import { createSealer } from "#app/session/encryption.server.ts";
import { sessionSecrets } from "#app/session/open-store.server.ts";
import { declarationQueue } from "./open-queue.server.ts";
import type { StoredEntry } from "./queue.ts";
import { type Declaration, unsealWith } from "./stored-declaration.server.ts";

/** What is stored of one declaration; without its content if the secret that it was sealed with is missing. */
export interface StoredOfPerson {
  id: string;
  state: StoredEntry["state"];
  /** Undefined while it waits. */
  keptUntil: string | undefined;
  declaration: Declaration | undefined;
}

/**
 * Everything stored about one person: declarations with their receipts, in any state, the oldest first.
 * @param identifiers as for `identifiedBy`
 * @returns also the ids of those that cannot be searched because their secret is missing
 */
export async function find(identifiers: readonly string[]) {
  const isTheirs = identifiedBy(identifiers);
  // Not the default sealer, which reports a missing secret on standard output: that is reserved for the export.
  const sealer = createSealer(sessionSecrets());
  const found: StoredOfPerson[] = [];
  const unreadable: string[] = [];
  for await (const entry of declarationQueue("operators").entries()) {
    const { id, state, keepMs } = entry;
    const declaration = unsealWith(sealer, entry);
    if (!declaration) unreadable.push(id);
    const { body, facts, answered } = declaration ?? {};
    if (!isTheirs([id, shortReference(id)], [body, facts, answered])) continue;
    const keptUntil = keepMs === undefined ? undefined : new Date(Date.now() + keepMs).toISOString();
    found.push({ id, state, keptUntil, declaration });
  }
  return { declarations: found, unreadable };
}

/** Removes nothing and returns false if its state has changed since it was found. */
export const erase = ({ id, state }: StoredOfPerson) => declarationQueue("operators").removeIf(id, state);
