import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { node } from "./portal.ts";
import { git, root } from "./repository.ts";

export interface Release {
  commit: string;
  version: string;
}

/**
 * The release before this state, or the one that UPGRADE_FROM names. It is known by its commit's subject, which
 * `npm run release` writes: clones often lack the tags.
 * @returns undefined in sources without their history
 */
export function lastRelease(): Release | undefined {
  const from = process.env.UPGRADE_FROM;
  try {
    const commit = from
      ? git("rev-parse", "--verify", `${from}^{commit}`)
      : git("log", "-1", "--format=%H", "--grep=^Release version [0-9]", "HEAD~1");
    return commit
      ? { commit, version: JSON.parse(git("show", `${commit}:package.json`)).version }
      : undefined;
  } catch (error) {
    if (from) throw new Error(`UPGRADE_FROM: there is no ${from}.`, { cause: error });
    return undefined;
  }
}

const run = promisify(execFile);

/** What a lock file installs beside Node, which the tests bring: by path. */
function packagesOf(folder: string) {
  const { packages } = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
  const isPackage = (path: string) => /^node_modules\/(?!node(?:-|$))/.test(path);
  return new Map(
    Object.keys(packages).flatMap((path) =>
      isPackage(path) ? [[path, JSON.stringify(packages[path])]] : [],
    ),
  );
}

/** Whether all that a release imports is installed here as its lock file has it; there may be more, but not within that. */
function isInstalledHere(release: string) {
  const wanted = packagesOf(release);
  const own = packagesOf(root);
  const holder = (path: string) => path.slice(0, path.lastIndexOf("/node_modules/"));
  return (
    [...wanted].every(([path, locked]) => own.get(path) === locked) &&
    ![...own.keys()].some((path) => !wanted.has(path) && wanted.has(holder(path)))
  );
}

/** Installs and builds a release in a folder of its own, once. @returns the folder */
export async function buildRelease({ commit }: Release): Promise<string> {
  // Node reads no TypeScript below node_modules.
  const folder = join(root, `build-${commit}`);
  if (existsSync(folder)) return folder;
  // Under another name until it is whole.
  const making = `${folder}.${process.pid}`;
  mkdirSync(making);
  try {
    await run("sh", ["-c", `git archive ${commit} | tar -x -C "${making}"`], { cwd: root });
    const { BUILD_DIRECTORY: _, ...others } = process.env;
    const env = { ...others, PATH: `${dirname(node)}:${others.PATH}` };
    const npm = (...args: string[]) => run("npm", args, { cwd: making, env, maxBuffer: 2 ** 26 });
    // A minute's work is saved where nothing has another version.
    if (isInstalledHere(making)) symlinkSync(join(root, "node_modules"), join(making, "node_modules"));
    else await npm("ci", "--include=dev", "--prefer-offline", "--no-audit", "--no-fund");
    await npm("run", "build");
    renameSync(making, folder);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  return folder;
}
