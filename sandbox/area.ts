import type { Hono } from "hono";
import type { Api } from "./api.ts";
import type { CopyDate } from "./clock/clock.ts";
import type { Migration } from "./database.ts";
import type { Sandbox } from "./sandbox.ts";

/**
 * One area of the provider's API (offers, login, …): its tables, its calls of the contract, and its own pages. What a
 * new one takes beside a folder with one of these is in README.md.
 */
export interface Area {
  migrations?: Migration[];
  /** Registers the area's calls of the contract. */
  calls?: (api: Api, sandbox: Sandbox) => void;
  /** Registers HTML pages under /sandbox. */
  pages?: (app: Hono, sandbox: Sandbox) => void;
  /** What comes to a copy of a token by time alone, for the page of its clock. */
  dates?: (sandbox: Sandbox, token: string) => CopyDate[];
}
