import { type Portal, startPortal } from "./portal.ts";

let shared: Promise<Portal> | undefined;

/**
 * The portal of a worker: its test files share it, one after the other, and it ends with the worker. Each test brings a
 * token or customer of its own (`fresh`); a file that stops it or needs other settings starts one for itself.
 */
export function portalForTests(): Promise<Portal> {
  // Vitest ends its workers by a signal, which skips what is to happen at the exit.
  if (!shared) process.once("SIGTERM", () => process.exit());
  shared ??= startPortal();
  return shared;
}
