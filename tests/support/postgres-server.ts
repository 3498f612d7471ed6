import { type ChildProcessByStdio, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { freePort } from "./free-port.ts";

/** Debian keeps the programs of each version apart, and off the path. */
const [programs] = globSync("/usr/lib/postgresql/*/bin").sort().reverse();
const program = (name: string) => (programs ? join(programs, name) : name);
/** PostgreSQL refuses to run as root. */
const asUser =
  process.getuid?.() === 0 ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : [];

function run(name: string, ...options: string[]) {
  const [command = "", ...args] = [...asUser, program(name), ...options];
  const { status, stderr, error } = spawnSync(command, args, { encoding: "utf8" });
  if (status !== 0)
    throw new Error(
      `${name} failed. Is PostgreSQL installed? \`node tools/run/ensure-system.mjs\`\n${stderr}`,
      {
        cause: error,
      },
    );
}

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), "postgres-"));
  if (asUser.length > 0) {
    chmodSync(folder, 0o755);
    giveToServer(folder);
  }
  return folder;
}
function giveToServer(path: string) {
  if (asUser.length > 0) spawnSync("chown", ["postgres", path]);
}

interface Options {
  /** Turns on TLS; both in PEM. */
  tls?: { key: string; certificate: string };
  /** Another server's port: this one is its standby of that name, and follows it by way of another port if there is one. */
  standbyOf?: { port: number; name: string; by?: number };
  /** It keeps a copy of its beginning and archives everything since, for `restoreTo`. */
  archives?: boolean;
  /** How many connections it takes; without it, PostgreSQL's own 100. */
  maxConnections?: number;
}

/** A real PostgreSQL on a free port, with a database and a user `portal`. It does not wait for the disk. */
export async function startPostgres({ tls, standbyOf, archives = false, maxConnections }: Options = {}) {
  const folder = newFolder();
  const data = join(folder, "data");
  const sourceAt = (at: number) =>
    `host=127.0.0.1 port=${at} user=portal application_name=${standbyOf?.name}`;
  if (standbyOf) {
    run(
      "pg_basebackup",
      "--pgdata",
      data,
      "--dbname",
      sourceAt(standbyOf.port),
      "--write-recovery-conf",
      "--checkpoint=fast",
    );
  } else
    run("initdb", "--pgdata", data, "--username", "portal", "--auth", "trust", "--locale=C", "--no-sync");
  const port = await freePort();
  const settings = ["fsync=off", "full_page_writes=off"];
  if (standbyOf?.by) settings.push(`primary_conninfo=${sourceAt(standbyOf.by)}`);
  if (tls) {
    const key = join(folder, "server.key");
    const certificate = join(folder, "server.crt");
    writeFileSync(key, tls.key, { mode: 0o600 });
    writeFileSync(certificate, tls.certificate);
    giveToServer(key);
    settings.push("ssl=on", `ssl_key_file=${key}`, `ssl_cert_file=${certificate}`);
  }
  if (maxConnections) settings.push(`max_connections=${maxConnections}`, "superuser_reserved_connections=0");
  const archive = join(folder, "archive");
  const base = join(folder, "base");
  if (archives) {
    mkdirSync(archive);
    giveToServer(archive);
    settings.push("archive_mode=on", `archive_command=cp %p ${archive}/%f`);
  }
  const options = settings.flatMap((setting) => ["-c", setting]);
  let server = await launch();

  async function launch(attempts = 50): Promise<ChildProcessByStdio<null, null, Readable>> {
    const [command = "", ...args] = [
      ...asUser,
      program("postgres"),
      ...["-D", data, "-p", String(port), "-k", folder, "-h", "127.0.0.1"],
      ...options,
    ];
    const child = spawn(command, args, { stdio: ["ignore", "ignore", "pipe"] });
    // A failed test must not leave its server behind.
    const killWithUs = () => child.kill("SIGQUIT");
    process.once("exit", killWithUs);
    child.once("exit", () => process.off("exit", killWithUs));
    const lines = createInterface(child.stderr);
    const said: string[] = [];
    const ready = (async () => {
      for await (const line of lines) {
        if (/ready to accept/.test(line)) return true;
        said.push(line);
      }
      return false;
    })();
    if (!(await ready)) {
      // Processes of a server that was killed hold its memory for moments.
      if (attempts > 1) return wait(200).then(() => launch(attempts - 1));
      throw new Error(`PostgreSQL ended before it was ready (port ${port}):\n${said.join("\n")}`);
    }
    child.stderr.resume();
    return child;
  }
  async function end(signal: NodeJS.Signals = "SIGQUIT") {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, "exit");
    server.kill(signal);
    await gone;
  }
  /** To all its processes, which are in groups of their own. */
  function signalAll(signal: NodeJS.Signals) {
    const { stdout } = spawnSync("pgrep", ["-P", String(server.pid)], { encoding: "utf8" });
    for (const pid of [Number(server.pid), ...stdout.split("\n").filter(Boolean).map(Number)])
      try {
        process.kill(pid, signal);
      } catch (error) {
        // One of its workers ended in between.
        if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
      }
  }
  async function kill() {
    const gone = once(server, "exit");
    signalAll("SIGKILL");
    await gone;
  }

  async function query(text: string, database = "portal") {
    const client = new pg.Client({ host: "127.0.0.1", port, user: "portal", database });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }
  if (!standbyOf) await query("CREATE DATABASE portal", "postgres");
  if (archives)
    run(
      "pg_basebackup",
      "--pgdata",
      base,
      "--checkpoint=fast",
      "--dbname",
      `port=${port} host=127.0.0.1 user=portal`,
    );
  const dumped = join(folder, "portal.dump");
  const url = `postgres://portal@127.0.0.1:${port}/portal`;
  return {
    port,
    folder,
    url,
    query,
    /** Ends it as a crash would. */
    kill,
    async start() {
      server = await launch();
    },
    /** Keeps a dump in its folder, and puts that in place of everything. */
    dump: () => run("pg_dump", "--format=custom", "--file", dumped, "--dbname", url),
    async restore() {
      await query("DROP DATABASE portal WITH (FORCE)", "postgres");
      await query("CREATE DATABASE portal", "postgres");
      run("pg_restore", "--exit-on-error", "--dbname", url, dumped);
    },
    /** Puts everything back to that time, as docs/deploy.md does. */
    async restoreTo(time: string) {
      // In good order: it archives the rest.
      await end("SIGINT");
      rmSync(data, { recursive: true });
      renameSync(base, data);
      const recovery = {
        restore_command: `cp ${archive}/%f %p`,
        recovery_target_time: time,
        recovery_target_action: "promote",
      };
      const lines = Object.entries(recovery).map(([name, value]) => `${name} = '${value}'\n`);
      appendFileSync(join(data, "postgresql.conf"), lines.join(""));
      writeFileSync(join(data, "recovery.signal"), "");
      giveToServer(join(data, "recovery.signal"));
      server = await launch();
      // It answers while it still recovers.
      while ((await query("SELECT pg_is_in_recovery() AS still"))[0].still) await wait(50);
    },
    promote: () => run("pg_ctl", "promote", "--pgdata", data),
    /** It keeps its connections and answers nothing. */
    pause: () => signalAll("SIGSTOP"),
    resume: () => signalAll("SIGCONT"),
    async stop() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
