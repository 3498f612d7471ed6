import { defineConfig } from "@playwright/test";
import { launchOptions, phoneUserAgent } from "./e2e/support/chromium.ts";

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results/e2e",
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // Only a hang is meant to meet these: a slow machine needs many times what a quick one does.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  reporter: "list",
  use: {
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
    locale: "de-DE",
    userAgent: phoneUserAgent,
    // A trace of each test costs a tenth of the run; `--trace on` records one where it is needed.
    trace: "off",
    screenshot: "only-on-failure",
    // V8 would optimize, on other threads, what each test runs a few times: a tenth of the run.
    launchOptions: { ...launchOptions, args: [...launchOptions.args, "--js-flags=--no-opt --no-maglev"] },
  },
  projects: [
    { name: "with JavaScript", use: { browserName: "chromium" } },
    {
      name: "without JavaScript",
      use: { browserName: "chromium", javaScriptEnabled: false },
      // A page for a test that is skipped afterwards costs as much as one for a test that runs.
      grepInvert: /@script/,
    },
  ],
});
