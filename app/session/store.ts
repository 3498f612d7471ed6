/** A change to one scope, made only if the scope is still as the caller saw it. */
export interface ScopeChange {
  name: string;
  /** The value as it was read; nothing where there was none. */
  seen: Uint8Array | undefined;
  /** Nothing removes the scope. */
  value: Uint8Array | undefined;
}

/** Keeps bytes under hashed ids. No two sealed values are equal, so a value is its own version. */
export interface SessionStore {
  /** All scopes of the session by name; none for a session that is unknown or expired. */
  read(id: string): Promise<Map<string, Uint8Array>>;
  /** All changes or none, in one step for everybody. @returns false where a scope is not as the caller saw it */
  write(id: string, changes: readonly ScopeChange[], idleSeconds: number): Promise<boolean>;
  /** Prolongs the session, where there is one. */
  touch(id: string, idleSeconds: number): Promise<void>;
  /** Resolves when the store can be written: reading would not show a full disk, nor a Redis without memory. */
  ping(): Promise<void>;
  /** Sessions that live, none above `most` counted; only where the store can say without reading them all. */
  count?(most: number): number;
  close(): Promise<void>;
}
