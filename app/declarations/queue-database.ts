import type { Generated, Kysely, RawBuilder } from "kysely";
import type { Entry } from "./queue.ts";

interface DeclarationTable {
  /** The order of arrival. */
  seq: Generated<number>;
  id: string;
  lane: string;
  receivedAt: number;
  state: Generated<Entry["state"]>;
  attempts: Generated<number>;
  /** When the next attempt is due, or the lease ends. */
  due: number;
  /** The token of its lease. */
  token: string | null;
  removeAt: number | null;
  sealed: string;
  /** Digest of what counts as the same for an hour. Of the same content only the latest entry has it. */
  content: string | null;
}
export interface Schema {
  declaration: DeclarationTable;
}

/** The column that was added last: a table that has it is complete. */
export const newestColumn = "content";
/**
 * The table, its newest column, and its indexes. Portals of two versions may share it: a later version only adds
 * nullable columns, and every statement names the columns that it knows.
 */
export const tableOf = ({ integer, seq, suffix = "" }: { integer: string; seq: string; suffix?: string }) => [
  `CREATE TABLE IF NOT EXISTS declaration (
    seq ${seq},
    id TEXT NOT NULL UNIQUE,
    lane TEXT NOT NULL,
    "receivedAt" ${integer} NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting',
    attempts ${integer} NOT NULL DEFAULT 0,
    due ${integer} NOT NULL,
    token TEXT,
    "removeAt" ${integer},
    sealed TEXT NOT NULL
  ) ${suffix}`,
  `ALTER TABLE declaration ADD COLUMN ${newestColumn} TEXT`,
  "CREATE UNIQUE INDEX IF NOT EXISTS declaration_content ON declaration (content)",
  "CREATE INDEX IF NOT EXISTS declaration_lane ON declaration (lane, seq)",
  "CREATE INDEX IF NOT EXISTS declaration_due ON declaration (due) WHERE state = 'waiting'",
  `CREATE INDEX IF NOT EXISTS declaration_unfinished ON declaration (state, "receivedAt") WHERE state <> 'forwarded'`,
  `CREATE INDEX IF NOT EXISTS declaration_over ON declaration ("removeAt") WHERE "removeAt" IS NOT NULL`,
];

/** A database with the table above. */
export interface QueueDatabase {
  db: Kysely<Schema>;
  /** The database's clock, in milliseconds. */
  now: RawBuilder<number>;
  /** Whether several connections write at the same time, so that rows are locked and locked ones skipped. */
  locksRows: boolean;
  /** Runs a statement within the limits of the database. */
  run<T>(statement: () => Promise<T>): Promise<T>;
  /** Whether an error is the database's own refusal, after which a statement has surely changed nothing. */
  isRefusal(error: unknown): boolean;
  /** Whether its file was removed or replaced, so that writes to it would be lost. */
  isGone?(): boolean;
  close(): Promise<void>;
}
