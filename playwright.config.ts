import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import { consentState, port, portalUrl } from "./e2e/support/visitor.ts";

const chromium = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
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
    // Headless Chromium's own name counts as a bot, and bots get no error pages.
    userAgent:
      "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36",
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: existsSync(chromium) ? chromium : undefined,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
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
