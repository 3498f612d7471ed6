import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import semver from "semver";
import { oldestBeside } from "#server/build.ts";

// npm run release -- major|minor|patch [--dry-run] [--skip-tests]: checks, moves the notes, records what this release
// stores, commits, tags, and begins the version behind it; publishes nothing.
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

const { version: current }: { version: string } = JSON.parse(readFileSync("package.json", "utf8"));
const version = current.endsWith("-dev") ? semver.inc(current, kind) : undefined;
if (!version) refuse(`The version in package.json is none between releases, such as 2.0.1-dev: ${current}`);
const tag = `v${version}`;
if (git("tag", "--list", tag)) refuse(`The tag ${tag} is there already.`);

const changelog = readFileSync("CHANGELOG.md", "utf8");
const last = /^## (\d+\.\d+\.\d+) - /m.exec(changelog)?.[1];
if (semver.gt(oldestBeside, kind === "major" || !last ? version : last))
  refuse(`oldestBeside is ${oldestBeside} (server/build.ts): ${version} could not run beside ${last}. That takes a major \
release, and an oldestBeside that is no later than it.`);

const heading = "\n## Unreleased\n";
const [before = "", after] = changelog.split(heading);
const notes = (after ?? "").split(/^## /m)[0]?.trim();
if (!notes) refuse("CHANGELOG.md has no notes under Unreleased.");
if (kind !== "major" && notes.includes(stopsStart))
  refuse(
    `The notes say ${stopsStart}: what started with ${last} may not start with ${version}. That takes a major release.`,
  );

const today = new Date().toISOString().slice(0, 10);
const moved = `${before}${heading}\n## ${version} - ${today}\n${after}`;

console.log(`${current} → ${version}, with these notes:\n\n${notes}\n`);
if (isTrial) {
  console.log("Nothing was changed (--dry-run).");
  process.exit();
}
if (
  !options.includes("--skip-tests") &&
  spawnSync("npm", ["test", "--", "release"], { stdio: "inherit" }).status !== 0
)
  refuse("npm test -- release failed.");

setVersion(version);
writeFileSync("CHANGELOG.md", moved);
replaceIn("deploy/kubernetes/base/portal.yaml", /(?<=\/portal:)\S+/, version);
if (spawnSync("npm", ["run", "record-shapes"], { stdio: "inherit" }).status !== 0)
  refuse("npm run record-shapes failed: what this release stores is not recorded. Nothing is committed.");
git("commit", "--quiet", "--all", "--message", `Release version ${version}`);
// Verbatim: headings of the notes would be comments.
git("tag", "--annotate", tag, "--cleanup=verbatim", "--message", `${version}\n\n${notes}`);

const next = `${semver.inc(version, "patch")}-dev`;
setVersion(next);
git("commit", "--quiet", "--all", "--message", `Begin version ${next}`);
console.log(
  `Committed and tagged as ${tag}, and began ${next}. To publish it: git push --follow-tags origin main`,
);

function setVersion(to: string): void {
  execFileSync("npm", ["version", to, "--no-git-tag-version"], { stdio: ["ignore", "ignore", "inherit"] });
  // As artefacts call themselves, between releases with their commit.
  const label = to.endsWith("-dev") ? `${to}+$COMMIT` : to;
  replaceIn("Dockerfile", /(?<=image\.version=)\S+/, label);
}

function replaceIn(file: string, pattern: RegExp, to: string): void {
  const text = readFileSync(file, "utf8");
  if (!pattern.test(text)) refuse(`${file} names no version.`);
  writeFileSync(
    file,
    text.replace(pattern, () => to),
  );
}

function refuse(why: string): never {
  console.error(why);
  process.exit(1);
}
