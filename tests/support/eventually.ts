import { vi } from "vitest";

/** What portals do within seconds, such as reading a file again that changed. */
export const eventually = <T>(work: () => Promise<T | false | undefined>) =>
  vi.waitUntil(work, { timeout: 180_000, interval: 200 });
