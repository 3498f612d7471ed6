/** Loaded by the first focus in a form, so that reading costs nothing. Without a network there are none. */
export const typingAids = () => import("./typing-aids.ts").catch(() => undefined);
