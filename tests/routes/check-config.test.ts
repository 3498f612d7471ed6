import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { node, startPortal } from "../support/portal.ts";
import { startRedis } from "../support/redis-server.ts";

const folder = mkdtempSync(join(tmpdir(), "check-config-"));
const redis = await startRedis(undefined, ["--maxmemory-policy", "allkeys-lru"]);
afterAll(async () => {
  await redis.stop();
  rmSync(folder, { recursive: true });
});

const provider = {
  API_BASE_URL: "http://127.0.0.1:1",
  SESSION_SECRET: "s".repeat(32),
  SESSION_STORE: `sqlite:${join(folder, "sessions.sqlite")}`,
  DECLARATION_STORE: `sqlite:${join(folder, "declarations.sqlite")}`,
};
const complete = {
  ...provider,
  ALLOWED_HOSTS: "portal.example.net",
  REDIRECT_ORIGINS: "https://pay.example.net",
  LOGIN_URL: "https://login.example.net",
  METRICS_PORT: "9464",
};

function check(settings: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(node, ["server/commands/check-config.ts"], {
    env: {
      PATH: process.env.PATH,
      BUILD_DIRECTORY: process.env.BUILD_DIRECTORY,
      NODE_ENV: "production",
      ...settings,
    },
    encoding: "utf8",
  });
  return { status, said: stdout + stderr };
}

test("names what customers need and nobody has set, and settings that are misspelt", () => {
  const settings = { SESION_IDLE_MINUTES: "30", SWITCHES_PATH: join(folder, "no-switches.json") };
  const { status, said } = check({ ...provider, ...settings });
  expect(status).toBe(1);
  expect(said).toMatch(/^error {3}ALLOWED_HOSTS is not set: .*receipt/m);
  expect(said).toMatch(/^error {3}REDIRECT_ORIGINS is not set/m);
  expect(said).toMatch(/^error {3}SWITCHES_PATH cannot be read: .*no-switches/m);
  expect(said).toMatch(/^warning LOGIN_URL is not set/m);
  expect(said).toMatch(/^warning METRICS_PORT is not set/m);
  expect(said).toMatch(/^warning SESION_IDLE_MINUTES .*Did you mean SESSION_IDLE_MINUTES\?$/m);
  expect(said).toMatch(/^warning BRANDS_DIR has links to example\.com: .*o2/m);
  expect(said).toMatch(/^warning API_BASE_URL cannot be reached/m);
  expect(said).toMatch(/^3 errors, \d+ warnings\.$/m);
});

test("has no errors where all is set", () => {
  const { status, said } = check(complete);
  expect([status, said]).toEqual([0, expect.stringMatching(/^0 errors/m)]);
});

test("says how Redis is set up, and that it is away", () => {
  const set = check({ ...complete, SESSION_STORE: redis.url });
  expect(set.status).toBe(1);
  expect(set.said).toMatch(/^error {3}SESSION_STORE evicts .*allkeys-lru/m);
  expect(set.said).toMatch(/^warning SESSION_STORE does not keep its data on disk/m);
  const away = check({ ...complete, SESSION_STORE: "redis://127.0.0.1:1" });
  expect([away.status, away.said]).toEqual([
    1,
    expect.stringMatching(/^error {3}SESSION_STORE cannot be used/m),
  ]);
});

test("a folder that is not there is not made, neither by the check nor at the start", () => {
  const nowhere = join(folder, "nowhere");
  const settings = { ...complete, SESSION_STORE: `sqlite:${nowhere}/sessions.sqlite` };
  expect(check(settings)).toMatchObject({ status: 1, said: expect.stringContaining(`no folder ${nowhere}`) });
  expect(existsSync(nowhere)).toBe(false);
});

test("a portal says the same when it starts", async () => {
  const portal = await startPortal({ ...provider, SESSION_STORE: redis.url, ALLOWED_HOST: "x" });
  await expect
    .poll(() => portal.log.join("\n"))
    .toMatch(/ALLOWED_HOSTS is not set(.|\n)*SESSION_STORE evicts/);
  expect(portal.log.join("\n")).toMatch(/ALLOWED_HOST is no setting.*Did you mean ALLOWED_HOSTS\?/);
  await portal.stop();
});
