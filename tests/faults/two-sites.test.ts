import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FaultProxy, startFaultProxy } from "../support/fault-proxy.ts";
import { fresh } from "../support/fresh.ts";
import { testPatienceMs } from "../support/patience.ts";
import { type Portal, startPortal } from "../support/portal.ts";
import { startPostgres } from "../support/postgres-server.ts";
import { startRedis } from "../support/redis-server.ts";
import { startTcpProxy } from "../support/tcp-proxy.ts";
import { declaration, received } from "../support/termination.ts";

type Postgres = Awaited<ReturnType<typeof startPostgres>>;
/** What docs/deploy.md, "Two sites", has at each: portals, a Redis, a PostgreSQL, and an address that leads to the primary. */
interface Site {
  name: string;
  portal: Portal;
  redis: Awaited<ReturnType<typeof startRedis>>;
  postgres: Postgres;
  primary: Awaited<ReturnType<typeof startTcpProxy>>;
}

let provider: FaultProxy;
let sites: Site[] = [];
/** What the standby follows the primary through. */
let between: Awaited<ReturnType<typeof startTcpProxy>>;
const ended: { stop(): Promise<unknown> }[] = [];

/** From now on, commits of this cluster wait for that standby, or for none. */
async function waitFor(postgres: Postgres, standby: string) {
  await postgres.query(`ALTER SYSTEM SET synchronous_standby_names = '${standby}'`);
  await postgres.query("SELECT pg_reload_conf()");
}
async function open(name: string, postgres: Postgres, primaryPort: number): Promise<Site> {
  const [redis, primary] = await Promise.all([startRedis(), startTcpProxy(primaryPort)]);
  const portal = await startPortal({
    API_BASE_URL: provider.origin,
    SESSION_STORE: redis.url,
    DECLARATION_STORE: `postgres://portal@127.0.0.1:${primary.port}/portal`,
    DECLARATION_RETRY_MS: "250",
    RATE_LIMIT_PER_MINUTE: "0",
  });
  return { name, portal, redis, postgres, primary };
}
/** A standby in another site, that commits wait for from then on. */
async function standbyOf(primary: Postgres, name: string) {
  between = await startTcpProxy(primary.port);
  ended.push(between);
  const standby = await startPostgres({ standbyOf: { port: primary.port, name, by: between.port } });
  await waitFor(primary, `FIRST 1 (${name})`);
  return standby;
}

beforeAll(async () => {
  provider = await startFaultProxy();
  const postgres = await startPostgres();
  const standby = await standbyOf(postgres, "west");
  sites = await Promise.all([open("east", postgres, postgres.port), open("west", standby, postgres.port)]);
});
afterAll(async () => {
  const parts = sites.flatMap(({ portal, redis, postgres, primary }) => [portal, redis, postgres, primary]);
  await Promise.all([provider, ...ended, ...parts].map((one) => one.stop()));
});

/** Customers who declare at both sites; each sends the form again, at either site, until there is a receipt. */
function customers() {
  const receipts = new Map<string, string>();
  let wanted = 0;
  let begun = 0;
  let goesOn = true;
  const loops = Array.from({ length: 4 }, async () => {
    while (goesOn) {
      if (begun === wanted) {
        await wait(10);
        continue;
      }
      const turn = begun++;
      const contractNumber = fresh("V");
      const form = declaration({ contractNumber });
      for (let attempt = 0; !receipts.has(contractNumber); attempt++) {
        const { portal } = sites[(turn + attempt) % sites.length] as Site;
        const answer = await portal
          .browser()
          .post("/kuendigung", form)
          .catch(() => undefined);
        if (answer?.status === 303) receipts.set(contractNumber, answer.location ?? "");
      }
    }
  });
  return {
    receipts,
    /** So many more declare. Resolves when they all have their receipt. */
    more(count: number) {
      wanted += count;
      const all = wanted;
      return expect.poll(() => receipts.size, { timeout: 4 * testPatienceMs }).toBeGreaterThanOrEqual(all);
    },
    async stop() {
      goesOn = false;
      await Promise.all(loops);
    },
  };
}
const arrived = async () =>
  (await received(provider.origin)).map(({ declaration: { contractNumber } }) => String(contractNumber));
const stateOf = async ({ portal }: Site) =>
  (await (await fetch(`${portal.origin}/health/ready`)).json()).status;

describe("two sites with a synchronous standby in the other one", () => {
  // The second time, the site that was rebuilt takes over.
  test.each([["east"], ["west"]])(
    "%s, where the primary is, is lost under load while the provider is away: each confirmed declaration arrives once",
    async (name) => {
      const [lost, other] = sites.toSorted((one) => (one.name === name ? -1 : 1)) as [Site, Site];
      await expect.poll(() => Promise.all(sites.map(stateOf))).toEqual(["ready", "ready"]);
      const sessions = await Promise.all(
        [lost, other].map(async ({ portal }) => {
          const customer = portal.browser();
          const path = `/angebot/${fresh()}`;
          // A Redis that stands still for a second on a busy machine is away, too.
          await expect.poll(async () => (await customer.get(path)).status).toBe(200);
          return { cookies: customer.cookies, path: `${path}/meine-daten` };
        }),
      );
      provider.misbehave(/POST .*contracttermination/, "answers 503 without words");
      const before = new Set(await arrived());
      const load = customers();
      await load.more(40);
      const during = load.more(40);
      // The way between the sites fails first: from then on the primary has what the standby has not, and nothing of it may
      // have been confirmed.
      between.hang();
      await expect.poll(() => stateOf(lost)).toBe("degraded");
      await Promise.all([lost.portal.kill(), lost.redis.kill(), lost.postgres.kill()]);
      await lost.primary.stop();
      ended.push(lost.portal, lost.postgres);
      sites = [other];
      // Nothing is confirmed now: neither can it be stored, nor does the provider take it.
      await expect.poll(() => stateOf(other)).toBe("degraded");
      expect(load.receipts.size).toBeLessThan(80);
      other.postgres.promote();
      other.primary.leadTo(other.postgres.port);
      await during;
      await expect.poll(() => stateOf(other)).toBe("ready");
      expect((await arrived()).filter((contract) => !before.has(contract))).toEqual([]);

      // Rebuilt as a standby of the other one: what it had may have a commit that nobody was told of.
      const rebuilt = await standbyOf(other.postgres, lost.name);
      sites = [other, await open(lost.name, rebuilt, other.postgres.port)];
      await load.more(20);
      await load.stop();
      provider.behave();
      const declared = [...load.receipts.keys()].sort();
      const mine = async () => (await arrived()).filter((contract) => !before.has(contract)).sort();
      await expect.poll(mine, { timeout: 4 * testPatienceMs }).toEqual(declared);

      const goOn = ({ cookies, path }: (typeof sessions)[number]) => {
        const customer = other.portal.browser();
        for (const [key, value] of cookies) customer.cookies.set(key, value);
        return customer.get(path);
      };
      const statuses = async () => (await Promise.all(sessions.map(goOn))).map(({ status }) => status);
      await expect.poll(statuses, { message: "sessions are their site's" }).toEqual([302, 200]);
      for (const receipt of [...load.receipts.values()].slice(0, 3))
        for (const { portal } of sites) expect((await portal.browser().get(receipt)).status).toBe(200);
    },
    900_000,
  );

  test("the standby's site is lost: the provider gets declarations directly, until commits no longer wait", {
    timeout: 10 * testPatienceMs,
  }, async () => {
    const [standing, lost] = sites.toSorted((one) => (one.name === "east" ? -1 : 1)) as [Site, Site];
    const before = new Set(await arrived());
    const load = customers();
    await load.more(20);
    const during = load.more(20);
    await Promise.all([lost.portal.kill(), lost.redis.kill(), lost.postgres.kill()]);
    ended.push(lost.portal, lost.postgres, lost.primary);
    sites = [standing];
    await expect.poll(() => stateOf(standing)).toBe("degraded");
    await during;
    await waitFor(standing.postgres, "");
    await expect.poll(() => stateOf(standing)).toBe("ready");
    await load.more(20);
    await load.stop();
    const mine = async () => (await arrived()).filter((contract) => !before.has(contract)).sort();
    await expect.poll(mine, { timeout: 4 * testPatienceMs }).toEqual([...load.receipts.keys()].sort());
  });
});
