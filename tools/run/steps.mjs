// Runs on any Node from 20 on, before anything is installed: plain JavaScript, nothing but Node's own modules.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const inRoot = (...parts) => join(root, ...parts);

/** The project's own Node, of the package for this system: the machine's may be too old. */
const pinnedNode = inRoot("node_modules", ".bin", "node");
const { optionalDependencies } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
const isPinned = `node-${process.platform}-${process.arch}` in optionalDependencies;
/** For systems without such a package it is the machine's. */
export const localNode = isPinned ? pinnedNode : process.execPath;

export function say(text) {
  console.log(`\n▸ ${text}`);
}

/**
 * Runs a command in its own process group, which ends with it and with us; forwards signals. Resolves to its exit
 * code.
 * @param options.beside it runs beside others: what it says comes line by line
 */
export function run(command, args, { env = {}, beside = false } = {}) {
  const output = beside ? "pipe" : "inherit";
  const group = spawn(process.execPath, [inRoot("tools", "run", "group.mjs"), command, ...args], {
    cwd: root,
    detached: true,
    stdio: ["ignore", output, output, "ipc"],
    env: { ...process.env, ...env },
  });
  for (const stream of beside ? [group.stdout, group.stderr] : [])
    createInterface(stream).on("line", (line) => console.log(line));
  const forward = (signal) => group.kill(signal);
  for (const signal of endings) process.on(signal, forward);
  return new Promise((resolve) => {
    let code = 1;
    group.on("message", (exitCode) => {
      code = exitCode;
    });
    group.on(beside ? "close" : "exit", () => {
      for (const signal of endings) process.off(signal, forward);
      resolve(code);
    });
  });
}

/** Signals that ask a process to end. */
export const endings = ["SIGINT", "SIGTERM", "SIGHUP"];

/** npm's shell ends by a signal that npm passes on, and passes it to nobody: with it gone, we end too. */
if (process.env.npm_lifecycle_event) {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 500);
  watch.unref();
}

/** As it was called, because `npm` may not be on a script's PATH. */
export function npm(args, options) {
  const script = process.env.npm_execpath;
  return script?.endsWith(".js")
    ? run(process.execPath, [script, ...args], options)
    : run("npm", args, options);
}

/** A tool from node_modules/.bin, run by the project's own Node. */
export function tool(name, args, options = {}) {
  const bin = inRoot("node_modules", ".bin");
  const path = `${bin}:${process.env.PATH}`;
  // What Node has compiled once is there for all that a tool starts.
  const env = { PATH: path, NODE_COMPILE_CACHE: inRoot("node_modules", ".cache", "node"), ...options.env };
  return run(join(bin, name), args, { ...options, env });
}

export function stopUnless(code, what) {
  if (code === 0) return;
  console.error(`\n${what} failed (exit code ${code}).`);
  process.exit(code);
}

/** Installs package-lock.json unless that is done already. */
export async function ensureDependencies() {
  if (!isPinned && Number.parseInt(process.versions.node, 10) < 24) {
    console.error(`For ${process.platform} on ${process.arch}, install Node 24 first: no package has it.`);
    process.exit(1);
  }
  const stamp = inRoot("node_modules", ".installed-from");
  const wanted = createHash("sha256")
    .update(readFileSync(inRoot("package-lock.json")))
    .digest("hex");
  const installed = existsSync(localNode) && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted;
  if (installed) return;
  say("Installing the dependencies (a minute or two)");
  stopUnless(await npm(["ci", "--include=dev", "--no-audit", "--no-fund"]), "Installing the dependencies");
  if (!existsSync(localNode)) {
    // npm says nothing about an optional package that it leaves out.
    console.error(
      `Node 24 was not installed at ${localNode}: its package could not be fetched, has another hash than in package-lock.json, or npm is told to leave out optional packages (omit).`,
    );
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}

const buildInputs = [
  "app",
  "locales",
  "brands",
  "public",
  "sandbox",
  "server",
  "package-lock.json",
  "vite.config.ts",
  "react-router.config.ts",
];

/** Folders count too: their time changes when a file in them goes. */
function newest(path) {
  if (!existsSync(path)) return 0;
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** Builds the portal unless the build is newer than all of its sources. */
export async function ensureBuild(options) {
  const stamp = join(resolve(root, process.env.BUILD_DIRECTORY ?? "build"), ".built");
  const made = existsSync(stamp) ? statSync(stamp).mtimeMs : 0;
  if (made > Math.max(...buildInputs.map((name) => newest(inRoot(name))))) return 0;
  say("Building the portal");
  const started = new Date();
  const code = await npm(["run", "build"], options);
  if (code === 0) writeFileSync(stamp, `${started.toISOString()}\n`);
  return code;
}
