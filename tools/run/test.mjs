// `npm test`: installs what is missing, then checks what a tier checks. Runs on any Node from 20 on.
//   npm test                    what a developer waits for
//   npm test -- all             all that must hold before a change is taken
//   npm test -- release         and before a release
//   npm test -- unit types      these parts only; further arguments after `--` go to the runner
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ensureSystem } from "./ensure-system.mjs";
import { endings, ensureBuild, ensureDependencies, root, say, tool } from "./steps.mjs";

/** What each tier adds to those before it, by the parts below. */
const tiers = JSON.parse(readFileSync(join(root, "tools/run/tiers.json"), "utf8"));
const results = join(root, "test-results", "runs");
/** So many failures are enough. */
const bail = ["--bail=5"];
const parts = {
  lint: {
    title: "Lint and format",
    run: async (_, options) => {
      const biome = await tool("biome", ["check", "."], options);
      const eslint = interrupted
        ? 1
        : await tool("eslint", ["app", "server", "sandbox", "tools", "tests", "e2e", "bench"], options);
      return step(biome || eslint);
    },
  },
  types: {
    title: "Types",
    run: async (_, options) => {
      const typegen = await tool("react-router", ["typegen"], options);
      // Also where typegen failed: a page that a table lacks is named by the compiler only.
      const tsc = interrupted
        ? 1
        : await tool("tsc", ["--checkers", "2"], { ...options, env: { GOGC: "400" } });
      return step(typegen || tsc);
    },
  },
  layers: { title: "Layers", run: (_, options) => step(depcruise(options)) },
  unused: {
    title: "Unused code",
    run: (_, options) => step(tool("knip", ["--no-progress", "--no-config-hints"], options)),
  },
  build: { title: "Build", run: (_, options) => step(ensureBuild(options)) },
  unit: { title: "Unit tests", services: true, bail, run: vitest },
  components: { title: "Component tests", bail, run: vitest },
  routes: { title: "Route tests", built: true, services: true, workers: 3, bail, run: vitest },
  catalogue: { title: "Catalogue tests", built: true, bail, run: vitest },
  e2e: {
    title: "Browser tests",
    built: true,
    browser: true,
    bail: ["--max-failures=5"],
    files: "e2e/(?!gallery/)",
    run: playwright,
  },
  specification: { title: "Specification", built: true, services: true, browser: true, run: specification },
  faults: { title: "Fault tests", built: true, services: true, checkers: true, workers: 4, run: vitest },
  operation: { title: "Operation", built: true, services: true, checkers: true, run: vitest },
  gallery: { title: "Gallery", built: true, browser: true, files: "e2e/gallery/", run: playwright },
  house: { title: "House rules", built: true, services: true, checkers: true, run: vitest },
  browsers: { title: "Other browsers", built: true, browsers: true, run: vitest },
  deployment: { title: "Deployment", built: true, services: true, checkers: true, run: vitest },
  clocks: { title: "Later clocks", built: true, services: true, run: onLaterClocks },
};
for (const [name, part] of Object.entries(parts)) part.name = name;
/** One stage after the other; the lanes of a stage beside each other: route tests mostly wait, all others mostly work. */
const stages = [
  [
    ["types", "layers", "unused"],
    ["lint", "build"],
  ],
  [["routes"], ["e2e"], ["unit", "components", "catalogue"]],
  [["specification"]],
  [["faults"], ["gallery", "browsers", "house"], ["operation"]],
  [["deployment"], ["clocks"]],
];
/** Which folder may import which, see `.dependency-cruiser.mjs`. */
const depcruise = (options) =>
  tool("depcruise", ["app", "server", "sandbox", "--output-type", "err"], options);

const given = process.argv.slice(2);
const cut = given.indexOf("--");
const asked = cut < 0 ? given : given.slice(0, cut);
const runnerArgs = cut < 0 ? [] : given.slice(cut + 1);
const unknown = asked.filter((name) => !(name in parts) && !(name in tiers));
if (unknown.length > 0) {
  const known = [...new Set([...Object.keys(tiers), ...Object.keys(parts)])];
  if (unknown.includes("--help")) {
    console.log(`npm test -- [TIER OR PART …] [-- ARGUMENTS OF THE RUNNER]\n  ${known.join(", ")}`);
    process.exit(0);
  }
  console.error(`No such tier or part: ${unknown.join(", ")}. Tiers and parts: ${known.join(", ")}.`);
  process.exit(2);
}

// The running part gets the signal too; no further part starts.
let interrupted = false;
for (const signal of endings)
  process.on(signal, () => {
    interrupted = true;
  });

async function step(code) {
  return (await code) === 0 ? { passed: 1, files: [] } : { passed: 0, files: [noReport] };
}
/** A failure of which nothing is known but what was printed. */
const noReport = { path: "", names: [""] };

/** @returns how many tests passed, and the files that failed, with their failures; one failure if a runner ended without a report */
function report(file, code, read) {
  if (!existsSync(file)) return { passed: 0, files: [noReport] };
  const counts = read(JSON.parse(readFileSync(file, "utf8")));
  // Failed without a failed test: an error in set-up, or no test at all.
  if (code !== 0 && counts.files.length === 0) counts.files.push(noReport);
  return counts;
}

/** A failed test and the beginning of what it said, as a log's end may be all that is kept. */
function named(name, message = "") {
  const lines = stripVTControlCharacters(message).split("\n");
  return [name, ...lines.filter((line) => !/^\s+at .*node_modules/.test(line)).slice(0, 30)].join("\n  ");
}

async function vitest({ name, workers = 2 }, { beside, env = {} }, ...more) {
  const file = join(results, `${name}.json`);
  rmSync(file, { force: true });
  const project = ["--project", name === "unit" ? "unit*" : name, `--maxWorkers=${workers}`];
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const args = ["run", ...project, ...reporters, ...more, ...argsBeside(more)];
  const code = await tool("vitest", args, { env: { ...testEnv, ...env }, beside });
  return report(file, code, ({ numPassedTests, testResults }) => ({
    passed: numPassedTests,
    // Where a run has ended early, so have files in which nothing failed.
    files: testResults
      .filter(({ status }) => status === "failed")
      .map(failedFile)
      .filter(({ names }) => names.some(Boolean)),
  }));
}

/** What holds each statement of the specification: of the parts that this run has not run, their tagged tests only. */
async function specification(_, { beside }) {
  const tagged = {
    unit: vitest,
    components: vitest,
    routes: vitest,
    catalogue: vitest,
    e2e: playwright,
    gallery: playwright,
  };
  for (const [name, runner] of Object.entries(tagged)) {
    if (existsSync(join(results, `${name}.json`))) continue;
    const filter = runner === vitest ? ["--tags-filter=§*"] : ["--grep=@§"];
    await runner(parts[name], { beside }, ...filter);
  }
  return step(tool("node", ["tools/specification/main.ts", results], { beside }));
}

function failedFile({ name, message, assertionResults }) {
  const path = relative(root, name);
  const failures = assertionResults.filter(({ status }) => status === "failed");
  const names = failures.map(({ fullName, failureMessages }) =>
    named(`${path}: ${fullName}`, failureMessages[0]),
  );
  return { path, names: names.length > 0 || !message ? names : [named(path, message)] };
}

async function playwright({ name, files }, { beside }, ...more) {
  const file = join(results, `${name}.json`);
  rmSync(file, { force: true });
  const env = { ...testEnv, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const given = [...more, ...argsBeside(more)];
  const args = ["test", "--reporter=list,json", ...(given.some(isFile) ? [] : [files]), ...given];
  const code = await tool("playwright", args, { env, beside });
  return report(file, code, ({ stats, suites }) => ({
    passed: stats.expected + stats.flaky,
    files: suites
      .map((suite) => ({ path: `e2e/${suite.file}`, names: failedIn(suite) }))
      .filter(({ names }) => names.length > 0),
  }));
}
const isFile = (argument) => !argument.startsWith("-");
/** A developer's arguments may name files, which a file that runs alone is not to run beside. */
const argsBeside = (more) => (more.some(isFile) ? [] : runnerArgs);

const failedIn = ({ suites = [], specs }) => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) =>
      named(
        `e2e/${file}:${line}: ${title}`,
        tests.flatMap(({ results }) => results).findLast(({ error }) => error)?.error.message,
      ),
    ),
  ...suites.flatMap(failedIn),
];

/** Each at its own time of day, and long after the tests were written: dates that have expired, times that have come. */
const clocks = { CLOCK_AHEAD_HOURS: [9, 400 * 24] };
async function onLaterClocks(_, { beside }) {
  const counts = { passed: 0, files: [] };
  for (const hours of clocks.CLOCK_AHEAD_HOURS)
    for (const name of ["unit", "components", "routes", "catalogue"]) {
      say(`${parts[name].title}, ${hours} hours ahead`);
      const env = { CLOCK_AHEAD_HOURS: String(hours) };
      const { passed, files } = await vitest(parts[name], { beside, env });
      counts.passed += passed;
      counts.files.push(...files);
    }
  return counts;
}

/** The first tier ends at its first failures. Later, a file that has failed runs once more alone, and is red if it fails twice. */
async function checked(part, options) {
  const { name, run } = part;
  if (tiers.test.includes(name)) return run(part, options, ...(part.bail ?? []));
  const counts = await run(part, options);
  const red = [];
  for (const failed of counts.files) {
    const isTest = run !== onLaterClocks && failed.path !== "" && !interrupted;
    if (isTest) say(`Once more, alone: ${failed.path}`);
    if (!isTest || (await run(part, options, failed.path)).files.length > 0) red.push(failed);
    else {
      flaky.push(...failed.names);
      counts.passed += failed.names.length;
    }
  }
  return { ...counts, files: red };
}
const flaky = [];
const failuresOf = ({ files }) => files.flatMap(({ names }) => names);

await ensureDependencies();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
/** A tier comes with those before it. */
const order = Object.keys(tiers);
const withEarlier = (tier) => order.slice(0, order.indexOf(tier) + 1).flatMap((name) => tiers[name]);
const wanted = (asked.length > 0 ? asked : ["test"]).flatMap((name) =>
  name in tiers ? withEarlier(name) : name,
);
const chosen = Object.values(parts).filter(({ name }) => wanted.includes(name));
let testEnv = {};
try {
  testEnv = await ensureSystem({
    browser: chosen.some(({ browser }) => browser),
    browsers: chosen.some(({ browsers }) => browsers),
    services: chosen.some(({ services }) => services),
    checkers: chosen.some(({ checkers }) => checkers),
  });
} catch (error) {
  console.error(error.message);
}

if (!wanted.includes("build") && chosen.some(({ built }) => built))
  parts.build.failed = (await ensureBuild()) !== 0;
for (const stage of stages) {
  const lanes = stage.map((names) => chosen.filter(({ name }) => names.includes(name)));
  const beside = lanes.filter((lane) => lane.length > 0).length > 1;
  await Promise.all(lanes.map((lane) => runOneByOne(lane, beside)));
  // Whoever asks for a later tier learns at once that an earlier one is red.
  const isTier = asked.some((name) => name in tiers);
  if (isTier && stage !== stages[0] && chosen.some(({ failed }) => failed)) break;
}

async function runOneByOne(lane, beside) {
  for (const part of lane) {
    if (interrupted) return;
    say(part.title);
    const started = performance.now();
    const skip = part.built && parts.build.failed;
    part.counts = skip ? { passed: 0, files: [noReport] } : await checked(part, { beside });
    const { passed } = part.counts;
    const failed = failuresOf(part.counts).length;
    part.failed = failed > 0;
    const seconds = Math.round((performance.now() - started) / 1000);
    const what = skip ? "not run, as the build failed" : `${passed} passed, ${failed} failed (${seconds} s)`;
    part.row = `${part.title.padEnd(16)} ${what}`;
    if (beside) say(part.row);
  }
}

// Again, as the log of several lanes is long.
const done = chosen.filter(({ row }) => row);
const failures = done.flatMap(({ counts }) => failuresOf(counts));
for (const name of failures.filter(Boolean)) console.log(`Failed: ${name}`);
for (const name of flaky) console.log(`FLAKY ${name}`);
const notRun = chosen.filter(({ row }) => !row).map(({ title }) => `${title.padEnd(16)} not run`);
console.log(`\n${[...done.map(({ row }) => row), ...notRun].join("\n")}\n`);
const passed = done.reduce((total, { counts }) => total + counts.passed, 0);
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(interrupted || failures.length > 0 || passed === 0 ? 1 : 0);
