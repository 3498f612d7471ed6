import type { Database } from "./database.ts";

/** What every area of the sandbox works with. */
export interface Sandbox {
  database: Database;
  /** The present moment; tests set their own. */
  now: () => Date;
  /** Origin in front of links to the sandbox's own pages; empty = a path on the caller's origin. */
  publicUrl: string;
}
