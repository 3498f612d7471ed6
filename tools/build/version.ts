import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The commit of the sources; COMMIT names it where there is no git. */
export function sourceCommit(): string {
  const { COMMIT } = process.env;
  if (COMMIT) return COMMIT;
  return spawnSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" }).stdout?.trim() || "unknown";
}

/** What an artefact of these sources calls itself: a release by its number, any other also by its commit. */
export function artefactVersion(commit = sourceCommit()): string {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  return version.endsWith("-dev") ? `${version}+${commit}` : version;
}
