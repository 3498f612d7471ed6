import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { freePort } from "./free-port.ts";

/** A real Redis on the given or a free port, without persistence. */
export async function startRedis(port?: number) {
  const at = port ?? (await freePort());
  const child = spawn(
    "redis-server",
    ["--port", String(at), "--bind", "127.0.0.1", "--save", "", "--dir", "/tmp"],
    {
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  // A test that fails before it stops its server leaves none behind; an orphan with our streams would hang the run.
  const killWithUs = () => child.kill("SIGKILL");
  process.once("exit", killWithUs);
  child.once("exit", () => process.off("exit", killWithUs));
  const failed = once(child, "error").then(([error]) => {
    throw new Error("redis-server does not start. Install it: `node tools/ensure-system.mjs`", {
      cause: error,
    });
  });
  const ready = (async () => {
    for await (const line of createInterface(child.stdout))
      if (line.includes("Ready to accept connections")) return;
    throw new Error(`redis-server ended before it was ready (port ${at}).`);
  })();
  await Promise.race([ready, failed]);
  child.stdout.resume();
  return {
    port: at,
    url: `redis://127.0.0.1:${at}`,
    async stop() {
      child.kill();
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}
