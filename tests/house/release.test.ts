import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { oldestBeside } from "#server/build.ts";

const root = join(import.meta.dirname, "../..");
const script = join(root, "tools/release/main.ts");

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A repository of what a release changes, at the given version. */
function repository({ version = "2.0.4-dev", notes = "### Added\n\n- One thing.\n", last = "2.0.3" } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "release-"));
  folders.push(folder);
  const run = (command: string, ...args: string[]) => {
    // Newer versions of git clean up behind a commit, and would still write while the folder is removed.
    const settings = {
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "maintenance.auto",
      GIT_CONFIG_VALUE_0: "false",
    };
    const env = { ...process.env, ...settings };
    for (const role of ["AUTHOR", "COMMITTER"])
      Object.assign(env, { [`GIT_${role}_NAME`]: "Test", [`GIT_${role}_EMAIL`]: "test@example.net" });
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: "utf8", env });
    return { status, stdout: stdout.trim(), stderr: stderr.trim() };
  };
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  for (const file of ["package.json", "package-lock.json", "sandbox/package.json"])
    cpSync(join(root, file), join(folder, file));
  const { scripts, version: _, ...others } = JSON.parse(read("package.json"));
  write(
    "package.json",
    JSON.stringify(
      {
        version,
        scripts: { ...scripts, test: "exit 3", "record-shapes": "node -p 1 > recorded" },
        ...others,
      },
      null,
      2,
    ),
  );
  write(
    "CHANGELOG.md",
    `# Changelog\n\n## Unreleased\n\n${notes}${last && `\n## ${last} - 2026-01-01\n\n- Older.\n`}`,
  );
  write("recorded", "");
  write("Dockerfile", `LABEL org.opencontainers.image.version=${version}+$COMMIT \\\n`);
  write("deploy/kubernetes/base/portal.yaml", `image: registry.example.net/portal:2.0.3\n`);
  run("git", "init", "--quiet", "--initial-branch=main");
  run("git", "add", ".");
  run("git", "commit", "--quiet", "--message=Begin");
  return { run, read, write, release: (...args: string[]) => run(process.execPath, script, ...args) };
}

/** Stays as it is, whatever refuses. */
const unreleased = repository();

test("a release names each place, moves the notes, records what it stores, and is committed and tagged with them", () => {
  const { run, release } = repository();
  expect(release("minor", "--skip-tests")).toMatchObject({ status: 0 });
  const at = (file: string) => run("git", "show", `v2.1.0:${file}`).stdout;
  expect(JSON.parse(at("package.json")).version).toBe("2.1.0");
  expect(JSON.parse(at("package-lock.json")).version).toBe("2.1.0");
  expect(JSON.parse(at("package-lock.json")).packages[""].version).toBe("2.1.0");
  expect(at("Dockerfile")).toContain("version=2.1.0 ");
  expect(at("deploy/kubernetes/base/portal.yaml")).toContain("portal:2.1.0");
  expect(at("recorded")).toBe("1");
  expect(at("CHANGELOG.md")).toMatch(
    /^# Changelog\n\n## Unreleased\n\n## 2\.1\.0 - \d{4}-\d\d-\d\d\n\n### Added\n\n- One thing\.\n\n## 2\.0\.3 - 2026-01-01\n\n- Older\.$/,
  );
  expect(run("git", "log", "-1", "--format=%s", "v2.1.0").stdout).toBe("Release version 2.1.0");
  expect(run("git", "tag", "--list", "--format=%(contents)").stdout).toBe(
    "2.1.0\n\n### Added\n\n- One thing.",
  );
});

test("behind a release begins the next version, whose artefacts name their commit", () => {
  const { run, read, release } = repository();
  expect(release("patch", "--skip-tests")).toMatchObject({ status: 0 });
  expect(run("git", "log", "--format=%s").stdout).toBe(
    "Begin version 2.0.5-dev\nRelease version 2.0.4\nBegin",
  );
  expect(JSON.parse(read("package.json")).version).toBe("2.0.5-dev");
  expect(read("Dockerfile")).toContain("version=2.0.5-dev+$COMMIT ");
  expect(read("deploy/kubernetes/base/portal.yaml")).toContain("portal:2.0.4\n");
  expect(run("git", "status", "--porcelain").stdout).toBe("");
});

test("a dry run shows the notes and changes nothing", () => {
  const { run, release } = repository();
  expect(release("major", "--dry-run")).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/2\.0\.4-dev → 3\.0\.0[\s\S]*- One thing\./),
  });
  expect(run("git", "status", "--porcelain").stdout + run("git", "tag").stdout).toBe("");
});

test.each<[string, string, (made: ReturnType<typeof repository>) => unknown, RegExp]>([
  ["a tag that is there", "patch", ({ run }) => run("git", "tag", "v2.0.4"), /v2\.0\.4 is there/],
  ["no kind", "--dry-run", () => {}, /major\|minor\|patch/],
  [
    "failing tests",
    "patch",
    ({ run }) => run("git", "tag", "--delete", "v2.0.4"),
    /^npm test -- release failed\.$/m,
  ],
  ["uncommitted changes", "patch", ({ write }) => write("new", ""), /not committed/],
  ["another branch", "patch", ({ run }) => run("git", "switch", "--create", "other"), /branch main/],
])("%s: no release", (_, argument, change, why) => {
  change(unreleased);
  const { status, stderr } = unreleased.release(argument);
  expect([status, stderr]).toEqual([1, expect.stringMatching(why)]);
  expect(JSON.parse(unreleased.read("package.json")).version).toBe("2.0.4-dev");
  expect(unreleased.run("git", "log", "--format=%s").stdout).toBe("Begin");
});

test("without notes there is no release", () => {
  expect(repository({ notes: "" }).release("patch", "--skip-tests")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("no notes"),
  });
});

test("what stops a start takes a major release", () => {
  const { release } = repository({ notes: "### Before you upgrade\n\n- It **stops the next start**.\n" });
  for (const kind of ["patch", "minor"])
    expect(release(kind, "--skip-tests")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("takes a major release"),
    });
  expect(release("major", "--dry-run")).toMatchObject({ status: 0 });
});

test("a version that cannot run beside the last one is a major one", () => {
  const { release } = repository({ version: "1.9.1-dev", last: "1.9.0" });
  expect(oldestBeside).toBe("2.0.0");
  expect(release("minor", "--skip-tests")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("oldestBeside is"),
  });
  expect(release("major", "--skip-tests")).toMatchObject({ status: 0 });
});

test("the first release is that of its version", () => {
  const { release } = repository({ version: "2.0.0-dev", last: "" });
  expect(release("major", "--dry-run").stdout).toMatch(/^2\.0\.0-dev → 2\.0\.0,/);
});
