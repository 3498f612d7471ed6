import { createHmac } from "node:crypto";
import type { DeclarationKind } from "#app/backend/declarations.server.ts";
import { uuidFrom } from "#app/platform/uuid-from.ts";
import { derivedKey } from "#app/session/encryption.server.ts";
import { sessionSecrets } from "#app/session/open-store.server.ts";

/** A declaration as it was posted. */
export interface PostedDeclaration {
  kind: DeclarationKind;
  /** Slug of the brand. */
  brand: string;
  /** As posted by its form; empty for a post without one. */
  submissionId: string;
  /** The stamp of the constant page that it was posted from, if any. */
  stamp?: string | undefined;
  /** All that the customer wrote and chose, by field, whatever the page's language; without the file. */
  content: Record<string, unknown>;
}

const inOrder = (content: PostedDeclaration["content"]) =>
  Object.fromEntries(Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1)));

const keyedHash = (secret: string, purpose: string, value: unknown) =>
  createHmac("sha256", derivedKey(secret, purpose)).update(JSON.stringify(value));

/**
 * The id of a declaration: a UUID of version 8 (RFC 9562), made from what its form posted, an id of its own or the
 * stamp of its page, *and* the content, so that nobody can reach a declaration by an id from a receipt or a log. No
 * clock decides (decision 0127).
 * @returns `earlier` the ids that the same declaration may have by older secrets that are still listed
 */
export function idsOf({ kind, brand, submissionId, stamp, content }: PostedDeclaration): {
  id: string;
  earlier: string[];
} {
  const value = [kind, brand, submissionId || stamp || "", inOrder(content)];
  const [id = "", ...earlier] = sessionSecrets().map((secret) =>
    uuidFrom(keyedHash(secret, "declaration id", value).digest("hex")),
  );
  return { id, earlier };
}

/**
 * The digest by which the store recognizes the same content within an hour; undefined if the form had an id of its
 * own. The oldest secret makes it, so that portals agree while the secret is rotated.
 */
export const contentDigest = ({
  kind,
  brand,
  submissionId,
  content,
}: PostedDeclaration): string | undefined =>
  submissionId
    ? undefined
    : keyedHash(sessionSecrets().at(-1) ?? "", "declaration content", [kind, brand, inOrder(content)]).digest(
        "base64url",
      );
