/** Loaded by the first focus in a form: who only reads pays nothing for it. Without a network there is none. */
export const typingAids = () => import("./typing-aids.ts").catch(() => undefined);
