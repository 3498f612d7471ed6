import type { Hono } from "hono";
import type { Api } from "./api.ts";
import type { Database, Migration } from "./database.ts";

/** What every area of the sandbox works with. */
export interface Sandbox {
  database: Database;
  /** The present moment; tests set their own. */
  now: () => Date;
  /** Origin in front of links to the sandbox's own pages; empty = a path on the caller's origin. */
  publicUrl: string;
}

/**
 * One area of the provider's API (offers, login, …): its tables, the calls of the contract that it answers,
 * and pages of its own. A new area is a folder with one of these and a line in app.ts.
 */
export interface Area {
  migrations?: Migration[];
  /** Registers the area's calls of the contract. */
  calls?: (api: Api, sandbox: Sandbox) => void;
  /** Registers what is no call of the contract: HTML pages under /sandbox. */
  pages?: (app: Hono, sandbox: Sandbox) => void;
}
