import { createSealer } from "#app/session/encryption.server.ts";
import { Session } from "#app/session/session.server.ts";
import { createSqliteStore, openSessionFile } from "#app/session/sqlite-store.server.ts";

/** Opens sessions of one in-memory store, as requests do: by the id in the cookie. */
export function sessionsForTest() {
  const store = createSqliteStore(openSessionFile(":memory:"));
  const sealer = createSealer(["a secret of more than 32 characters"]);
  return (cookie?: string, now?: () => number) =>
    new Session({ cookie, store, sealer, idleSeconds: 3600, lastingSeconds: 3600, ...(now && { now }) });
}
