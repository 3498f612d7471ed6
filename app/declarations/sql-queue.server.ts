import { type ExpressionBuilder, type Generated, type Kysely, type RawBuilder, sql } from "kysely";
import { type DeclarationQueue, type Entry, longestHoldMs } from "./queue.ts";

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
}
export interface Schema {
  declaration: DeclarationTable;
}

/**
 * The table and its indexes. Portals of two versions may share it: a later version only adds nullable columns, and
 * every statement names the columns that it knows.
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
  "CREATE INDEX IF NOT EXISTS declaration_lane ON declaration (lane, seq)",
  "CREATE INDEX IF NOT EXISTS declaration_due ON declaration (due) WHERE state = 'waiting'",
  `CREATE INDEX IF NOT EXISTS declaration_unfinished ON declaration (state, "receivedAt") WHERE state <> 'forwarded'`,
  `CREATE INDEX IF NOT EXISTS declaration_over ON declaration ("removeAt") WHERE "removeAt" IS NOT NULL`,
];

/** A database with the table above. */
export interface Database {
  db: Kysely<Schema>;
  /** The database's clock, in milliseconds. */
  now: RawBuilder<number>;
  /** Whether several connections write at the same time, so that rows are locked and locked ones skipped. */
  locksRows: boolean;
  /** Runs a statement within the limits of the database. */
  run<T>(statement: () => Promise<T>): Promise<T>;
  /** Whether its file was removed or replaced, so that writes to it would be lost. */
  isGone?(): boolean;
  close(): Promise<void>;
}

/** The id of the row that shows whether the store can be written; not a declaration. */
const probeId = "probe";
const columns = ["id", "lane", "receivedAt", "state", "attempts", "sealed"] as const;
/** As literals, so that SQLite uses the partial indexes on one state. */
const waiting = sql.lit("waiting" as const);
const forwarded = sql.lit("forwarded" as const);
/** Few enough rows at a time that a sweep delays no request. */
const sweepAtMost = 200;
const readAtMost = 200;

/** @param longestPauseMs no lease and no pause between two attempts is longer */
export function createSqlQueue(open: () => Promise<Database>, longestPauseMs: number): DeclarationQueue {
  let opened: Promise<Database> | undefined;
  async function use<T>(statement: (database: Database) => Promise<T>): Promise<T> {
    opened ??= open().catch((error) => {
      opened = undefined;
      throw error;
    });
    const database = await opened;
    if (database.isGone?.()) {
      await close();
      return use(statement);
    }
    return database.run(() => statement(database));
  }

  async function close() {
    const database = await opened?.catch(() => undefined);
    opened = undefined;
    await database?.close();
  }

  type Declarations = ExpressionBuilder<Schema, "declaration">;
  const inMs = ({ now }: Database, ms: number) => sql<number>`${now} + ${sql.lit(Math.round(ms))}`;
  const anHourAgo = ({ now }: Database) => sql<number>`${now} - ${sql.lit(longestHoldMs)}`;
  /**
   * Whether an earlier entry waits and blocks later ones of its lane (`>`), or did so until its hour was over (`<=`).
   */
  const waits = (database: Database, received: ">" | "<=") =>
    sql<boolean>`earlier.state = 'waiting' AND earlier."receivedAt" ${sql.raw(received)} ${anHourAgo(database)}`;
  const isBehind = (database: Database, eb: Declarations, received: ">" | "<=") =>
    eb.exists(
      eb
        .selectFrom("declaration as earlier")
        .select("earlier.seq")
        .where(waits(database, received))
        .whereRef("earlier.lane", "=", "declaration.lane")
        .whereRef("earlier.seq", "<", "declaration.seq"),
    );
  const isOvertaken = (database: Database, eb: Declarations) =>
    eb.and([
      eb("declaration.state", "=", waiting),
      eb("declaration.receivedAt", "<=", anHourAgo(database)),
      eb.exists(
        eb
          .selectFrom("declaration as later")
          .select("later.seq")
          .whereRef("later.lane", "=", "declaration.lane")
          .whereRef("later.seq", ">", "declaration.seq"),
      ),
    ]);

  const find = (id: string) =>
    use(({ db }) => db.selectFrom("declaration").select(columns).where("id", "=", id).executeTakeFirst());

  return {
    async add({ id, lane, sealed }, { token, forMs }) {
      const added = await use((database) => {
        const { db, now } = database;
        const earlier = db
          .selectFrom("declaration as earlier")
          .select("earlier.seq")
          .where("earlier.lane", "=", lane)
          .where(waits(database, ">"));
        const ifFirst = <T>(value: T | RawBuilder<T>, otherwise: T | RawBuilder<T>) =>
          sql<T>`CASE WHEN EXISTS ${earlier} THEN ${otherwise} ELSE ${value} END`;
        return db
          .insertInto("declaration")
          .values({
            id,
            lane,
            sealed,
            receivedAt: now,
            due: ifFirst(inMs(database, forMs), now),
            token: ifFirst<string | null>(token, sql.lit(null)),
            attempts: ifFirst(sql.lit(1), sql.lit(0)),
          })
          .onConflict((conflict) => conflict.column("id").doNothing())
          .returning("token")
          .executeTakeFirst();
      });
      const known = added ? undefined : await find(id);
      return known ? { known } : { leased: added?.token === token };
    },
    find,
    lease: ({ token, forMs }) =>
      use((database) => {
        const { db, now, locksRows } = database;
        return db
          .updateTable("declaration")
          .set((eb) => ({ due: inMs(database, forMs), token, attempts: eb("attempts", "+", 1) }))
          .where("seq", "=", (eb) =>
            eb
              .selectFrom("declaration")
              .select("seq")
              .where("state", "=", waiting)
              .where("due", "<=", now)
              .where((where) => where.not(isBehind(database, where, ">")))
              .orderBy("due")
              .orderBy("seq")
              .limit(1)
              .$if(locksRows, (query) => query.forUpdate().skipLocked()),
          )
          .returning(columns)
          .executeTakeFirst();
      }),
    async settle(id, token, settlement) {
      const { numUpdatedRows } = await use((database) =>
        database.db
          .updateTable("declaration")
          .set(
            settlement.state === "waiting"
              ? { token: null, due: inMs(database, settlement.pauseMs) }
              : {
                  token: null,
                  state: settlement.state,
                  sealed: settlement.sealed,
                  removeAt: inMs(database, settlement.keepMs),
                },
          )
          .where("id", "=", id)
          .where("token", "=", token)
          .executeTakeFirstOrThrow(),
      );
      return numUpdatedRows > 0n;
    },
    async resend(id) {
      const { numUpdatedRows } = await use(({ db, now }) =>
        db
          .updateTable("declaration")
          .set({ state: "waiting", due: now, removeAt: null })
          .where("id", "=", id)
          .where("state", "<>", forwarded)
          .executeTakeFirstOrThrow(),
      );
      return numUpdatedRows > 0n;
    },
    async open() {
      const rows = await use((database) =>
        database.db
          .selectFrom("declaration")
          .select(columns)
          .select((eb) => [
            sql<number>`due - ${database.now}`.as("dueInMs"),
            isOvertaken(database, eb).as("overtaken"),
            isBehind(database, eb, "<=").as("overtook"),
          ])
          .where((eb) =>
            eb.or([
              eb("state", "<>", forwarded),
              eb(
                "seq",
                "in",
                eb
                  .selectFrom("declaration as earlier")
                  .innerJoin("declaration as later", "later.lane", "earlier.lane")
                  .select("later.seq")
                  .where(waits(database, "<="))
                  .whereRef("later.seq", ">", "earlier.seq"),
              ),
            ]),
          )
          .orderBy("seq")
          .execute(),
      );
      return rows.map(({ dueInMs, ...row }) => ({
        ...row,
        ...(row.state === "waiting" && { dueInMs: Math.max(dueInMs, 0) }),
        overtaken: Boolean(row.overtaken),
        overtook: Boolean(row.overtook),
      }));
    },
    async backlog() {
      const { oldestMs, ...counts } = await use((database) =>
        database.db
          .selectFrom("declaration")
          .select(({ fn }) => [
            fn.countAll<number>().filterWhere("state", "=", waiting).as("waiting"),
            fn.countAll<number>().filterWhere("state", "=", "refused").as("refused"),
            fn
              .countAll<number>()
              .filterWhere((eb) => isOvertaken(database, eb))
              .as("overtaken"),
            sql<
              number | null
            >`${database.now} - ${fn.min("receivedAt").filterWhere("state", "=", waiting)}`.as("oldestMs"),
          ])
          .where("state", "<>", forwarded)
          .executeTakeFirstOrThrow(),
      );
      // The oldest may have been received before a clock was set back.
      return { ...counts, oldestMs: Math.max(oldestMs ?? 0, 0) };
    },
    async sweep() {
      await use(({ db, now }) =>
        db
          .deleteFrom("declaration")
          .where("seq", "in", (eb) =>
            eb.selectFrom("declaration").select("seq").where("removeAt", "<=", now).limit(sweepAtMost),
          )
          .execute(),
      );
      await use((database) =>
        database.db
          .updateTable("declaration")
          .set({ due: database.now, receivedAt: database.now })
          .where("state", "=", waiting)
          .where("due", ">", inMs(database, longestPauseMs))
          .execute(),
      );
    },
    async adopt({ keepMs, ...entry }) {
      await use((database) =>
        database.db
          .insertInto("declaration")
          .values({
            ...entry,
            due: database.now,
            ...(entry.state !== "waiting" && { removeAt: inMs(database, keepMs ?? 0) }),
          })
          .onConflict((conflict) => conflict.column("id").doNothing())
          .execute(),
      );
    },
    async *entries() {
      for (let last = 0; ; ) {
        const rows = await use(({ db, now }) =>
          db
            .selectFrom("declaration")
            .select([...columns, "seq", sql<number | null>`"removeAt" - ${now}`.as("leftMs")])
            .where("seq", ">", last)
            .where("id", "!=", probeId)
            .orderBy("seq")
            .limit(readAtMost)
            .execute(),
        );
        for (const { seq, leftMs, ...row } of rows) {
          yield leftMs === null ? row : { ...row, keepMs: Math.max(leftMs, 0) };
          last = seq;
        }
        if (rows.length < readAtMost) return;
      }
    },
    async remove(id) {
      await use(({ db }) => db.deleteFrom("declaration").where("id", "=", id).execute());
    },
    async removeIf(id, state) {
      const { numDeletedRows } = await use(({ db }) =>
        db
          .deleteFrom("declaration")
          .where("id", "=", id)
          .where("state", "=", state)
          .executeTakeFirstOrThrow(),
      );
      return numDeletedRows > 0n;
    },
    async ping() {
      // A row that no sweep leaves behind; merely reading would not reveal a full disk.
      const probe = {
        id: probeId,
        lane: "",
        sealed: "",
        state: "forwarded",
        receivedAt: 0,
        removeAt: 0,
      } as const;
      await use(({ db, now }) =>
        db
          .insertInto("declaration")
          .values({ ...probe, due: now })
          .onConflict((conflict) => conflict.column("id").doUpdateSet({ due: now }))
          .execute(),
      );
    },
    close,
  };
}
