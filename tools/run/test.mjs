// `npm test`: installs what is missing, then checks everything. Runs on any Node from 20 on.
//   npm test                    everything, as CI runs it
//   npm test -- unit types      these parts only; further arguments after `--` go to the runner
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ensureSystem } from "./ensure-system.mjs";
import { endings, ensureBuild, ensureDependencies, root, say, tool } from "./steps.mjs";

const results = join(root, "test-results", "runs");
const parts = {
  lint: {
    title: "Lint and format",
    run: async (options) => {
      const biome = await tool("biome", ["check", "."], options);
      const eslint = interrupted ? 1 : await tool("eslint", ["app", "server", "sandbox", "tools"], options);
      return step(biome || eslint);
    },
  },
  types: {
    title: "Types",
    run: async (options) => {
      const typegen = await tool("react-router", ["typegen"], options);
      // Also where typegen failed: a page that a table lacks is named by the compiler only.
      const tsc = interrupted ? 1 : await tool("tsc", [], options);
      return step(typegen || tsc);
    },
  },
  layers: { title: "Layers", run: (options) => step(depcruise(options)) },
  unused: {
    title: "Unused code",
    run: (options) => step(tool("knip", ["--no-progress", "--no-config-hints"], options)),
  },
  build: { title: "Build", run: (options) => step(ensureBuild(options)) },
  unit: { title: "Unit tests", redis: true, run: (options) => vitest("unit*", options) },
  components: { title: "Component tests", run: (options) => vitest("components", options) },
  routes: {
    title: "Route tests",
    built: true,
    run: (options) => vitest("routes", options, "--maxWorkers=3"),
  },
  catalogue: { title: "Catalogue tests", built: true, run: (options) => vitest("catalogue", options) },
  browsers: {
    title: "Other browsers",
    built: true,
    browsers: true,
    run: (options) => vitest("browsers", options),
  },
  e2e: { title: "Browser tests", built: true, browser: true, run: playwright },
};
/** One stage after the other; the lanes of a stage beside each other: route tests mostly wait, all others mostly work. */
const stages = [
  [
    ["types", "layers", "unused"],
    ["lint", "build"],
  ],
  [["routes"], ["e2e", "browsers"], ["unit", "components", "catalogue"]],
];

/** Which folder may import which, see `.dependency-cruiser.mjs`. */
const depcruise = (options) =>
  tool("depcruise", ["app", "server", "sandbox", "--output-type", "err"], options);

const given = process.argv.slice(2);
const cut = given.indexOf("--");
const asked = cut < 0 ? given : given.slice(0, cut);
const runnerArgs = cut < 0 ? [] : given.slice(cut + 1);
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(", ")}. There are: ${Object.keys(parts).join(", ")}.`);
  process.exit(2);
}

// The running part gets the signal too; no further part starts.
let interrupted = false;
for (const signal of endings)
  process.on(signal, () => {
    interrupted = true;
  });

async function step(code) {
  return (await code) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** A runner's report, or one failure if it ended without one. */
function report(file, code, read) {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const counts = read(JSON.parse(readFileSync(file, "utf8")));
  // Failed without a failed test: an error in set-up, or no test at all.
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

/** A failed test and the beginning of what it said, as a log's end may be all that is kept. */
function named(name, message = "") {
  const lines = stripVTControlCharacters(message).split("\n");
  return [name, ...lines.filter((line) => !/^\s+at .*node_modules/.test(line)).slice(0, 30)].join("\n  ");
}

async function vitest(project, { beside }, ...more) {
  const file = join(results, `${project.replace("*", "")}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const args = ["run", "--project", project, ...reporters, ...more, ...runnerArgs];
  const code = await tool("vitest", args, { env: testEnv, beside });
  return report(file, code, ({ numPassedTests, numFailedTests, testResults }) => ({
    passed: numPassedTests,
    failed: numFailedTests,
    names: testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === "failed")
        .map(({ fullName, failureMessages }) =>
          named(`${relative(root, name)}: ${fullName}`, failureMessages[0]),
        ),
    ),
  }));
}

async function playwright({ beside }) {
  const file = join(results, "e2e.json");
  const env = { ...testEnv, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const code = await tool("playwright", ["test", "--reporter=list,json", ...runnerArgs], { env, beside });
  return report(file, code, ({ stats, suites }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    names: suites.flatMap(failedIn),
  }));
}

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

await ensureDependencies();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const chosen = Object.entries(parts).filter(([name]) => asked.length === 0 || asked.includes(name));
let testEnv = {};
try {
  testEnv = await ensureSystem({
    browser: chosen.some(([, part]) => part.browser),
    browsers: chosen.some(([, part]) => part.browsers),
    redis: chosen.some(([, part]) => part.redis),
  });
} catch (error) {
  console.error(error.message);
}

if (!chosen.some(([name]) => name === "build") && chosen.some(([, part]) => part.built)) {
  parts.build.failed = (await ensureBuild()) !== 0;
}
for (const stage of stages) {
  const lanes = stage.map((names) => chosen.filter(([name]) => names.includes(name)));
  const beside = lanes.filter((lane) => lane.length > 0).length > 1;
  await Promise.all(lanes.map((lane) => runOneByOne(lane, beside)));
}

async function runOneByOne(lane, beside) {
  for (const [, part] of lane) {
    if (interrupted) return;
    say(part.title);
    const started = Date.now();
    const skip = part.built && parts.build.failed;
    part.counts = skip ? { passed: 0, failed: 1 } : await part.run({ beside });
    part.failed = part.counts.failed > 0;
    const seconds = Math.round((Date.now() - started) / 1000);
    const { passed, failed } = part.counts;
    const what = skip ? "not run, as the build failed" : `${passed} passed, ${failed} failed (${seconds} s)`;
    part.row = `${part.title.padEnd(16)} ${what}`;
    if (beside) say(part.row);
  }
}

const done = chosen.filter(([, part]) => part.row).map(([, part]) => part);
const sum = (kind) => done.reduce((total, { counts }) => total + counts[kind], 0);
const total = { passed: sum("passed"), failed: sum("failed") };
// Again, as the log of several lanes is long.
for (const { counts } of done) for (const name of counts.names ?? []) console.log(`Failed: ${name}`);
console.log(`\n${done.map(({ row }) => row).join("\n")}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(interrupted || total.failed > 0 || total.passed === 0 ? 1 : 0);
