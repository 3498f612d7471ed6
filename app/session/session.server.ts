import { createCookie } from "react-router";
import { z } from "zod";
import { config } from "#app/platform/config.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { outageLog } from "#app/platform/outage-log.server.ts";
import type { Sealer } from "./encryption.server.ts";
import { defaultSealer, sessionStore } from "./open-store.server.ts";
import { FailedChange, PendingChanges } from "./pending-changes.ts";
import { defineScope, type EndNotice, type Scope } from "./scope.ts";
import {
  changeText,
  decodeValue,
  encodeValue,
  endNoticeOf,
  removableAtOf,
  storedName,
} from "./scope-value.server.ts";
import { NoNewSession, SealedSession, touchEverySeconds } from "./sealed-session.server.ts";
import type { SessionStore } from "./store.ts";

const storeFailed = outageLog(logger, "The session store failed; pages go on without it.");

const cookieOptions = { path: "/", httpOnly: true, sameSite: "lax" } as const;
/**
 * Not signed: an id of 192 random bits cannot be guessed, and one that the store does not know is never adopted. Over
 * https, the prefix makes browsers refuse the cookie from any other host: no other site of the same domain can plant
 * a session of its own.
 */
export const sessionName = "sid";
const cookies = [
  createCookie(sessionName, cookieOptions),
  createCookie(`__Host-${sessionName}`, { ...cookieOptions, secure: true }),
] as const;

/** @param secure whether the request came over https: the cookie is then never sent without */
export const sessionCookie = (secure: boolean) => cookies[secure ? 1 : 0];

interface OpenSession {
  /** The session cookie's value: the id, if the browser has one. */
  cookie: unknown;
  /** What to throw if an essential scope is needed and the store is down. */
  unavailable?: (cause: unknown) => unknown;
  /** Called whenever a value has been looked up. */
  onLook?: (isFound: boolean) => void;
  /** Whether a session may begin that the store does not know yet. What the provider may have done is kept in any case. */
  mayBegin?: boolean;
  store?: SessionStore;
  sealer?: Sealer;
  idleSeconds?: number;
  lastingSeconds?: number;
  now?: () => number;
}

const writeTries = 8;
/** Of all values of a session: about a hundred offers that were only looked at, or sixteen of the largest forms. */
const maxBytes = 256 * 1024;
const lastingScope = defineScope("lasting", z.literal(true));

/**
 * The session of one request. Costs nothing until a scope is read; stores nothing, not even a cookie, until a write.
 * Read once per request, with the first scope. Changes are applied on top of those of faster requests.
 */
export class Session {
  readonly #stored: SealedSession;
  readonly #changes = new PendingChanges();
  readonly #sent: string | undefined;
  readonly #now: () => number;
  readonly #unavailable: (cause: unknown) => unknown;
  readonly #onLook: (isFound: boolean) => void;
  #isRenewing = false;
  #isSettled = false;
  #hasFailedChange = false;
  #flushing: Promise<void> = Promise.resolve();
  #failure: unknown;

  constructor({
    cookie,
    store = sessionStore(),
    now = Date.now,
    unavailable,
    onLook,
    mayBegin = true,
    ...options
  }: OpenSession) {
    const idleSeconds = (options.idleSeconds ?? config().session.idleSeconds) + touchEverySeconds;
    const seconds = (options.lastingSeconds ?? config().session.lastingSeconds) + touchEverySeconds;
    const lasting = { name: storedName(lastingScope, ""), seconds };
    const sealer = options.sealer ?? defaultSealer();
    this.#stored = new SealedSession(cookie, {
      store,
      sealer,
      idleSeconds,
      lasting,
      mayBegin: () => mayBegin || this.#isSettled,
    });
    this.#sent = this.#stored.id;
    this.#now = now;
    this.#unavailable = unavailable ?? ((cause) => cause);
    this.#onLook = onLook ?? (() => {});
  }

  /** The session's name in the store; undefined until something has been stored. Not the cookie's value. */
  get id() {
    this.#onLook(this.#stored.storeId !== undefined);
    return this.#stored.storeId;
  }

  /** What this request has added to the store. */
  get added() {
    return this.#stored.added;
  }

  /** The value with this request's changes; a private copy, which takes effect only when it is written. */
  read<T>(scope: Scope<T>, key = "") {
    return this.#tolerateOutage(scope, async () => {
      const name = storedName(scope, key);
      const sealed = (await this.#stored.values()).get(name);
      const { text, stored } = this.#changes.current(name, () => this.#stored.open(name, sealed));
      this.#onLook(text !== undefined);
      return decodeValue(scope, text, this.#now(), text === stored ? sealed : undefined);
    });
  }

  /**
   * Changes the value with `flush` or `commit`; what only newer versions know of it stays. `change` may be called several
   * times; undefined removes the value.
   */
  update<T>(scope: Scope<T>, key: string, change: (value: T | undefined) => T | undefined) {
    this.#change(scope, key, (text) => changeText(scope, key, text, change, this.#now()));
  }

  /** Replaces the whole value, whatever it is by then. */
  write<T>(scope: Scope<T>, key: string, value: T) {
    this.#change(scope, key, () => this.#encode(scope, key, value));
  }

  remove(scope: Scope<unknown>, key = "") {
    this.#change(scope, key, () => undefined);
  }

  /** Removes and returns the value at once: of several requests that take it, exactly one gets it. */
  async take<T>(scope: Scope<T>, key = "") {
    let taken: string | undefined;
    this.#change(scope, key, (text) => {
      taken = text;
      return undefined;
    });
    return this.#tolerateOutage(scope, async () => {
      await this.#write();
      this.#onLook(taken !== undefined);
      return this.#decode(scope, taken);
    });
  }

  /** Marks the scope at once. Returns true to exactly one request, the first. */
  async claim(scope: Scope<true>, key = "") {
    let isFirst = false;
    this.#onLook(true);
    this.#change(scope, key, (text) => {
      isFirst = this.#decode(scope, text) === undefined;
      return isFirst ? this.#encode(scope, key, true) : text;
    });
    return (await this.#tolerateOutage(scope, () => this.#write().then(() => isFirst))) ?? false;
  }

  /** What a customer reads about its values; undefined while the store is away. */
  contents() {
    return this.#tolerateOutage({}, async () =>
      [...(await this.#stored.values())].flatMap(([name, sealed]) => {
        const { text } = this.#changes.current(name, () => this.#stored.open(name, sealed));
        return endNoticeOf(text, this.#now()) ?? [];
      }),
    );
  }

  /**
   * Removes every value at once, except those of something under way unless `all` of it is to end.
   * @returns what was removed and what stays; undefined if the store is away
   */
  end(all: boolean) {
    return this.#tolerateOutage({}, async () => {
      const removed = new Map<string, EndNotice>();
      const stays = new Map<string, EndNotice>();
      // Decided on what is stored when it is written: meanwhile, another tab may have sent an order.
      for (const name of (await this.#stored.values()).keys())
        this.#changes.add(name, false, (text) => {
          const notice = endNoticeOf(text, this.#now());
          const isStaying = !all && notice?.underWayAt !== undefined;
          for (const list of [removed, stays]) list.delete(name);
          if (notice) (isStaying ? stays : removed).set(name, notice);
          return isStaying ? text : undefined;
        });
      await this.#write();
      if (stays.size > 0) this.extendLifetime();
      return { removed: [...removed.values()], stays: [...stays.values()] };
    });
  }

  /** Whether nothing is stored yet: other requests of the same browser may be beginning sessions of their own. */
  async isNew() {
    return (await this.#tolerateOutage({}, async () => (await this.#stored.values()).size === 0)) ?? false;
  }

  /** From here on, reads see what other requests have written since this one read first. */
  reread() {
    this.#stored.forget();
    this.#changes.restart();
  }

  /** From the next write on it lasts as long as what customers typed is kept, instead of a look. */
  extendLifetime() {
    this.write(lastingScope, "", true);
  }

  /** Uses a new id from the next write on, for when the customer's rights change (login). */
  renew() {
    this.#isRenewing = true;
  }

  /**
   * Writes what changed now, as before the provider acts.
   * @returns whether it was stored
   * @throws if it was not, unless the provider has acted (`settle`)
   */
  async flush() {
    const written = await this.#tolerateOutage({ essential: true }, () => this.#write().then(() => true));
    return written ?? false;
  }

  /** The provider acts or has acted: from here on, a failing store no longer changes the response. */
  settle() {
    this.#isSettled = true;
  }

  /**
   * Writes what changed.
   * @returns the id to set as the cookie, if the browser has another one or none
   */
  async commit() {
    const essential = this.#changes.isEssential;
    // Its page says so, and the rest is not stored.
    if (this.#hasFailedChange) return undefined;
    if (this.#changes.isEmpty && !this.#isRenewing) this.#stored.prolong();
    else await this.#tolerateOutage({ essential }, () => this.#write());
    return this.#stored.id === this.#sent ? undefined : this.#stored.id;
  }

  #encode<T>(scope: Scope<T>, key: string, value: T | undefined) {
    return encodeValue(scope, key, value, this.#now());
  }

  #decode<T>(scope: Scope<T>, text: string | undefined) {
    return decodeValue(scope, text, this.#now());
  }

  #change(scope: Scope<unknown>, key: string, apply: (text: string | undefined) => string | undefined): void {
    this.#changes.add(storedName(scope, key), scope.essential ?? false, apply);
  }

  /** One write after the other, so that each sees the previous one. */
  #write(): Promise<void> {
    this.#flushing = this.#flushing
      .catch(() => {})
      .then(() => this.#writeChanges())
      .catch((cause) => {
        this.#failure = cause;
        throw cause;
      });
    return this.#flushing;
  }

  async #writeChanges(): Promise<void> {
    // A store that has failed to write once is not waited for again.
    if (this.#failure) throw this.#failure;
    for (let tries = 0; tries < writeTries; tries++) {
      if (await this.#writeOnce()) return;
      this.reread();
    }
    throw new Error("The session changed all the time while it was written.");
  }

  async #writeOnce(): Promise<boolean> {
    const values = await this.#stored.values();
    const latest = this.#changes.all((name) => this.#stored.open(name, values.get(name)));
    const changed = new Map(
      [...latest].flatMap(([name, { stored, text }]) => (stored === text ? [] : [[name, text] as const])),
    );
    this.#makeRoom(values, changed);
    const before = this.#stored.id;
    if (!(await this.#stored.write(changed, this.#isRenewing))) return false;
    if (this.#stored.id !== before) this.#isRenewing = false;
    this.#changes.written(latest);
    return true;
  }

  /** Removes values that may be removed, none of them written now, until the session is small enough. */
  #makeRoom(values: ReadonlyMap<string, Uint8Array>, changed: Map<string, string | undefined>) {
    const others = [...values].filter(([name]) => !changed.has(name));
    const sizes = [
      ...others.map(([, { length }]) => length),
      ...[...changed.values()].map((text = "") => text.length),
    ];
    let bytes = sizes.reduce((sum, size) => sum + size, 0);
    if (bytes <= maxBytes || changed.size === 0) return;
    const removable = others.flatMap(([name, sealed]) => {
      const at = removableAtOf(this.#stored.open(name, sealed));
      return at === undefined ? [] : [{ name, at, bytes: sealed.length }];
    });
    for (const { name, bytes: freed } of removable.toSorted((one, other) => one.at - other.at)) {
      if (bytes <= maxBytes) return;
      changed.set(name, undefined);
      bytes -= freed;
    }
  }

  /**
   * A failing store fails the page only for an essential scope, and only before the provider has acted. A failing change always
   * does: what it stands for is not known, so that nothing may follow from it.
   */
  async #tolerateOutage<T>(
    { essential }: { essential?: boolean },
    work: () => Promise<T>,
  ): Promise<T | undefined> {
    try {
      return await work();
    } catch (cause) {
      if (cause instanceof FailedChange) {
        this.#hasFailedChange = true;
        throw cause;
      }
      if (essential && !this.#isSettled) throw this.#unavailable(cause);
      if (!(cause instanceof NoNewSession)) storeFailed(cause);
      return undefined;
    }
  }
}
