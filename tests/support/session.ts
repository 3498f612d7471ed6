import { createSealer } from "#app/session/encryption.server.ts";
import { openSession } from "#app/session/session.server.ts";
import { createSqliteStore, openDatabase } from "#app/session/sqlite-store.server.ts";

/** Opens sessions of one store in memory, each as a request does: with the id that an earlier one gave. */
export function sessionsForTest() {
  const store = createSqliteStore(openDatabase(":memory:"));
  const sealer = createSealer(["a secret of more than 32 characters"]);
  return (cookie?: string) => openSession({ cookie, store, sealer, idleSeconds: 60 });
}
