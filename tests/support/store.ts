import { renameSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";
import { vi } from "vitest";
import { patienceMs } from "./patience.ts";

/**
 * Puts what cannot be opened in place of a store's file, until that is removed. In one step, as the portal may look at any
 * moment, and would make a missing file again.
 */
export function takeAway(file: string): void {
  symlinkSync(dirname(file), `${file}.new`);
  renameSync(`${file}.new`, file);
}

/** Waits until a store is connected: its limit for a command counts from before that. */
export const isThere = (store: { ping: () => Promise<unknown> }) =>
  vi.waitFor(() => store.ping(), { timeout: patienceMs });
