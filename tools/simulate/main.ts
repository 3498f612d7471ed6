// Runs seeded schedules of what may happen between customers, portals, store and provider, and reports what must not.

import { calledWith, refuse } from "../usage.ts";
import { simulateDeclarations, simulateProofs } from "./declarations.ts";
import failedSeeds from "./failed-seeds.json" with { type: "json" };
import { simulateJourneys, simulateMails } from "./journeys.ts";
import { openSources, type Portal } from "./portals.ts";
import { SimulatedStore } from "./store.ts";
import { enter, simulateTime, World } from "./world.ts";

const help = `npm run simulate -- [options]
  --seeds N              how many schedules of each kind (1000)
  --from N               the first seed (0)
  --seed N               this seed alone, with its trace; repeatable
  --first                ends with the first finding
  --only KIND            declarations, proofs, or journeys: what has a session, such as orders, choices, changes`;
const { values } = calledWith(help, {
  options: {
    seeds: { type: "string", default: "1000" },
    from: { type: "string", default: "0" },
    seed: { type: "string", multiple: true },
    first: { type: "boolean", default: false },
    only: { type: "string" },
  },
});
const parts = {
  declarations: [simulateDeclarations],
  journeys: [simulateJourneys, simulateMails],
  proofs: [simulateProofs],
};
const chosen = Object.entries({ ...parts, "": Object.values(parts).flat() }).find(
  ([name]) => name === (values.only ?? ""),
)?.[1];
if (!chosen) refuse(`Expected --only ${Object.keys(parts).join(" or ")}.`);
const count = Number(values.seeds);
const from = Number(values.from);
if (!Number.isSafeInteger(count + from) || count < 1 || from < 0)
  refuse("Expected --seeds from 1, and --from not below 0.");

process.env.SANDBOX = "off";
process.env.API_BASE_URL = "http://provider.example";
process.env.SESSION_SECRET = "nothing-but-a-secret-of-the-simulation-alone-7f3a91c5";
process.env.LOG_LEVEL = "silent";
process.env.REDIRECT_ORIGINS = "http://pay.example http://ident.example";

// By the real clock.
const realMs = performance.now.bind(performance);
const started = realMs();
const names = ["portal-1", "portal-2", "portal-3", "portal-4"];
const longestPauseMs = 120_000;

const sources = await openSources();

/** Portals and their store. */
async function stage() {
  const loaded = await sources.load(names);
  const [portal] = loaded as [(typeof loaded)[number]];
  const table = portal.tableOf({ integer: "INTEGER", seq: "INTEGER PRIMARY KEY AUTOINCREMENT" });
  const store = new SimulatedStore(new World(0), table);
  const portals = loaded.map(
    (one): Portal => ({ ...one, queue: one.createSqlQueue(store.open, longestPauseMs) }),
  );
  return { store, portals };
}

const range = Array.from({ length: count }, (_, index) => from + index);
const given = values.seed?.map(Number);
const seeds = given ?? [...new Set([...failedSeeds, ...range])].sort((a, b) => a - b);
// Loading needs the real clock.
const { store, portals } = await stage();
await sources.close();
simulateTime();

let failed = 0;
for (const seed of seeds) {
  const findings: string[] = [];
  if (given) console.log(`trace of seed ${seed}:`);
  for (const [part, simulate] of chosen.entries()) {
    const world = enter(new World(seed, part));
    store.begin(world);
    findings.push(...(await simulate(world, portals, store)));
    if (given) console.log(world.trace.join("\n"));
  }
  if (findings.length === 0) continue;
  failed++;
  for (const text of new Set(findings)) console.log(`seed ${seed}: ${text}`);
  if (values.first) break;
}
const seconds = ((realMs() - started) / 1000).toFixed(1);
const schedules = seeds.length * chosen.length;
console.log(`${schedules} schedules in ${seconds} s, ${failed} with findings`);
process.exit(Number(failed > 0));
