import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createClient } from "redis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startFaultProxy } from "../support/fault-proxy.ts";
import { node, type Portal, sessionSecret, startPortal } from "../support/portal.ts";
import { startPostgres } from "../support/postgres-server.ts";
import { startRedis } from "../support/redis-server.ts";
import { declaration, received } from "../support/termination.ts";

const backend = await startFaultProxy();
const redis = await startRedis();
const database = await startPostgres();
const settings = { API_BASE_URL: backend.origin, DECLARATION_RETRY_MS: "600000", RATE_LIMIT_PER_MINUTE: "0" };
let portal: Portal;

/** What the last version kept: three that wait, two of them of one contract, and one that the provider has. */
beforeAll(async () => {
  portal = await startPortal(settings);
  const declare = (at: number, contractNumber: string) =>
    portal.browser().post("/kuendigung", declaration({ lastName: `Muster-${at}`, contractNumber }));
  await declare(0, "V-0");
  backend.misbehave(/POST .*contracttermination/, "answers 503 without words");
  for (const [at, contract] of [
    [1, "V-1"],
    [2, "V-2"],
    [3, "V-1"],
  ] as const)
    await declare(at, contract);
  await portal.terminate();
  const file = new DatabaseSync(join(portal.folder, "declarations.sqlite"));
  const rows = file.prepare("SELECT * FROM declaration WHERE id <> 'probe' ORDER BY seq").all();
  file.close();
  const client = createClient({ url: redis.url });
  await client.connect();
  const at = (name: string) => `{declarations}:${name}`;
  for (const row of rows) {
    const entry = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value ?? "")]));
    const { id = "", lane, seq, state, receivedAt } = entry;
    await client.hSet(at(`entry:${id}`), entry);
    if (state !== "waiting") {
      await client.pExpire(at(`entry:${id}`), 60_000);
      continue;
    }
    await client.zAdd(at("due"), { score: 0, value: id });
    await client.zAdd(at("waiting"), { score: Number(receivedAt), value: id });
    await client.zAdd(at(`lane:${lane}`), { score: Number(seq), value: id });
  }
  // What stopped the last version for ever, and half an entry.
  await client.zAdd(at("due"), { score: -1, value: "orphan" });
  await client.hSet(at("entry:half"), { id: "half" });
  client.destroy();
});
afterAll(async () => {
  await portal.stop();
  await database.stop();
  await redis.stop();
  await backend.stop();
});

function command(store: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(node, ["server/commands/declarations.ts", ...args], {
    cwd: join(import.meta.dirname, "../.."),
    env: {
      ...settings,
      LOG_LEVEL: "silent",
      BUILD_DIRECTORY: process.env.BUILD_DIRECTORY,
      SESSION_STORE: redis.url,
      SESSION_SECRET: sessionSecret,
      DECLARATION_STORE: store,
    },
    encoding: "utf8",
  });
  return { status, said: stdout + stderr };
}

test("what waits in Redis is noticed at the start, moved by a command, and passed on once and in order", async () => {
  const store = `sqlite:${join(portal.folder, "moved.sqlite")}`;
  const next = { SESSION_STORE: redis.url, DECLARATION_STORE: store };
  await portal.restart(next);
  const says = (text: string) => () => portal.log.some((line) => line.includes(text));
  await expect.poll(says("Declarations wait in SESSION_STORE")).toBe(true);
  expect(says("this must be the only portal")()).toBe(true);
  await portal.terminate();
  expect(command(store, "move")).toEqual({
    status: 0,
    said: "4 were moved, of which 3 wait and are tried now.\n",
  });
  expect(command(store, "move").said).toMatch(/^0 were moved/);
  backend.behave();
  await portal.restart(next);
  const arrived = async () =>
    (await received(backend.origin)).map(
      ({ declaration: sent }) => /Muster-\d/.exec(JSON.stringify(sent))?.[0],
    );
  await expect
    .poll(async () => (await arrived()).toSorted())
    .toEqual(["Muster-0", "Muster-1", "Muster-2", "Muster-3"]);
  const order = (await arrived()).reverse();
  expect(order.indexOf("Muster-1")).toBeLessThan(order.indexOf("Muster-3"));
  await portal.terminate();
});

test("a file's declarations are moved to PostgreSQL; the store itself, or a file that is not there, is no source", () => {
  const file = `sqlite:${join(portal.folder, "declarations.sqlite")}`;
  expect(command(database.url, "move", file).said).toBe("4 were moved, of which 3 wait and are tried now.\n");
  expect(command(database.url).said.trim().split("\n")).toHaveLength(4);
  expect(command(file, "move", file)).toMatchObject({
    status: 1,
    said: expect.stringContaining("nothing to move"),
  });
  expect(command(file, "move", `${file}-none`)).toMatchObject({
    status: 1,
    said: expect.stringContaining("There is no file"),
  });
});
