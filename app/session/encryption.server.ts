import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import { LRUCache } from "lru-cache";

const cipher = "aes-256-gcm";
const formatVersion = 1;
const keyNameLength = 4;
const nonceLength = 12;
const tagLength = 16;
/**
 * Deriving a session's key takes longer than anything else that is done with it, and a request needs it several times.
 * As many as requests may be in progress (`SHED_AT_REQUESTS`): a customer's next one comes many seconds later, and a
 * hundred thousandth of a second then costs less than 5 kB for each of thousands of customers.
 */
const sealsKept = 500;
const headLength = 1 + keyNameLength + nonceLength;

/** The bytes of a base64url text; undefined for any but the canonical spelling. */
export function bytesIn(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64url");
  return bytes.toString("base64url") === text ? bytes : undefined;
}

/** Seals and opens one session's values. */
export interface Seal {
  /** The session's name in the store, from which the cookie's value cannot be derived. */
  storeId: string;
  seal(scope: string, value: string): Uint8Array;
  /** Undefined if the bytes were changed, belong to another session or scope, or match none of the secrets. */
  open(scope: string, sealed: Uint8Array): string | undefined;
}

/** A new session id for the cookie: 192 random bits. */
export const newSessionId = () => randomBytes(24).toString("base64url");

const idForm = /^[\w-]{32}$/;
/** Rejects values that cannot be one of our ids, so that they never reach the store. */
export const isSessionId = (value: unknown): value is string =>
  typeof value === "string" && idForm.test(value);

/** Derives a separate key for each purpose from a configured secret (HKDF, RFC 5869). */
export const derivedKey = (secret: string, purpose: string, salt = "", length = 32) =>
  Buffer.from(hkdfSync("sha256", secret, salt, `telecom-portal ${purpose}`, length));

function noSecret(): never {
  throw new Error("Sessions need at least one secret.");
}

/**
 * AES-256-GCM. The key is derived from the secret *and* the id in the customer's cookie, so that even the store's
 * content together with the secret opens no session. Store id and scope are additional authenticated data: a value
 * copied elsewhere cannot be opened.
 * @param secrets the first one seals; all of them open, so that a secret can be replaced without losing sessions
 * @param onUnknownKey is called with the name of a key that sealed something and belongs to none of the secrets
 */
export function createSealer(secrets: readonly string[], onUnknownKey: (name: string) => void = () => {}) {
  const named = secrets.map((secret) => ({
    secret,
    name: derivedKey(secret, "session key name", "", keyNameLength),
  }));
  const [current = noSecret()] = named;

  const seals = new LRUCache<string, Seal>({ max: sealsKept });
  return (sessionId: string): Seal => {
    const sealOfSession = seals.get(sessionId) ?? makeSeal(sessionId);
    seals.set(sessionId, sealOfSession);
    return sealOfSession;
  };

  function makeSeal(sessionId: string): Seal {
    const storeId = createHash("sha256").update(sessionId).digest("base64url");
    const keys = new Map<string, KeyObject>();
    const keyOf = (secret: string) => {
      const key = keys.get(secret) ?? createSecretKey(derivedKey(secret, "session values", sessionId));
      keys.set(secret, key);
      return key;
    };
    const place = (scope: string) => Buffer.from(`${storeId}\n${scope}`);

    return {
      storeId,
      seal(scope, value) {
        const nonce = randomBytes(nonceLength);
        const sealing = createCipheriv(cipher, keyOf(current.secret), nonce).setAAD(place(scope));
        const content = [sealing.update(value, "utf8"), sealing.final()];
        return Buffer.concat([
          Uint8Array.of(formatVersion),
          current.name,
          nonce,
          ...content,
          sealing.getAuthTag(),
        ]);
      },
      open(scope, sealed) {
        const bytes = Buffer.from(sealed);
        if (bytes.length < headLength + tagLength || bytes[0] !== formatVersion) return undefined;
        const name = bytes.subarray(1, 1 + keyNameLength);
        const fitting = named.filter((candidate) => candidate.name.equals(name));
        if (fitting.length === 0) onUnknownKey(name.toString("hex"));
        for (const { secret } of fitting) {
          try {
            const opening = createDecipheriv(
              cipher,
              keyOf(secret),
              bytes.subarray(1 + keyNameLength, headLength),
            )
              .setAAD(place(scope))
              .setAuthTag(bytes.subarray(-tagLength));
            return (
              opening.update(bytes.subarray(headLength, -tagLength), undefined, "utf8") +
              opening.final("utf8")
            );
          } catch {
            // Not sealed with this secret, or changed since.
          }
        }
        return undefined;
      },
    };
  }
}

export type Sealer = ReturnType<typeof createSealer>;
