import type { Database } from "./database.ts";
import type { Words } from "./words.ts";

export interface Sandbox {
  database: Database;
  /** The present time of a copy of a token (see `clock/clock.ts`). */
  now: (token: string) => Date;
  /** The machine's time, for what belongs to no copy: systems, logins, the log of calls. Tests set their own. */
  machineNow: () => Date;
  /** Origin of links to the sandbox's own pages; empty = a path on the caller's origin. */
  publicUrl: string;
  /** The words of every token that names none (see `words.ts`). */
  words: Words | undefined;
}
