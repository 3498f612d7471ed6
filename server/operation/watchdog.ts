import { rmSync, statSync } from "node:fs";
import inspector from "node:inspector";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import { Gauge } from "prom-client";
import { root } from "#server/root.ts";

const limitSeconds = 10;

/**
 * Ends the process once its event loop has not turned for ten seconds: whatever started it starts it again, and another
 * portal answers meanwhile. No signal and no probe can: both need the loop.
 */
export function watchLoop(port: number, hasMetrics: boolean, logger: Logger): void {
  const marker = join(tmpdir(), `portal-${port}-stood-still`);
  const endedAt = statSync(marker, { throwIfNoEntry: false })?.mtimeMs;
  if (endedAt !== undefined) {
    rmSync(marker, { force: true });
    logger.warn(
      "The process before this one stood still and was ended; the last line of its log says where.",
    );
  }
  if (hasMetrics)
    new Gauge({
      name: "portal_stood_still_timestamp_seconds",
      help: "When the process before this one was ended because its event loop stood still; 0 if it was not",
    }).set((endedAt ?? 0) / 1000);
  // Somebody looks at it with a debugger.
  if (inspector.url()) return;
  const turns = new SharedArrayBuffer(4);
  const turn = new Int32Array(turns);
  const worker = new Worker(join(root, "server/operation/watchdog-worker.mjs"), {
    workerData: { turns, marker, limitSeconds },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
    // It needs nothing that the portal's command line or NODE_OPTIONS load.
    execArgv: [],
    env: {},
    name: "watchdog",
  });
  worker.on("error", (err) => logger.error({ err }, "Nothing watches the event loop any more."));
  worker.unref();
  setInterval(() => void Atomics.add(turn, 0, 1), 1000).unref();
}
