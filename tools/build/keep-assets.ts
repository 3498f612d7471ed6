import fs from "node:fs";
import { join } from "node:path";

// npm run keep-assets -- FOLDER: merges this build's files for the browser into a folder (ASSETS_DIR) that also keeps
// those of the previous ASSETS_KEEP builds, so that their open pages keep working.
const [folder] = process.argv.slice(2);
if (!folder || folder.startsWith("-")) {
  console.error(
    "npm run keep-assets -- FOLDER    keeps this build's files for the browser beside earlier ones",
  );
  process.exit(1);
}
const build = process.env.BUILD_DIRECTORY ?? "build";
const keep = Number(process.env.ASSETS_KEEP ?? 3);
const from = join(build, "client/assets");
const assets = join(folder, "assets");
const lists = join(folder, "builds");
fs.mkdirSync(assets, { recursive: true });
fs.mkdirSync(lists, { recursive: true });

const own = fs.readdirSync(from);
const there = new Set(fs.readdirSync(assets));
for (const name of own.filter((file) => !there.has(file))) {
  // Portals may be serving from the folder: a file must appear completely or not at all.
  const copy = join(folder, `${name}.copy`);
  fs.copyFileSync(join(from, name), copy);
  fs.renameSync(copy, join(assets, name));
}
const { commit, builtAt } = JSON.parse(fs.readFileSync(join(build, "version.json"), "utf8"));
fs.writeFileSync(join(lists, `${builtAt.replace(/\W/g, "")}-${commit}.json`), JSON.stringify(own));

// By the time of the last deployment: after a rollback, the latest is an older build.
const builds = fs
  .readdirSync(lists)
  .map((name) => join(lists, name))
  .sort((a, b) => fs.statSync(b).mtimeMs - fs.statSync(a).mtimeMs);
for (const old of builds.slice(keep + 1)) fs.rmSync(old);
const wanted = new Set(
  builds.slice(0, keep + 1).flatMap((list) => JSON.parse(fs.readFileSync(list, "utf8"))),
);
for (const name of fs.readdirSync(assets)) if (!wanted.has(name)) fs.rmSync(join(assets, name));
console.log(`${folder} has the files of ${Math.min(builds.length, keep + 1)} builds.`);
