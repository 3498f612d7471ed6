import type { TimerOptions } from "node:timers";
import * as timers from "node:timers/promises";

/** For `vi.mock("node:timers/promises", …)`: pauses between reads that lag behind take a hundredth of their time. */
export const shortPauses = {
  ...timers,
  setTimeout: <T>(ms?: number, value?: T, options?: TimerOptions) =>
    timers.setTimeout((ms ?? 0) / 100, value, options),
};
