/** A change to one scope, made only if the scope is still as the caller read it. */
export interface ScopeChange {
  name: string;
  /** The value as it was read; undefined if there was none. */
  seen: Uint8Array | undefined;
  /** Undefined removes the scope. */
  value: Uint8Array | undefined;
}

/** Stores bytes under hashed ids. No two sealed values are equal, so a value is its own version. */
export interface SessionStore {
  /** All scopes of the session by name; empty for a session that is unknown or expired. */
  read(id: string): Promise<Map<string, Uint8Array>>;
  /**
   * Makes all changes or none, in one step for every other process.
   * @returns false if a scope is not as the caller read it
   */
  write(id: string, changes: readonly ScopeChange[], idleSeconds: number): Promise<boolean>;
  /** Extends the session, if it exists. */
  touch(id: string, idleSeconds: number): Promise<void>;
  /** Resolves if the store can be written: reading would not reveal a full disk, nor a Redis without memory. */
  ping(): Promise<void>;
  /** The number of live sessions, counted up to `most`; only if the store can count them without reading them all. */
  count?(most: number): number;
  close(): Promise<void>;
}
