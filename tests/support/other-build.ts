import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = join(import.meta.dirname, "../..");
export const testedBuild = resolve(root, process.env.BUILD_DIRECTORY ?? "build");

/** How the names of the other build's files for browsers end. */
export const otherEnding = "-other.js";

/** The tested build as after an edit of what all share: every file for browsers has another name. */
export function otherBuild() {
  // In the same folder, as it imports from node_modules.
  const folder = join(root, `build-other-${process.pid}`);
  cpSync(testedBuild, folder, { recursive: true });
  const assets = join(folder, "client/assets");
  const names = new Set(readdirSync(assets).filter((file) => file.endsWith(".js")));
  const otherName = (name: string) => (names.has(name) ? name.replace(/\.js$/, otherEnding) : name);
  const rename = (file: string) =>
    writeFileSync(file, readFileSync(file, "utf8").replace(/[\w.-]+\.js/g, otherName));
  rename(join(folder, "server/index.js"));
  for (const name of readdirSync(assets)) {
    const file = join(assets, name);
    if (!names.has(name)) rmSync(file);
    else {
      rename(file);
      renameSync(file, join(assets, otherName(name)));
    }
  }
  const version = join(folder, "version.json");
  const info = JSON.parse(readFileSync(version, "utf8"));
  writeFileSync(version, JSON.stringify({ ...info, commit: "other", builtAt: new Date().toISOString() }));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
