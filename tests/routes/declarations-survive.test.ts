import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startFaultProxy } from "../support/fault-proxy.ts";
import { type Portal, startPortal } from "../support/portal.ts";
import { startRedis } from "../support/redis-server.ts";
import { declaration, idOf, received } from "../support/termination.ts";

const contracts = 50;
const count = 200;

/** Declares while the provider is away, with a `crash` in between, and counts what the provider got. */
async function surviving(open: (settings: Record<string, string>) => Promise<Store>) {
  const backend = await startFaultProxy();
  onTestFinished(() => backend.stop());
  const { portals, crash, end } = await open({
    API_BASE_URL: backend.origin,
    DECLARATION_RETRY_MS: "50",
    RATE_LIMIT_PER_MINUTE: "0",
  });
  onTestFinished(async () => void (await end()));
  backend.misbehave(/POST .*contracttermination/, "answers 503 without words");
  const declared: string[] = [];
  for (let at = 0; at < count; at++) {
    const fields = declaration({ submissionId: randomUUID(), contractNumber: `V-${at % contracts}` });
    const post = async () => portals[at % portals.length]?.browser().post("/kuendigung", fields);
    if (at === count / 2) {
      // It is unknown whether this one arrived, so the customer sends it again.
      const lost = post().catch(() => undefined);
      await crash();
      await lost;
    }
    declared.push(idOf((await post()) ?? ""));
  }
  expect(await received(backend.origin)).toEqual([]);
  backend.behave();
  const arrived = async () => (await received(backend.origin)).map(({ id }) => id).reverse();
  await expect.poll(async () => (await arrived()).length).toBe(count);
  const got = await arrived();
  expect(new Set(got)).toEqual(new Set(declared));
  for (let contract = 0; contract < contracts; contract++) {
    const mine = declared.filter((_, at) => at % contracts === contract);
    expect(got.filter((id) => mine.includes(id))).toEqual(mine);
  }
}

interface Store {
  portals: Portal[];
  crash(): Promise<unknown>;
  end(): Promise<unknown>;
}

test("SQLite, its portal killed: each declaration arrives once, in its contract's order", () =>
  surviving(async (settings) => {
    const portal = await startPortal(settings);
    return { portals: [portal], crash: () => portal.restart(), end: () => portal.stop() };
  }));

test("two portals on one Redis, it and one of them killed: each arrives once, in its contract's order", () =>
  surviving(async (settings) => {
    const folder = mkdtempSync(join(tmpdir(), "append-only-"));
    const onDisk = ["--appendonly", "yes", "--dir", folder];
    let redis = await startRedis(undefined, onDisk);
    const shared = { ...settings, SESSION_STORE: redis.url };
    const portals = await Promise.all([startPortal(shared), startPortal(shared)]);
    return {
      portals,
      async crash() {
        await redis.kill();
        redis = await startRedis(redis.port, onDisk);
        await portals[0].restart();
        for (const { origin } of portals)
          await expect.poll(async () => (await fetch(`${origin}/health/ready`)).status).toBe(200);
      },
      async end() {
        await Promise.all(portals.map((portal) => portal.stop()));
        await redis.stop();
        rmSync(folder, { recursive: true });
      },
    };
  }));
