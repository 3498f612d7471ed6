import { spawnSync } from "node:child_process";
import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { copyOfSources, startByNpm } from "../support/npm.ts";
import { node, sessionSecret } from "../support/portal.ts";
import { fileText } from "../support/repository.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const { folder, remove } = copyOfSources();
afterAll(remove);

async function started(args: string[], ready: string, settings?: Record<string, string>) {
  const server = await startByNpm(folder, args, ready, settings);
  onTestFinished(server.stop);
  return server;
}
const bodyOf = async (address: string) => (await fetch(address)).text();

test.each([{ command: "start" }, { command: "run serve", settings: { SANDBOX: "embedded" } }])(
  "npm $command serves the portal with the sandbox, and leaves nothing when npm is asked to end",
  async ({ command, settings }) => {
    const { origin, terminate } = await started(command.split(" "), "The portal is at", settings);
    expect(await bodyOf(`${origin}/angebot/demo`)).toContain('data-page="offer"');
    terminate();
    await expect.poll(() => bodyOf(origin).catch(() => "gone")).toBe("gone");
  },
);

test("npm start takes no arguments", () => {
  const { status, stderr } = spawnSync("npm", ["start", "--", "4000"], { cwd: folder, encoding: "utf8" });
  expect([status, stderr]).toEqual([2, expect.stringContaining("PORT=4000 npm start")]);
});

test("npm run preview serves a journey without the portal's own host, beside npm run sandbox", async () => {
  const { origin: provider } = await started(["run", "sandbox"], "Sandbox of the provider's API");
  expect(JSON.parse(await bodyOf(`${provider}/openapi.json`)).openapi).toMatch(/^3[.]/);
  const { origin: portal } = await started(["run", "preview"], "[react-router-serve]", {
    API_BASE_URL: provider,
    LOGIN_URL: `${provider}/sandbox/login`,
    REDIRECT_ORIGINS: provider,
    SESSION_SECRET: sessionSecret,
  });
  const journeys = ["offer-mistakes", "termination"];
  const where = ["--base", portal, "--sandbox", provider];
  const { status, stdout } = spawnSync(node, [join(folder, "tools/journey/main.ts"), ...journeys, ...where], {
    cwd: folder,
    encoding: "utf8",
  });
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^\d+ passed, 0 failed$/m)]);
});

test.each(readdirSync(join(import.meta.dirname, "../../server/commands")))(
  "%s says with --help how it is called, without settings and a build",
  (file) => {
    const { status, stdout } = spawnSync(node, [join(folder, "server/commands", file), "--help"], {
      cwd: folder,
      env: {},
      encoding: "utf8",
    });
    expect([status, stdout]).toEqual([0, expect.stringContaining(`npm run ${file.replace(".ts", "")} `)]);
  },
);

test("each command but those that install asks first whether the packages are there", () => {
  const { scripts } = JSON.parse(fileText("package.json")) as { scripts: Record<string, string> };
  const guards = ["node tools/run/ready.mjs && ", "node tools/run/start.mjs", "node tools/run/test.mjs"];
  const bare = Object.entries(scripts).filter(
    ([, command]) => !guards.some((guard) => command.startsWith(guard)),
  );
  expect(bare).toEqual([]);
});

test.each(["dev", "audit", "lint", "check-provider"])(
  "npm run %s says in a sentence that packages are missing, on any Node",
  (name) => {
    const folder = temporaryFolder();
    cpSync(join(import.meta.dirname, "../..", "tools/run"), join(folder, "tools/run"), { recursive: true });
    cpSync(join(import.meta.dirname, "../..", "package.json"), join(folder, "package.json"));
    const { status, stdout, stderr } = spawnSync("npm", ["run", "--silent", name], {
      cwd: folder,
      encoding: "utf8",
    });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^The packages are not installed here: run `npm ci` first\..*\n$/);
  },
);
