import { createHmac, timingSafeEqual } from "node:crypto";
import type { DeclarationKind } from "#app/backend/declarations.server.ts";
import { bytesIn, derivedKey } from "#app/session/encryption.server.ts";
import { sessionSecrets } from "#app/session/open-store.server.ts";

const idBytes = 16;
const macBytes = 16;

const macOf = (secret: string, kind: DeclarationKind, brand: string, id: Buffer) =>
  createHmac("sha256", derivedKey(secret, "receipt reference"))
    .update(`${kind}\n${brand}\n`)
    .update(id)
    .digest()
    .subarray(0, macBytes);

/** A reference is signed for its kind and brand, so that an id alone, guessed or seen somewhere, opens no receipt. */
export function referenceOf(kind: DeclarationKind, brand: string, id: string): string {
  const [secret = ""] = sessionSecrets();
  const bytes = Buffer.from(id.replaceAll("-", ""), "hex");
  return Buffer.concat([bytes, macOf(secret, kind, brand, bytes)]).toString("base64url");
}

/** The id in a reference; undefined unless signed by this portal with a current or older secret. */
export function idOfReference(kind: DeclarationKind, brand: string, reference: string): string | undefined {
  const bytes = bytesIn(reference);
  if (bytes?.length !== idBytes + macBytes) return undefined;
  const id = bytes.subarray(0, idBytes);
  const mac = bytes.subarray(idBytes);
  const signed = sessionSecrets().some((secret) => timingSafeEqual(macOf(secret, kind, brand, id), mac));
  return signed ? id.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-") : undefined;
}
