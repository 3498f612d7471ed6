import type { Reporter, TestModule } from "vitest/node";
import { exceptions } from "./exceptions.ts";
import { type StatementId, statements } from "./statements.ts";

const sections = {
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
const ids = Object.keys(statements) as StatementId[];
const row = (...cells: unknown[]) => console.log(`| ${cells.join(" | ")} |`);

/** Prints which statements of each section are held, the exceptions with their decisions, and what fails. */
export default class SpecificationReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const held = new Set(tests.filter((test) => test.ok()).map(({ name }) => name.split(" ")[0]));
    row("section", "statements", "held", "exceptions");
    row("---", "---:", "---:", "---");
    for (const [section, title] of Object.entries(sections)) {
      const own = ids.filter((id) => id.startsWith(`${section}.`));
      const isHeld = own.filter((id) => held.has(`§${id}`));
      const excepted = isHeld.filter((id) => exceptions[id]);
      const named = excepted.map((id) => `§${id} (${exceptions[id]?.slice(0, 4)})`);
      row(`${section} ${title}`, own.length, isHeld.length - excepted.length, named.join(", ") || "–");
    }
    for (const test of tests.filter((test) => test.result().state === "failed"))
      console.log(`\nFAILED ${test.name}\n${test.result().errors?.[0]?.message}`);
    for (const module of modules) for (const error of module.errors()) console.log(error.message);
  }
}
