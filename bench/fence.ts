import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Pool } from "undici";
import { fieldsOf } from "../tests/support/browser.ts";
import { buildRelease, lastRelease } from "../tests/support/last-release.ts";
import { enterAll, goToSummary } from "../tests/support/offer.ts";
import { type Portal, residentMiB, startPortal } from "../tests/support/portal.ts";
import { git, root } from "../tests/support/repository.ts";
import { startBackend } from "./backend.ts";
import { reportsUsage, usageOf } from "./usage.ts";

// What the built portal costs beside an earlier commit, both asked in turns on this machine: CPU of the process per request, and
// what a request leaves behind as garbage, which no load of the machine changes. Red where the median of a row is above its limit,
// and three quarters of its pairs are dearer than before.
//   npm run build && npm run bench:fence                 beside the last release
//   npm run build && npm run bench:fence -- COMMIT       beside that commit
//   npm run build && npm run bench:fence -- --itself     this build beside itself: what is noise
//   --garbage for that part alone, --only summary for some rows, --rounds 8 --requests 100
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    itself: { type: "boolean", default: false },
    rounds: { type: "string", default: "8" },
    requests: { type: "string", default: "100" },
    /** Only rows whose name has this. */
    only: { type: "string", default: "" },
    /** Only what a busy machine does not change. */
    garbage: { type: "boolean", default: false },
  },
});
const rounds = Number(options.rounds);
const requests = Number(options.requests);
/** Above what a build costs beside itself, see docs/performance.md. */
const limit = { cpu: 1.1, garbage: 1.05, memory: 1.1 };
/** A page that costs little leaves 67 or 71 kB beside itself, as V8 compiles it. */
const leastGarbage = 8;
const connections = 4;
const customers = 200;

interface Asked {
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  body?: string;
}
interface Row {
  name: string;
  status: number;
  /** Asked in turn, as by so many customers. */
  asked: Asked[];
  /** How often as many requests as usual: pages that cost little say little. */
  times?: number;
}

/** The rows of the table, for customers of this portal who have come so far. */
async function rowsOf(portal: Portal): Promise<Row[]> {
  const headersOf = (customer: ReturnType<Portal["browser"]>) => ({
    "Accept-Encoding": "gzip, br",
    "User-Agent": "Mozilla/5.0 (Linux; Android 14; Pixel 8)",
    Cookie: [...customer.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
  });
  const forms = await inTurns(customers, async (at) => {
    const customer = portal.browser();
    const path = `/angebot/demo~form${at}/meine-daten`;
    await customer.get(`/angebot/demo~form${at}`);
    return { customer, path };
  });
  const [first] = forms;
  if (!first) throw new Error("There is no customer.");
  const posted = (fields: Record<string, string>, headers: Record<string, string>) => ({
    method: "POST" as const,
    headers: { ...headers, "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });
  const refused = { ...fieldsOf(await first.customer.get(first.path)), firstName: "Erika", postalCode: "1" };
  const stranger = headersOf(portal.browser());
  const summary = portal.browser();
  await enterAll(summary, "demo~summary");
  const ordered = portal.browser();
  // Both sides order from one provider.
  const order = `demo~ordered${portal.port}`;
  await ordered.submit(await goToSummary(ordered, order), {}, { follow: true });
  const get = (path: string, headers = stranger) => [{ method: "GET" as const, path, headers }];
  const rows: Row[] = [
    {
      name: `personal data, ${customers} customers`,
      status: 200,
      asked: forms.flatMap(({ customer, path }) => get(path, headersOf(customer))),
    },
    {
      name: "personal data, refused",
      status: 422,
      asked: [{ path: first.path, ...posted(refused, headersOf(first.customer)) }],
    },
    {
      name: "termination, refused",
      status: 422,
      asked: [{ path: "/kuendigung", ...posted({ email: "x" }, stranger) }],
    },
    { name: "offer, first visit", status: 200, asked: get("/angebot/demo~first") },
    { name: "summary", status: 200, asked: get("/angebot/demo~summary/zusammenfassung", headersOf(summary)) },
    { name: "confirmation", status: 200, asked: get(`/angebot/${order}/danke`, headersOf(ordered)) },
    { name: "termination", status: 200, asked: get("/kuendigung"), times: 5 },
    { name: "home", status: 200, asked: get("/"), times: 5 },
  ];
  return rows.filter(({ name }) => name.includes(options.only));
}

/** Runs so many at a time that the machine has enough to do. */
async function inTurns<T>(count: number, run: (at: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const work = async () => {
    while (next < count) {
      const at = next++;
      results[at] = await run(at);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  return results;
}

interface Side {
  portal: Portal;
  pool: Pool;
  rows: Row[];
}

async function ask({ pool }: Side, { name, status, asked }: Row, count: number): Promise<void> {
  await inTurns(count, async (at) => {
    const request = asked[at % asked.length] as Asked;
    const answer = await pool.request(request);
    await answer.body.dump();
    if (answer.statusCode !== status) throw new Error(`${name} answers ${answer.statusCode}.`);
  });
}

/** Milliseconds of CPU per request. */
async function cpuOf(side: Side, row: Row): Promise<number> {
  const count = requests * (row.times ?? 1);
  const before = await usageOf(side.portal);
  await ask(side, row, count);
  const { cpuMs } = await usageOf(side.portal);
  return (cpuMs - before.cpuMs) / count;
}

/** Bytes per request, in a young generation that no batch fills: the median of batches, as one may still be collected within. */
async function garbageOf(side: Side, row: Row): Promise<number> {
  // Of a page that costs little, more: what the portal does each second would show.
  const count = Math.ceil(requests / 5) * (row.times ?? 1);
  await ask(side, row, count);
  const batches: number[] = [];
  for (let batch = 0; batch < 5; batch++) {
    const { left } = await usageOf(side.portal);
    await ask(side, row, count);
    const { used } = await usageOf(side.portal);
    batches.push((used - left) / count);
  }
  return median(batches);
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const lower = sorted[Math.floor(middle)] ?? Number.NaN;
  const upper = sorted[Math.ceil(middle)] ?? Number.NaN;
  return (lower + upper) / 2;
}

interface Build {
  sources: string;
  build: string;
}
const folder = mkdtempSync(join(tmpdir(), "fence-"));
const backend = await startBackend(folder);
const started: Portal[] = [];
async function start({ sources, build }: Build, env: Record<string, string> = {}, nodeOptions?: string[]) {
  const portal = await startPortal(
    {
      API_BASE_URL: backend.url,
      REDIRECT_ORIGINS: backend.url,
      RATE_LIMIT_PER_MINUTE: "0",
      BUILD_DIRECTORY: build,
      NODE_OPTIONS: reportsUsage,
      NODE_COMPILE_CACHE: undefined,
      ...env,
    },
    sources,
    nodeOptions,
  );
  started.push(portal);
  return portal;
}
async function sideOf(build: Build, env?: Record<string, string>, nodeOptions?: string[]): Promise<Side> {
  const portal = await start(build, env, nodeOptions);
  return { portal, pool: new Pool(portal.origin, { connections }), rows: await rowsOf(portal) };
}
async function end(portal: Portal) {
  await portal.stop();
  started.splice(started.indexOf(portal), 1);
}

interface Line {
  name: string;
  unit: string;
  pairs: { before: number; now: number }[];
  limit: number;
  /** The least difference that counts, in the row's unit. */
  least?: number;
}
function isRed(line: Line): boolean {
  const { pairs, limit, least = 0 } = line;
  const dearer = pairs.filter(({ before, now }) => now > before + least);
  return ratioOf(line) > limit && dearer.length >= 0.75 * pairs.length;
}
const ratioOf = ({ pairs }: Line) =>
  median(pairs.map(({ now }) => now)) / median(pairs.map(({ before }) => before));

function show(line: Line): void {
  const { name, unit, pairs } = line;
  const ratios = pairs.map(({ before, now }) => now / before).sort((a, b) => a - b);
  const figures = [median(pairs.map(({ before }) => before)), median(pairs.map(({ now }) => now))];
  const spread = pairs.length > 1 ? `${ratios[0]?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)}` : "";
  const cells = [...figures.map((figure) => figure.toFixed(2)), ratioOf(line).toFixed(2), spread];
  console.log(`| ${[`${name}, ${unit}`, ...cells, isRed(line) ? "RED" : ""].join(" | ")} |`);
}

/** Both in turns, and not always the same one first. */
async function pairsOf(count: number, measure: (side: "before" | "now") => Promise<number>) {
  const pairs: Line["pairs"] = [];
  for (let round = 0; round < count; round++) {
    const early = round % 2 ? await measure("now") : undefined;
    const before = await measure("before");
    pairs.push({ before, now: early ?? (await measure("now")) });
  }
  return pairs;
}

type Builds = Record<"before" | "now", Build>;
const lines: Line[] = [];
function add(line: Line): void {
  lines.push(line);
  show(line);
}

async function compareGarbage(builds: Builds): Promise<void> {
  const env = { NODE_OPTIONS: `--expose-gc ${reportsUsage}` };
  // Nothing is collected within a round, nor while the process rests.
  const wide = ["--min-semi-space-size=512", "--max-semi-space-size=512", "--no-memory-reducer"];
  const sides = { before: await sideOf(builds.before, env, wide), now: await sideOf(builds.now, env, wide) };
  for (const [at, { name }] of sides.now.rows.entries()) {
    const pairs = await pairsOf(3, async (side) => {
      const { [at]: row } = sides[side].rows;
      return row ? (await garbageOf(sides[side], row)) / 1024 : Number.NaN;
    });
    add({ name, unit: "kB of garbage", pairs, limit: limit.garbage, least: leastGarbage });
  }
  await Promise.all([end(sides.before.portal), end(sides.now.portal)]);
}

async function compareStarts(builds: Builds): Promise<void> {
  const pairs = await pairsOf(rounds, async (side) => {
    const portal = await start(builds[side]);
    const { cpuMs } = await usageOf(portal);
    await end(portal);
    return cpuMs;
  });
  add({ name: "start", unit: "ms of CPU", pairs, limit: limit.cpu });
}

async function compareCpu(builds: Builds): Promise<void> {
  const sides = { before: await sideOf(builds.before), now: await sideOf(builds.now) };
  for (const [at, { name }] of sides.now.rows.entries()) {
    const cpuOn = async (side: keyof Builds) => {
      const { [at]: row } = sides[side].rows;
      return row ? cpuOf(sides[side], row) : Number.NaN;
    };
    await pairsOf(2, cpuOn);
    add({ name, unit: "ms of CPU", pairs: await pairsOf(rounds, cpuOn), limit: limit.cpu });
  }
  const pairs = await pairsOf(1, async (side) => residentMiB(sides[side].portal));
  add({ name: "memory after these requests", unit: "MiB", pairs, limit: limit.memory });
  await Promise.all([end(sides.before.portal), end(sides.now.portal)]);
}

/** The commit that this build is held against. */
function earlier() {
  const [named] = positionals;
  if (named) return { commit: git("rev-parse", "--verify", `${named}^{commit}`), version: named };
  const release = lastRelease();
  if (!release) throw new Error("There is no release here: name a commit.");
  return release;
}

try {
  const now = { sources: root, build: join(root, process.env.BUILD_DIRECTORY ?? "build") };
  let before = now;
  if (options.itself) console.log("This build beside itself");
  else {
    const release = earlier();
    console.log(`This build beside ${release.version} (${release.commit.slice(0, 8)})`);
    const sources = await buildRelease(release);
    before = { sources, build: join(sources, "build") };
  }
  console.log("| what | before | now | ratio | pairs | |\n| --- | --- | --- | --- | --- | --- |");
  await compareGarbage({ before, now });
  if (!options.garbage) {
    await compareStarts({ before, now });
    await compareCpu({ before, now });
  }
  const red = lines.filter(isRed);
  for (const { name, unit, limit } of red) console.log(`RED: ${name}, ${unit}: above ${limit}`);
  process.exitCode = red.length > 0 ? 1 : 0;
} finally {
  await Promise.all(started.map((portal) => portal.stop()));
  backend.stop();
  rmSync(folder, { recursive: true, force: true });
}
