import { createHmac } from "node:crypto";
import { derivedKey } from "#app/session/encryption.server.ts";
import { sessionSecrets } from "#app/session/open-store.server.ts";

const hourMs = 3_600_000;

/**
 * The stamp that the form of a constant page posts: the same for everybody, another one each hour. It distinguishes one page
 * sent twice from two pages, and is as good on any portal and on any day.
 */
export const currentStamp = (): string =>
  createHmac("sha256", derivedKey(sessionSecrets()[0] ?? "", "edition of constant pages"))
    .update(String(Math.floor(Date.now() / hourMs)))
    .digest("base64url")
    .slice(0, 22);
