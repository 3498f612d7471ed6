import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { startFaultProxy } from "../support/fault-proxy.ts";
import { node, processSettings, sessionSecret, startPortal } from "../support/portal.ts";
import { startPostgres } from "../support/postgres-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { declaration, received } from "../support/termination.ts";

const root = join(import.meta.dirname, "../..");

/** As an operator runs it, beside the portal. */
function startBackUp(folder: string, settings: Record<string, string>) {
  const env = {
    ...processSettings,
    SESSION_SECRET: sessionSecret,
    API_BASE_URL: "http://127.0.0.1:9",
    ...settings,
  };
  return spawn(node, [join(root, "server/commands/backup.ts"), folder].filter(Boolean), { cwd: root, env });
}

async function backUp(folder: string, settings: Record<string, string>) {
  const child = startBackUp(folder, settings);
  const [out, error] = [child.stdout, child.stderr].map((stream) => stream.toArray());
  const [code] = await once(child, "exit");
  return { code, out: String((await out)?.join("")), error: String((await error)?.join("")) };
}

test("a backup under load has all that was confirmed before it; restored, each declaration arrives once", async () => {
  const backend = await startFaultProxy();
  onTestFinished(() => backend.stop());
  const data = temporaryFolder(onTestFinished);
  const copies = temporaryFolder(onTestFinished);
  const stores = {
    SESSION_STORE: `sqlite:${join(data, "sessions.sqlite")}`,
    DECLARATION_STORE: `sqlite:${join(data, "declarations.sqlite")}`,
  };
  const settings = {
    ...stores,
    API_BASE_URL: backend.origin,
    DECLARATION_RETRY_MS: "50",
    // What was being sent when the backup was made is sent again after twice as long.
    PAGE_DEADLINE_MS: "6000",
    RATE_LIMIT_PER_MINUTE: "0",
  };
  const portal = await startPortal(settings);
  onTestFinished(() => portal.stop());
  backend.misbehave(/POST .*contracttermination/, "answers 503 without words");
  const declare = async (contractNumber: string) =>
    expect((await portal.browser().post("/kuendigung", declaration({ contractNumber }))).status).toBe(303);
  const before = Array.from({ length: 10 }, (_, at) => `V-before-${at}`);
  for (const contract of before) await declare(contract);

  let goesOn = true;
  const load = (async () => {
    for (let at = 0; goesOn; at++) await declare(`V-during-${at}`);
  })();
  const { code, out, error } = await backUp(copies, stores);
  goesOn = false;
  await load;
  expect([code, error]).toEqual([0, ""]);
  expect(out).toMatch(/sessions\.sqlite: .*\n.*declarations\.sqlite: declaration \d+\n$/);
  for (const name of ["sessions.sqlite", "declarations.sqlite"]) {
    expect(statSync(join(copies, name)).mode & 0o777).toBe(0o600);
    expect(existsSync(join(copies, `${name}-wal`))).toBe(false);
  }

  // Some reach the provider before the disk is lost; they wait again in what is restored.
  backend.behave();
  const arrived = async () =>
    (await received(backend.origin)).map(({ declaration }) => String(declaration.contractNumber));
  await expect.poll(arrived).toContain(before[0]);
  await portal.kill();
  rmSync(data, { recursive: true });
  cpSync(copies, data, { recursive: true });
  await portal.restart();
  const waiting = async () =>
    (await (await fetch(`${portal.origin}/health/ready`)).json()).declarations?.waiting;
  await expect.poll(waiting).toBe(0);
  const all = await arrived();
  expect(new Set(all).size).toBe(all.length);
  expect(all).toEqual(expect.arrayContaining(before));
});

test("a dump of PostgreSQL and a point in time have all that was confirmed before; each arrives once", async () => {
  const [backend, database] = await Promise.all([startFaultProxy(), startPostgres({ archives: true })]);
  const settings = {
    API_BASE_URL: backend.origin,
    DECLARATION_STORE: database.url,
    DECLARATION_RETRY_MS: "50",
    // What was being sent when the backup was made is sent again after twice as long.
    PAGE_DEADLINE_MS: "6000",
  };
  const portal = await startPortal(settings);
  onTestFinished(async () => {
    await portal.stop();
    await Promise.all([backend.stop(), database.stop()]);
  });
  const declare = async (contractNumber: string) =>
    expect((await portal.browser().post("/kuendigung", declaration({ contractNumber }))).status).toBe(303);
  const waiting = async () =>
    (await database.query("SELECT 1 FROM declaration WHERE state = 'waiting'")).length;
  backend.misbehave(/POST .*contracttermination/, "answers 503 without words");
  const contracts = ["V-1", "V-2", "V-3"];
  for (const contract of contracts) await declare(contract);
  database.dump();
  const [{ now }] = await database.query("SELECT now()::text AS now");
  backend.behave();
  const arrived = async () =>
    (await received(backend.origin)).map(({ declaration }) => declaration.contractNumber).sort();
  await expect.poll(arrived).toEqual(contracts);
  await declare("V-4");
  await expect.poll(arrived).toContain("V-4");
  for (const putBack of [database.restore, () => database.restoreTo(now)]) {
    await portal.kill();
    await database.query("DELETE FROM declaration");
    await putBack();
    expect(await waiting()).toBe(3);
    await portal.restart();
    await expect.poll(waiting).toBe(0);
    expect(await arrived()).toEqual([...contracts, "V-4"]);
  }
});

test("it ends while the store is written all the time, and what a killed one leaves has another name", async () => {
  const data = temporaryFolder(onTestFinished);
  const copies = temporaryFolder(onTestFinished);
  const file = join(data, "sessions.sqlite");
  const sessions = new DatabaseSync(file);
  onTestFinished(() => sessions.close());
  sessions.exec("PRAGMA journal_mode = WAL; CREATE TABLE session (content)");
  const write = (times: number) => {
    sessions.exec("BEGIN");
    const row = sessions.prepare("INSERT INTO session VALUES (randomblob(50000))");
    for (let at = 0; at < times; at++) row.run();
    sessions.exec("COMMIT");
  };
  write(1000);
  const settings = {
    SESSION_STORE: `sqlite:${file}`,
    DECLARATION_STORE: "postgres://portal@127.0.0.1:1/portal",
  };

  const killed = startBackUp(copies, settings);
  while (readdirSync(copies).length === 0) await nextTurn();
  killed.kill("SIGKILL");
  await once(killed, "exit");
  expect(readdirSync(copies).filter((name) => name.endsWith(".sqlite"))).toEqual([]);

  let isOver = false;
  const copied = backUp(copies, settings).finally(() => {
    isOver = true;
  });
  let writes = 0;
  for (; !isOver && writes < 2000; writes++) {
    write(1);
    await wait(10);
  }
  expect(writes, "it waits for no rest").toBeLessThan(2000);
  expect(await copied).toMatchObject({ code: 0, error: "" });
  expect(readdirSync(copies)).toEqual(["sessions.sqlite"]);
});

test("it says what is wrong, and never writes over a backup", async () => {
  const data = temporaryFolder(onTestFinished);
  const copies = temporaryFolder(onTestFinished);
  const missing = { SESSION_STORE: `sqlite:${join(data, "no.sqlite")}` };
  const fails = async (folder: string, settings: Record<string, string>, error: string) =>
    expect(await backUp(folder, settings)).toEqual({
      code: 1,
      out: "",
      error: expect.stringContaining(error),
    });
  for (const none of ["", "--all"]) await fails(none, missing, "FOLDER");
  await fails(copies, missing, "There is no");
  writeFileSync(join(data, "no.sqlite"), "no database");
  writeFileSync(join(copies, "no.sqlite"), "a backup");
  await fails(copies, missing, "already");
  rmSync(join(copies, "no.sqlite"));
  const healthy = join(data, "sessions.sqlite");
  const sessions = new DatabaseSync(healthy);
  sessions.exec("CREATE TABLE session (id)");
  sessions.close();
  for (const noFolder of ["/dev/null", "/proc/nope"]) {
    const { code, error } = await backUp(noFolder, { SESSION_STORE: `sqlite:${healthy}` });
    expect([code, error.trim()]).toEqual([1, expect.stringMatching(/^\w+: .*$/)]);
  }
  const half = { SESSION_STORE: `sqlite:${healthy}`, DECLARATION_STORE: missing.SESSION_STORE };
  await fails(copies, half, "not a database");
  expect(readdirSync(copies), "a part, which the next run would refuse to write over").toEqual([]);
  const elsewhere = {
    SESSION_STORE: "redis://127.0.0.1:1",
    DECLARATION_STORE: "postgres://portal@127.0.0.1:1/portal",
  };
  await fails(copies, elsewhere, "pg_dump");
});
