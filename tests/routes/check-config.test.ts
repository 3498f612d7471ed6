import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { node, processSettings, startPortal } from "../support/portal.ts";
import { startRedis } from "../support/redis-server.ts";

const folder = mkdtempSync(join(tmpdir(), "check-config-"));
const redis = await startRedis(undefined, ["--maxmemory-policy", "allkeys-lru"]);
afterAll(async () => {
  await redis.stop();
  rmSync(folder, { recursive: true });
});

const api = createServer((_request, response) => void response.end()).listen(0, "127.0.0.1");
await once(api, "listening");
afterAll(() => void api.close());
const apiAddress = `127.0.0.1:${(api.address() as AddressInfo).port}`;

const provider = {
  API_BASE_URL: `http://${apiAddress}`,
  SESSION_SECRET: "AZJk+cqNz7o5kY0hG1u3wEo8fT2bVxLd",
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
  return new Promise<{ status: number; said: string }>((resolve) => {
    execFile(
      node,
      ["server/commands/check-config.ts"],
      { env: { ...processSettings, ...settings } },
      (failure, stdout, stderr) =>
        resolve({ status: failure ? Number(failure.code) : 0, said: stdout + stderr }),
    );
  });
}

test("names what customers need and nobody has set, and settings that are misspelt", async () => {
  const settings = { SESION_IDLE_MINUTES: "30", SWITCHES_PATH: join(folder, "no-switches.json") };
  const { status, said } = await check({ ...provider, ...settings });
  expect(status).toBe(1);
  expect(said).toMatch(/^error {3}ALLOWED_HOSTS is not set: .*receipt/m);
  expect(said).toMatch(/^error {3}REDIRECT_ORIGINS is not set/m);
  expect(said).toMatch(/^error {3}SWITCHES_PATH cannot be read: .*no-switches/m);
  expect(said).toMatch(/^warning LOGIN_URL is not set/m);
  expect(said).toMatch(/^warning METRICS_PORT is not set/m);
  expect(said).toMatch(/^warning SESION_IDLE_MINUTES .*Did you mean SESSION_IDLE_MINUTES\?$/m);
  expect(said).toMatch(/^warning BRANDS_DIR has links to example\.com: .*o2/m);
  expect(said).toMatch(/^3 errors, \d+ warnings\.$/m);
});

test("has no errors where all is set; a collector that is away is a warning", async () => {
  const { status, said } = await check({ ...complete, OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" });
  expect([status, said]).toEqual([0, expect.stringMatching(/^0 errors/m)]);
  expect(said).toMatch(/^warning OTEL_\S+ cannot be reached/m);
});

test("says how Redis is set up, and that it is away", async () => {
  const set = await check({ ...complete, SESSION_STORE: redis.url });
  expect(set.status).toBe(1);
  expect(set.said).toMatch(/^error {3}SESSION_STORE evicts .*allkeys-lru/m);
  expect(set.said).toMatch(/^warning SESSION_STORE does not keep its data on disk/m);
  const away = await check({ ...complete, SESSION_STORE: "redis://127.0.0.1:1" });
  expect([away.status, away.said]).toEqual([
    1,
    expect.stringMatching(/^error {3}SESSION_STORE cannot be used/m),
  ]);
});

test("a folder that is not there is not made, neither by the check nor at the start", async () => {
  const nowhere = join(folder, "nowhere");
  const settings = { ...complete, SESSION_STORE: `sqlite:${nowhere}/sessions.sqlite` };
  expect(await check(settings)).toMatchObject({
    status: 1,
    said: expect.stringContaining(`no folder ${nowhere}`),
  });
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

test.each<[Record<string, string>, RegExp[]]>([
  [
    {
      REDIRECT_ORIGINS: "",
      TRUST_PROXY: "10.0.0.0/8, 0.0.0.0/0",
      SESSION_SECRET: "changeme-changeme-changeme-changeme",
      ASSETS_DIR: "no-such-folder",
      NODE_TLS_REJECT_UNAUTHORIZED: "0",
      API_BASE_URL: "http://127.0.0.1:1",
    },
    [
      /^error {3}REDIRECT_ORIGINS is not set/m,
      /^error {3}TRUST_PROXY trusts everybody/m,
      /^error {3}SESSION_SECRET can be guessed/m,
      /^error {3}ASSETS_DIR is a folder that is not there/m,
      /^error {3}NODE_TLS_REJECT_UNAUTHORIZED is 0/m,
      /^error {3}API_BASE_URL cannot be reached/m,
      /^6 errors/m,
    ],
  ],
  [
    { SESSION_SECRET: "s".repeat(40), API_BASE_URL: `https://${apiAddress}` },
    [
      /^error {3}SESSION_SECRET can be guessed/m,
      /^error {3}API_BASE_URL .*answers without TLS.*http:\/\//m,
      /^2 errors/m,
    ],
  ],
  [
    { ALLOWED_HOSTS: "a.example,b.example", REDIRECT_ORIGINS: "https://pay.example.net/pay" },
    [
      /ALLOWED_HOSTS has commas: separate them by spaces/,
      /REDIRECT_ORIGINS expected origins.*without a path/,
    ],
  ],
])("%j are named", async (settings, words) => {
  const { status, said } = await check({ ...complete, ...settings });
  expect(status).toBe(1);
  for (const each of words) expect(said).toMatch(each);
});

test("a Redis that refuses the user and takes everybody is named", async () => {
  const { hostname, port } = new URL(redis.url);
  const { said } = await check({ ...complete, SESSION_STORE: `redis://portal:wrong@${hostname}:${port}` });
  expect(said).toMatch(/^error {3}SESSION_STORE (?:refuses the user|cannot be used: WRONGPASS)/m);
});

test.each([
  ['{"closed":[{"payment":"cash"}]}', /closed\.0\.payment /],
  ['{"closed":[{"journy":"offer"}]}', /closed\.0 names none of journey, site, payment, identification/],
  ['{"closed":[{"journey":"offer","text":{"en":"Closed."}}]}', /closed\.0\.text needs a German text/],
  [" ".repeat(300_000), /has 300000 bytes/],
])("a file of switches with %s is named by its field", async (content, words) => {
  const file = join(folder, "switches.json");
  writeFileSync(file, content);
  const { said } = await check({ ...complete, SWITCHES_PATH: file });
  expect(said.match(/^error {3}SWITCHES_PATH .*/m)?.[0]).toMatch(words);
});

test("a file of switches may begin with a byte order mark", async () => {
  const file = join(folder, "marked.json");
  writeFileSync(file, '\uFEFF{"closed":[]}');
  expect(await check({ ...complete, SWITCHES_PATH: file })).toMatchObject({ status: 0 });
});
