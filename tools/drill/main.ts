// Breaks one thing after another, and reports which alert fired and when it was delivered.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { browser } from "../../tests/support/browser.ts";
import { json, startFaultProxy } from "../../tests/support/fault-proxy.ts";
import { freePort } from "../../tests/support/free-port.ts";
import { fresh } from "../../tests/support/fresh.ts";
import { startPortal } from "../../tests/support/portal.ts";
import { startPostgres } from "../../tests/support/postgres-server.ts";
import { startRedis } from "../../tests/support/redis-server.ts";
import { startTcpProxy } from "../../tests/support/tcp-proxy.ts";
import { calledWith, refuse } from "../usage.ts";
import { startAlertmanager } from "./alertmanager.ts";
import { changePortal, startCustomers } from "./customers.ts";
import { complaints, flood, shownReport } from "./flood.ts";
import { startPrometheus } from "./prometheus.ts";
import { fasterRules } from "./rules.ts";
import { surroundings } from "./surroundings.ts";
import { repeat, type Trouble } from "./trouble.ts";

const { positionals: wanted } = calledWith(
  `npm run drill -- [WORD …]    breaks everything in turn, or only what has such a word in its title
npm run drill -- flood       the day on which everybody terminates: 20,000 declarations while the provider is away

Starts a provider, Redis, PostgreSQL, three portals with customers, and a Prometheus and an Alertmanager with the shipped rules and
routes, for which a second is a minute. Says which alert a receiver got and when, and ends with 1 if one is missing. Takes eight
minutes, and needs what \`npm test -- all\` installs. Not in it, as they need a week, an hour or half a gigabyte: NoOrders,
DeclarationsOvertaken, DeclarationsByHand, MemoryHigh and FilesRunOut, which promtool tests.`,
  { allowPositionals: true },
);

if (wanted.includes("flood")) {
  const report = await flood({ forwarded: 100_000, declarations: 20_000 }, (line) => console.log(line));
  console.table(shownReport(report));
  const wrong = complaints(report);
  console.log(wrong.length > 0 ? `Not as it should be: ${wrong.join("; ")}.` : "As it should be.");
  process.exit(wrong.length > 0 ? 1 : 0);
}

/** A minute in the shipped rules is a second here. */
const factor = 60;
/** How long an alert may take, and how long to watch for others after the expected ones have fired. */
const patienceMs = 60_000;
const afterwardsMs = 8000;

// Each of them ends with this process.
process.setMaxListeners(20);
// Ends what was started with this process, however it ends.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

const said = (text: string) => console.log(text);
said("Starting provider, Redis, PostgreSQL, three portals, Prometheus and Alertmanager.");
const payment = "https://pay.example";
const provider = await startFaultProxy(payment);
let redis = await startRedis();
const toRedis = await startTcpProxy(redis.port);
const postgres = await startPostgres();
const toPostgres = await startTcpProxy(postgres.port);

const folder = mkdtempSync(join(tmpdir(), "drill-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const switches = join(folder, "switches.json");
const closeNothing = () => writeFileSync(switches, '{ "closed": [] }');
closeNothing();

const settings = {
  API_BASE_URL: provider.origin,
  REDIRECT_ORIGINS: payment,
  PAGE_DEADLINE_MS: "4000",
  RATE_LIMIT_PER_MINUTE: "0",
  SWITCHES_PATH: switches,
  // An attempt each second, which stands for a minute there, too.
  DECLARATION_RETRY_MS: "1000",
};
const shared = {
  ...settings,
  SESSION_STORE: `redis://127.0.0.1:${toRedis.port}`,
  DECLARATION_STORE: `postgres://portal@127.0.0.1:${toPostgres.port}/portal`,
};
const portals = await Promise.all(
  [shared, shared, settings].map(async (own) =>
    startPortal({ ...own, METRICS_PORT: String(await freePort()) }),
  ),
);
const [one, two, alone] = portals as [(typeof portals)[0], (typeof portals)[0], (typeof portals)[0]];
const faster = (file: string) => fasterRules(readFileSync(file, "utf8"), factor);
const alertmanagerPort = await freePort();
const alertmanager = await startAlertmanager(alertmanagerPort, faster("deploy/alertmanager.yml"));
const prometheus = await startPrometheus({
  port: await freePort(),
  targets: portals.map(({ metricsPort }) => `127.0.0.1:${metricsPort}`),
  rules: faster("deploy/alerts.yaml"),
  seconds: 1,
  alertmanager: `127.0.0.1:${alertmanagerPort}`,
});
const stopCustomers = startCustomers(() => portals.map(({ origin }) => origin));

const guess = () =>
  void browser(one.origin)
    .get(`/angebot/${fresh("nobody")}`)
    .catch(() => {});
const troubles: Trouble[] = [
  {
    title: "The provider answers 503",
    async begin() {
      provider.misbehave(/./, "answers 503 without words");
      return () => provider.behave();
    },
    expected: ["BackendFailing", "JourneyFailsFast", "DeclarationsWait"],
  },
  {
    title: "The provider does not answer",
    async begin() {
      provider.misbehave(/./, "never answers");
      return () => provider.behave();
    },
    expected: ["BackendFailing", "JourneyFailsFast", "PagesSlow"],
  },
  {
    title: "The provider refuses connections",
    async begin() {
      await provider.down();
      return () => provider.up();
    },
    expected: ["BackendFailing", "JourneyFailsFast"],
  },
  {
    title: "Redis is away",
    async begin() {
      await redis.stop();
      return async () => {
        redis = await startRedis(redis.port);
      };
    },
    expected: ["StoreAway", "PortalErrors", "JourneyFailsFast"],
  },
  {
    title: "Redis is slow (0.3 s)",
    async begin() {
      toRedis.slow(300);
      return () => toRedis.heal();
    },
    expected: ["StoreSlow"],
  },
  {
    title: "PostgreSQL is away",
    async begin() {
      await postgres.kill();
      return () => postgres.start();
    },
    expected: ["StoreAway"],
  },
  {
    title: "PostgreSQL and the provider are away",
    async begin() {
      await Promise.all([postgres.kill(), provider.down()]);
      return () => Promise.all([postgres.start(), provider.up()]);
    },
    expected: ["StoreAway", "BackendFailing", "DeclarationsFail", "JourneyFailsFast"],
  },
  {
    title: "The disk of a SQLite store is full",
    async begin() {
      // No file of that process may grow any more.
      const limit = (most: string) => spawnSync("prlimit", ["--pid", String(alone.pid), `--fsize=${most}`]);
      limit("4096:unlimited");
      return () => limit("unlimited:unlimited");
    },
    expected: ["StoreAway", "PortalErrors", "JourneyFailsFast"],
  },
  {
    title: "A portal is killed",
    async begin() {
      await two.kill();
      return () => two.restart();
    },
    expected: ["PortalDown"],
  },
  {
    title: "All portals are gone",
    async begin() {
      await Promise.all(portals.map((portal) => portal.kill()));
      return () => Promise.all(portals.map((portal) => portal.restart()));
    },
    expected: ["NoPortal"],
  },
  {
    title: "A portal hangs for 0.3 s twice a second",
    async begin() {
      return repeat(500, async () => {
        process.kill(Number(two.pid), "SIGSTOP");
        await wait(300);
        process.kill(Number(two.pid), "SIGCONT");
      });
    },
    expected: ["EventLoopBusy"],
  },
  {
    title: "REDIRECT_ORIGINS lacks the payment page",
    async begin() {
      await Promise.all([one.restart({ REDIRECT_ORIGINS: "" }), two.restart({ REDIRECT_ORIGINS: "" })]);
      return () => Promise.all([one.restart(), two.restart()]);
    },
    expected: ["RedirectsRefused", "PortalErrors"],
  },
  {
    title: "The file of switches is broken",
    async begin() {
      writeFileSync(switches, '{ "closed": [');
      return closeNothing;
    },
    expected: ["SettingsWrong"],
  },
  {
    title: "A portal has another SESSION_SECRET",
    async begin() {
      await two.restart({ SESSION_SECRET: "another-secret-of-more-than-32-characters" });
      const stop = repeat(1000, () => void changePortal(one.origin, two.origin).catch(() => {}));
      return async () => {
        stop();
        await two.restart();
      };
    },
    expected: ["SecretMissing"],
  },
  {
    title: "The secret is replaced while declarations wait",
    async begin() {
      await provider.down();
      await wait(3000);
      const SESSION_SECRET = "another-secret-of-more-than-32-characters";
      await Promise.all([one.restart({ SESSION_SECRET }), two.restart({ SESSION_SECRET })]);
      await provider.up();
      return () => Promise.all([one.restart(), two.restart()]);
    },
    expected: ["DeclarationsUnreadable"],
  },
  {
    title: "The provider refuses every termination",
    async begin() {
      provider.misbehave(/POST .*contracttermination/, json(422, '{"code":"VALIDATION_FAILED"}'));
      return () => provider.behave();
    },
    expected: ["DeclarationsRefused"],
  },
  {
    title: "More requests than SHED_AT_REQUESTS",
    async begin() {
      await one.restart({ SHED_AT_REQUESTS: "1" });
      provider.misbehave(/\/api\/idv\//, "never answers");
      return async () => {
        provider.behave();
        await one.restart();
      };
    },
    expected: ["Overloaded"],
  },
  {
    title: "The proxy in front loses the protocol, and a brand's name is missing",
    async begin() {
      await one.restart({ ALLOWED_HOSTS: "localhost" });
      const lost = () => {
        const headers = { "Content-Type": "application/x-www-form-urlencoded", Origin: "https://localhost" };
        void fetch(`${one.origin}/kuendigung?brand=nova`, { method: "POST", headers, body: "a=1" }).catch(
          () => {},
        );
        void browser(one.origin, { "X-Forwarded-Host": "nova.example.net" })
          .get("/")
          .catch(() => {});
      };
      const stop = repeat(50, lost);
      return async () => {
        stop();
        await one.restart();
      };
    },
    expected: ["FormsRefused", "HostRefused"],
  },
  {
    title: "Somebody guesses tokens",
    async begin() {
      await one.restart({ RATE_LIMIT_FAILED_LOOKUPS: "5" });
      const stop = repeat(100, guess);
      return async () => {
        stop();
        await one.restart();
      };
    },
    expected: ["ManyRefused"],
  },
  ...surroundings(one, two),
];
const chosen = troubles.filter(
  ({ title }) =>
    wanted.length === 0 || wanted.some((word) => title.toLowerCase().includes(word.toLowerCase())),
);
if (chosen.length === 0)
  refuse(
    `No title has ${wanted.join(" or ")}. There are:\n  ${troubles.map(({ title }) => title).join("\n  ")}`,
  );

/** Fires at any time. */
const watchdog = "Watchdog";
/** What fires, or of which somebody still has to be notified that it is over. */
const notOver = async () =>
  new Set([
    ...(await prometheus.alerts())
      .filter(({ state }) => state === "firing")
      .map(({ labels }) => labels.alertname ?? ""),
    ...alertmanager.told(),
  ]);
/** They end some time after their cause: six hours are six minutes here, and a declaration is retried once a minute. */
const lingering = [watchdog, "JourneyFailsSlowly", "DeclarationsWait"];
async function calm() {
  for (let quietFor = 0; quietFor < 3; quietFor++) {
    await wait(1000);
    const now = await notOver();
    for (const alert of lingering) now.delete(alert);
    if (now.size > 0) quietFor = -1;
  }
}

async function drill({ title, begin, expected }: Trouble) {
  await calm();
  const before = alertmanager.told();
  const began = performance.now();
  const mend = await begin();
  const after = new Map<string, number>();
  const isMissing = () => expected.some((alert) => !after.has(alert) && !before.has(alert));
  let last = began;
  while (performance.now() - began < patienceMs && (isMissing() || performance.now() - last < afterwardsMs)) {
    for (const alert of alertmanager.told()) {
      // A restart takes a second: to these rules, a minute.
      const isRestart = alert === "PortalDown" && !expected.includes(alert);
      if (before.has(alert) || after.has(alert) || isRestart) continue;
      last = performance.now();
      after.set(alert, (last - began) / 1000);
    }
    await wait(250);
  }
  await mend();
  const fired = [...after].map(([alert, seconds]) => `${alert} ${Math.round(seconds)}`);
  const missed = expected.filter((alert) => !after.has(alert) && !before.has(alert));
  said(`| ${title} | ${fired.join(", ") || "–"} | ${missed.join(", ") || "–"} |`);
  return expected.length > 0 ? missed.length : fired.length;
}

said(`\nA minute of the rules is a second here: read seconds as minutes.\n`);
// Half an hour without trouble, or ratios over hours would mean nothing.
await wait(30_000);
let missed = 0;
if (alertmanager.count("watchdog", watchdog) < 10) {
  said("Nobody was told by Watchdog each minute that alerts arrive.");
  missed += 1;
}
said("| broken | alert after | no alert |\n| --- | --- | --- |");
for (const trouble of chosen) missed += await drill(trouble);
await stopCustomers();
await prometheus.stop();
await alertmanager.stop();
await Promise.all(portals.map((portal) => portal.stop()));
await Promise.all([provider.stop(), toRedis.stop(), toPostgres.stop(), redis.stop(), postgres.stop()]);
process.exitCode = missed > 0 ? 1 : 0;
