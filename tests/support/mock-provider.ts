import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request as ask, createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { openApiDocument } from "#sandbox/openapi.ts";
import { freePort } from "./free-port.ts";
import { node } from "./portal.ts";

const require = createRequire(import.meta.url);
const prism = require.resolve("@stoplight/prism-cli");

/**
 * Prism, a mock server that knows nothing but the contract's OpenAPI document: it refuses requests that break it, and
 * answers with examples or with random values.
 */
export async function startMockProvider() {
  const folder = mkdtempSync(join(tmpdir(), "mock-provider-"));
  const contract = join(folder, "openapi.json");
  writeFileSync(contract, JSON.stringify(openApiDocument()));
  const port = await freePort();
  const mock = spawn(node, [prism, "mock", "--port", String(port), contract], {
    stdio: ["ignore", "pipe", "inherit"],
    // Its command line fails with "production".
    env: { ...process.env, NODE_ENV: "test" },
  });
  const killWithUs = () => mock.kill("SIGKILL");
  process.once("exit", killWithUs);
  mock.once("exit", () => process.off("exit", killWithUs));
  const lines = createInterface(mock.stdout);
  let isListening = false;
  for await (const line of lines) {
    isListening = line.includes(`listening on http://127.0.0.1:${port}`);
    if (isListening) break;
  }
  if (!isListening) throw new Error("Prism has ended.");
  mock.stdout.resume();

  const asked = new Set<string>();
  let preferred: (call: string) => string | undefined = () => undefined;
  const server = createServer((request, response) => {
    const call = `${request.method} ${request.url}`;
    asked.add(call);
    const prefer = preferred(call);
    const headers = { ...request.headers, ...(prefer && { prefer }) };
    const options = { port, method: request.method ?? "GET", path: request.url ?? "/", headers };
    const forwarded = ask(options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.on("error", () => response.destroy());
    request.pipe(forwarded);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const own = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${own.port}`,
    /** Every call so far: method and address. */
    asked,
    /** Chooses the answer to each call by Prism's `Prefer` header: `code=409`, `example=<name>`, `dynamic=true`. */
    prefer(choose: string | ((call: string) => string | undefined) = () => undefined) {
      preferred = typeof choose === "string" ? () => choose : choose;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      mock.kill();
      await once(mock, "exit");
      rmSync(folder, { recursive: true });
    },
  };
}
