import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import semver from "semver";
import { oldestBeside } from "#server/build.ts";

// npm run release -- major|minor|patch [--dry-run] [--skip-tests]: checks, moves the notes, commits and tags; publishes
// nothing.
type Kind = "major" | "minor" | "patch";
const isKind = (value: string | undefined): value is Kind => /^(?:major|minor|patch)$/.test(value ?? "");

const [kind, ...options] = process.argv.slice(2);
const known = ["--dry-run", "--skip-tests"];
if (!isKind(kind) || options.some((option) => !known.includes(option)))
  refuse(`npm run release -- major|minor|patch [${known.join("] [")}]`);
const isTrial = options.includes("--dry-run");

/** How the notes mark a change after which a setting or a file that was valid keeps a portal from starting. */
const stopsStart = "**stops the next start**";

const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();
if (git("branch", "--show-current") !== "main") refuse("A release is made on the branch main.");
if (git("status", "--porcelain")) refuse("There are changes that are not committed.");

const { version: last }: { version: string } = JSON.parse(readFileSync("package.json", "utf8"));
const version = semver.inc(last, kind);
if (!version) refuse(`The version in package.json cannot be counted on: ${last}`);
const tag = `v${version}`;
if (git("tag", "--list", tag)) refuse(`The tag ${tag} is there already.`);
if (semver.gt(oldestBeside, kind === "major" ? version : last))
  refuse(`oldestBeside is ${oldestBeside} (server/build.ts): ${version} could not run beside ${last}. That takes a major \
release, and an oldestBeside that is no later than it.`);

const changelog = readFileSync("CHANGELOG.md", "utf8");
const heading = "\n## Unreleased\n";
const [before = "", after] = changelog.split(heading);
const notes = (after ?? "").split(/^## /m)[0]?.trim();
if (!notes) refuse("CHANGELOG.md has no notes under Unreleased.");
if (kind !== "major" && notes.includes(stopsStart))
  refuse(
    `The notes say ${stopsStart}: what started with ${last} may not start with ${version}. That takes a major release.`,
  );

/** Where else the version is written, by what stands before it. */
const named = { Dockerfile: "image.version=", "deploy/kubernetes/base/portal.yaml": "/portal:" };
const changed = Object.entries(named).map(([file, prefix]) => {
  const text = readFileSync(file, "utf8");
  if (!text.includes(prefix + last)) refuse(`${file} does not have ${prefix}${last}.`);
  return { file, text: text.replace(prefix + last, prefix + version) };
});
const today = new Date().toISOString().slice(0, 10);
const moved = `${before}${heading}\n## ${version} - ${today}\n${after}`;
changed.push({ file: "CHANGELOG.md", text: moved });

console.log(`${last} → ${version}, with these notes:\n\n${notes}\n`);
if (isTrial) {
  console.log("Nothing was changed (--dry-run).");
  process.exit();
}
if (
  !options.includes("--skip-tests") &&
  spawnSync("npm", ["test", "--", "release"], { stdio: "inherit" }).status !== 0
)
  refuse("npm test -- release failed.");

execFileSync("npm", ["version", version, "--no-git-tag-version"], { stdio: ["ignore", "ignore", "inherit"] });
for (const { file, text } of changed) writeFileSync(file, text);
git("commit", "--quiet", "--all", "--message", `Release version ${version}`);
// Verbatim: headings of the notes would be comments.
git("tag", "--annotate", tag, "--cleanup=verbatim", "--message", `${version}\n\n${notes}`);
console.log(`Committed and tagged as ${tag}. To publish it: git push --follow-tags origin main`);

function refuse(why: string): never {
  console.error(why);
  process.exit(1);
}
