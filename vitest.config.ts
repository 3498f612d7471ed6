import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { hoursAhead } from "./tests/support/clock.ts";
import { patienceMs, testPatienceMs } from "./tests/support/patience.ts";
import { type StatementTag, statements } from "./tests/support/statements.ts";

/** For all tests and what they start: whether any depends on the day, or the hour. */
const { CLOCK_AHEAD_HOURS } = process.env;
if (CLOCK_AHEAD_HOURS) Object.assign(process.env, hoursAhead(Number(CLOCK_AHEAD_HOURS)));

/** Changes what other test files in the same process would see: modules, the environment, metrics. */
const changesProcess =
  /\bvi\.(?:mock|doMock|stub|resetModules)|\bprocess\.env\.\w+ =|\bregister\b|from "prom-client"/;
const unitTests = globSync("tests/unit/**/*.test.{ts,tsx}");
const alone = unitTests.filter((file) => changesProcess.test(readFileSync(file, "utf8")));

/** They take minutes: last, they would keep everything else waiting too. */
const longest = [
  "image",
  "upgrade",
  "two-sites",
  "calls",
  "declaration-store-faults",
  "outages",
  "simulate",
  "restarts",
];
/** What modules read when they are loaded; no secret is made and kept. */
const sandboxed = { SANDBOX: "embedded", LOG_LEVEL: "silent", SESSION_SECRET: "x".repeat(32) };
/** Tests that take minutes by themselves: loads, outages, images. */
const patiently = { testTimeout: 5 * testPatienceMs, hookTimeout: 2 * testPatienceMs };
const turnOf = ({ moduleId }: TestSpecification) => {
  const turn = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return turn < 0 ? longest.length : turn;
};
/** Vitest knows how long files take from the run before, which a fresh clone does not have. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return (await super.sort(files)).toSorted((one, other) => turnOf(one) - turnOf(other));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    tags: Object.entries(statements).map(([id, description]) => ({
      name: `§${id}` as StatementTag,
      description,
    })),
    environment: "node",
    // A build machine has two cores.
    maxWorkers: 2,
    testTimeout: testPatienceMs,
    hookTimeout: testPatienceMs,
    // Fault tests mostly wait. At most seven at a time meet the same fault of an area: eight in a row count as its downtime.
    maxConcurrency: 7,
    slowTestThreshold: testPatienceMs,
    // Each look costs what it waits for: a portal's or a database's time.
    expect: { poll: { timeout: patienceMs, interval: 150 } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.{ts,tsx}"],
          exclude: alone,
          env: sandboxed,
          // Loading and transforming the same modules for each file took most of the time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: "unit-alone", include: alone, env: sandboxed },
      },
      {
        extends: true,
        test: {
          name: "components",
          include: ["tests/components/**/*.test.{ts,tsx}"],
          environment: "happy-dom",
          env: { SANDBOX: "embedded" },
        },
      },
      {
        extends: true,
        test: { name: "routes", include: ["tests/routes/**/*.test.{ts,tsx}"], isolate: false },
      },
      {
        extends: true,
        test: { name: "faults", include: ["tests/faults/**/*.test.ts"], ...patiently, isolate: false },
      },
      {
        extends: true,
        test: { name: "operation", include: ["tests/operation/**/*.test.ts"], ...patiently, isolate: false },
      },
      {
        extends: true,
        test: { name: "house", include: ["tests/house/**/*.test.ts"], ...patiently, env: sandboxed },
      },
      {
        extends: true,
        test: { name: "deployment", include: ["tests/deployment/**/*.test.ts"], ...patiently },
      },
      {
        extends: true,
        test: {
          name: "browsers",
          include: ["tests/browsers/**/*.test.ts"],
          ...patiently,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: { name: "catalogue", include: ["tests/catalogue/**/*.test.{ts,tsx}"], isolate: false },
      },
    ],
  },
});
