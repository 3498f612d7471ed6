import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fresh } from "../support/fresh.ts";
import { startPortal } from "../support/portal.ts";
import { isMissingProxy, type ProxyKind, proxyKinds, startProxy } from "../support/proxies.ts";
import { startRedis } from "../support/redis-server.ts";
import { declaration } from "../support/termination.ts";

const folder = mkdtempSync(join(tmpdir(), "proxies-"));
let redis = await startRedis();
const settings = {
  SESSION_STORE: redis.url,
  SANDBOX_DATABASE: join(folder, "sandbox.sqlite"),
  LOG_LEVEL: "debug",
};
const portals = await Promise.all([startPortal(settings), startPortal(settings)]);
afterAll(async () => {
  await Promise.all(portals.map((portal) => portal.stop()));
  await redis.stop();
  rmSync(folder, { recursive: true });
});

const stateOf = async ({ origin }: { origin: string }) =>
  (await (await fetch(`${origin}/health/ready`)).json()).status;
const probesOf = ({ log }: { log: string[] }) =>
  log.filter((line) => line.includes('"/health/ready"')).length;

describe.each(proxyKinds)("behind the shipped %s", (kind: ProxyKind) => {
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  beforeAll(async () => {
    if (!isMissingProxy(kind))
      proxy = await startProxy(
        kind,
        portals.map(({ port }) => port),
      );
  });
  afterAll(() => proxy?.stop());

  test.skipIf(isMissingProxy(kind))("the pages that the law wants outlive Redis", async () => {
    await redis.stop();
    await expect.poll(() => Promise.all(portals.map(stateOf))).toEqual(["degraded", "degraded"]);
    // nginx asks no portal; the others have to have seen it.
    const before = portals.map(probesOf);
    if (kind !== "nginx")
      await expect
        .poll(() => portals.every((portal, at) => probesOf(portal) > (before[at] ?? 0) + 2))
        .toBe(true);
    for (const path of ["/", "/kuendigung", "/widerruf"])
      expect([path, (await proxy.ask(path)).status]).toEqual([path, 200]);
    const form = declaration() as Record<string, string>;
    const { status, location } = await proxy.ask("/kuendigung", form);
    expect([status, location]).toEqual([303, expect.stringContaining("/kuendigung/bestaetigung")]);

    redis = await startRedis(redis.port);
    await expect.poll(async () => (await proxy.ask(`/angebot/${fresh()}`)).status).toBe(200);
  });
});
