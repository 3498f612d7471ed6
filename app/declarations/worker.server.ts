import { config } from "#app/config.server.ts";
import { logger } from "#app/log.server.ts";
import { forwardDue } from "./declaration.server.ts";
import { declarationQueue } from "./open-queue.server.ts";

/** Declarations of one portal that are on their way to the provider at a time; each of another contract. */
const atOnce = 4;
const longestTickMs = 1000;

let timer: NodeJS.Timeout | undefined;
let round: Promise<unknown> | undefined;

async function forwardAll() {
  const queue = declarationQueue();
  try {
    await queue.sweep(Date.now());
    await Promise.all(Array.from({ length: atOnce }, () => forwardDue(queue)));
  } catch (error) {
    logger.error({ err: error }, "Declarations that wait cannot be passed on.");
  }
}

/** Passes on what waits, until `stopForwarding`: any number of processes may. */
export function startForwarding(): void {
  if (timer) return;
  const tick = () => {
    timer = setTimeout(
      async () => {
        round = forwardAll();
        await round;
        if (timer) tick();
      },
      Math.min(config().declarations.retryMs, longestTickMs),
    );
  };
  tick();
}

/** Ends when nothing is on its way any more. */
export async function stopForwarding(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  await round;
  await declarationQueue().close();
}

/** For metrics and the readiness check: how many wait, since when the oldest (ms), and how many were refused. */
export async function declarationBacklog() {
  const { waiting, refused, oldest } = await declarationQueue().backlog();
  return { waiting, refused, oldestAgeMs: oldest === undefined ? 0 : Date.now() - oldest };
}
