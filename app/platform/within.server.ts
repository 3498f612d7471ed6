import { TaskCancelledError } from "cockatiel";
import { monotonicMs } from "./monotonic.ts";

/**
 * Waits so long for work. Where this process itself stood still meanwhile, the answer may have come and not been read: it
 * then waits once more.
 */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new TaskCancelledError(`Operation timed out after ${ms}ms`));
    const since = monotonicMs();
    timer = setTimeout(() => {
      const stoodStill = monotonicMs() - since > 1.25 * ms;
      if (stoodStill) timer = setTimeout(giveUp, ms);
      else giveUp();
    }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
