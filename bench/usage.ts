import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { Portal } from "../tests/support/portal.ts";

/** For `NODE_OPTIONS` of a portal that is to be asked. */
export const reportsUsage = `--import=${pathToFileURL(join(import.meta.dirname, "report-usage.ts"))}`;

export interface Usage {
  /** Of the whole process since its start: other than a rate, it says nearly the same on a busy machine. */
  cpuMs: number;
  /** Bytes of the heap before and after a collection of garbage. */
  used: number;
  left: number;
}

/** What a portal has used until now. */
export async function usageOf({ pid, log }: Portal): Promise<Usage> {
  const before = log.length;
  if (pid) process.kill(pid, "SIGUSR2");
  for (let tries = 0; tries < 1000; tries++) {
    const line = log.slice(before).find((one) => one.startsWith("usage "));
    if (line) return JSON.parse(line.slice("usage ".length));
    await wait(20);
  }
  throw new Error("The portal does not say what it has used.");
}
