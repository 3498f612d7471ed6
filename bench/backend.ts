import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { freePort } from "../tests/support/free-port.ts";
import { node } from "../tests/support/portal.ts";

/** A provider in a process of its own, so that only the portal's work is measured; its data is in `folder`. */
export async function startBackend(folder: string) {
  const port = await freePort();
  const child = spawn(node, [join(import.meta.dirname, "provider.ts")], {
    env: { ...process.env, SANDBOX_PORT: String(port), SANDBOX_DATABASE: join(folder, "sandbox.sqlite") },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  child.stdout.resume();
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() };
}
