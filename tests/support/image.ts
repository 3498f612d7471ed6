import { execFile, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { node } from "./portal.ts";

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);
const isInstalled = (command: string) => spawnSync(command, ["--version"]).error === undefined;
/** It works as root, as which `npm test` installs it; in CI it must not be missing then. */
export const isMissingBuilder = process.getuid?.() !== 0 || (!process.env.CI && !isInstalled("buildah"));

/**
 * npm, but for the packages: those of the same lock file are installed here, and shared or copied instead of fetched and
 * unpacked once more. Which ones production needs is npm's to say.
 */
const npmOfBase = `#!/bin/sh
npm="node /usr/local/lib/node_modules/npm/bin/npm-cli.js"
case "$*" in
  "ci --include=dev"*) ln -s /installed/node_modules node_modules ;;
  ci*) $npm "$@" --dry-run > /tmp/added && node /usr/local/lib/copy-packages.mjs ;;
  *) exec $npm "$@" ;;
esac
`;
const copyPackages = `
import { cpSync, readFileSync } from "node:fs";
const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
for (const [, name, version] of readFileSync("/tmp/added", "utf8").matchAll(/^add (\\S+) (\\S+)$/gm)) {
  const path = "node_modules/" + name;
  if (packages[path]?.version === version) cpSync("/installed/" + path, path, { recursive: true });
}
`;

/** What is called by the Dockerfile's steps, npm's scripts, the image's probe and the npm above. */
const programs = ["bash", "chown", "env", "find", "ln", "mkdir", "sh"].map((name) => `/usr/bin/${name}`);

/**
 * Builds the Dockerfile's image by buildah, on a base that is made here instead of NODE_IMAGE, so that no registry of images
 * is needed: the project's own Node, and of this machine npm, certificates and the few programs that the Dockerfile calls.
 */
export async function buildImage(commit: string) {
  const folder = mkdtempSync(join(tmpdir(), "image-"));
  const places = ["--root", join(folder, "storage"), "--runroot", join(folder, "run")];
  // Without it, each step of a stage has a copy of everything; a container that this runs in may lack it.
  const hasOverlay = spawnSync("buildah", ["--storage-driver", "overlay", ...places, "info"]).status === 0;
  const storage = ["--storage-driver", hasOverlay ? "overlay" : "vfs", ...places];
  const buildah = async (...args: string[]) => {
    const { stdout } = await run("buildah", [...storage, ...args], { cwd: root, maxBuffer: 2 ** 28 });
    return stdout.trim();
  };
  // Without namespaces, which containers that tests run in do not have.
  const isolation = ["--isolation", "chroot"];
  const build = (tag: string, ...args: string[]) => buildah("build", ...isolation, "--tag", tag, ...args);

  const base = join(folder, "base");
  const files = join(base, "files");
  for (const name of ["etc", "home/node", "root", "tmp"]) mkdirSync(join(files, name), { recursive: true });
  symlinkSync("usr/bin", join(files, "bin"));
  chmodSync(join(files, "tmp"), 0o1777);
  writeFileSync(
    join(files, "etc/passwd"),
    "root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n",
  );
  writeFileSync(join(files, "etc/group"), "root:x:0:\nnode:x:1000:\n");
  const addons = globSync("node_modules/{@*/,}*/*.node", { cwd: root });
  const loading = await run("ldd", [...programs, node, ...addons], { cwd: root });
  const libraries = loading.stdout.matchAll(/(\/\S+) \(0x/g);
  for (const file of new Set([...programs, ...Array.from(libraries, ([, path = ""]) => path)]))
    cpSync(file, join(files, file), { recursive: true, dereference: true });
  const npm = (await run("sh", ["-c", 'realpath "$(command -v npm)"'])).stdout.trim();
  cpSync(dirname(dirname(npm)), join(base, "packages/npm"), { recursive: true, dereference: true });
  writeFileSync(join(base, "npm"), npmOfBase, { mode: 0o755 });
  writeFileSync(join(base, "copy-packages.mjs"), copyPackages);
  cpSync(node, join(base, "node"));
  chmodSync(join(base, "node"), 0o755);
  const { NODE_EXTRA_CA_CERTS: certificates } = process.env;
  if (certificates) cpSync(certificates, join(base, "certificates.pem"));
  writeFileSync(
    join(base, "Dockerfile"),
    `FROM scratch
     COPY files /
     COPY node npm /usr/local/bin/
     COPY copy-packages.mjs /usr/local/lib/
     COPY packages /usr/local/lib/node_modules
     ${certificates ? "COPY certificates.pem /etc/\n ENV NODE_EXTRA_CA_CERTS=/etc/certificates.pem" : ""}
     RUN chown node:node /home/node`,
  );
  await build("localhost/node", base);
  const given = { NODE_IMAGE: "localhost/node", COMMIT: commit };
  await build(
    "localhost/portal",
    ...Object.entries(given).flatMap(([name, value]) => ["--build-arg", `${name}=${value}`]),
    ...["--volume", `${join(root, "node_modules")}:/installed/node_modules`, "--target", "portal", root],
  );
  return {
    buildah,
    arguments: storage,
    isolation,
    async remove() {
      // What is mounted cannot be removed.
      await buildah("rm", "--all");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
