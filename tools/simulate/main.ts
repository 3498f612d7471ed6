// Runs seeded schedules of what may happen between customers, portals, store and provider, and reports what must not:
// npm run simulate -- [--seeds 10000] [--from 0] [--seed N] [--without "a mending"] [--journeys]

import { parseArgs } from "node:util";
import { simulateDeclarations } from "./declarations.ts";
import failedSeeds from "./failed-seeds.json" with { type: "json" };
import { simulateJourneys } from "./journeys.ts";
import { loadPortals, type Portal } from "./portals.ts";
import { SimulatedStore } from "./store.ts";
import { enter, simulateTime, World } from "./world.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "1000" },
    from: { type: "string", default: "0" },
    /** One seed alone, with its trace. */
    seed: { type: "string" },
    /** What has a session instead: orders, choices, changes. Not all that it finds is settled yet (decision 0067). */
    journeys: { type: "boolean", default: false },
    /** Takes a mending out of the product (`mendings.ts`), and stops at the first seed that finds it. */
    without: { type: "string" },
  },
});
const [count, from] = [Number(values.seeds), Number(values.from)];
if (!Number.isSafeInteger(count + from) || count < 1 || from < 0)
  throw new Error("Expected --seeds from 1, and --from not below 0.");

process.env.SANDBOX = "off";
process.env.API_BASE_URL = "http://provider.example";
process.env.SESSION_SECRET = "nothing-but-a-secret-of-the-simulation-alone-7f3a91c5";
process.env.LOG_LEVEL = "silent";
process.env.REDIRECT_ORIGINS = "http://pay.example http://ident.example";

const started = performance.now();
const names = ["portal-1", "portal-2", "portal-3", "portal-4"];
const loaded = await loadPortals(names, values.without);
const [portal] = loaded as [(typeof loaded)[number]];
const table = portal.sql.tableOf({ integer: "INTEGER", seq: "INTEGER PRIMARY KEY AUTOINCREMENT" });
const store = new SimulatedStore(new World(0), table);
const longestPauseMs = 120_000;
const portals: Portal[] = loaded.map((one) => ({
  ...one,
  queue: one.sql.createSqlQueue(store.open, longestPauseMs),
}));
simulateTime();

const range = Array.from({ length: count }, (_, index) => from + index);
const seeds = values.seed === undefined ? [...new Set([...failedSeeds, ...range])] : [Number(values.seed)];
let failed = 0;
for (const seed of seeds.sort((a, b) => a - b)) {
  const findings: string[] = [];
  for (const simulate of values.journeys ? [simulateJourneys] : [simulateDeclarations]) {
    const world = enter(new World(seed));
    store.begin(world);
    findings.push(...(await simulate(world, portals, store)));
    if (values.seed !== undefined) console.log(world.trace.join("\n"));
  }
  if (findings.length === 0) continue;
  failed++;
  for (const text of new Set(findings)) console.log(`seed ${seed}: ${text}`);
  if (values.without !== undefined) break;
}
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(`${seeds.length} schedules in ${seconds} s, ${failed} with findings`);
process.exit(failed ? 1 : 0);
