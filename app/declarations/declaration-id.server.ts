import { createHmac } from "node:crypto";
import type { DeclarationKind } from "#app/backend/declarations.server.ts";
import { derivedKey } from "#app/session/encryption.server.ts";
import { sessionSecrets } from "#app/session/open-store.server.ts";

/** A declaration as it was posted. */
export interface Sent {
  kind: DeclarationKind;
  /** Slug of the brand. */
  brand: string;
  /** As posted by its form; empty for a post without one. */
  submissionId: string;
  /** All that the customer wrote and chose, by field, whatever the page's language; without the file. */
  content: Record<string, unknown>;
}

const hourMs = 3_600_000;

/**
 * Whether a declaration that was received at this time, and has come again without a submission id, counts as the same.
 */
export const isRecent = ({ receivedAt }: { receivedAt: string }) =>
  Date.now() - Date.parse(receivedAt) < hourMs;

/**
 * The id of a declaration: a UUID of version 8 (RFC 9562), made from the submission id *and* the content, so that
 * nobody can reach a declaration by an id from a receipt or a log. Without a submission id, the current hour takes
 * its place.
 * @returns `earlier` the other ids that the same declaration may have: by older secrets that are still listed, or by
 * the previous hour, for which `isRecent` decides
 */
export function idsOf({ kind, brand, submissionId, content }: Sent): { id: string; earlier: string[] } {
  const hour = Math.floor(Date.now() / hourMs);
  const sorted = Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1));
  const text = (mark: string | number) => JSON.stringify([kind, brand, mark, Object.fromEntries(sorted)]);
  const texts = (submissionId ? [submissionId] : [hour, hour - 1]).map(text);
  const [id = "", ...earlier] = sessionSecrets().flatMap((secret) => {
    const key = derivedKey(secret, "declaration id");
    return texts.map((each) => uuidFrom(createHmac("sha256", key).update(each).digest("hex")));
  });
  return { id, earlier };
}

const uuidFrom = (hex: string) => hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, "$1-$2-8$3-8$4-$5");
