import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { testedBuild } from "../support/other-build.ts";
import { node } from "../support/portal.ts";

const root = join(import.meta.dirname, "../..");
const scriptsIn = (build: string) =>
  readdirSync(join(build, "client/assets")).filter((name) => name.endsWith(".js"));

test("one edited attribute of a shared part renames only its file and the manifest", () => {
  const copy = mkdtempSync(join(tmpdir(), "edited-"));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  const listed = spawnSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" }).stdout.split("\0");
  const needed = /^(?:app|brands|locales|public|sandbox|server|tools)\/|^[\w.-]+\.(?:json|ts)$/;
  for (const file of listed.filter((name) => needed.test(name))) cpSync(join(root, file), join(copy, file));
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  const part = join(copy, "app/ui/card.tsx");
  const source = readFileSync(part, "utf8");
  writeFileSync(part, source.replace('className="card-head"', 'className="card-head edited"'));
  expect(readFileSync(part, "utf8")).not.toBe(source);

  const { status, stderr } = spawnSync(node, ["node_modules/.bin/react-router", "build"], {
    cwd: copy,
    env: { ...process.env, NODE_ENV: "production", BUILD_DIRECTORY: "build" },
    encoding: "utf8",
  });
  expect([status, stderr.slice(-2000)]).toEqual([0, expect.any(String)]);
  const before = new Set(scriptsIn(testedBuild));
  const renamed = scriptsIn(join(copy, "build")).filter((name) => !before.has(name));
  expect(before.size).toBeGreaterThan(40);
  expect(renamed.map((name) => name.split("-")[0]).sort()).toEqual(["manifest", "parts"]);
});
