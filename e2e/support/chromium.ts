import { existsSync } from "node:fs";

// The headless shell opens a page in a third of the time.
const installed = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** The machine's own Chromium if there is one, without background traffic. */
export const launchOptions = {
  executablePath: process.env.CHROMIUM_PATH ?? installed.find(existsSync),
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};

/** What customers have: no page depends on it. */
export const phoneUserAgent =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36";
