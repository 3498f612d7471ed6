import { Gauge } from "prom-client";
import { config } from "#app/platform/config.server.ts";
import { messageOf } from "#app/platform/error-facts.ts";
import { logger } from "#app/platform/log.server.ts";
import { deletedRefused } from "#app/platform/metrics.server.ts";
import { monotonicMs } from "#app/platform/monotonic.ts";
import { forwardDue } from "./declaration.server.ts";
import { closeQueues, declarationQueue } from "./open-queue.server.ts";
import type { DeclarationQueue } from "./queue.ts";

/** Declarations that one portal forwards at a time, each of a different contract. */
const atOnce = 4;
const longestTickMs = 1000;

let timer: NodeJS.Timeout | undefined;
let round: Promise<unknown> | undefined;

/** The failure logged last: a store that is down is not logged every second. */
let failure: string | undefined;

async function forwardAll() {
  const queue = declarationQueue("worker");
  try {
    for (const id of await queue.sweep()) {
      deletedRefused?.inc();
      logger.warn({ declaration: id }, "A declaration that the provider had refused is deleted.");
    }
    // A long backlog does not delay the portal's shutdown.
    const shouldContinue = () => timer !== undefined;
    await Promise.all(Array.from({ length: atOnce }, () => forwardDue(queue, shouldContinue)));
    failure = undefined;
  } catch (error) {
    const message = messageOf(error);
    if (message !== failure) logger.error({ err: error }, "Declarations that wait cannot be passed on.");
    failure = message;
  }
}

/** Forwards what waits, until `stopForwarding`. Any number of processes may do so. */
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

/** Resolves when nothing is being forwarded any more. */
export async function stopForwarding(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  await round;
  await closeQueues();
}

/** For so long one look serves all that ask, such as six gauges of one scrape: each would cost the store as much. */
const lookedMs = 5000;
type Looked = Awaited<ReturnType<DeclarationQueue["backlog"]>>;
let looked: { until: number; backlog: Promise<Looked> } | undefined;

function backlogOnce(): Promise<Looked> {
  if (looked && monotonicMs() < looked.until) return looked.backlog;
  const look = { until: monotonicMs() + lookedMs, backlog: declarationQueue("metrics").backlog() };
  looked = look;
  // A failure is not kept: the store may be back at the next scrape.
  look.backlog.catch(() => {
    if (looked === look) looked = undefined;
  });
  return look.backlog;
}

/** How many wait, the age of the oldest, and how many were refused, left to staff or overtaken; undefined while the store is down. */
export async function declarationBacklog() {
  try {
    const { oldestMs, ...counts } = await backlogOnce();
    return { ...counts, oldestSeconds: Math.round(oldestMs / 1000) };
  } catch {
    return undefined;
  }
}

type Backlog = NonNullable<Awaited<ReturnType<typeof declarationBacklog>>>;
const gauges: [name: string, of: keyof Backlog, help: string][] = [
  ["waiting", "waiting", "Declarations that the provider has not answered yet"],
  ["refused", "refused", "Declarations that the provider refused, as long as they are kept"],
  [
    "refused_ending",
    "refusedEnding",
    "Declarations that the provider refused, and that are deleted within a week",
  ],
  ["by_hand", "byHand", "Declarations that no call of the provider takes, and that staff has to pass on"],
  [
    "overtaken",
    "overtaken",
    "Declarations that wait, and that a later one of their contract waits for no longer",
  ],
  ["oldest_seconds", "oldestSeconds", "For how long the oldest of the declarations that wait has done so"],
];

function measure() {
  for (const [name, of, help] of gauges)
    new Gauge({
      name: `portal_declarations_${name}`,
      help: `${help}; all portals of one store say the same`,
      async collect() {
        // The previous number would look current.
        this.set((await declarationBacklog())?.[of] ?? Number.NaN);
      },
    });
}
