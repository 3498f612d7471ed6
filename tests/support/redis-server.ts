import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "./free-port.ts";

/** A real Redis on the given or a free port, without persistence. */
export async function startRedis(port?: number, settings: string[] = []) {
  const at = port ?? (await freePort());
  return start(
    at,
    ["--port", String(at), "--bind", "127.0.0.1", "--save", "", ...settings],
    /Ready to accept/,
  );
}

/** A sentinel that watches one Redis under this name, and has its replica take over after half a second without it. */
export async function startSentinel(redisPort: number, name: string) {
  const at = await freePort();
  const settings = [
    `port ${at}`,
    "bind 127.0.0.1",
    `sentinel monitor ${name} 127.0.0.1 ${redisPort} 1`,
    `sentinel down-after-milliseconds ${name} 500`,
    `sentinel failover-timeout ${name} 2000`,
  ];
  return start(at, ["--sentinel"], /\+monitor/, settings);
}

async function start(at: number, options: string[], isReady: RegExp, file: string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), "redis-"));
  const settings = join(folder, "redis.conf");
  writeFileSync(settings, [...file, `dir ${folder}`, ""].join("\n"));
  const child = spawn("redis-server", [settings, ...options], { stdio: ["ignore", "pipe", "ignore"] });
  // A failed test must not leave its server behind: an orphan with our streams would hang the run.
  const killWithUs = () => child.kill("SIGKILL");
  process.once("exit", killWithUs);
  child.once("exit", () => {
    process.off("exit", killWithUs);
    rmSync(folder, { recursive: true, force: true });
  });
  const failed = once(child, "error").then(([error]) => {
    throw new Error("redis-server does not start. Install it: `node tools/run/ensure-system.mjs`", {
      cause: error,
    });
  });
  const ready = (async () => {
    for await (const line of createInterface(child.stdout)) if (isReady.test(line)) return;
    throw new Error(`redis-server ended before it was ready (port ${at}).`);
  })();
  await Promise.race([ready, failed]);
  child.stdout.resume();
  async function end(signal: NodeJS.Signals) {
    child.kill(signal);
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
  return {
    port: at,
    url: `redis://127.0.0.1:${at}`,
    /** It keeps its connections and answers nothing. */
    pause: () => child.kill("SIGSTOP"),
    resume: () => child.kill("SIGCONT"),
    stop: () => end("SIGTERM"),
    /** Ends it as a crash would. */
    kill: () => end("SIGKILL"),
  };
}
