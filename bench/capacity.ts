import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browser } from "../tests/support/browser.ts";
import { fresh } from "../tests/support/fresh.ts";
import { goToSummary } from "../tests/support/offer.ts";
import { startPortal } from "../tests/support/portal.ts";
import { startPostgres } from "../tests/support/postgres-server.ts";
import { startRedis } from "../tests/support/redis-server.ts";
import { startBackend } from "./backend.ts";

// What a journey costs each part, with one portal and with two, on one Redis and one PostgreSQL: CPU, commands, memory.
// Other than requests per second, that says the same on a busy machine. Then the table of docs/performance.md from it.
//   npm run bench:capacity -- 300
const journeys = Number(process.argv[2] ?? 300);
const customersAtOnce = 8;
/** Per portal: half of what one core can do, see docs/performance.md. */
const plannedPerSecond = 8;
const sessionSeconds = 3600;

const cpuMs = (pid: number | undefined) => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
};
const residentMb = (pid: number | undefined) =>
  Number(readFileSync(`/proc/${pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/)?.[1]) / 1024;
const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);

const declared = { serviceType: "mobile", cancellationType: "regular", selectTerminationDate: "now" };
/** An offer from its link to the confirmation. */
async function order(origin: string) {
  const customer = browser(origin, { "Accept-Encoding": "gzip" });
  const placed = await customer.submit(await goToSummary(customer, fresh()), {}, { follow: true });
  if (placed.status !== 200) throw new Error(`An order ends with ${placed.status} ${placed.state}.`);
}
/** A termination from its form to the receipt. */
async function declare(origin: string) {
  const customer = browser(origin, { "Accept-Encoding": "gzip" });
  const lastName = fresh();
  const person = {
    ...declared,
    firstName: "Ada",
    lastName,
    contractNumber: lastName,
    email: "ada@example.com",
  };
  const page = await customer.submit(await customer.get("/kuendigung"), person, { follow: true });
  if (page.status !== 200) throw new Error(`A termination ends with ${page.status}.`);
}
const errands = { order, declare };

async function measure(portalCount: number) {
  const folder = mkdtempSync(join(tmpdir(), "capacity-"));
  const backend = await startBackend(folder);
  const redis = await startRedis();
  const postgres = await startPostgres();
  const portals = await Promise.all(
    Array.from({ length: portalCount }, () =>
      startPortal({
        API_BASE_URL: backend.url,
        REDIRECT_ORIGINS: backend.url,
        SESSION_STORE: redis.url,
        DECLARATION_STORE: postgres.url,
        RATE_LIMIT_PER_MINUTE: "0",
      }),
    ),
  );
  const info = (name: string) =>
    Number(
      execFileSync("redis-cli", ["-p", String(redis.port), "info", "all"], { encoding: "utf8" }).match(
        new RegExp(`^${name}:([\\d.]+)`, "m"),
      )?.[1],
    );
  const transactions = async () => {
    const [row] = await postgres
      .query("SELECT pg_stat_force_next_flush()")
      .then(() => postgres.query("SELECT xact_commit FROM pg_stat_database WHERE datname = 'portal'"));
    return Number(row?.xact_commit);
  };
  /** Of all its processes; those of connections stay while they are used. */
  const postgresCpu = async () => {
    const rows: { pid: number }[] = await postgres.query(
      "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()",
    );
    return sum(rows.map(({ pid }) => cpuMs(pid)));
  };
  const now = async () => ({
    portalCpu: sum(portals.map(({ pid }) => cpuMs(pid))),
    postgresCpu: await postgresCpu(),
    redisCpu: (info("used_cpu_user") + info("used_cpu_sys")) * 1000,
    commands: info("total_commands_processed"),
    redisBytes: info("used_memory"),
    transactions: await transactions(),
    at: performance.now(),
  });

  async function walk(errand: (origin: string) => Promise<void>, count: number) {
    let at = 0;
    await Promise.all(
      Array.from({ length: customersAtOnce }, async () => {
        while (at < count) await errand(portals[at++ % portals.length]?.origin ?? "");
      }),
    );
  }
  const rows: Record<string, Record<string, string | number>> = {};
  for (const [name, errand] of Object.entries(errands)) {
    await walk(errand, 40);
    const before = await now();
    await walk(errand, journeys);
    const after = await now();
    const each = (of: keyof typeof after) => (after[of] - before[of]) / journeys;
    rows[`${portalCount} portals, ${name}`] = {
      "portal CPU ms": each("portalCpu").toFixed(1),
      "Redis CPU ms": each("redisCpu").toFixed(2),
      "Redis commands": each("commands").toFixed(1),
      "Redis kB": (each("redisBytes") / 1024).toFixed(2),
      "PostgreSQL CPU ms": each("postgresCpu").toFixed(2),
      "PostgreSQL transactions": each("transactions").toFixed(1),
      "per second here": (1000 / each("at")).toFixed(1),
      "MB of each portal": portals.map(({ pid }) => residentMb(pid).toFixed(0)).join(", "),
    };
  }
  const [connections] = await postgres.query(
    "SELECT count(*) AS open FROM pg_stat_activity WHERE datname = 'portal' AND pid <> pg_backend_pid()",
  );
  console.log(
    `PostgreSQL connections of ${portalCount} portals: ${connections?.open}; Redis: ${info("connected_clients")}`,
  );
  await Promise.all(portals.map((portal) => portal.stop()));
  await Promise.all([redis.stop(), postgres.stop()]);
  backend.stop();
  rmSync(folder, { recursive: true });
  return rows;
}

const rows = { ...(await measure(1)), ...(await measure(2)) };
console.table(rows);
const ordered = rows["2 portals, order"];
const figure = (name: string) => Number(ordered?.[name]);
console.table(
  Object.fromEntries(
    [1, 2, 4, 10].map((count) => {
      const perSecond = count * plannedPerSecond;
      const sessions = perSecond * sessionSeconds;
      return [
        `${count} portals`,
        {
          "orders per second": perSecond,
          "sessions at a time": sessions,
          "Redis commands per second": Math.round(perSecond * figure("Redis commands")),
          "Redis CPU, of a core": `${Math.round((perSecond * figure("Redis CPU ms")) / 10)} %`,
          "Redis MB": Math.round((sessions * figure("Redis kB")) / 1024),
        },
      ];
    }),
  ),
);
