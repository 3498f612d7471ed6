import { expect, onTestFinished, test } from "vitest";
import { startFaultProxy } from "../support/fault-proxy.ts";
import { testPatienceMs } from "../support/patience.ts";
import { type Portal, startPortal } from "../support/portal.ts";
import { startPostgres } from "../support/postgres-server.ts";
import { startTcpProxy } from "../support/tcp-proxy.ts";
import { declaration, received } from "../support/termination.ts";

const contracts = 6;
const count = 30;

interface Store {
  portals: Portal[];
  /** Happen one after the other, evenly spread over the declarations. */
  crashes: (() => Promise<unknown>)[];
  end(): Promise<unknown>;
}

/** Declares while the provider is away, with crashes in between, and looks at what the provider then gets. */
async function surviving(open: (settings: Record<string, string>) => Promise<Store>) {
  const backend = await startFaultProxy();
  onTestFinished(() => backend.stop());
  const { portals, crashes, end } = await open({
    API_BASE_URL: backend.origin,
    DECLARATION_RETRY_MS: "250",
    // What a portal was sending when it was killed is sent again after twice as long.
    PAGE_DEADLINE_MS: "6000",
    RATE_LIMIT_PER_MINUTE: "0",
  });
  onTestFinished(async () => void (await end()));
  backend.misbehave(/POST .*contracttermination/, "answers 503 without words");
  const every = Math.floor(count / (crashes.length + 1));
  for (let at = 0; at < count; at++) {
    const fields = declaration({ lastName: `Muster-${at}`, contractNumber: `V-${at % contracts}` });
    const post = async () => portals[at % portals.length]?.browser().post("/kuendigung", fields);
    const crash = at % every === 0 && crashes[at / every - 1];
    if (crash) {
      // It is unknown whether this one arrived, so the customer sends it again.
      const lost = post().catch(() => undefined);
      await crash();
      await lost;
    }
    await expect.poll(async () => (await post())?.status, { interval: 250 }).toBe(303);
  }
  expect(await received(backend.origin)).toEqual([]);
  backend.behave();
  const arrived = async () =>
    (await received(backend.origin))
      .map(({ declaration: sent }) => Number(/"Muster-(\d+)"/.exec(JSON.stringify(sent))?.[1]))
      .reverse();
  const isIdle = async () =>
    (await (await fetch(`${portals[0]?.origin}/health/ready`)).json()).declarations?.waiting === 0;
  // Only a hang should hit this limit: leases of killed portals run out first.
  await expect.poll(isIdle, { timeout: 5 * testPatienceMs }).toBe(true);
  const got = await arrived();
  expect(got.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, at) => at));
  for (let contract = 0; contract < contracts; contract++) {
    const mine = got.filter((at) => at % contracts === contract);
    expect(mine).toEqual(mine.toSorted((a, b) => a - b));
  }
}

test("SQLite, its portal killed: each declaration arrives once, in its contract's order", () =>
  surviving(async (settings) => {
    const portal = await startPortal(settings);
    return { portals: [portal], crashes: [() => portal.restart()], end: () => portal.stop() };
  }));

test(
  "two portals on one PostgreSQL; it and one of them killed, then a failover: each arrives once, in order",
  () =>
    surviving(async (settings) => {
      const primary = await startPostgres();
      const standby = await startPostgres({ standbyOf: { port: primary.port, name: "standby" } });
      await primary.query("ALTER SYSTEM SET synchronous_standby_names = 'standby'");
      await primary.query("SELECT pg_reload_conf()");
      const proxy = await startTcpProxy(primary.port);
      const shared = { ...settings, DECLARATION_STORE: `postgres://portal@127.0.0.1:${proxy.port}/portal` };
      const portals = await Promise.all([startPortal(shared), startPortal(shared)]);
      return {
        portals,
        crashes: [
          async () => {
            await primary.kill();
            await primary.start();
          },
          () => portals[0].restart(),
          async () => {
            await primary.kill();
            standby.promote();
            proxy.leadTo(standby.port);
          },
        ],
        async end() {
          await Promise.all(portals.map((portal) => portal.stop()));
          await proxy.stop();
          await Promise.all([primary.stop(), standby.stop()]);
        },
      };
    }),
  400_000,
);
