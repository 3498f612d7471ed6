import { afterAll, afterEach } from "vitest";
import { type HostileBackend, startHostileBackend } from "./hostile-backend.ts";
import { type Portal, startPortal } from "./portal.ts";

/**
 * The portal that all tests of a file share, in front of a backend that misbehaves until the end of the test that
 * tells it to. It has little patience, so that tests are quick, and stops after the last of them.
 */
export async function faultyPortalForTests(
  env: Record<string, string> = {},
): Promise<{ portal: Portal; backend: HostileBackend }> {
  const backend = await startHostileBackend();
  const portal = await startPortal({
    API_BASE_URL: backend.origin,
    PAGE_DEADLINE_MS: "800",
    DECLARATION_RETRY_MS: "50",
    LOGIN_URL: `${backend.origin}/sandbox/login`,
    REDIRECT_ORIGINS: backend.origin,
    RATE_LIMIT_PER_MINUTE: "0",
    ...env,
  });
  afterEach(() => backend.behave());
  afterAll(async () => {
    await portal.stop();
    await backend.stop();
  });
  return { portal, backend };
}
