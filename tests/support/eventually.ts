import { vi } from "vitest";
import { patienceMs } from "./patience.ts";

/** What portals do within seconds, such as reading a file again that changed. */
export const eventually = <T>(work: () => Promise<T | false | undefined>) =>
  vi.waitUntil(work, { timeout: 2 * patienceMs, interval: 200 });

/** What a page in a simulated browser does soon: an expectation that holds in the end. */
export const becomesTrue = (check: () => void) => vi.waitFor(check, { timeout: patienceMs });
