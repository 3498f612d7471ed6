import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// Third parties have a host of their own, as in life: the policy has to let them through, and no referrer reaches
// them.
const thirdParty = (name: string) => `http://127.0.0.1:${process.env.PORT}/sandbox/thirdparty/${name}`;

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
  CONSENT_MANAGER_URL: thirdParty("consent-manager"),
  TAG_MANAGER_URL: thirdParty("tag-manager"),
  PERSONALISATION_URL: thirdParty("personalisation"),
});
const { startPortal } = await import("#server/portal.ts");
await startPortal();
