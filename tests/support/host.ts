import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { pino } from "pino";
import { onTestFinished } from "vitest";
import { createApp, type HostOptions } from "#server/app.ts";
import { closeGently, createHttpServer, listen } from "#server/operation/listen.ts";
import { probesOf } from "#server/operation/probes.ts";
import { staticFiles } from "#server/pages/static-files.ts";
import { type FakePortal, fakeBuild } from "./fake-build.ts";

/** The portal's host around a fake portal, until the end of the test. */
export async function startHost(options: Partial<HostOptions> = {}) {
  const portal: FakePortal = {
    posts: [],
    cookies: [],
    closed: 0,
    release: [],
    sessions: async () => undefined,
    canStore: true,
    holdsToken: () => false,
    dependencies: async () => ({}),
  };
  const lines: Record<string, unknown>[] = [];
  const logger = pino(
    { level: "debug", base: undefined },
    { write: (line: string) => lines.push(JSON.parse(line)) },
  );
  const build = fakeBuild(portal);
  const probes = probesOf({ build, isStopping: options.isStopping });
  const app = createApp({
    build,
    probes: probes.routes,
    mode: "production",
    files: staticFiles(clientFolder()),
    trustProxy: ["loopback"],
    allowedHosts: [],
    bodyLimitBytes: 1000,
    loadLimits: { requests: 0, busy: 0 },
    rateLimits: { visitor: 0, failedLookups: 0, sessions: 0 },
    hsts: true,
    logger,
    ...options,
  });
  const server = createHttpServer({ keepAliveMs: 60_000 }, app);
  await listen(server, 0, "127.0.0.1");
  const { port } = server.address() as AddressInfo;
  onTestFinished(async () => {
    if (server.listening) await closeGently(server, 1000);
  });
  const call = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { redirect: "manual", ...init });
  const post = (path: string, headers: Record<string, string> = {}, body: BodyInit = "a=1") =>
    call(path, {
      method: "POST",
      body,
      headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
    });
  return { portal, lines, server, port, call, post, ready: probes.ready };
}

function clientFolder() {
  const folder = mkdtempSync(join(tmpdir(), "client-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "assets"));
  const script = "console.log(1);".repeat(100);
  writeFileSync(join(folder, "assets/app-abc.js"), script);
  writeFileSync(join(folder, "assets/app-abc.js.br"), brotliCompressSync(script));
  writeFileSync(join(folder, "assets/app-abc.js.gz"), gzipSync(script));
  writeFileSync(join(folder, "drawings.svg"), "<svg/>");
  return folder;
}
