import { hash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { LRUCache } from "lru-cache";
import { createCookie } from "react-router";
import type { z } from "zod";
import { config } from "#app/operation/config.server.ts";
import { logger } from "#app/operation/log.server.ts";
import { isSessionId, newSessionId, type Seal, type Sealer } from "./encryption.server.ts";
import { defaultSealer, sessionStore } from "./open-store.server.ts";
import type { Scope } from "./scope.ts";
import type { ScopeChange, SessionStore } from "./store.ts";

const cookieOptions = { path: "/", httpOnly: true, sameSite: "lax" } as const;
/**
 * Not signed: an id of 192 random bits can't be guessed, and one that the store does not know is never adopted. Over
 * https the prefix makes browsers refuse it from anybody but this very host: no other site of the same domain can plant
 * a session of its own.
 */
const cookies = [
  createCookie("sid", cookieOptions),
  createCookie("__Host-sid", { ...cookieOptions, secure: true }),
] as const;

/** @param secure whether the request came over https: the cookie then never travels without */
export const sessionCookie = (secure: boolean) => cookies[secure ? 1 : 0];

/** A scope's name in the store: keys are tokens, and those open offers. */
export const storedName = ({ name }: Pick<Scope<unknown>, "name">, key: string) =>
  hash("sha256", `${name}\n${key}`, "base64url");

/** A session is prolonged at most this often, and by this much longer, so that it still counts from the last request. */
const touchEverySeconds = 60;
/** When this process last prolonged a session, in milliseconds. Another process prolongs it once more at worst. */
const touches = new LRUCache<string, number>({ max: 20_000 });
const writeTries = 8;
/** By schema, the tags of sealed values that it accepted unchanged: validating a value costs more than reading it. */
const checked = new WeakMap<z.ZodType, LRUCache<string, true>>();
const tagLength = 16;

interface OpenSession {
  /** The session cookie's value: the id, if the browser has one. */
  cookie: unknown;
  /** What to throw when an essential scope is needed and the store is away. */
  unavailable?: (cause: unknown) => unknown;
  store?: SessionStore;
  sealer?: Sealer;
  idleSeconds?: number;
  now?: () => number;
}

/** Read once in a request, with the first scope. Changes apply to what a faster request has left. */
export interface Session {
  /** The session's name in the store; undefined before anything was kept. Not the cookie's value. */
  readonly id: string | undefined;
  /** The value with this request's changes; a copy of its own, which counts only when it is written. */
  read<T>(scope: Scope<T>, key?: string): Promise<T | undefined>;
  /** Changes the value with `flush` or `commit`. `change` may be called several times; nothing removes the value. */
  update<T>(scope: Scope<T>, key: string, change: (value: T | undefined) => T | undefined): void;
  /** Replaces the value, whatever it is by then. */
  write<T>(scope: Scope<T>, key: string, value: T): void;
  remove(scope: Scope<unknown>, key?: string): void;
  /** Takes the value away, at once: of several requests that want it exactly one gets it. */
  take<T>(scope: Scope<T>, key?: string): Promise<T | undefined>;
  /** Marks the scope, at once. Whether nobody had before: exactly one request is answered so. */
  claim(scope: Scope<true>, key?: string): Promise<boolean>;
  /** A new id from the next write on, for the moment the customer's rights change (login). */
  renew(): void;
  /** Before the provider acts. @returns false where it could not be kept after that; before, it throws */
  flush(): Promise<boolean>;
  /** The provider has acted: a session that can't be written from here on changes nothing of the answer. */
  settle(): void;
  /** Writes what changed. @returns the id that the browser needs a cookie for, where it has another one or none */
  commit(): Promise<string | undefined>;
}

type Text = string | undefined;
interface Held {
  /** As it is in the store. */
  stored: Text;
  /** With the changes so far, and how many those are. */
  text: Text;
  applied: number;
}

/** The session of one request. Costs nothing until a scope is read; keeps nothing, and sets no cookie, until one is written. */
export function openSession(options: OpenSession): Session {
  const { store = sessionStore(), now = Date.now, unavailable = (cause) => cause } = options;
  const sealFor = options.sealer ?? defaultSealer();
  const idleSeconds = (options.idleSeconds ?? config().session.idleSeconds) + touchEverySeconds;

  let id = isSessionId(options.cookie) ? options.cookie : undefined;
  const sent = id;
  let seal: Seal | undefined = id ? sealFor(id) : undefined;
  let known = false;
  let renewing = false;
  let settled = false;
  let loading: Promise<Map<string, Uint8Array>> | undefined;
  let flushing = Promise.resolve();
  let failure: unknown;
  const held = new Map<string, Held>();
  const changes = new Map<string, { essential: boolean; list: ((text: Text) => Text)[] }>();

  function load() {
    loading ??= seal ? store.read(seal.storeId) : Promise.resolve(new Map());
    return loading;
  }

  function open(name: string, sealed: Uint8Array | undefined): Text {
    const text = sealed && seal?.open(name, sealed);
    if (sealed && text === undefined)
      logger.warn("A session value could not be decrypted and counts as absent.");
    return text;
  }

  /** The scope with all changes of this request. */
  function current(name: string, values: Map<string, Uint8Array>): Held {
    let one = held.get(name);
    if (!one) {
      const stored = open(name, values.get(name));
      one = { stored, text: stored, applied: 0 };
      held.set(name, one);
    }
    const { list } = changes.get(name) ?? { list: [] };
    for (; one.applied < list.length; one.applied++) one.text = list[one.applied]?.(one.text);
    return one;
  }

  /** @param sealed the text as it is in the store */
  function decode<T>(scope: Scope<T>, text: Text, sealed?: Uint8Array): T | undefined {
    if (text === undefined) return undefined;
    const { value, until } = JSON.parse(text) as { value: unknown; until?: number };
    if (until !== undefined && until <= now()) return undefined;
    const tag = sealed && Buffer.from(sealed.subarray(-tagLength)).toString("base64");
    const known = checked.get(scope.schema) ?? new LRUCache<string, true>({ max: 5000 });
    if (tag && known.has(tag)) return value as T;
    const { data } = scope.schema.safeParse(value);
    checked.set(scope.schema, known);
    if (tag && isDeepStrictEqual(data, value)) known.set(tag, true);
    return data;
  }

  function encode<T>({ lifetimeSeconds }: Scope<T>, value: T | undefined): Text {
    if (value === undefined) return undefined;
    return JSON.stringify({ value, until: lifetimeSeconds && now() + lifetimeSeconds * 1000 });
  }

  function change(scope: Scope<unknown>, key: string, apply: (text: Text) => Text): void {
    const name = storedName(scope, key);
    const all = changes.get(name) ?? { essential: scope.essential ?? false, list: [] };
    all.list.push(apply);
    changes.set(name, all);
  }

  /** All scopes under a new id, then none under the old one. */
  async function move(values: Map<string, Uint8Array>, changed: Map<string, Text>): Promise<boolean> {
    const newId = newSessionId();
    const next = sealFor(newId);
    const texts = new Map([...values].map(([name, sealed]) => [name, open(name, sealed)]));
    for (const [name, text] of changed) texts.set(name, text);
    const moved = new Map<string, Uint8Array>();
    for (const [name, text] of texts) if (text !== undefined) moved.set(name, next.seal(name, text));
    const all = (from: Map<string, Uint8Array>, kept: boolean): ScopeChange[] =>
      [...from].map(([name, value]) =>
        kept ? { name, seen: undefined, value } : { name, seen: value, value: undefined },
      );
    await store.write(next.storeId, all(moved, true), idleSeconds);
    if (seal && values.size > 0 && !(await store.write(seal.storeId, all(values, false), idleSeconds))) {
      await store.write(next.storeId, all(moved, false), idleSeconds);
      return false;
    }
    [id, seal, renewing, known] = [newId, next, false, true];
    loading = Promise.resolve(moved);
    return true;
  }

  async function writeIn(
    values: Map<string, Uint8Array>,
    { storeId, seal: sealed }: Seal,
    changed: Map<string, Text>,
  ) {
    const rows = [...changed].map(([name, text]) => ({
      name,
      seen: values.get(name),
      value: text === undefined ? undefined : sealed(name, text),
    }));
    if (!(await store.write(storeId, rows, idleSeconds))) return false;
    for (const { name, value } of rows) value ? values.set(name, value) : values.delete(name);
    return true;
  }

  async function writeOnce(): Promise<boolean> {
    const values = await load();
    const applied = [...changes.keys()].map((name) => [name, { ...current(name, values) }] as const);
    const changed = new Map(
      applied.flatMap(([name, { stored, text }]) => (stored === text ? [] : [[name, text]])),
    );
    // A session that is gone by now has moved: a new cookie would replace the right one.
    known ||= seal !== undefined && values.size > 0;
    const keeps = [...changed.values()].some((text) => text !== undefined);
    if (known ? changed.size > 0 || renewing : keeps) {
      const written = seal && known && !renewing ? writeIn(values, seal, changed) : move(values, changed);
      if (!(await written)) return false;
      if (seal) touches.set(seal.storeId, now());
    }
    for (const [name, { text, applied: count }] of applied) {
      held.set(name, { stored: text, text, applied: 0 });
      const rest = changes.get(name);
      rest?.list.splice(0, count);
      if (rest?.list.length === 0) changes.delete(name);
    }
    return true;
  }

  /** Serialized, so that each write has seen the one before. */
  function flush(): Promise<void> {
    flushing = flushing
      .catch(() => {})
      .then(async () => {
        // A store that failed to write once is not waited for again.
        if (failure) throw failure;
        for (let tries = 0; tries < writeTries; tries++) {
          if (await writeOnce()) return;
          loading = undefined;
          held.clear();
        }
        throw new Error("The session changed all the time while it was written.");
      })
      .catch((cause) => {
        failure = cause;
        throw cause;
      });
    return flushing;
  }

  function prolong() {
    if (!seal || now() - (touches.get(seal.storeId) ?? 0) < touchEverySeconds * 1000) return;
    touches.set(seal.storeId, now());
    store.touch(seal.storeId, idleSeconds).catch(() => {});
  }

  /** A failing store fails the page only for an essential scope, and only before the provider has acted. */
  async function tolerateOutage<T>(
    { essential }: { essential?: boolean },
    work: () => Promise<T>,
  ): Promise<T | undefined> {
    try {
      return await work();
    } catch (cause) {
      if (essential && !settled) throw unavailable(cause);
      logger.warn({ err: cause }, "The session store failed; the page goes on without it.");
      return undefined;
    }
  }

  return {
    get id() {
      return seal?.storeId;
    },
    read: (scope, key = "") =>
      tolerateOutage(scope, async () => {
        const name = storedName(scope, key);
        const values = await load();
        const { text, stored } = current(name, values);
        return decode(scope, text, text === stored ? values.get(name) : undefined);
      }),
    update(scope, key, apply) {
      change(scope, key, (text) => encode(scope, apply(decode(scope, text))));
    },
    write(scope, key, value) {
      change(scope, key, () => encode(scope, value));
    },
    remove(scope, key = "") {
      change(scope, key, () => undefined);
    },
    async take(scope, key = "") {
      let taken: Text;
      change(scope, key, (text) => {
        taken = text;
        return undefined;
      });
      return tolerateOutage(scope, async () => {
        await flush();
        return decode(scope, taken);
      });
    },
    async claim(scope, key = "") {
      let first = false;
      change(scope, key, (text) => {
        first = decode(scope, text) === undefined;
        return first ? encode(scope, true) : text;
      });
      return (await tolerateOutage(scope, async () => flush().then(() => first))) ?? false;
    },
    renew() {
      renewing = true;
    },
    flush: async () => (await tolerateOutage({ essential: true }, () => flush().then(() => true))) ?? false,
    settle() {
      settled = true;
    },
    async commit() {
      const essential = [...changes.values()].some((one) => one.essential);
      if (changes.size > 0 || renewing) await tolerateOutage({ essential }, flush);
      else prolong();
      return id === sent ? undefined : id;
    },
  };
}
