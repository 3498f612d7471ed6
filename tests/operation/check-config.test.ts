import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { node, processSettings, startPortal } from "../support/portal.ts";
import { startRedis } from "../support/redis-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { declaration } from "../support/termination.ts";

const folder = temporaryFolder();
const redis = await startRedis(undefined, ["--maxmemory-policy", "allkeys-lru"]);
afterAll(redis.stop);

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

function check(settings: Record<string, string>, switches?: string) {
  const path = join(folder, "switches.json");
  if (switches !== undefined) writeFileSync(path, switches);
  const env = { ...processSettings, ...(switches !== undefined && { SWITCHES_PATH: path }), ...settings };
  return new Promise<{ status: number; said: string }>((resolve) => {
    execFile(node, ["server/commands/check-config.ts"], { env }, (failure, stdout, stderr) =>
      resolve({ status: failure ? Number(failure.code) : 0, said: stdout + stderr }),
    );
  });
}

test("has no errors where all is set; a collector that is away is a warning", async () => {
  const settings = { ...complete, OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" };
  // A file of switches may begin with a byte order mark.
  const { status, said } = await check(settings, '\uFEFF{"closed":[]}');
  expect([status, said]).toEqual([0, expect.stringMatching(/^0 errors/m)]);
  expect(said).toMatch(/^warning OTEL_\S+ cannot be reached/m);
});

test("a secret that does not open what is stored is an error, and so are quotes that Docker has kept", async () => {
  const stored = { ...provider, DECLARATION_STORE: `sqlite:${join(folder, "rotated.sqlite")}` };
  const portal = await startPortal(stored);
  expect((await portal.browser().post("/kuendigung", declaration())).status).toBe(303);
  await portal.stop();
  const old = stored.SESSION_SECRET;
  const secrets = ["n".repeat(20) + old, `${"n".repeat(20) + old} ${old}`, `"${old}"`];
  const said = await Promise.all(
    secrets.map((SESSION_SECRET) => check({ ...complete, ...stored, SESSION_SECRET })),
  );
  expect(said.map(({ status }) => status)).toEqual([1, 0, 1]);
  expect(said[0]?.said).toMatch(/^error +SESSION_SECRET does not open 1 of 1 stored declarations/m);
  expect(said[2]?.said).toContain("SESSION_SECRET is in quotes");
});

const { hostname, port } = new URL(redis.url);

test.each<[string, settings: Record<string, string>, switches: string | undefined, said: RegExp[]]>([
  [
    "what customers need and nobody has set, and settings that are misspelt",
    {
      ALLOWED_HOSTS: "",
      REDIRECT_ORIGINS: "",
      LOGIN_URL: "",
      METRICS_PORT: "",
      SESION_IDLE_MINUTES: "30",
      SWITCHES_PATH: join(folder, "no-switches.json"),
    },
    undefined,
    [
      /^error {3}ALLOWED_HOSTS is not set: .*receipt/m,
      /^error {3}REDIRECT_ORIGINS is not set/m,
      /^error {3}SWITCHES_PATH cannot be read: .*no-switches/m,
      /^warning LOGIN_URL is not set/m,
      /^warning METRICS_PORT is not set/m,
      /^warning SESION_IDLE_MINUTES .*Did you mean SESSION_IDLE_MINUTES\?$/m,
      /^warning BRANDS_DIR has links to example\.com: .*o2/m,
      /^warning BRANDS_DIR has no eu-guarantee-de\.svg or \.png: .*o2/m,
      /^3 errors, \d+ warnings\.$/m,
    ],
  ],
  [
    "how Redis is set up, and that the provider has no TLS",
    {
      SESSION_STORE: redis.url,
      SESSION_SECRET: "s".repeat(40),
      API_BASE_URL: `https://${apiAddress}`,
    },
    '{"closed":[{"payment":"cash"}]}',
    [
      /^error {3}SESSION_SECRET can be guessed/m,
      /^error {3}API_BASE_URL .*answers without TLS.*http:\/\//m,
      /^4 errors/m,
      /^error {3}SESSION_STORE evicts .*allkeys-lru/m,
      /^warning SESSION_STORE does not keep its data on disk/m,
      /^error {3}SWITCHES_PATH .*closed\.0\.payment /m,
    ],
  ],
  [
    "a Redis that is away",
    { SESSION_STORE: "redis://127.0.0.1:1" },
    '{"closed":[{"journy":"offer"}]}',
    [
      /^error {3}SESSION_STORE cannot be used/m,
      /^error {3}SWITCHES_PATH .*closed\.0 names none of journey, site, payment, identification/m,
    ],
  ],
  [
    "a Redis that refuses the user and takes everybody",
    { SESSION_STORE: `redis://portal:wrong@${hostname}:${port}` },
    '{"closed":[{"journey":"offer","text":{"en":"Closed."}}],"announced":[{"from":"2026-11-29"}]}',
    [
      /^error {3}SESSION_STORE (?:refuses the user|cannot be used: (?:Redis is away: )?WRONGPASS)/m,
      /^error {3}SWITCHES_PATH .*closed\.0\.text needs a German text; announced\.0\.from is no time/m,
    ],
  ],
  [
    "what is not secure or not there",
    {
      REDIRECT_ORIGINS: "",
      TRUST_PROXY: "10.0.0.0/8, 0.0.0.0/0",
      SESSION_SECRET: "changeme-changeme-changeme-changeme",
      ASSETS_DIR: "no-such-folder",
      NODE_TLS_REJECT_UNAUTHORIZED: "0",
      API_BASE_URL: "http://127.0.0.1:1",
    },
    " ".repeat(300_000),
    [
      /^error {3}REDIRECT_ORIGINS is not set/m,
      /^error {3}TRUST_PROXY trusts everybody/m,
      /^error {3}SESSION_SECRET can be guessed/m,
      /^error {3}ASSETS_DIR is a folder that is not there/m,
      /^error {3}NODE_TLS_REJECT_UNAUTHORIZED is 0/m,
      /^error {3}API_BASE_URL cannot be reached/m,
      /^error {3}SWITCHES_PATH .*has 300000 bytes/m,
      /^7 errors/m,
    ],
  ],
  [
    "settings of the wrong form",
    { ALLOWED_HOSTS: "a.example,b.example", REDIRECT_ORIGINS: "https://pay.example.net/pay" },
    undefined,
    [
      /ALLOWED_HOSTS has commas: separate them by spaces/,
      /REDIRECT_ORIGINS expected origins.*without a path/,
    ],
  ],
])("says %s", async (_, settings, switches, words) => {
  const { status, said } = await check({ ...complete, ...settings }, switches);
  expect(status).toBe(1);
  for (const each of words) expect(said).toMatch(each);
});

test("a folder that is not there is not made", async () => {
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
  const said = () => portal.log.join("\n");
  await expect.poll(said).toMatch(/ALLOWED_HOSTS is not set(.|\n)*SESSION_STORE evicts/);
  expect(said()).toMatch(/ALLOWED_HOST is no setting.*Did you mean ALLOWED_HOSTS\?/);
  await portal.stop();
});
