import { createSealer } from "#app/session/encryption.server.ts";
import { openSession } from "#app/session/session.server.ts";
import { createSqliteStore } from "#app/session/sqlite-store.server.ts";

/** Opens sessions of one store in memory, each as a request does: with what an earlier one's cookie said. */
export function sessionsForTest() {
  const store = createSqliteStore(":memory:");
  const sealer = createSealer(["a secret of more than 32 characters"]);
  return (cookie?: string) =>
    openSession({
      cookie: cookie?.match(/sid=([\w-]+)/)?.[1],
      secure: false,
      store,
      sealer,
      idleSeconds: 60,
    });
}
