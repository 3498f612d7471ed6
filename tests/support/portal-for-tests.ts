import { afterAll, expect } from "vitest";
import { type Portal, startPortal } from "./portal.ts";

const started = new Map<() => Promise<unknown>, Promise<unknown>>();

/** Starts something that all test files of this worker share, and that ends with it. */
export function oncePerWorker<T>(start: () => Promise<T>): Promise<T> {
  // Vitest ends its workers by a signal, which skips exit handlers.
  if (started.size === 0) process.once("SIGTERM", () => process.exit());
  if (!started.has(start)) started.set(start, start());
  return started.get(start) as Promise<T>;
}

const start = () => startPortal();

/**
 * One portal per worker, shared by its test files. Each test uses its own token or customer (`fresh`); a file that stops
 * the portal or needs other settings starts its own.
 */
export async function portalForTests(): Promise<Portal> {
  const portal = await oncePerWorker(start);
  const before = portal.log.length;
  // One that a page causes each time would hide the real ones.
  afterAll(() => {
    const warnings = portal.log.slice(before).filter((line) => line.includes('"warning":'));
    expect(warnings, "warnings of Node").toEqual([]);
  });
  return portal;
}
