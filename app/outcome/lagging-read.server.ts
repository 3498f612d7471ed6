import { setTimeout as wait } from "node:timers/promises";
import { monotonicMs } from "#app/platform/monotonic.ts";
import { deadlineContext, type RequestContext } from "#app/request/context.server.ts";

/** What a provider reads from may lag behind what it writes: the pauses before it is asked again, in milliseconds. */
const pausesOfReads = [300, 900];

/** Asks whether an act was done, and again while a read that may lag says that it was not. */
export const askAgain = <T>(context: RequestContext, ask: () => Promise<T>): Promise<T> =>
  readAgainWhile(context, ask, (asked) => asked === "didNot");

/**
 * Reads until the answer no longer contradicts what is known, as long as reads lag and the page has time for it.
 * @param pauses longer ones where something waits for the answer that cannot be repeated
 */
export async function readAgainWhile<T>(
  context: RequestContext,
  read: () => Promise<T>,
  contradicts: (answer: T) => boolean,
  pauses = pausesOfReads,
): Promise<T> {
  let answer = await read();
  for (const pause of pauses) {
    if (!contradicts(answer) || context.get(deadlineContext) - monotonicMs() < 3 * pause) break;
    await wait(pause);
    answer = await read();
  }
  return answer;
}
