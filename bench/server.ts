import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fieldsOf } from "../tests/support/browser.ts";
import { freePort } from "../tests/support/free-port.ts";
import { type Portal, startPortal } from "../tests/support/portal.ts";
import { startBackend } from "./backend.ts";
import { load } from "./load.ts";
import { reportsUsage, usageOf } from "./usage.ts";

// Throughput, latency and memory of the built portal. Portal, backend (the sandbox) and this load generator are
// three processes on the loopback interface, so that the memory is the portal's alone. "heap" is what is in use after
// a garbage collection: if it grows from round to round, something is never let go.
//   npm run bench:server -- --seconds 10 --connections 32 --rounds 3
//   npm run bench:server -- --metrics --rounds 12: CPU per request with metrics and without, in turns, and their ratio
const option = (name: string, fallback: number) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const connections = option("connections", 32);
const atMostRequests = option("requests", 20_000);
const comparesMetrics = process.argv.includes("--metrics");
// Many short pairs say more than few long ones.
const seconds = option("seconds", comparesMetrics ? 2 : 8);
const rounds = option("rounds", comparesMetrics ? 12 : 1);
/** By then no call of the load is under way, and Node has given back what it kept in reserve. */
const restSeconds = 30;

/** The resident memory of a process in MB, where the system tells (Linux). */
function memory(pid: number | undefined): string {
  try {
    const kilobytes = readFileSync(`/proc/${pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/)?.[1];
    return megabytes(Number(kilobytes) * 1024);
  } catch {
    return "unknown";
  }
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** What the portal's heap holds once its garbage is collected. */
const heapOf = async (portal: Portal) => megabytes((await usageOf(portal)).left);

const folder = mkdtempSync(join(tmpdir(), "bench-"));
const backend = await startBackend(folder);
const start = (settings: Record<string, string> = {}) =>
  startPortal({
    API_BASE_URL: backend.url,
    RATE_LIMIT_PER_MINUTE: "0",
    LOG_LEVEL: "info",
    NODE_OPTIONS: `--expose-gc ${reportsUsage}`,
    ...settings,
  });

/** The requests that are measured, of one customer of this portal. */
async function requestsTo(portal: Portal) {
  const customer = portal.browser();
  const offer = "/angebot/demo~bench";
  await customer.get(offer);
  const formPage = await customer.get(`${offer}/meine-daten`);
  const headers = {
    "Accept-Encoding": "gzip, br",
    "User-Agent": "Mozilla/5.0 (Linux; Android 14; Pixel 8)",
    Cookie: [...customer.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
  };
  const form = { ...headers, "Content-Type": "application/x-www-form-urlencoded" };
  const body = new URLSearchParams({ ...fieldsOf(formPage), firstName: "Erika", postalCode: "1" }).toString();
  const path = `${offer}/meine-daten`;
  return [
    { name: "offer page", method: "GET", path: offer, headers, status: 200 },
    { name: "personal-data form", method: "GET", path, headers, status: 200 },
    { name: "invalid post", method: "POST", path, headers: form, body, status: 422 },
    { name: "first visit", method: "GET", path: offer, headers: { ...headers, Cookie: "" }, status: 200 },
  ] as const;
}
type Request = Awaited<ReturnType<typeof requestsTo>>[number];

const loadOf = ({ origin }: Portal, { name: _, ...request }: Request) => ({
  ...request,
  origin,
  connections,
});

const warmUp = (portal: Portal, request: Request) =>
  load({ ...loadOf(portal, request), atMostRequests: 300, seconds: 5 });

async function measure(portal: Portal, request: Request) {
  const before = await usageOf(portal);
  const result = await load({ ...loadOf(portal, request), atMostRequests, seconds });
  const { cpuMs } = await usageOf(portal);
  return { ...result, cpu: (cpuMs - before.cpuMs) / result.requests };
}

const show = (first: string, ...cells: string[]) =>
  console.log(first.padEnd(20) + cells.map((cell) => cell.padStart(11)).join(""));

async function reportPortal(portal: Portal) {
  console.log(`${connections} connections, at most ${seconds} s or ${atMostRequests} requests each`);
  console.log(`memory before: ${memory(portal.pid)}, heap ${await heapOf(portal)}\n`);
  show("page", "requests", "per second", "p50 ms", "p99 ms", "CPU ms", "bytes", "memory", "heap");
  const requests = await requestsTo(portal);
  for (const request of Array.from({ length: rounds }, () => requests).flat()) {
    await warmUp(portal, request);
    const { requests, perSecond, p50, p99, cpu, bytes } = await measure(portal, request);
    const figures = [requests, perSecond, p50, p99, cpu, bytes];
    const shown = figures.map((value) => value.toFixed(value < 100 ? 1 : 0));
    show(request.name, ...shown, memory(portal.pid), await heapOf(portal));
  }
  await wait(restSeconds * 1000);
  console.log(`\nmemory after ${restSeconds} s of rest: ${memory(portal.pid)}, heap ${await heapOf(portal)}`);
}

const median = (values: number[]) =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Pairs of measurements right after each other, since a busy machine changes from minute to minute. */
async function reportMetrics(without: Portal, withMetrics: Portal, scrape: () => Promise<unknown>) {
  const watched = await requestsTo(withMetrics);
  show("CPU ms a request", "off", "on", "ratio");
  const all: number[] = [];
  for (const [at, off] of (await requestsTo(without)).entries()) {
    const runs: { off: number; on: number }[] = [];
    const on = watched[at] as Request;
    await warmUp(without, off);
    await warmUp(withMetrics, on);
    for (let round = 0; round < rounds; round++) {
      const measureOn = async () => {
        const { cpu } = await measure(withMetrics, on);
        await scrape();
        return cpu;
      };
      // The second of a pair is not always the same one.
      const onFirst = round % 2 ? await measureOn() : undefined;
      const { cpu } = await measure(without, off);
      runs.push({ off: cpu, on: onFirst ?? (await measureOn()) });
    }
    const ratios = runs.map((run) => run.on / run.off);
    all.push(...ratios);
    const figures = [median(runs.map((run) => run.off)), median(runs.map((run) => run.on)), median(ratios)];
    show(off.name, ...figures.map((value) => value.toFixed(2)));
  }
  const spread = [...all].sort((a, b) => a - b);
  console.log(
    `\nmedian ratio of ${all.length} pairs: ${median(all).toFixed(3)} (${spread.at(0)?.toFixed(2)} to ${spread.at(-1)?.toFixed(2)})`,
  );
}

const portals: Portal[] = [];
try {
  const portal = await start();
  portals.push(portal);
  if (comparesMetrics) {
    const port = await freePort();
    const watched = await start({ METRICS_PORT: String(port) });
    portals.push(watched);
    await reportMetrics(portal, watched, async () =>
      (await fetch(`http://127.0.0.1:${port}/metrics`)).text(),
    );
  } else await reportPortal(portal);
} finally {
  await Promise.all(portals.map((portal) => portal.stop()));
  backend.stop();
  rmSync(folder, { recursive: true, force: true });
}
