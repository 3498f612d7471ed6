import { createSealer } from "#app/session/encryption.server.ts";
import { Session } from "#app/session/session.server.ts";
import { createSqliteStore, openSessionFile } from "#app/session/sqlite-store.server.ts";
import type { SessionStore } from "#app/session/store.ts";

/**
 * Opens sessions of one in-memory store, as requests do: by the id in the cookie.
 * @param isAway which of the store's calls fail
 */
export function sessionsForTest(isAway: (call: keyof SessionStore) => boolean = () => false) {
  const store = new Proxy(createSqliteStore(openSessionFile(":memory:")), {
    get: (all, call: keyof SessionStore) =>
      isAway(call) ? () => Promise.reject(new Error("away")) : all[call],
  });
  const sealer = createSealer(["a secret of more than 32 characters"]);
  return (cookie?: string, now?: () => number) =>
    new Session({ cookie, store, sealer, idleSeconds: 3600, lastingSeconds: 3600, ...(now && { now }) });
}
