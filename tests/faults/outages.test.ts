import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { fresh } from "../support/fresh.ts";
import { testPatienceMs } from "../support/patience.ts";
import { type Portal, startPortal } from "../support/portal.ts";
import { startPostgres } from "../support/postgres-server.ts";
import { proxiedSettings, proxiesHere, startProxy } from "../support/proxies.ts";
import { startRedis, startSentinel } from "../support/redis-server.ts";
import { startTcpProxy } from "../support/tcp-proxy.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { declaration } from "../support/termination.ts";

/** By hand: OUTAGE_SECONDS=20 */
const seconds = Number(process.env.OUTAGE_SECONDS ?? 0);
const kinds = proxiesHere();
/** Nothing of what the law wants, and no declaration, may need what is away. */
const protectedPages = ["/", "/kuendigung", "/widerruf"];

const folder = temporaryFolder();
const primary = await startPostgres();
const standby = await startPostgres({ standbyOf: { port: primary.port, name: "standby" } });
await primary.query("ALTER SYSTEM SET synchronous_standby_names = 'standby'");
await primary.query("SELECT pg_reload_conf()");
const database = await startTcpProxy(primary.port);
afterAll(async () => {
  await database.stop();
  await Promise.all([primary.stop(), standby.stop()]);
});

const redisCli = (port = 0, ...command: string[]) =>
  execFileSync("redis-cli", ["-p", String(port), ...command], { encoding: "utf8" });
const stateOf = async ({ host, metricsPort }: Portal) =>
  (await (await fetch(`http://${host}:${metricsPort}/health/ready`)).json()).status;
const probesOf = ({ log }: Portal) => log.filter((line) => line.includes('"/health/ready"')).length;

let customers = 0;
/** Two portals that share their stores, behind each example. */
function behindTheExamples(sessionStore: () => string) {
  const site = {
    portals: [] as Portal[],
    proxies: [] as ({ kind: string } & Awaited<ReturnType<typeof startProxy>>)[],
    provider: join(folder, `${fresh()}.sqlite`),
    sent: [] as string[],
    /** What customers were answered, and how often. */
    answers: new Map<string, number>(),

    /** Customers of an offer, one behind each proxy. @returns what each gets to see next */
    async customers() {
      const opened = await Promise.all(
        site.proxies.map(async ({ kind, ask }) => {
          const offer = `/angebot/${fresh()}`;
          let cookie = "";
          const begin = async () => {
            const answer = await ask(offer);
            cookie = answer.cookie ?? "";
            return [kind, answer.status, cookie];
          };
          // A Redis that stands still for a second on a busy machine is away, too.
          await expect.poll(begin).toEqual([kind, 200, expect.stringContaining("sid=")]);
          return async () => (await ask(`${offer}/meine-daten`, undefined, { Cookie: cookie })).status;
        }),
      );
      return () => Promise.all(opened.map((next) => next()));
    },

    /** Asks for the protected pages and declares behind each proxy, once, and as long as `isOver` says no. */
    async everybody(isOver: () => boolean | Promise<boolean>) {
      const count = (answer: string) => site.answers.set(answer, (site.answers.get(answer) ?? 0) + 1);
      do {
        await Promise.all(
          site.proxies.map(async ({ kind, ask }) => {
            for (const path of protectedPages) count(`${kind} ${path} ${(await ask(path)).status}`);
            const lastName = `Muster-${customers++}`;
            const form = declaration({ lastName, contractNumber: lastName }) as Record<string, string>;
            site.sent.push(lastName);
            const { status, location } = await ask("/kuendigung", form);
            count(`${kind} declared ${status} ${location?.split("?")[0]}`);
          }),
        );
        await wait(1000);
      } while (!(await isOver()));
    },
  };
  beforeAll(async () => {
    const settings = {
      SESSION_STORE: sessionStore(),
      DECLARATION_STORE: `postgres://portal@127.0.0.1:${database.port}/portal`,
      SANDBOX_DATABASE: site.provider,
      RATE_LIMIT_PER_MINUTE: "0",
      LOG_LEVEL: "debug",
    };
    const each = await proxiedSettings();
    site.portals = await Promise.all(each.map((own) => startPortal({ ...settings, ...own })));
    site.proxies = await Promise.all(
      kinds.map(async (kind) => ({ kind, ...(await startProxy(kind, site.portals)) })),
    );
    // A store that has just started may answer later than a portal waits.
    await vi.waitUntil(() => isEachBack(site), { timeout: testPatienceMs });
  });
  afterAll(() => Promise.all([...site.proxies, ...site.portals].map((one) => one.stop())));
  return site;
}
type Site = ReturnType<typeof behindTheExamples>;

/** While something is away: long enough for the proxies' checks to have seen it. */
async function outage(site: Site, state = "degraded") {
  await expect.poll(() => Promise.all(site.portals.map(stateOf))).toEqual(site.portals.map(() => state));
  const before = site.portals.map(probesOf);
  const began = performance.now();
  await site.everybody(
    () =>
      performance.now() - began > seconds * 1000 &&
      site.portals.every((portal, at) => probesOf(portal) > (before[at] ?? 0) + 2 * kinds.length),
  );
}

/** Whether each portal can begin a journey. */
const isEachBack = async ({ portals }: Site) =>
  (await Promise.all(portals.map((portal) => portal.browser().get(`/angebot/${fresh()}`)))).every(
    ({ status }) => status === 200,
  );

/** Nobody was refused, and what was confirmed arrived once. */
async function expectNothingLost({ sent, answers, provider }: Site) {
  if (seconds > 0) console.log(Object.fromEntries(answers));
  const expected = kinds.flatMap((kind) => [
    ...protectedPages.map((path) => `${kind} ${path} 200`),
    `${kind} declared 303 /kuendigung/bestaetigung`,
  ]);
  expect([...answers.keys()].sort()).toEqual(expected.sort());
  const database = new DatabaseSync(provider, { readOnly: true });
  const arrived = () =>
    database
      .prepare("SELECT receipt ->> '$.declaration.contractNumber' AS contract FROM terminations ORDER BY 1")
      .all()
      .map(({ contract }) => contract);
  await expect.poll(arrived).toEqual(sent.toSorted());
  database.close();
}

describe("one Redis", () => {
  const data = join(folder, "redis");
  const kept = [
    "--appendonly",
    "yes",
    "--appendfsync",
    "always",
    "--dir",
    folder,
    "--appenddirname",
    "redis",
  ];
  let redis: Awaited<ReturnType<typeof startRedis>>;
  beforeAll(async () => {
    redis = await startRedis(undefined, kept);
  });
  afterAll(() => redis.stop());
  const site = behindTheExamples(() => redis.url);

  test.each([
    ["with its file, and customers go on", kept, 200],
    ["without one, and customers begin again", [], 302],
  ])("that was away comes back %s", async (_, settings, next) => {
    const goOn = await site.customers();
    await redis.kill();
    await outage(site);
    expect(await goOn()).toEqual(kinds.map(() => 503));
    if (settings.length === 0) rmSync(data, { recursive: true });
    redis = await startRedis(redis.port, settings);
    await expect.poll(() => isEachBack(site)).toBe(true);
    await expect.poll(goOn).toEqual(kinds.map(() => next));
    await expectNothingLost(site);
  });
});

describe("Redis with sentinels", () => {
  let master: Awaited<ReturnType<typeof startRedis>> | undefined;
  let replica: Awaited<ReturnType<typeof startRedis>> | undefined;
  let sentinel: Awaited<ReturnType<typeof startSentinel>>;
  beforeAll(async () => {
    master = await startRedis();
    replica = await startRedis(undefined, ["--replicaof", "127.0.0.1", String(master.port)]);
    // A sentinel asks for replicas at its start, and then every ten seconds.
    const isReplicated = () => redisCli(master?.port, "info", "replication").includes("state=online");
    await vi.waitUntil(isReplicated, { timeout: testPatienceMs });
    sentinel = await startSentinel(master.port, "portal");
  });
  afterAll(() => Promise.all([sentinel.stop(), master?.stop(), replica?.stop()]));
  const site = behindTheExamples(() => `redis+sentinel://127.0.0.1:${sentinel.port}/portal`);

  test("its replica takes over, and customers go on", async () => {
    const goOn = await site.customers();
    await master?.kill();
    await site.everybody(() => isEachBack(site));
    await expect.poll(goOn).toEqual(kinds.map(() => 200));
    await expectNothingLost(site);
  });

  test("PostgreSQL is away, its standby takes over, and nobody notices", async () => {
    const goOn = await site.customers();
    await primary.kill();
    await outage(site);
    await expect.poll(goOn).toEqual(kinds.map(() => 200));
    standby.promote();
    database.leadTo(standby.port);
    await expect.poll(() => Promise.all(site.portals.map(stateOf))).toEqual(["ready", "ready"]);
    await site.everybody(() => true);
    await expectNothingLost(site);
  });
});
