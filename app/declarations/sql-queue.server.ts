import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type RawBuilder,
  type SqlBool,
  sql,
  type UpdateObject,
} from "kysely";
import { type Added, type DeclarationQueue, lastCallMs, longestHoldMs, sameContentMs } from "./queue.ts";
import type { QueueDatabase, Schema } from "./queue-database.ts";

/** The id of the row that shows whether the store can be written; not a declaration. */
const probeId = "probe";
const columns = ["id", "lane", "receivedAt", "state", "attempts", "sealed"] as const;
/** As literals, so that SQLite uses the partial indexes on one state. */
const waiting = sql.lit("waiting" as const);
const forwarded = sql.lit("forwarded" as const);
const is = expressionBuilder<Schema, "declaration">();
/** Few enough rows at a time that a sweep delays no request. */
const sweepBatch = 200;
const readBatch = 200;

/** @param longestPauseMs no lease and no pause between two attempts is longer */
export function createSqlQueue(open: () => Promise<QueueDatabase>, longestPauseMs: number): DeclarationQueue {
  let opened: Promise<QueueDatabase> | undefined;
  async function use<T>(statement: (database: QueueDatabase) => Promise<T>): Promise<T> {
    opened ??= open().catch((error) => {
      opened = undefined;
      throw error;
    });
    const used = opened;
    const database = await used;
    // Another statement that waited for it may have found it gone.
    if (opened !== used) return use(statement);
    if (database.isGone?.()) {
      opened = undefined;
      await database.close();
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
  const inMs = ({ now }: QueueDatabase, ms: number) => sql<number>`${now} + ${sql.lit(Math.round(ms))}`;
  const anHourAgo = (database: QueueDatabase) => inMs(database, -longestHoldMs);
  /**
   * Whether an earlier entry waits and blocks later ones of its lane (`>`), or did so until its hour was over (`<=`).
   */
  const waits = (database: QueueDatabase, received: ">" | "<=") =>
    sql<boolean>`earlier.state = 'waiting' AND earlier."receivedAt" ${sql.raw(received)} ${anHourAgo(database)}`;
  const isBehind = (database: QueueDatabase, eb: Declarations, received: ">" | "<=") =>
    eb.exists(
      eb
        .selectFrom("declaration as earlier")
        .select("earlier.seq")
        .where(waits(database, received))
        .whereRef("earlier.lane", "=", "declaration.lane")
        .whereRef("earlier.seq", "<", "declaration.seq"),
    );
  const isOvertaken = (database: QueueDatabase, eb: Declarations) =>
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

  /** Changes an entry of which the condition holds. Returns whether there was one. */
  async function change(
    id: string,
    condition: Expression<SqlBool>,
    values: (database: QueueDatabase) => UpdateObject<Schema, "declaration">,
  ): Promise<boolean> {
    const { numUpdatedRows } = await use((database) =>
      database.db
        .updateTable("declaration")
        .set(values(database))
        .where("id", "=", id)
        .where(condition)
        .executeTakeFirstOrThrow(),
    );
    return numUpdatedRows > 0n;
  }

  type New = Parameters<DeclarationQueue["add"]>;
  /**
   * One statement that decides whether the entry is new: PostgreSQL and SQLite alike let only one of two that arrive
   * at the same time have the same id or content.
   * @param onBegin is called before the statement is sent
   */
  const insert = (
    [{ id, lane, sealed, content }, { token, forMs }]: New,
    onBegin: (database: QueueDatabase) => void,
  ) =>
    use((database) => {
      const { now } = database;
      return database.db.connection().execute((db) => {
        onBegin(database);
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
            ...{ id, lane, sealed, content: content ?? null },
            receivedAt: now,
            due: ifFirst(inMs(database, forMs), now),
            token: ifFirst<string | null>(token, sql.lit(null)),
            attempts: ifFirst(sql.lit(1), sql.lit(0)),
          })
          .onConflict((conflict) => conflict.doNothing())
          .returning("token")
          .executeTakeFirst();
      });
    });

  /** What kept an entry from being inserted: the one with its id, or the latest one of its content. */
  const findSame = ({ id, content }: New[0]) =>
    use(async (database) => {
      const row = await database.db
        .selectFrom("declaration")
        .select(columns)
        .select(
          sql<number>`CASE WHEN "receivedAt" > ${inMs(database, -sameContentMs)} THEN 1 ELSE 0 END`.as(
            "isRecent",
          ),
        )
        .where((eb) => eb.or([eb("id", "=", id), eb("content", "=", content ?? null)]))
        .orderBy("isRecent", "desc")
        .orderBy((eb) => eb.case().when("id", "=", id).then(0).else(1).end())
        .limit(1)
        .executeTakeFirst();
      if (!row) return undefined;
      const { isRecent, ...entry } = row;
      return { entry, isRecent: isRecent === 1 };
    });
  /** Its hour is over: from now on the same content is another declaration. */
  const releaseContent = (content: string) =>
    use((database) =>
      database.db
        .updateTable("declaration")
        .set({ content: null })
        .where("content", "=", content)
        .where("receivedAt", "<=", inMs(database, -sameContentMs))
        .execute(),
    );

  return {
    async add(...[entry, lease]): Promise<Added> {
      /** Whether this error shows that nothing was stored. */
      let isRefusal = (_error: unknown) => true;
      try {
        // The second try follows the release of a content, the third a race for it.
        for (let tries = 0; tries < 3; tries++) {
          const added = await insert([entry, lease], (database) => {
            isRefusal = database.isRefusal;
          });
          if (added) return { end: "stored", leased: added.token === lease.token };
          isRefusal = () => false;
          const same = await findSame(entry);
          if (same && (same.isRecent || same.entry.id === entry.id)) return { end: "known", ...same };
          if (same && entry.content) await releaseContent(entry.content);
        }
        return { end: "unknown", error: new Error("The same content comes and goes.") };
      } catch (error) {
        if (isRefusal(error)) return { end: "notStored", error };
        const stored = await find(entry.id).catch(() => undefined);
        return stored ? { end: "known", entry: stored, isRecent: true } : { end: "unknown", error };
      }
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
    settle: (id, token, settlement) =>
      change(id, is("token", "=", token), (database) => {
        if (settlement.state === "waiting")
          return { token: null, due: inMs(database, settlement.pauseMs), sealed: settlement.sealed };
        if (settlement.state === "byHand") return { token: null, state: settlement.state };
        const { state, sealed, keepMs } = settlement;
        return { token: null, state, sealed, removeAt: inMs(database, keepMs) };
      }),
    replace: (id, sealed, by) => change(id, is("sealed", "=", sealed), () => ({ sealed: by })),
    resend: (id) =>
      change(id, is("state", "<>", forwarded), ({ now }) => ({ state: "waiting", due: now, removeAt: null })),
    finish: (id, { sealed, keepMs }) =>
      change(id, is("state", "=", "byHand"), (database) => ({
        state: "forwarded",
        sealed,
        removeAt: inMs(database, keepMs),
      })),
    async open() {
      const rows = await use((database) =>
        database.db
          .selectFrom("declaration")
          .select(columns)
          .select((eb) => [
            sql<number>`due - ${database.now}`.as("dueInMs"),
            sql<number | null>`"removeAt" - ${database.now}`.as("leftMs"),
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
      return rows.map(({ dueInMs, leftMs, ...row }) => ({
        ...row,
        ...(row.state === "waiting" && { dueInMs: Math.max(dueInMs, 0) }),
        ...(leftMs !== null && { keepMs: Math.max(leftMs, 0) }),
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
              .filterWhere((eb) =>
                eb.and([eb("state", "=", "refused"), eb("removeAt", "<", inMs(database, lastCallMs))]),
              )
              .as("refusedEnding"),
            fn.countAll<number>().filterWhere("state", "=", "byHand").as("byHand"),
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
      const removed = await use(({ db, now }) =>
        db
          .deleteFrom("declaration")
          .where("seq", "in", (eb) =>
            eb.selectFrom("declaration").select("seq").where("removeAt", "<=", now).limit(sweepBatch),
          )
          .returning(["id", "state"])
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
      return removed.filter(({ state }) => state === "refused").map(({ id }) => id);
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
            .limit(readBatch)
            .execute(),
        );
        for (const { seq, leftMs, ...row } of rows) {
          yield leftMs === null ? row : { ...row, keepMs: Math.max(leftMs, 0) };
          last = seq;
        }
        if (rows.length < readBatch) return;
      }
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
