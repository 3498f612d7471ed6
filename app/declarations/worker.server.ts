import { Gauge } from "prom-client";
import { config } from "#app/operation/config.server.ts";
import { logger } from "#app/operation/log.server.ts";
import { forwardDue } from "./declaration.server.ts";
import { declarationQueue } from "./open-queue.server.ts";

/** Declarations that one portal forwards at a time, each of a different contract. */
const atOnce = 4;
const longestTickMs = 1000;

let timer: NodeJS.Timeout | undefined;
let round: Promise<unknown> | undefined;

async function forwardAll() {
  const queue = declarationQueue();
  try {
    await queue.sweep(Date.now());
    // A long backlog does not hold up a portal that stops.
    const goesOn = () => timer !== undefined;
    await Promise.all(Array.from({ length: atOnce }, () => forwardDue(queue, goesOn)));
  } catch (error) {
    logger.error({ err: error }, "Declarations that wait cannot be passed on.");
  }
}

/** Passes on what waits, until `stopForwarding`: any number of processes may. */
export function startForwarding(): void {
  if (timer) return;
  if (config().metricsPort !== undefined) measure();
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

/** How many wait, for how long the oldest one has, and how many were refused; nothing while the store is away. */
export async function declarationBacklog() {
  try {
    const { waiting, refused, oldest = Date.now() } = await declarationQueue().backlog();
    return { waiting, refused, oldestSeconds: Math.round((Date.now() - oldest) / 1000) };
  } catch {
    return undefined;
  }
}

type Backlog = NonNullable<Awaited<ReturnType<typeof declarationBacklog>>>;
const gauges: [name: string, of: keyof Backlog, help: string][] = [
  ["waiting", "waiting", "Declarations that the provider has not answered yet"],
  ["refused", "refused", "Declarations that the provider refused, as long as they are kept"],
  ["oldest_seconds", "oldestSeconds", "For how long the oldest of the declarations that wait has done so"],
];

function measure() {
  for (const [name, of, help] of gauges)
    new Gauge({
      name: `portal_declarations_${name}`,
      help: `${help}; all portals of one store say the same`,
      async collect() {
        // An old number would look current.
        this.set((await declarationBacklog())?.[of] ?? Number.NaN);
      },
    });
}
