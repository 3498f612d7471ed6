/**
 * Where sessions are kept. Ids are already hashed and values already encrypted: a store only keeps bytes.
 * A session has scopes (e.g. one per offer token), so that two tabs never overwrite each other.
 */
export interface SessionStore {
  read(id: string, scope: string): Promise<Uint8Array | undefined>;
  /** Keeps the value; all scopes of the session live on for `idleSeconds` from now. */
  write(id: string, scope: string, value: Uint8Array, idleSeconds: number): Promise<void>;
  remove(id: string, scope: string): Promise<void>;
  /** Prolongs the session without changing it. */
  touch(id: string, idleSeconds: number): Promise<void>;
  /** Moves all scopes to another id (session id renewal at login). */
  rename(id: string, newId: string): Promise<void>;
  destroy(id: string): Promise<void>;
  /** Resolves when the store answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
