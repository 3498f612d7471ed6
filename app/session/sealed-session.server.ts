import { LRUCache } from "lru-cache";
import { atMost } from "#app/platform/at-most.ts";
import { logger } from "#app/platform/log.server.ts";
import { monotonicMs } from "#app/platform/monotonic.ts";
import { isSessionId, newSessionId, type Seal, type Sealer } from "./encryption.server.ts";
import type { ScopeChange, SessionStore } from "./store.ts";

/**
 * A session is extended at most this often, and by this much longer, so that it still lasts from the last request on.
 */
export const touchEverySeconds = 60;
/** Sessions that this process has extended lately. At worst, another process extends one again. */
const extended = new LRUCache<string, true>({
  ...atMost(20_000),
  ttl: touchEverySeconds * 1000,
  ttlResolution: 0,
  perf: { now: monotonicMs },
});

type Values = Map<string, Uint8Array>;

interface Options {
  store: SessionStore;
  sealer: Sealer;
  /** How long it lasts without a request. */
  idleSeconds: number;
  /** How long once it has a value of this name. */
  lasting: { name: string; seconds: number };
  mayBegin: () => boolean;
}

/** This network has begun so many sessions that it begins no more for a while. */
export class NoNewSession extends Error {}

/** A session as stored: sealed values by name, read once, and written only if no other request has changed them. */
export class SealedSession {
  /** The cookie's value; undefined until something has been stored. */
  id: string | undefined;
  readonly #options: Options;
  #seal: Seal | undefined;
  /** Whether it was found in the store: an id that the store does not know is never adopted. */
  #isKnown = false;
  #loading: Promise<Values> | undefined;
  /** What this request has added to the store. */
  readonly added = { sessions: 0, bytes: 0 };

  /** @param cookie the session cookie's value */
  constructor(cookie: unknown, options: Options) {
    this.#options = options;
    this.id = isSessionId(cookie) ? cookie : undefined;
    this.#seal = this.id ? options.sealer(this.id) : undefined;
  }

  get storeId(): string | undefined {
    return this.#seal?.storeId;
  }

  values(): Promise<Values> {
    this.#loading ??= this.#seal
      ? this.#options.store.read(this.#seal.storeId)
      : Promise.resolve<Values>(new Map());
    return this.#loading;
  }

  /** The next read goes to the store again. */
  forget(): void {
    this.#loading = undefined;
  }

  open(name: string, sealed: Uint8Array | undefined): string | undefined {
    const text = sealed && this.#seal?.open(name, sealed);
    if (sealed && text === undefined)
      logger.warn("A session value could not be decrypted and counts as absent.");
    return text;
  }

  /**
   * Writes the changed values, by name; under a new id if `moves`.
   * @returns false if somebody else has changed one of them, in which case nothing is written
   */
  async write(changed: Map<string, string | undefined>, moves: boolean): Promise<boolean> {
    const values = await this.values();
    // A known session that is gone has moved to a new id: making another one here would overwrite the right cookie.
    this.#isKnown ||= this.#seal !== undefined && values.size > 0;
    const keeps = [...changed.values()].some((text) => text !== undefined);
    if (!(this.#isKnown ? changed.size > 0 || moves : keeps)) return true;
    const isWritten =
      this.#seal && this.#isKnown && !moves
        ? await this.#writeInPlace(this.#seal, values, changed)
        : await this.#move(values, changed);
    if (isWritten && this.#seal) extended.set(this.#seal.storeId, true);
    return isWritten;
  }

  /** Restarts the session's lifetime. */
  prolong(): void {
    const { store } = this.#options;
    const seal = this.#seal;
    if (!seal || extended.has(seal.storeId)) return;
    extended.set(seal.storeId, true);
    this.values()
      .then((values) => store.touch(seal.storeId, this.#lifetime(values)))
      .catch(() => {});
  }

  /** In seconds. */
  #lifetime(...values: ReadonlyMap<string, unknown>[]): number {
    const { idleSeconds, lasting } = this.#options;
    return values.some((some) => some.has(lasting.name)) ? lasting.seconds : idleSeconds;
  }

  async #writeInPlace(
    { storeId, seal }: Seal,
    values: Values,
    changed: Map<string, string | undefined>,
  ): Promise<boolean> {
    const rows = [...changed].map(([name, text]) => ({
      name,
      seen: values.get(name),
      value: text === undefined ? undefined : seal(name, text),
    }));
    if (!(await this.#options.store.write(storeId, rows, this.#lifetime(values, changed)))) return false;
    for (const { seen, value } of rows) this.added.bytes += (value?.length ?? 0) - (seen?.length ?? 0);
    for (const { name, value } of rows) value ? values.set(name, value) : values.delete(name);
    return true;
  }

  /** Writes all values under a new id, then removes those under the old one. */
  async #move(values: Values, changed: Map<string, string | undefined>): Promise<boolean> {
    const { store, sealer, mayBegin } = this.#options;
    if (!this.#isKnown && !mayBegin()) throw new NoNewSession("This network begins no session for a while.");
    const lifetime = this.#lifetime(values, changed);
    const newId = newSessionId();
    const next = sealer(newId);
    const texts = new Map([...values].map(([name, sealed]) => [name, this.open(name, sealed)]));
    for (const [name, text] of changed) texts.set(name, text);
    const moved: Values = new Map();
    for (const [name, text] of texts) if (text !== undefined) moved.set(name, next.seal(name, text));
    await store.write(next.storeId, additions(moved), lifetime);
    const old = this.#seal;
    if (old && values.size > 0 && !(await store.write(old.storeId, removals(values), lifetime))) {
      await store.write(next.storeId, removals(moved), lifetime);
      return false;
    }
    if (!this.#isKnown) this.added.sessions++;
    this.added.bytes += sizeOf(moved) - sizeOf(values);
    [this.id, this.#seal, this.#isKnown] = [newId, next, true];
    this.#loading = Promise.resolve(moved);
    return true;
  }
}

const sizeOf = (values: Values) => [...values.values()].reduce((sum, { length }) => sum + length, 0);
const additions = (values: Values): ScopeChange[] =>
  [...values].map(([name, value]) => ({ name, seen: undefined, value }));
const removals = (values: Values): ScopeChange[] =>
  [...values].map(([name, seen]) => ({ name, seen, value: undefined }));
