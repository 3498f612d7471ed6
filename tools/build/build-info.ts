import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

// After the build: records its commit for /version and metrics. COMMIT names it where there is no git.
const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const git = () => spawnSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" }).stdout?.trim();
const commit = process.env.COMMIT || git() || "unknown";
const info = { version, commit, builtAt: new Date().toISOString() };
writeFileSync(`${process.env.BUILD_DIRECTORY ?? "build"}/version.json`, `${JSON.stringify(info)}\n`);
