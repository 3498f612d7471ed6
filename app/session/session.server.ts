import { createHash } from "node:crypto";
import { config } from "#app/config.server.ts";
import { logger } from "#app/log.server.ts";
import { isSessionId, newSessionId, type Seal, type Sealer } from "./encryption.server.ts";
import { defaultSealer, sessionStore } from "./open-store.server.ts";
import type { SessionStore } from "./store.ts";

export { sessionStore } from "./open-store.server.ts";

/**
 * The cookie's name. Over https its prefix makes browsers refuse it from anybody but this very host: no other site of
 * the same domain can plant a session of its own.
 */
export const sessionCookieOf = (secure: boolean) => (secure ? "__Host-sid" : "sid");

/** A scope's name in the store: scopes are called after tokens, and those open offers. */
export const storedName = (scope: string) => createHash("sha256").update(scope).digest("base64url");

const touchEveryMs = 60_000;
const rememberTouches = 20_000;

interface OpenSession {
  /** The value of the session cookie, as the browser sent it. */
  cookie: string | undefined;
  /** Whether the request came over https: the cookie then never travels without. */
  secure: boolean;
  store?: SessionStore;
  sealer?: Sealer;
  idleSeconds?: number;
  /** Milliseconds since the epoch. */
  now?: () => number;
}

/** What a customer's visit remembers, in scopes (one per offer token, …). Values are JSON. */
export interface Session {
  /** The session's name in the store; undefined before anything was kept. Not the cookie's value. */
  readonly id: string | undefined;
  /** The value kept in this scope. Every call gives a copy of its own: a change counts only when `set`. */
  get<T>(scope: string): Promise<T | undefined>;
  set<T>(scope: string, value: T): void;
  remove(scope: string): void;
  /** Takes the value away, at once: of several requests that want it exactly one gets it. */
  take<T>(scope: string): Promise<T | undefined>;
  /** Marks the scope, at once and for good. Whether nobody had before: exactly one request is answered so. */
  claim(scope: string): Promise<boolean>;
  /** A new id from `commit` on, for the moment the customer's rights change (login). */
  renew(): void;
  /** Writes what changed. `cookie` is the Set-Cookie header's value where the browser needs one. */
  commit(): Promise<{ cookie?: string }>;
}

/** When this process last prolonged a session. Another process prolongs it once more at worst. */
const touches = new Map<string, number>();
function rememberTouch(id: string, now: number) {
  touches.delete(id);
  touches.set(id, now);
  const [oldest] = touches.keys();
  if (touches.size > rememberTouches && oldest !== undefined) touches.delete(oldest);
}

/**
 * The session of one request. Costs nothing until a scope is read, keeps nothing until one is set:
 * a visitor who only looks gets no cookie.
 */
export function openSession(options: OpenSession): Session {
  const { cookie, secure, store = sessionStore(), now = Date.now } = options;
  const sealFor = options.sealer ?? defaultSealer();
  const idleSeconds = options.idleSeconds ?? config().session.idleSeconds;

  let id = isSessionId(cookie) ? cookie : undefined;
  let seal: Seal | undefined = id ? sealFor(id) : undefined;
  /** Whether the store has shown that it knows this id: an id that it does not know is never adopted. */
  let proven = false;
  let renewing = false;
  /** What lies in the store, as read in this request, by name. */
  const stored = new Map<string, Promise<string | undefined>>();
  const changed = new Map<string, string | undefined>();

  async function load(name: string): Promise<string | undefined> {
    if (!seal) return undefined;
    const sealed = await store.read(seal.storeId, name);
    if (!sealed) return undefined;
    proven = true;
    const text = seal.open(name, sealed);
    if (text === undefined) logger.warn("A session value could not be decrypted and counts as absent.");
    return text;
  }

  function read(name: string): Promise<string | undefined> {
    if (changed.has(name)) return Promise.resolve(changed.get(name));
    const known = stored.get(name) ?? load(name);
    stored.set(name, known);
    return known;
  }

  async function isUnchanged(name: string, text: string | undefined) {
    return stored.has(name) && (await stored.get(name)) === text;
  }

  async function settleId() {
    if (seal && !proven) proven = await store.touch(seal.storeId, idleSeconds);
    const old = proven ? seal : undefined;
    if (old && !renewing) return old;
    id = newSessionId();
    const next = sealFor(id);
    seal = next;
    proven = true;
    renewing = false;
    if (old) {
      const reseal = (name: string, value: Uint8Array) => {
        const text = old.open(name, value);
        return text === undefined ? undefined : next.seal(name, text);
      };
      await store.rename(old.storeId, next.storeId, reseal, idleSeconds);
    }
    return next;
  }

  async function writeChanges(target: Seal) {
    const writes = [...changed].map(async ([name, text]) => {
      if (text === undefined) await store.remove(target.storeId, name);
      else await store.write(target.storeId, name, target.seal(name, text), idleSeconds);
      stored.set(name, Promise.resolve(text));
    });
    changed.clear();
    await Promise.all(writes);
    rememberTouch(target.storeId, now());
  }

  async function get<T>(scope: string): Promise<T | undefined> {
    const text = await read(storedName(scope));
    return text === undefined ? undefined : (JSON.parse(text) as T);
  }

  return {
    get id() {
      return seal?.storeId;
    },
    get,
    set(scope, value) {
      changed.set(storedName(scope), JSON.stringify(value));
    },
    remove(scope) {
      changed.set(storedName(scope), undefined);
    },
    async take<T>(scope: string) {
      const value = await get<T>(scope);
      const name = storedName(scope);
      if (value === undefined || !seal || changed.has(name)) {
        changed.set(name, undefined);
        return value;
      }
      stored.set(name, Promise.resolve(undefined));
      return (await store.remove(seal.storeId, name)) ? value : undefined;
    },
    async claim(scope) {
      const name = storedName(scope);
      const target = await settleId();
      const isFirst = await store.claim(target.storeId, name, target.seal(name, "true"), idleSeconds);
      stored.delete(name);
      rememberTouch(target.storeId, now());
      return isFirst;
    },
    renew() {
      renewing = true;
    },
    async commit() {
      for (const [name, text] of changed) if (await isUnchanged(name, text)) changed.delete(name);
      const keeps = [...changed.values()].some((text) => text !== undefined);
      if (keeps || (seal && (changed.size > 0 || renewing))) await writeChanges(await settleId());
      else if (seal && proven && now() - (touches.get(seal.storeId) ?? 0) >= touchEveryMs) {
        await store.touch(seal.storeId, idleSeconds);
        rememberTouch(seal.storeId, now());
      }
      if (!proven || id === cookie) return {};
      const attributes = ["Path=/", "HttpOnly", "SameSite=Lax", ...(secure ? ["Secure"] : [])];
      return { cookie: [`${sessionCookieOf(secure)}=${id}`, ...attributes].join("; ") };
    },
  };
}
