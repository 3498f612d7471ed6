import { keptMark } from "./kept-mark.ts";

/** Whether this browser keeps a file. It may let no site store anything; then it keeps none. */
export function keepsFiles(): boolean {
  try {
    return localStorage.getItem(keptMark) !== null;
  } catch {
    return false;
  }
}

type LateFiles = typeof import("./late-files.ts");
let loaded: LateFiles | undefined;

/**
 * What works with chosen files, loaded once there is one, so that no page pays for it before. Undefined offline, where
 * app/browser/stale-chunk.ts has suppressed Vite's error.
 */
export async function lateFiles(): Promise<LateFiles | undefined> {
  loaded ??= await import("./late-files.ts").catch(() => undefined);
  return loaded;
}

/** The same if it has arrived by now: what is sent does not wait for it. */
export const loadedFiles = (): LateFiles | undefined => loaded;

/** Runs on every page with scripts: removes files that no receipt has taken. */
export function forgetOldFiles(): void {
  if (keepsFiles())
    lateFiles()
      .then((files) => files?.forgetOld())
      .catch(() => {});
}
