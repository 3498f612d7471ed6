import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { browser } from "./browser.ts";
import { freePort } from "./free-port.ts";

const root = join(import.meta.dirname, "../..");
export const node = process.execPath;
export const sessionSecret = "the-tests-session-secret-of-32-characters-or-more";

type Environment = Record<string, string | undefined>;

/** Longer than in production: for tests in which nothing hangs, a busy machine is no fault. */
export const patient = { PAGE_DEADLINE_MS: "12000" };

/** What every process of the product needs in tests. */
export const processSettings = {
  PATH: process.env.PATH,
  BUILD_DIRECTORY: process.env.BUILD_DIRECTORY,
  // Without what was compiled before, a start takes half as long again.
  NODE_COMPILE_CACHE: join(root, "node_modules/.cache/node"),
  NODE_ENV: "production",
};

/**
 * The built portal in its own process, as in production, with its own sandbox and data: it can be killed and restarted
 * without affecting other tests.
 * @param env settings that differ; `API_BASE_URL` turns the sandbox off
 * @param sources the folder of another version, with its packages
 */
export async function startPortal(env: Environment = {}, sources = root) {
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
  let child: ChildProcess = await launch(settings, log, sources);

  async function end(signal: NodeJS.Signals) {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, "exit");
      child.kill(signal);
      await gone;
    }
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
    /** Ends the process at once, as a crash would; data stays. */
    kill: () => end("SIGKILL"),
    /** Asks the process to stop, as an operator would. Resolves to its exit code. */
    terminate: () => end("SIGTERM"),
    async restart(changed: Environment = {}) {
      await end("SIGKILL");
      child = await launch({ ...settings, ...changed }, log, sources);
    },
    async stop() {
      await end("SIGTERM");
      removeFolder();
      process.off("exit", removeFolder);
    },
  };
}
export type Portal = Awaited<ReturnType<typeof startPortal>>;

async function launch(env: Environment, log: string[], sources: string): Promise<ChildProcess> {
  const child = spawn(node, [join(sources, "server/main.ts")], {
    cwd: sources,
    env,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface(stream).on("line", (line) => log.push(line));
    }
    child.once("message", () => resolve());
    child.once("exit", (code) =>
      reject(new Error(`The portal ended with ${code}:\n${log.slice(-20).join("\n")}`)),
    );
    child.once("error", reject);
  });
  // Portals that no test has stopped end with this process.
  const killWithUs = () => child.kill("SIGKILL");
  process.once("exit", killWithUs);
  child.once("exit", () => process.off("exit", killWithUs));
  await ready;
  child.disconnect();
  return child;
}
