import { createHmac } from "node:crypto";
import type { DeclarationKind } from "#app/backend/declarations.server.ts";
import { derivedKey } from "#app/session/encryption.server.ts";
import { sessionSecrets } from "#app/session/open-store.server.ts";

/** A declaration as it was sent. */
export interface Sent {
  kind: DeclarationKind;
  /** Slug of the brand. */
  brand: string;
  /** As its form posted it; empty for a post without one. */
  submissionId: string;
  /** All that the customer wrote and chose, by field, in whatever language the page was; its file is no part of it. */
  content: Record<string, unknown>;
}

const hourMs = 3_600_000;

/** Whether what was received then and has come again without a submission id is the same one. */
export const isRecent = ({ receivedAt }: { receivedAt: string }) =>
  Date.now() - Date.parse(receivedAt) < hourMs;

/**
 * The id of a declaration: a UUID of version 8 (RFC 9562), made from what was posted *and* the content, so that nobody
 * reaches a declaration by an id that a receipt or a log shows. A post without a submission id has the hour in its
 * place. `earlier` are the ids that the same declaration may have from before: by secrets that are still listed, or by
 * the hour that has just ended, for which `isRecent` decides.
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
