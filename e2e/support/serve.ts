import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// The built portal for the browser tests: production code, the sandbox, and data that goes with it.
const folder = mkdtempSync(join(tmpdir(), "portal-e2e-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
Object.assign(process.env, {
  NODE_ENV: "production",
  HOST: "127.0.0.1",
  SANDBOX: "embedded",
  SANDBOX_DATABASE: join(folder, "sandbox.sqlite"),
  SESSION_STORE: `sqlite:${join(folder, "sessions.sqlite")}`,
  LOG_LEVEL: "warn",
});
const { startPortal } = await import("#server/portal.ts");
await startPortal();
