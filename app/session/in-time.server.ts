import { within } from "#app/platform/within.server.ts";

/** How long a declaration waits for its session, in milliseconds. */
const inTimeMs = 100;

/** What a session holds, for a declaration, which never waits for it long and never fails by it: undefined then. */
export const inTime = <T>(read: Promise<T>): Promise<T | undefined> =>
  within(inTimeMs, read).catch(() => undefined);
