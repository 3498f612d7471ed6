import type { Database } from "./database.ts";
import type { Words } from "./words.ts";

export interface Sandbox {
  database: Database;
  /** Current time; tests set their own. */
  now: () => Date;
  /** Origin of links to the sandbox's own pages; empty = a path on the caller's origin. */
  publicUrl: string;
  /** The words of every token that names none (see `words.ts`). */
  words: Words | undefined;
}
