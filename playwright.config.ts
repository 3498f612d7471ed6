import { defineConfig } from "@playwright/test";
import { launchOptions, phoneUserAgent } from "./e2e/support/chromium.ts";
import { patienceMs, testPatienceMs } from "./tests/support/patience.ts";

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results/e2e",
  snapshotPathTemplate: "{testDir}/reading/{arg}{ext}",
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  timeout: testPatienceMs,
  expect: { timeout: patienceMs },
  reporter: "list",
  use: {
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
    locale: "de-DE",
    userAgent: phoneUserAgent,
    // Traces cost a tenth of the run; `--trace on` records them when needed.
    trace: "off",
    screenshot: "only-on-failure",
    // Without V8 optimizing code that each test runs only a few times: saves a tenth of the run.
    launchOptions: { ...launchOptions, args: [...launchOptions.args, "--js-flags=--no-opt --no-maglev"] },
  },
  projects: [
    { name: "with JavaScript", use: { browserName: "chromium" }, grepInvert: /@plain/ },
    {
      name: "without JavaScript",
      use: { browserName: "chromium", javaScriptEnabled: false },
      grep: /@plain|@both/,
    },
  ],
});
