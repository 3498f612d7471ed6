import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "./free-port.ts";

const root = join(import.meta.dirname, "../..");

/**
 * A copy of the sources that a test may change, with the same packages and build, as if `npm start` had been called
 * there before. Vite's cache is its own.
 */
export function copyOfSources() {
  const folder = mkdtempSync(join(tmpdir(), "portal-sources-"));
  const sources = ["app", "brands", "locales", "public", "sandbox", "server", "tools", "journeys"];
  const files = [
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "vite.config.ts",
    "react-router.config.ts",
  ];
  for (const name of [...sources, ...files])
    cpSync(join(root, name), join(folder, name), { recursive: true });

  const packages = join(folder, "node_modules");
  mkdirSync(packages);
  const isOwn = (name: string) => [".vite", ".cache", ".installed-from", "sandbox"].includes(name);
  for (const name of readdirSync(join(root, "node_modules")).filter((name) => !isOwn(name)))
    symlinkSync(join(root, "node_modules", name), join(packages, name));
  const lock = createHash("sha256").update(readFileSync(join(folder, "package-lock.json")));
  writeFileSync(join(packages, ".installed-from"), lock.digest("hex"));

  const build = process.env.BUILD_DIRECTORY ?? join(root, "build");
  cpSync(build, join(folder, "build"), { recursive: true });
  writeFileSync(join(folder, "build/.built"), "");
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Starts a server as people do: `npm` in a folder, with nothing set but its port and `settings`.
 * @param ready a part of the line by which it says that it answers
 */
export async function startByNpm(
  folder: string,
  args: string[],
  ready: string,
  settings: Record<string, string> = {},
) {
  const port = await freePort();
  const { PATH, HOME } = process.env;
  const npm = spawn("npm", args, {
    cwd: folder,
    // A group of its own, which ends as a whole.
    detached: true,
    env: { PATH, HOME, PORT: String(port), HOST: "127.0.0.1", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const gone = once(npm, "exit");
  const kill = () => {
    try {
      if (npm.pid) process.kill(-npm.pid, "SIGTERM");
    } catch {
      // The group has ended.
    }
  };
  process.once("exit", kill);
  const said: string[] = [];
  await new Promise<void>((resolve, reject) => {
    for (const stream of [npm.stdout, npm.stderr])
      createInterface(stream).on("line", (line) => {
        said.push(line);
        if (line.includes(ready)) resolve();
      });
    gone.then(([code]) => reject(new Error(`npm ${args.join(" ")} ended with ${code}:\n${said.join("\n")}`)));
  });
  return {
    origin: `http://localhost:${port}`,
    /** Asks npm alone to end, as a process manager does. */
    terminate: () => npm.kill("SIGTERM"),
    async stop() {
      kill();
      await gone;
      process.off("exit", kill);
    },
  };
}
