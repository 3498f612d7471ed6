import { type Portal, patient, startPortal } from "./portal.ts";

let shared: Promise<Portal> | undefined;

/**
 * One portal per worker, shared by its test files. Each test uses its own token or customer (`fresh`); a file that stops
 * the portal or needs other settings starts its own.
 */
export function portalForTests(): Promise<Portal> {
  // Vitest ends its workers by a signal, which skips exit handlers.
  if (!shared) process.once("SIGTERM", () => process.exit());
  shared ??= startPortal(patient);
  return shared;
}
