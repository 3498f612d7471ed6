/**
 * Loaded when an input of a form first gets the focus, so that a page that is only read, or sent as it is, does not pay
 * for it. Undefined offline, where app/browser/stale-chunk.ts has suppressed Vite's error.
 */
export const typingAids = (): Promise<typeof import("./typing-aids.ts") | undefined> =>
  import("./typing-aids.ts").catch(() => undefined);
