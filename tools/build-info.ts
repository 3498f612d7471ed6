import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

// After the build: which sources it was made from, for /version and metrics. COMMIT names them where there is no git.
const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const git = () => spawnSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" }).stdout?.trim();
const commit = process.env.COMMIT || git() || "unknown";
const info = { version, commit, builtAt: new Date().toISOString() };
writeFileSync(`${process.env.BUILD_DIRECTORY ?? "build"}/version.json`, `${JSON.stringify(info)}\n`);
