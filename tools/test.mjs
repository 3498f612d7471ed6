// `npm test`: installs what is missing, then checks everything. Runs on any Node from 20 on.
//   npm test                    everything, as CI runs it
//   npm test -- unit types      these parts only; further arguments after `--` go to the runner
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureSystem } from "./ensure-system.mjs";
import { endings, ensureBuild, ensureDependencies, root, say, tool } from "./steps.mjs";

const results = join(root, "test-results", "runs");
const parts = {
  lint: { title: "Lint and format", run: () => step(tool("biome", ["check", "."])) },
  types: {
    title: "Types",
    run: async () => step((await tool("react-router", ["typegen"])) || (await tool("tsc", []))),
  },
  layers: { title: "Layers", run: () => step(depcruise()) },
  unused: { title: "Unused code", run: () => step(tool("knip", ["--no-progress", "--no-config-hints"])) },
  build: { title: "Build", run: () => step(ensureBuild()) },
  unit: { title: "Unit tests", redis: true, run: () => vitest("unit") },
  components: { title: "Component tests", run: () => vitest("components") },
  routes: { title: "Route tests", built: true, run: () => vitest("routes") },
  catalogue: { title: "Catalogue tests", built: true, run: () => vitest("catalogue") },
  e2e: { title: "Browser tests", built: true, browser: true, run: playwright },
};

/** Which folder may import which, see `.dependency-cruiser.mjs`. */
const depcruise = () => tool("depcruise", ["app", "server", "sandbox", "--output-type", "err"]);

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

async function vitest(project) {
  const file = join(results, `${project}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const env = testEnv;
  const code = await tool("vitest", ["run", "--project", project, ...reporters, ...runnerArgs], { env });
  return report(file, code, (json) => ({ passed: json.numPassedTests, failed: json.numFailedTests }));
}

async function playwright() {
  const file = join(results, "e2e.json");
  const env = { ...testEnv, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const code = await tool("playwright", ["test", "--reporter=list,json", ...runnerArgs], { env });
  return report(file, code, ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
  }));
}

await ensureDependencies();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const chosen = Object.entries(parts).filter(([name]) => asked.length === 0 || asked.includes(name));
let testEnv = {};
try {
  testEnv = await ensureSystem({
    browser: chosen.some(([, part]) => part.browser),
    redis: chosen.some(([, part]) => part.redis),
  });
} catch (error) {
  console.error(error.message);
}

const total = { passed: 0, failed: 0 };
const rows = [];
let buildFailed = false;
for (const [name, part] of chosen) {
  if (interrupted) break;
  say(part.title);
  if (part.built && asked.length > 0 && !asked.includes("build")) buildFailed ||= (await ensureBuild()) !== 0;
  const started = Date.now();
  const skip = part.built && buildFailed;
  if (skip) console.log("Not run: the build failed.");
  const counts = skip ? { passed: 0, failed: 1 } : await part.run();
  if (name === "build") buildFailed = counts.failed > 0;
  total.passed += counts.passed;
  total.failed += counts.failed;
  const seconds = Math.round((Date.now() - started) / 1000);
  rows.push(`${part.title.padEnd(16)} ${counts.passed} passed, ${counts.failed} failed (${seconds} s)`);
}

console.log(`\n${rows.join("\n")}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(interrupted || total.failed > 0 || total.passed === 0 ? 1 : 0);
