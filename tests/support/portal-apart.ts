import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { afterAll } from "vitest";
import { freePort } from "./free-port.ts";
import { startPortal } from "./portal.ts";

/**
 * A portal whose provider is a server of its own, sandbox pages included.
 * @param answersAt the provider's answers, by its origin
 * @param atEnd when both end
 */
export async function portalApart(
  answersAt: (origin: string) => RequestListener,
  env: Record<string, string> = {},
  atEnd: (end: () => Promise<void>) => void = afterAll,
) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const server = createServer(answersAt(origin)).listen(port, "127.0.0.1");
  await once(server, "listening");
  const portal = await startPortal({
    API_BASE_URL: origin,
    REDIRECT_ORIGINS: origin,
    LOGIN_URL: `${origin}/sandbox/login`,
    RATE_LIMIT_PER_MINUTE: "0",
    ...env,
  });
  atEnd(async () => {
    await portal.stop();
    server.closeAllConnections();
    server.close();
  });
  return { portal, origin };
}
