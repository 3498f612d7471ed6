// What holds each statement of the customer's specification, by the results of a run of the tests that are tagged with it.
//   node tools/specification/main.ts FOLDER    the JSON reports of vitest and Playwright
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { keysOf } from "#app/domain/keys-of.ts";
import { byNameOnly, exceptions, statements } from "../../tests/support/statements.ts";

interface TaggedTest {
  tags: string[];
  name: string;
  passed: boolean;
}
interface VitestReport {
  testResults: {
    name: string;
    assertionResults: { tags?: string[]; fullName: string; status: string }[];
  }[];
}
interface Suite {
  file: string;
  suites?: Suite[];
  specs: { tags: string[]; title: string; ok: boolean; tests: { status: string }[] }[];
}

const sections: Record<string, string> = {
  1: "What the product does and for whom",
  2: "Screens and routes",
  3: "Entities and their fields",
  4: "States and transitions",
  5: "Validation rules",
  6: "Roles and permissions",
  7: "Calls the product makes",
  8: "Error catalogue",
  9: "Business constants and limits",
};

function* testsOfSuite({ file, specs, suites = [] }: Suite): Generator<TaggedTest> {
  for (const { tags, title, ok, tests } of specs) {
    const ran = tests.some(({ status }) => status !== "skipped");
    yield { tags, name: `e2e/${file}: ${title}`, passed: ok && ran };
  }
  for (const suite of suites) yield* testsOfSuite(suite);
}

function* testsOfReport(report: VitestReport | { suites: Suite[] }): Generator<TaggedTest> {
  if ("suites" in report) {
    for (const suite of report.suites) yield* testsOfSuite(suite);
    return;
  }
  for (const { name: path, assertionResults } of report.testResults)
    for (const { tags = [], fullName, status } of assertionResults) {
      const file = path.slice(path.indexOf("/tests/") + 1);
      yield { tags, name: `${file}: ${fullName}`, passed: status === "passed" };
    }
}

const folder = parseArgs({ allowPositionals: true }).positionals[0] ?? "test-results/runs";
const holding = new Map<string, TaggedTest[]>();
for (const file of readdirSync(folder).filter((name) => name.endsWith(".json")))
  for (const one of testsOfReport(JSON.parse(readFileSync(join(folder, file), "utf8"))))
    for (const tag of one.tags) {
      // Others say in which browsers a test runs.
      const [, id] = /^@?§(.+)/.exec(tag) ?? [];
      if (!id) continue;
      holding.set(id, [...(holding.get(id) ?? []), one]);
    }

const ids = keysOf(statements);
const failures = [...holding.keys()]
  .filter((id) => !(id in statements))
  .map((id) => `§${id} is a tag of no statement`);
const lines: string[] = [];
for (const id of ids) {
  const tests = holding.get(id) ?? [];
  const broken = tests.filter(({ passed }) => !passed);
  if (tests.length === 0) failures.push(`§${id} has no test: ${statements[id]}`);
  for (const { name } of broken) failures.push(`§${id} is not held: ${name}`);
  const note = byNameOnly[id] ? "by name only: " : "";
  const names = tests.map(({ name }) => name);
  const more = names.length > 3 ? ` and ${names.length - 3} more` : "";
  lines.push(`§${id} ${statements[id]}\n    ${note}${names.slice(0, 3).join("\n    ")}${more}`);
}
writeFileSync(join(folder, "statements.txt"), `${lines.join("\n")}\n`);

const row = (...cells: (string | number)[]) => console.log(`| ${cells.join(" | ")} |`);
row("section", "statements", "held", "by name only", "exceptions");
row("---", "---:", "---:", "---:", "---");
for (const [section, title] of Object.entries(sections)) {
  const own = ids.filter((id) => id.startsWith(`${section}.`));
  const isHeld = own.filter((id) => holding.get(id)?.every(({ passed }) => passed));
  const named = isHeld.filter((id) => byNameOnly[id]);
  const excepted = isHeld.filter((id) => exceptions[id]);
  const decisions = excepted.map((id) => `§${id} (${exceptions[id]?.slice(0, 4)})`);
  const held = isHeld.length - named.length - excepted.length;
  row(`${section} ${title}`, own.length, held, named.length, decisions.join(", ") || "–");
}
console.log(`\nWhat holds each one: ${join(folder, "statements.txt")}`);
for (const failure of failures) console.log(failure);
process.exit(failures.length > 0 ? 1 : 0);
