import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { freePort } from "../support/free-port.ts";
import { node } from "../support/portal.ts";

const root = join(import.meta.dirname, "../..");

/** The instructions of each stage, with continued lines joined. */
function stagesOf(dockerfile: string): Map<string, string[]> {
  const stages = new Map<string, string[]>();
  for (const line of dockerfile.replaceAll("\\\n", " ").split("\n")) {
    const stage = line.match(/^FROM .* AS (\w+)$/)?.[1];
    if (stage) stages.set(stage, []);
    else if (/^(?:COPY|RUN) /.test(line)) [...stages.values()].at(-1)?.push(line);
  }
  return stages;
}

/** Runs a stage's COPY and RUN in a folder. Files from another stage come from that stage's folder. */
function make(stage: string, folders: string, instructions: string[], context: string) {
  const target = join(folders, stage);
  mkdirSync(target);
  // Only root can chown, and the machine has no user `node`.
  const bin = join(folders, "bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "chown"), "#!/bin/sh\n", { mode: 0o755 });
  for (const instruction of instructions) {
    const [kind, ...args] = instruction.split(/\s+/);
    if (kind === "COPY") {
      const from = args[0]?.match(/^--from=(\w+)$/)?.[1];
      const paths = from ? args.slice(1) : args;
      const to = join(target, paths.at(-1) ?? "");
      for (const path of paths.slice(0, -1)) {
        const source = from ? join(folders, from, path.replace(/^\/srv/, "")) : join(context, path);
        const intoFolder = paths.at(-1)?.endsWith("/") && path !== ".";
        cpSync(source, intoFolder ? join(to, basename(path)) : to, {
          recursive: true,
          verbatimSymlinks: true,
        });
      }
    } else {
      const command = instruction.slice("RUN ".length);
      // The build uses the dependencies that these tests run with.
      if (command.startsWith("npm ci --include=dev")) {
        symlinkSync(join(root, "node_modules"), join(target, "node_modules"));
        continue;
      }
      const env = {
        ...process.env,
        PATH: `${bin}:${process.env.PATH}`,
        BUILD_DIRECTORY: "build",
        COMMIT: "abc",
      };
      const { status, stderr } = spawnSync("bash", ["-c", command], { cwd: target, env, encoding: "utf8" });
      expect([command, status, stderr.slice(-2000)]).toEqual([command, 0, expect.any(String)]);
    }
  }
  return target;
}

test("the Dockerfile's steps build a portal without sandbox and developers' parts, which runs and answers probes", async () => {
  const folders = mkdtempSync(join(tmpdir(), "image-"));
  onTestFinished(() => rmSync(folders, { recursive: true, force: true }));
  const context = join(folders, "context");
  const listed = spawnSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" }).stdout.split("\0");
  const ignored = readFileSync(join(root, ".dockerignore"), "utf8").split("\n");
  for (const file of listed.filter(Boolean))
    if (!ignored.includes(file.split("/")[0] ?? "") && existsSync(join(root, file)))
      cpSync(join(root, file), join(context, file));

  const stages = stagesOf(readFileSync(join(root, "Dockerfile"), "utf8"));
  const made = ["build", "dependencies", "portal"].map((stage) =>
    make(stage, folders, stages.get(stage) ?? [], context),
  );
  const image = made.at(-1) ?? "";
  for (const part of [
    "sandbox",
    "tests",
    "docs",
    "node_modules/hono",
    "node_modules/typescript",
    "node_modules/vite",
  ])
    expect([part, existsSync(join(image, part))]).toEqual([part, false]);
  const files = readdirSync(image, { recursive: true, encoding: "utf8" });
  expect(files.filter((file) => /gallery|\.map$|\.d\.ts$/.test(file))).toEqual([]);

  const port = String(await freePort());
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    PORT: port,
    API_BASE_URL: "http://127.0.0.1:1",
    SESSION_SECRET: "a-secret-of-more-than-thirty-two-characters",
    SHUTDOWN_DELAY: "0",
  };
  const portal = spawn(node, ["server/main.ts"], { cwd: image, env, stdio: ["ignore", "ignore", "inherit"] });
  const ended = once(portal, "exit");
  onTestFinished(() => void portal.kill("SIGKILL"));
  const probe = (path: string) =>
    spawnSync("bash", ["server/operation/probe.sh", path], { cwd: image, env }).status;
  await vi.waitUntil(() => portal.exitCode !== null || probe("/health/ready") === 0, {
    timeout: 30_000,
    interval: 200,
  });
  expect(probe("/health/live")).toBe(0);
  expect(readFileSync(`/proc/${portal.pid}/cmdline`, "utf8")).toContain("--max-old-space-size");
  const page = await fetch(`http://127.0.0.1:${port}/kuendigung`);
  expect(await page.text()).toContain("<main");
  expect(await (await fetch(`http://127.0.0.1:${port}/version`)).json()).toMatchObject({ commit: "abc" });
  expect((await fetch(`http://127.0.0.1:${port}/sandbox`)).status).toBe(404);
  for (const command of readdirSync(join(image, "server/commands"))) {
    const { stderr } = spawnSync(node, [`server/commands/${command}`], { cwd: image, env, encoding: "utf8" });
    expect([command, stderr]).toEqual([command, expect.not.stringContaining("ERR_MODULE_NOT_FOUND")]);
  }
  portal.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
}, 300_000);

test("the image names its sources and its base", () => {
  const portal =
    readFileSync(join(root, "Dockerfile"), "utf8")
      .split(/^FROM .* AS /m)
      .at(-1) ?? "";
  expect(portal).toMatch(/^portal$/m);
  const [before = ""] = portal.split(/^LABEL /m);
  const labels = portal.matchAll(/\borg\.opencontainers\.image\.([\w.]+)=("[^"]+"|\S+)/g);
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(Object.fromEntries([...labels].map(([, name, value]) => [name, value]))).toEqual({
    title: expect.any(String),
    description: expect.any(String),
    version,
    revision: "$COMMIT",
    "base.name": "$NODE_IMAGE",
  });
  // An argument is empty in a stage that does not declare it.
  expect(before.match(/^ARG \w+/gm)).toEqual(["ARG COMMIT", "ARG NODE_IMAGE"]);
});
