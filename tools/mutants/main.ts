// `npm run mutants -- specification [--section N] [--every N] [--verbose]`: plants one plausible mistake after the other into a copy of
// the sources, builds what needs it, and runs the tests that hold the broken statement (`tests/support/statements.ts`).
import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { statements } from "../../tests/support/statements.ts";
import { calledWith, refuse } from "../usage.ts";
import { type Mutant, specificationMutants } from "./specification.ts";

const help = `npm run mutants -- specification [options]
  --section N   only the mutants of this section of the specification
  --every N     only each Nth of them
  --control     plants nothing: whatever is found then is wrong with the tests
  --verbose     prints what the tests say
A minute for each on a quiet machine. Ends with 1 where more than one in ten is not found.`;

const { values: flags, positionals } = calledWith(help, {
  allowPositionals: true,
  options: {
    section: { type: "string" },
    every: { type: "string", default: "1" },
    control: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
  },
});
if (positionals.join() !== "specification") refuse(help);

const root = join(import.meta.dirname, "../..");
const copy = mkdtempSync(join(tmpdir(), "mutants-"));
process.on("exit", () => rmSync(copy, { recursive: true, force: true }));
process.on("SIGINT", () => process.exit(2));
for (const file of execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).trim().split("\n")) {
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  cpSync(join(root, file), join(copy, file));
}
// The packages are shared, what tools keep between runs is not.
const packages = join(copy, "node_modules");
mkdirSync(packages);
for (const name of readdirSync(join(root, "node_modules")))
  if (name === ".bin" || !/^(?:\.|sandbox$)/.test(name))
    symlinkSync(join(root, "node_modules", name), join(packages, name));
symlinkSync(join(copy, "sandbox"), join(packages, "sandbox"));
if (existsSync(join(root, "sandbox/node_modules")))
  symlinkSync(join(root, "sandbox/node_modules"), join(copy, "sandbox/node_modules"));
spawnSync("npx", ["react-router", "typegen"], { cwd: copy });

function run(command: string, args: string[], env: NodeJS.ProcessEnv = process.env) {
  const options = { cwd: copy, encoding: "utf8", maxBuffer: 100_000_000, env } as const;
  const { status, stdout, stderr } = spawnSync("npx", [command, ...args], options);
  if (flags.verbose) console.log(stdout + stderr);
  return status === 0;
}

/** The tests that may have the statement's tag, cheapest first, with the runner's arguments for them. */
const tiers = [
  { folder: "tests/unit", project: "unit*", isBuilt: false },
  { folder: "tests/components", project: "components", isBuilt: false },
  { folder: "tests/routes", project: "routes", isBuilt: true },
  { folder: "tests/catalogue", project: "catalogue", isBuilt: true },
  { folder: "e2e", project: undefined, isBuilt: true },
] as const;

function holdersOf(statement: string, folder: string): string[] {
  const [section = ""] = statement.split(".");
  return globSync(`${folder}/**/*.{test,spec}.{ts,tsx}`, { cwd: root }).filter((file) => {
    const text = readFileSync(join(root, file), "utf8");
    return text.includes(`§${statement}"`) || text.includes(`statementTags(${section},`);
  });
}

const building = { ...process.env, NODE_ENV: "production" };
const bail = ["--bail=1", "--passWithNoTests"];
const stop = ["--max-failures=1", "--pass-with-no-tests"];

type Outcome = "found" | "not found" | "does not build";

function outcomeOf([statement, file, right, wrong]: Mutant): { outcome: Outcome; by: string } {
  const path = join(copy, file);
  const source = readFileSync(path, "utf8");
  if (source.split(right).length !== 2) throw new Error(`${file} has ${right} not once.`);
  writeFileSync(
    path,
    source.replace(right, () => wrong),
  );
  let isBuilt = false;
  try {
    for (const tier of tiers) {
      const files = holdersOf(statement, tier.folder);
      if (files.length === 0) continue;
      if (tier.isBuilt && !isBuilt) {
        if (!run("react-router", ["build"], building) || !run("node", ["tools/build/bundle-host.ts"]))
          return { outcome: "does not build", by: "" };
        isBuilt = true;
      }
      const isGreen = tier.project
        ? run("vitest", ["run", "--project", tier.project, `--tags-filter=§${statement}`, ...bail, ...files])
        : run("playwright", ["test", `--grep=@§${statement}(?![0-9])`, ...stop, ...files]);
      if (!isGreen) return { outcome: "found", by: tier.folder };
    }
    return { outcome: "not found", by: "" };
  } finally {
    writeFileSync(path, source);
  }
}

const chosen = specificationMutants
  .filter(([statement]) => !flags.section || statement.startsWith(`${flags.section}.`))
  .filter((_, index) => index % Number(flags.every) === 0);
const counts: Record<Outcome, number> = { found: 0, "not found": 0, "does not build": 0 };
console.log("| statement | mutant | outcome |\n| --- | --- | --- |");
for (const mutant of chosen) {
  const [statement, file, right, wrong] = mutant;
  const { outcome, by } = outcomeOf(mutant);
  counts[outcome]++;
  const change = `${right.trim()} → ${wrong.trim() || "nothing"}`;
  console.log(`| §${statement} | ${file}: \`${change}\` | ${outcome}${by && ` by ${by}`} |`);
  if (outcome === "not found") console.log(`  §${statement}: ${statements[statement]}`);
}
console.log(
  `\n${counts.found} found, ${counts["not found"]} not found, ${counts["does not build"]} do not build.`,
);
process.exitCode = counts.found < 0.9 * chosen.length ? 1 : 0;
