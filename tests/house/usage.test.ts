import { execFile, spawnSync } from "node:child_process";
import { cpSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";

const root = join(import.meta.dirname, "../..");
const run = (tool: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [tool, ...args], { cwd: root }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  );
const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
);

/** Steps of the build take nothing, and these say how they are called in their own way. */
const ownWay = ["build/keep-assets.ts", "release/main.ts", "run/ready.mjs", "run/start.mjs", "run/test.mjs"];

test("every tool that npm starts refuses what it does not know", () => {
  const started = globSync("tools/*/*.{ts,mjs}", { cwd: root }).filter((file) =>
    Object.entries(scripts).some(([name, script]) => name !== "build" && script.includes(file)),
  );
  expect(started.length).toBeGreaterThan(12);
  const others = started.filter((file) => !/calledWith\(/.test(readFileSync(join(root, file), "utf8")));
  expect(others.sort()).toEqual(ownWay.map((name) => `tools/${name}`));
});

test("a tool prints how it is called, and refuses an option that it does not know", async () => {
  const journey = "tools/journey/main.ts";
  const [help, unknown] = await Promise.all([run(journey, "--help"), run(journey, "--nonsense")]);
  expect(help).toMatchObject({ code: 0, stderr: "" });
  expect(help.stdout).toMatch(/^npm run journey -- NAME/);
  expect(unknown).toMatchObject({ code: 2, stdout: "" });
  expect(unknown.stderr).toMatch(/^Unknown option '--nonsense'.*\n\nnpm run journey -- NAME/s);
});

test.each(["dev", "sandbox", "journey", "check-provider"])(
  "npm run %s says in a sentence that packages are missing, on any Node",
  (name) => {
    const folder = temporaryFolder();
    cpSync(join(root, "tools/run"), join(folder, "tools/run"), { recursive: true });
    cpSync(join(root, "package.json"), join(folder, "package.json"));
    const { status, stdout, stderr } = spawnSync("npm", ["run", "--silent", name], {
      cwd: folder,
      encoding: "utf8",
    });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^The packages are not installed here: run `npm ci` first\..*\n$/);
  },
);

test("a check refuses a brand or page that there is not, instead of checking nothing", async () => {
  const page = await run("tools/check/lighthouse.ts", "o2", "--page", "/wideruf");
  expect([page.code, page.stderr]).toEqual([
    2,
    expect.stringMatching(/^There is no \/wideruf\. There are:\n.*\n {2}\/widerruf\n/s),
  ]);
  for (const tool of ["check-html", "lighthouse", "screenshots"])
    expect(readFileSync(join(root, `tools/check/${tool}.ts`), "utf8")).toMatch(/named\(brands/);
});
