import { defineConfig } from "@playwright/test";
import { launchOptions, phoneUserAgent } from "./e2e/support/chromium.ts";
import { consentState, port, portalUrl } from "./e2e/support/visitor.ts";

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results/e2e",
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  timeout: 30_000,
  reporter: "list",
  use: {
    baseURL: portalUrl,
    storageState: consentState("rejected"),
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
    locale: "de-DE",
    userAgent: phoneUserAgent,
    // A trace of each test costs a tenth of the run; `--trace on` records one where it is needed.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions,
  },
  projects: [
    { name: "with JavaScript", use: { browserName: "chromium" } },
    { name: "without JavaScript", use: { browserName: "chromium", javaScriptEnabled: false } },
  ],
  webServer: {
    command: "node_modules/.bin/node e2e/support/serve.ts",
    env: { PORT: String(port) },
    url: `${portalUrl}/health/live`,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM", timeout: 5000 },
    stdout: "ignore",
    stderr: "pipe",
  },
});
