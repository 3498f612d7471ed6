import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";

const script = join(import.meta.dirname, "../../deploy/systemd/restart.sh");

/** Two portals that are ready or not, and a systemctl that writes down what it is asked. */
async function machine(statuses: Record<string, number>, systemctl = "") {
  const folder = temporaryFolder(onTestFinished);
  const bin = join(folder, "bin");
  const asked = join(folder, "asked");
  mkdirSync(bin);
  writeFileSync(asked, "");
  writeFileSync(join(bin, "systemctl"), `#!/bin/bash\necho "$*" >> "${asked}"\n${systemctl}\n`, {
    mode: 0o755,
  });
  for (const [portal, status] of Object.entries(statuses)) {
    const server = createServer((request, response) => {
      response.writeHead(request.url === "/health/ready" ? status : 404).end();
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    writeFileSync(join(folder, `${portal}.env`), `PORT=1\nMETRICS_PORT=${port}\n`);
  }
  return async (...args: string[]) => {
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, PORTAL_SETTINGS: folder };
    const child = spawn("bash", [script, ...args], { env, stdio: ["ignore", "ignore", "pipe"] });
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    const told = Buffer.concat(await child.stderr.toArray()).toString();
    return { code: await ended, told, asked: readFileSync(asked, "utf8").split("\n").filter(Boolean) };
  };
}

test("portals are restarted one after the other", async () => {
  const restart = await machine({ 1: 200, 2: 200 });
  expect(await restart()).toEqual({ code: 0, told: "", asked: ["restart portal@1", "restart portal@2"] });
});

test("none is stopped while another is not ready", async () => {
  const restart = await machine({ 1: 200, 2: 503, 3: 200 });
  expect(await restart("1", "2", "3")).toMatchObject({
    code: 1,
    told: expect.stringContaining("portal@2 is not ready"),
    asked: [],
  });
});

test("after one that does not start, the others stay as they are", async () => {
  const restart = await machine({ 1: 200, 2: 200 }, "exit 1");
  expect(await restart()).toMatchObject({ code: 1, asked: ["restart portal@1"] });
});
