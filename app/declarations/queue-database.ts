import { type Generated, type Kysely, type RawBuilder, sql } from "kysely";
import type { Entry, Position, Share } from "./queue.ts";

interface DeclarationTable {
  /** The order of arrival. */
  seq: Generated<number>;
  id: string;
  lane: string;
  receivedAt: number;
  state: Generated<Entry["state"]>;
  attempts: Generated<number>;
  /** While it waits: when the next attempt is due, or the lease ends. */
  due: number | null;
  /** The token of its lease. */
  token: string | null;
  removeAt: number | null;
  sealed: string;
  /** Digest of what counts as the same for an hour. Of the same content only the latest entry has it. */
  content: string | null;
  /**
   * The `seq` of the nearest earlier entry of its lane that waits, as far as is known. It tells where to look: whether
   * that one still waits is asked of its own row.
   */
  behind: number | null;
  /** When it was received, until the provider has it. */
  openSince: number | null;
  /** Empty for what may take all of the store. */
  share: Share | null;
}
export interface Schema {
  declaration: DeclarationTable;
}

/** A table of an earlier version lacks it. */
export const newestColumn = "share";

/**
 * The table and its indexes. Portals of two versions may share it: a later version only adds nullable columns, and every
 * statement names the columns that it knows.
 *
 * In an outage almost every row changes its state within minutes, and the planner's statistics are wrong until somebody
 * renews them. So no index has a condition on the state, which the planner could take for one that nothing fulfils. What
 * is looked for has a column of its own, empty in all other rows, and one index: no other leads to that order.
 */
export const tableOf = ({ integer, seq, suffix = "" }: { integer: string; seq: string; suffix?: string }) => [
  `CREATE TABLE declaration (
    seq ${seq},
    id TEXT NOT NULL UNIQUE,
    lane TEXT NOT NULL,
    "receivedAt" ${integer} NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting',
    attempts ${integer} NOT NULL DEFAULT 0,
    due ${integer},
    token TEXT,
    "removeAt" ${integer},
    sealed TEXT NOT NULL,
    content TEXT UNIQUE,
    behind ${integer},
    "openSince" ${integer},
    share TEXT
  ) ${suffix}`,
  "CREATE INDEX declaration_lane ON declaration (lane, seq)",
  "CREATE INDEX declaration_due ON declaration (due, seq) WHERE due IS NOT NULL",
  "CREATE INDEX declaration_behind ON declaration (behind) WHERE behind IS NOT NULL",
  // With all that a backlog counts, so that counting reads no content.
  `CREATE INDEX declaration_open ON declaration ("openSince", seq, state, "removeAt") WHERE "openSince" IS NOT NULL`,
  "CREATE INDEX declaration_share ON declaration (share, seq) WHERE share IS NOT NULL",
  `CREATE INDEX declaration_over ON declaration ("removeAt") WHERE "removeAt" IS NOT NULL`,
];

/** What a portal says of a table that an earlier version made. */
export const foreignTable = () =>
  new Error("The table `declaration` is of a version before 2.0.0. Use another database, or a new file.");

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
  /** Whether so many statements wait for a connection that another one would wait for long. */
  isFull?(): boolean;
  /** Whether its file was removed or replaced, so that writes to it would be lost. */
  isGone?(): boolean;
  close(): Promise<void>;
}

/** What every reader of an entry gets. */
export const columns = ["id", "lane", "receivedAt", "state", "attempts", "sealed"] as const;

/** The database's time in so many milliseconds. */
export const inMs = ({ now }: QueueDatabase, ms: number) => sql<number>`${now} + ${sql.lit(Math.round(ms))}`;

/** What is open, from a position on, the oldest first. */
export const openAfter = (db: Kysely<Schema>, { openSince, seq }: Position) =>
  db
    .selectFrom("declaration")
    // Of two together, PostgreSQL does not see that neither is null, as their index says.
    .where("openSince", "is not", null)
    .where((eb) => eb(eb.refTuple("openSince", "seq"), ">", eb.tuple(openSince, seq)))
    .orderBy("openSince")
    .orderBy("seq");

/** The id of the row that shows whether the store can be written; not a declaration. */
export const probeId = "probe";
