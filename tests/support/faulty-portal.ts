import { type HostileBackend, startHostileBackend } from "./hostile-backend.ts";
import { type Portal, startPortal } from "./portal.ts";

/** The built portal in front of a backend that misbehaves on demand, with little patience so that tests are quick. */
export async function startFaultyPortal(): Promise<{
  portal: Portal;
  backend: HostileBackend;
  stop: () => Promise<void>;
}> {
  const backend = await startHostileBackend();
  const portal = await startPortal({
    API_BASE_URL: backend.origin,
    PAGE_DEADLINE_MS: "800",
    LOGIN_URL: `${backend.origin}/sandbox/login`,
    REDIRECT_ORIGINS: backend.origin,
    RATE_LIMIT_PER_MINUTE: "0",
  });
  return {
    portal,
    backend,
    async stop() {
      await portal.stop();
      await backend.stop();
    },
  };
}
