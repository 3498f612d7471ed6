import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, globSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../support/free-port.ts";
import { buildImage, isMissingBuilder } from "../support/image.ts";
import { testPatienceMs } from "../support/patience.ts";

const root = join(import.meta.dirname, "../..");

/** The last of a process' descendants, each of which has one child. */
function innermost(pid: number): number {
  const child = spawnSync("pgrep", ["-P", String(pid)], { encoding: "utf8" }).stdout.trim();
  return child ? innermost(Number(child)) : pid;
}

test.skipIf(isMissingBuilder)(
  "the Dockerfile's image has a portal without sandbox and developers' parts, which runs, answers probes and stops",
  async () => {
    const { buildah, arguments: storage, isolation, remove } = await buildImage("abc");
    onTestFinished(remove);
    const container = await buildah("from", "localhost/portal");
    const image = join(await buildah("mount", container), "srv");
    for (const part of [
      "sandbox",
      "tests",
      "docs",
      "node_modules/hono",
      "node_modules/typescript",
      "node_modules/vite",
    ])
      expect([part, existsSync(join(image, part))]).toEqual([part, false]);
    const all = readdirSync(image, { recursive: true, encoding: "utf8" });
    expect(all.filter((file) => /gallery|\.map$|\.d\.ts$/.test(file))).toEqual([]);

    // Its bill of materials has each of its own files.
    const own = globSync("**", { cwd: image, exclude: ["node_modules", "data", "sbom.json"] })
      .filter((name) => statSync(join(image, name)).isFile())
      .map((name) => [
        name,
        createHash("sha256")
          .update(readFileSync(join(image, name)))
          .digest("hex"),
      ]);
    const { components } = JSON.parse(readFileSync(join(image, "sbom.json"), "utf8"));
    const listed = components
      .filter(({ type }: { type: string }) => type === "file")
      .map(({ name, hashes }: { name: string; hashes: { content: string }[] }) => [name, hashes[0]?.content]);
    expect(own.length).toBeGreaterThan(300);
    expect(listed).toEqual(own.sort(([a = ""], [b = ""]) => (a < b ? -1 : 1)));

    const config = JSON.parse(await buildah("inspect", "--type", "image", "localhost/portal")).OCIv1.config;
    expect(config).toMatchObject({ User: "node", StopSignal: "SIGTERM", WorkingDir: "/srv" });
    const port = String(await freePort());
    const settings = {
      PORT: port,
      API_BASE_URL: "http://127.0.0.1:1",
      SESSION_SECRET: "a-secret-of-more-than-thirty-two-characters",
      SHUTDOWN_DELAY: "0",
    };
    const env = Object.entries(settings).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
    const inside = (...command: string[]) => ["run", ...isolation, ...env, container, "--", ...command];
    const running = spawn("buildah", [...storage, ...inside(...config.Cmd)], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    const ended = once(running, "exit");
    // It alone would leave the portal behind.
    onTestFinished(
      () => void (running.exitCode === null && process.kill(innermost(Number(running.pid)), "SIGKILL")),
    );
    await expect
      .poll(
        () => running.exitCode ?? fetch(`http://127.0.0.1:${port}/health/ready`).then(({ ok }) => ok, String),
        { timeout: 2 * testPatienceMs },
      )
      .toBe(true);
    for (const path of ["/health/ready", "/health/live"])
      await buildah(...inside("bash", "server/operation/probe.sh", path));
    const portal = innermost(Number(running.pid));
    expect(readFileSync(`/proc/${portal}/cmdline`, "utf8")).toContain("--max-old-space-size");
    expect(statSync(`/proc/${portal}`).uid).toBe(1000);
    const page = await fetch(`http://127.0.0.1:${port}/kuendigung`);
    expect(await page.text()).toContain("<main");
    expect(await (await fetch(`http://127.0.0.1:${port}/version`)).json()).toMatchObject({ commit: "abc" });
    expect((await fetch(`http://127.0.0.1:${port}/sandbox`)).status).toBe(404);
    const commands = 'for each in server/commands/*; do node "$each" || true; done 2>&1';
    const said = await buildah(...inside("bash", "-c", commands));
    expect(said).toContain("npm run person");
    expect(said).not.toContain("ERR_MODULE_NOT_FOUND");
    process.kill(portal, "SIGTERM");
    expect(await ended).toEqual([0, null]);
  },
  3_600_000,
);

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
    version: version.endsWith("-dev") ? `${version}+$COMMIT` : version,
    revision: "$COMMIT",
    "base.name": "$NODE_IMAGE",
  });
  // An argument is empty in a stage that does not declare it.
  expect(before.match(/^ARG \w+/gm)).toEqual(["ARG COMMIT", "ARG NODE_IMAGE"]);
});
