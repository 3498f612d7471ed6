import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll } from "vitest";
import { startPortal } from "./portal.ts";
import { warmSandbox } from "./sandbox.ts";

/** A JSON answer. */
interface JsonAnswer {
  status: number;
  body: unknown;
}

/** @param ask has the sandbox act and answer; without it, it never sees the call */
type Change = (call: string, ask: () => Promise<JsonAnswer>) => Promise<JsonAnswer> | JsonAnswer;

/** The sandbox behind a proxy that changes the answers to one customer's calls, selected by their trace id. */
async function startVaryingProvider() {
  const sandbox = await warmSandbox();
  const changes = new Map<string, Change>();
  const server = createServer(async (request, response) => {
    const path = request.url ?? "";
    const bytes = await buffer(request);
    const pass = async () =>
      sandbox.app.request(path, {
        method: request.method,
        headers: request.headers as Record<string, string>,
        ...(bytes.length > 0 && { body: new Uint8Array(bytes) }),
      });
    let plain: Response | undefined;
    const ask = async () => {
      plain = await pass();
      const isJson = plain.headers.get("Content-Type")?.includes("json");
      return { status: plain.status, body: isJson ? await plain.clone().json() : undefined };
    };
    const change = changes.get(String(request.headers["x-trace-id"]));
    const changed = await change?.(`${request.method} ${path}`, ask);
    if (changed?.body !== undefined) {
      response.writeHead(changed.status, { "Content-Type": "application/json" });
      return response.end(JSON.stringify(changed.body));
    }
    const whole = plain ?? (await pass());
    response.writeHead(whole.status, Object.fromEntries(whole.headers));
    response.end(Buffer.from(await whole.arrayBuffer()));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    /** Changes the answers to the calls with this trace id until further notice. */
    vary(traceId: string, change?: Change) {
      if (change) changes.set(traceId, change);
      else changes.delete(traceId);
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
      sandbox.close();
    },
  };
}

/** A portal shared by all tests of a file, in front of a provider whose answers vary. It stops after the last one. */
export async function varyingPortalForTests() {
  const provider = await startVaryingProvider();
  const portal = await startPortal({
    API_BASE_URL: provider.origin,
    REDIRECT_ORIGINS: provider.origin,
    LOGIN_URL: `${provider.origin}/sandbox/login`,
    RATE_LIMIT_PER_MINUTE: "0",
    DECLARATION_RETRY_MS: "50",
  });
  afterAll(async () => {
    await portal.stop();
    await provider.stop();
  });
  return { portal, provider };
}
