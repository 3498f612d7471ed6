import { globSync } from "node:fs";
import { expect, test } from "vitest";
import tiers from "../../tools/run/tiers.json" with { type: "json" };
import { fileText, root } from "../support/repository.ts";

const parts = Object.values(tiers).flat();
/** The part of `npm test` that runs a file: the folder it stands in. */
const partOf = (file: string) =>
  /^tests\/(\w+)\//.exec(file)?.[1] ?? (file.startsWith("e2e/gallery/") ? "gallery" : "e2e");

test("every test file is in a tier, and runs in a project of its folder", () => {
  const files = globSync(["tests/**/*.test.{ts,tsx}", "e2e/**/*.spec.ts"], { cwd: root });
  const folders = [...new Set(files.map(partOf))].sort();
  expect(parts.filter((part) => folders.includes(part)).sort()).toEqual(folders);
  const config = fileText("vitest.config.ts");
  const projects = folders.filter((part) => !["e2e", "gallery"].includes(part));
  expect(projects.filter((part) => !config.includes(`name: "${part}"`))).toEqual([]);
});

test("every part is in one tier, and in one stage", () => {
  const runner = fileText("tools/run/test.mjs");
  const names = [...runner.matchAll(/^ {2}(\w+): \{/gm)].map(([, name]) => name);
  expect([...parts].sort()).toEqual(names.sort());
  const stages = /^const stages = \[\n(.*?)^\];/ms.exec(runner)?.[1] ?? "";
  expect([...stages.matchAll(/"(\w+)"/g)].map(([, name]) => name).sort()).toEqual(names);
});
