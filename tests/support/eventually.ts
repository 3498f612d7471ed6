import { vi } from "vitest";
import { patienceMs } from "./patience.ts";

/** What portals do within seconds, such as reading a file again that changed. */
export const eventually = <T>(work: () => Promise<T | false | undefined>) =>
  vi.waitUntil(work, { timeout: 2 * patienceMs, interval: 200 });
