import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { artefactVersion } from "../../tools/build/version.ts";
import { journeyNames } from "../../tools/journey/journey.ts";
import { node } from "../support/portal.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const root = join(import.meta.dirname, "../..");
const portal = await portalForTests();

/** The package as it is when unpacked, beside the packages that it depends on. */
const folder = temporaryFolder();
execFileSync(node, [join(root, "tools/journey/pack.ts"), folder]);
const [tarball = ""] = readdirSync(folder);
execFileSync("tar", ["-xzf", tarball], { cwd: folder });
const packed = join(folder, "package");
symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
const manifest = JSON.parse(readFileSync(join(packed, "package.json"), "utf8"));

/** Any other working folder: nothing of the repository is there. */
const run = (args: string[], options: string[] = []) =>
  spawnSync(node, [...options, join(packed, manifest.bin), ...args], { cwd: folder, encoding: "utf8" });

test("the package has the version, and the locked ones of what it imports", () => {
  const own = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const version = artefactVersion();
  expect(version.startsWith(own.version)).toBe(true);
  expect([tarball, manifest.version]).toEqual([`portal-journeys-${version}.tgz`, version]);
  const locked = { ...own.dependencies, ...own.devDependencies };
  expect(Object.keys(manifest.dependencies).sort()).toEqual([
    "linkedom",
    "negotiator",
    "tough-cookie",
    "zod",
  ]);
  expect(locked).toMatchObject(manifest.dependencies);
});

test("a tester's folder without the repository walks a journey, as data and as pages", () => {
  const args = ["idv", "--base", portal.origin];
  for (const more of [[], ["--save-html", "pages"]]) {
    const { status, stdout } = run([...args, ...more]);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^\d passed, 0 failed$/m)]);
  }
  expect(readdirSync(join(folder, "pages"))).toContainEqual(expect.stringContaining("idv-selection.html"));
});

test("it lists every journey under its own command", () => {
  const { status, stderr } = run([]);
  expect([status, stderr]).toEqual([2, expect.stringMatching(/^portal-journeys NAME…/)]);
  for (const name of journeyNames()) expect(stderr).toContain(`\n${name} `);
});

test("an older Node is named in a sentence", () => {
  const older = "data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'18.20.8'}})";
  const { status, stdout, stderr } = run(["idv"], ["--import", older]);
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toBe("portal-journeys needs Node 20.11 or later; this is 18.20.8.\n");
});
