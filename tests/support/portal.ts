import { spawn } from "node:child_process";
import type { EventEmitter } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { browser } from "./browser.ts";
import { freePort } from "./free-port.ts";

const root = join(import.meta.dirname, "../..");
export const node = process.execPath;
export const sessionSecret = "the-tests-session-secret-of-32-characters-or-more";

/** As in the commands that start a portal. */
const heapLimits = ["--max-semi-space-size=8", "--max-old-space-size=384"];
/** The image's command. Version 1.0.0 had its host as sources only. */
function mainOf(sources: string, { BUILD_DIRECTORY = "build" }: Environment): string {
  const built = resolve(sources, BUILD_DIRECTORY, "host/main.js");
  return existsSync(built) ? built : join(sources, "server/main.ts");
}

type Environment = Record<string, string | undefined>;

/** What every process of the product needs in tests. */
export const processSettings = {
  PATH: process.env.PATH,
  BUILD_DIRECTORY: process.env.BUILD_DIRECTORY,
  // Without what was compiled before, a start takes half as long again.
  NODE_COMPILE_CACHE: join(root, "node_modules/.cache/node"),
  NODE_ENV: "production",
  MALLOC_ARENA_MAX: "2",
  // A clock that is set for all tests.
  NODE_OPTIONS: process.env.NODE_OPTIONS,
};

/**
 * The built portal in its own process, as in production, with its own sandbox and data: it can be killed and restarted
 * without affecting other tests.
 * @param env settings that differ; `API_BASE_URL` turns the sandbox off
 * @param sources the folder of another version, with its packages
 */
export async function startPortal(env: Environment = {}, sources = root, nodeOptions = heapLimits) {
  const folder = mkdtempSync(join(tmpdir(), "portal-"));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", removeFolder);
  const port = Number(env.PORT ?? (await freePort()));
  const host = env.HOST ?? "127.0.0.1";
  const metricsPort = env.METRICS_PORT === undefined ? undefined : Number(env.METRICS_PORT);
  const origin = `http://${env.HOST ?? "localhost"}:${port}`;
  const settings: Environment = {
    ...processSettings,
    HOST: host,
    SHUTDOWN_DELAY: "0",
    RATE_LIMIT_FAILED_LOOKUPS: "0",
    // On a busy machine the event loop may be late; tests must not get a 503 for that.
    SHED_AT_BUSY: "0",
    // Longer than in production, as a busy machine is no fault either; shorter in tests in which the provider hangs.
    PAGE_DEADLINE_MS: "60000",
    SANDBOX: env.API_BASE_URL ? "off" : "embedded",
    SANDBOX_DATABASE: join(folder, "sandbox.sqlite"),
    SESSION_STORE: `sqlite:${join(folder, "sessions.sqlite")}`,
    DECLARATION_STORE: `sqlite:${join(folder, "declarations.sqlite")}`,
    SESSION_SECRET: sessionSecret,
    ...env,
    PORT: String(port),
  };
  /** Lines of the log since the first start. */
  const log: string[] = [];
  const launch = (changed: Environment = {}) =>
    launchPortal({ ...settings, ...changed }, log, sources, nodeOptions);
  let { child, gone } = await launch();

  async function end(signal: NodeJS.Signals) {
    child.kill(signal);
    await gone;
    return child.exitCode;
  }

  return {
    origin,
    port,
    host,
    metricsPort,
    folder,
    log,
    get pid() {
      return child.pid;
    },
    /** A new customer. */
    browser: (headers: Record<string, string> = {}) => browser(origin, headers),
    /** Resolves once the process has ended by itself. */
    gone: () => gone,
    /** Ends the process at once, as a crash would; data stays. */
    kill: () => end("SIGKILL"),
    /** Asks the process to stop, as an operator would. Resolves to its exit code. */
    terminate: () => end("SIGTERM"),
    async restart(changed: Environment = {}) {
      await end("SIGKILL");
      ({ child, gone } = await launch(changed));
    },
    async stop() {
      await end("SIGTERM");
      removeFolder();
      process.off("exit", removeFolder);
    },
  };
}
export type Portal = Awaited<ReturnType<typeof startPortal>>;

async function launchPortal(env: Environment, log: string[], sources: string, nodeOptions: string[]) {
  const child = spawn(node, [...nodeOptions, mainOf(sources, env)], {
    cwd: sources,
    env,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const streams = [child.stdout, child.stderr].flatMap((stream) => stream ?? []);
  for (const stream of streams) createInterface(stream).on("line", (line) => log.push(line));
  const event = (of: EventEmitter, name: string) =>
    new Promise<void>((resolve) => of.once(name, () => resolve()));
  // With its last lines, which may arrive after its end. Its own "close" never comes once the channel was disconnected.
  const gone = Promise.all([event(child, "exit"), ...streams.map((stream) => event(stream, "close"))]);
  const ready = new Promise<void>((resolve, reject) => {
    child.once("message", () => resolve());
    child.once("error", reject);
    gone.then(() =>
      reject(new Error(`The portal ended with ${child.exitCode}:\n${log.slice(-20).join("\n")}`)),
    );
  });
  // Portals that no test has stopped end with this process.
  const killWithUs = () => child.kill("SIGKILL");
  process.once("exit", killWithUs);
  child.once("exit", () => process.off("exit", killWithUs));
  await ready;
  child.disconnect();
  return { child, gone };
}

/** The memory that its process holds. */
export const residentMiB = ({ pid }: Pick<Portal, "pid">) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
