// What the tests need besides npm packages: a Chromium, a redis-server, PostgreSQL, jq and openssl; as root also what checks deploy/.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { run, say, tool } from "./steps.mjs";

function onPath(name) {
  // Debian keeps PostgreSQL's programs off the path, each version in a folder of its own.
  const look = `for bin in /usr/sbin /usr/lib/postgresql/*/bin; do PATH="$PATH:$bin"; done; command -v ${name}`;
  return spawnSync("sh", ["-c", look], { encoding: "utf8" }).stdout?.trim();
}

// The headless shell opens a page in a third of a full browser's time.
const shell = "chromium-headless-shell";
const browsers = [shell, "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, where there is nothing.`);
  return named ?? browsers.map(onPath).find(Boolean);
}

function aptPrefix() {
  if (!onPath("apt-get")) return undefined;
  if (process.getuid?.() === 0) return [];
  return onPath("sudo") && spawnSync("sudo", ["-n", "true"]).status === 0 ? ["sudo", "-n"] : undefined;
}

async function installPackages(packages) {
  const prefix = aptPrefix();
  if (!prefix) return false;
  say(`Installing from the system's packages: ${packages.join(", ")}`);
  const apt = (...args) => {
    const [command, ...rest] = [
      ...prefix,
      "env",
      "DEBIAN_FRONTEND=noninteractive",
      "apt-get",
      "-qq",
      "-o=Acquire::Retries=0",
      ...args,
    ];
    return run(command, rest);
  };
  await apt("update");
  return (await apt("install", "-y", "--no-install-recommends", ...packages)) === 0;
}

const required = ["redis-server", "postgres", "jq", "openssl"];
/** Where they have another name. */
const packages = { postgres: "postgresql", "systemd-analyze": "systemd" };
/** They check the examples for operators, and would start services on a developer's own machine. */
const checkers = [
  ...["nginx", "caddy", "haproxy", "prometheus", "prometheus-alertmanager", "docker-compose"],
  ...["systemd-analyze", "buildah"],
];

/** Liberation for every page; Roboto for pictures of pages as phones draw them. */
const fonts = ["fonts-liberation", "fonts-roboto-unhinted"];

/** Other browsers than Chromium, and a screen for the one that needs it; without them their tests are left out. */
const otherBrowsers = [
  { names: ["firefox-esr", "firefox"], package: "firefox-esr" },
  { names: ["WebKitWebDriver"], package: "webkit2gtk-driver" },
  { names: ["Xvfb"], package: "xvfb" },
];

/** Installs what is missing, if it may. @returns settings for the tests @throws what to install by hand */
export async function ensureSystem({
  browser = true,
  browsers = true,
  services = true,
  checkers: checks = true,
} = {}) {
  const missing = (names) => names.filter((name) => services && !onPath(name));
  const packagesOf = (names) => missing(names).map((name) => packages[name] ?? name);
  if (missing(required).length > 0) await installPackages(packagesOf(required));
  const isPurposeBuilt = process.getuid?.() === 0;
  if (isPurposeBuilt && checks && missing(checkers).length > 0) await installPackages(packagesOf(checkers));
  const others = otherBrowsers.filter(({ names }) => browsers && !names.some(onPath));
  if (isPurposeBuilt && others.length > 0)
    await installPackages([...others.map((other) => other.package), ...fonts]);
  // Any Chromium will do.
  if (isPurposeBuilt && browser && !process.env.CHROMIUM_PATH && !onPath(shell))
    await installPackages([shell, ...fonts]);
  if (browser && !findChromium()) await installPackages(["chromium", ...fonts]);
  if (missing(required).length > 0)
    throw new Error(
      `The tests need ${missing(required).join(" and ")}. Install it (Debian: apt-get install).`,
    );
  if (!browser) return {};
  const chromium = findChromium();
  if (chromium) return { CHROMIUM_PATH: chromium };
  say("Installing a Chromium for the browser tests");
  if ((await tool("playwright", ["install", "--only-shell", "chromium"])) !== 0) {
    throw new Error("The browser tests need a Chromium. Install one, or name it with CHROMIUM_PATH.");
  }
  return {};
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await ensureSystem();
    console.log("Chromium, redis-server, PostgreSQL, jq and openssl are there.");
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
