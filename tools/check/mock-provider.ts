import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openApiDocument } from "../../sandbox/openapi.ts";
import { freePort } from "../../tests/support/free-port.ts";
import { startPortal } from "../../tests/support/portal.ts";

// `npm run mock-provider`: shows that the provider's contract is complete. Prism, a mock server that knows nothing of
// this repository, answers by it, and the portal shows
// the pages that are made of its answers. Prism is 90 MB, so npx fetches it only for this.
const prism = "@stoplight/prism-cli@5.14.2";
const pages = [
  ["/angebot/demo", "offer"],
  ["/angebot/preview/demo", "offer-preview"],
  ["/idv/demo", "idv-selection"],
  ["/kundendaten/demo", "customer-data"],
];
const folder = mkdtempSync(join(tmpdir(), "mock-provider-"));
const contract = join(folder, "openapi.json");
writeFileSync(contract, JSON.stringify(openApiDocument()));

const address = `http://127.0.0.1:${await freePort()}`;
const mock = spawn("npx", ["--yes", prism, "mock", "--port", new URL(address).port, contract], {
  detached: true,
  stdio: ["ignore", "ignore", "inherit"],
});
const portal = await startPortal({ API_BASE_URL: address, LOG_LEVEL: "error" });
try {
  await answers(`${address}/api/entry/novum?id=1`);
  for (const [path, expected] of pages) {
    const answer = await fetch(portal.origin + path, { headers: { Accept: "application/json" } });
    const { page, status, title } = (await answer.json()) as Record<string, string>;
    console.log(`${path}: ${status} ${page}: ${title}`);
    if (page !== expected) process.exitCode = 1;
  }
} finally {
  await portal.stop();
  if (mock.pid) process.kill(-mock.pid);
  rmSync(folder, { recursive: true });
}

/** Waits until something answers; fetching Prism takes a while. */
async function answers(url: string) {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return;
    await wait(1000);
  }
  throw new Error("Prism does not answer.");
}
