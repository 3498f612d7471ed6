/**
 * Where sessions are kept. Ids are already hashed and values already encrypted: a store only keeps bytes.
 * A session has scopes (e.g. one per offer token), so that two tabs never overwrite each other.
 */
export interface SessionStore {
  read(id: string, scope: string): Promise<Uint8Array | undefined>;
  /** Keeps the value; all scopes of the session live on for `idleSeconds` from now. */
  write(id: string, scope: string, value: Uint8Array, idleSeconds: number): Promise<void>;
  /** Keeps the value unless the scope has one. Of callers at once exactly one is answered that it did. */
  claim(id: string, scope: string, value: Uint8Array, idleSeconds: number): Promise<boolean>;
  /** Answers whether there was a value. Of callers at once exactly one is answered so. */
  remove(id: string, scope: string): Promise<boolean>;
  /** Prolongs the session without changing it. Answers whether there is such a session. */
  touch(id: string, idleSeconds: number): Promise<boolean>;
  /**
   * Moves all scopes to another id (session id renewal at login), in one step for everybody else.
   * `change` gives each value its form under the new id: values are encrypted for the id they lie under.
   */
  rename(id: string, newId: string, change: Reseal, idleSeconds: number): Promise<void>;
  destroy(id: string): Promise<void>;
  /**
   * Counts one more of a key, from the first one on for `windowMs`, and answers how many that are. Only of a store that
   * portals on several machines share.
   */
  count?(key: string, windowMs: number): Promise<{ hits: number; endsInMs: number }>;
  /** Resolves when the store answers; a file is written too, since reading would not show a full disk. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The value's form under the new id; nothing drops it. */
type Reseal = (scope: string, value: Uint8Array) => Uint8Array | undefined;
