import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../support/free-port.ts";

test("npm run preview serves the build with React Router's own server", async () => {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "preview-"));
  const child = spawn("npm", ["run", "preview"], {
    // Its own process group, so that npm, its shell and the server end together.
    detached: true,
    env: { ...process.env, PORT: String(port), SESSION_STORE: `sqlite:${join(folder, "sessions.sqlite")}` },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => {
    if (child.pid) process.kill(-child.pid, "SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });
  for await (const line of createInterface(child.stdout)) if (line.startsWith("[react-router-serve]")) break;
  const page = await fetch(`http://127.0.0.1:${port}/`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('data-page="home"')]);
});
