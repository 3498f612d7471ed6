import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";

/** A program that ends with this process, once it answers at `origin`. @throws what it wrote, if it ends before */
export async function startDaemon(command: string, args: string[], origin: string) {
  const log: string[] = [];
  const child = spawn(command, args, { stdio: ["ignore", "ignore", "pipe"] });
  child.stderr.on("data", (lines) => log.push(String(lines)));
  const gone = once(child, "exit").catch((error: Error) => log.push(error.message));
  const killWithUs = () => child.kill("SIGKILL");
  process.once("exit", killWithUs);
  while (!(await fetch(`${origin}/-/ready`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null || child.pid === undefined)
      throw new Error(`${command} ended:\n${log.join("")}`);
    await wait(50);
  }
  return {
    async stop() {
      child.kill("SIGKILL");
      await gone;
      process.off("exit", killWithUs);
    },
  };
}
