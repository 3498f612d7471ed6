/**
 * Loaded by the first focus in a form, so that reading costs nothing. Without a network there are none: what prevents
 * Vite's error leaves the import with nothing (app/browser/stale-chunk.ts).
 */
export const typingAids = (): Promise<typeof import("./typing-aids.ts") | undefined> =>
  import("./typing-aids.ts").catch(() => undefined);
