import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";

const script = join(import.meta.dirname, "../../tools/build/keep-assets.ts");

test("files of the last builds are kept, and files that no build needs are removed", () => {
  const folder = temporaryFolder(onTestFinished);
  const deploy = (build: string, files: string[]) => {
    const from = join(folder, build);
    mkdirSync(join(from, "client/assets"), { recursive: true });
    for (const file of files) writeFileSync(join(from, "client/assets", file), file);
    writeFileSync(join(from, "version.json"), JSON.stringify({ commit: build, builtAt: "2026-01-01" }));
    const env = { ...process.env, BUILD_DIRECTORY: from, ASSETS_KEEP: "1" };
    expect(spawnSync(process.execPath, [script, join(folder, "kept")], { env }).status).toBe(0);
    return readdirSync(join(folder, "kept/assets")).sort();
  };
  expect(deploy("one", ["a-1.js", "b-1.js"])).toEqual(["a-1.js", "b-1.js"]);
  expect(deploy("two", ["a-2.js", "b-1.js"])).toEqual(["a-1.js", "a-2.js", "b-1.js"]);
  expect(deploy("three", ["a-3.js", "b-1.js"])).toEqual(["a-2.js", "a-3.js", "b-1.js"]);
  // Rolled back.
  expect(deploy("two", ["a-2.js", "b-1.js"])).toEqual(["a-2.js", "a-3.js", "b-1.js"]);
});

test("without a folder it says how it is called", () => {
  for (const args of [[], ["--help"]]) {
    const { status, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: "utf8" });
    expect([status, stderr.trim().split("\n").length]).toEqual([1, 1]);
    expect(stderr).toContain("npm run keep-assets -- FOLDER");
  }
});
