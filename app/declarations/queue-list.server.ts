import { sql } from "kysely";
import type { OpenedDatabase } from "./opened-database.server.ts";
import { type DeclarationQueue, lastCallMs, longestHoldMs, type OpenEntry, type Position } from "./queue.ts";
import { columns, inMs, openAfter, probeId, type QueueDatabase } from "./queue-database.ts";

/** Pages, so that no list costs a statement more time or memory than another. */
const batch = 200;

const anHourAgo = (database: QueueDatabase) => inMs(database, -longestHoldMs);

/** Whether the entry with that `seq` has waited so long that it holds up no other. */
const isOverdue = (database: QueueDatabase, seq: string) =>
  sql<boolean>`(SELECT earlier.state = 'waiting' AND earlier."receivedAt" <= ${anHourAgo(database)}
    FROM declaration AS earlier WHERE earlier.seq = ${sql.ref(seq)})`;

/** Whether another entry is behind it: the first in the order of their index, as for `settle`. */
const isFollowed = sql<boolean>`declaration.seq = (SELECT later.behind FROM declaration AS later
  WHERE later.behind >= declaration.seq ORDER BY later.behind LIMIT 1)`;

const shown = (database: QueueDatabase) => [
  ...columns,
  "seq" as const,
  "openSince" as const,
  sql<number | null>`due - ${database.now}`.as("dueInMs"),
  sql<number | null>`"removeAt" - ${database.now}`.as("leftMs"),
  sql<boolean | null>`state = 'waiting' AND "receivedAt" <= ${anHourAgo(database)} AND ${isFollowed}`.as(
    "overtaken",
  ),
  isOverdue(database, "declaration.behind").as("overtook"),
];

/** What is seen of the queue. */
export function listing({ use }: OpenedDatabase): Pick<DeclarationQueue, "open" | "backlog" | "entries"> {
  return {
    async *open() {
      for (let after: Position = { openSince: 0, seq: 0 }; ; ) {
        const rows = await use((database) =>
          openAfter(database.db, after).select(shown(database)).limit(batch).execute(),
        );
        for (const row of rows) {
          after = { openSince: row.openSince ?? 0, seq: row.seq };
          const entry = openEntry(row);
          yield entry;
          if (!entry.overtaken) continue;
          const ahead = await use((database) =>
            database.db
              .selectFrom("declaration")
              .select(shown(database))
              .where("behind", "=", row.seq)
              .where("state", "=", "forwarded")
              .orderBy("seq")
              .execute(),
          );
          yield* ahead.map(openEntry);
        }
        if (rows.length < batch) return;
      }
    },

    async backlog() {
      const { oldestMs, ...counts } = await use((database) =>
        database.db
          .selectFrom("declaration")
          .select(({ fn, selectFrom }) => [
            fn.countAll<number>().filterWhere("state", "=", "waiting").as("waiting"),
            fn.countAll<number>().filterWhere("state", "=", "refused").as("refused"),
            fn
              .countAll<number>()
              .filterWhere((eb) =>
                eb.and([eb("state", "=", "refused"), eb("removeAt", "<", inMs(database, lastCallMs))]),
              )
              .as("refusedEnding"),
            fn.countAll<number>().filterWhere("state", "=", "byHand").as("byHand"),
            sql<
              number | null
            >`${database.now} - ${fn.min("openSince").filterWhere("state", "=", "waiting")}`.as("oldestMs"),
            selectFrom("declaration as later")
              .select((eb) => eb.fn.count<number>("later.behind").distinct().as("overtaken"))
              .where("later.behind", "is not", null)
              .where(isOverdue(database, "later.behind"))
              .$asScalar()
              .$notNull()
              .as("overtaken"),
          ])
          .where("openSince", "is not", null)
          .executeTakeFirstOrThrow(),
      );
      // The oldest may have been received before a clock was set back.
      return { ...counts, oldestMs: Math.max(oldestMs ?? 0, 0) };
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
            .limit(batch)
            .execute(),
        );
        for (const { seq, leftMs, ...row } of rows) {
          yield leftMs === null ? row : { ...row, keepMs: Math.max(leftMs, 0) };
          last = seq;
        }
        if (rows.length < batch) return;
      }
    },
  };
}

type Shown = Pick<OpenEntry, "id" | "lane" | "receivedAt" | "state" | "attempts" | "sealed"> & {
  dueInMs: number | null;
  leftMs: number | null;
  /** SQLite has numbers in their place, and nothing to compare with is no truth value. */
  overtaken: boolean | null;
  overtook: boolean | null;
};

function openEntry({ id, lane, receivedAt, state, attempts, sealed, ...row }: Shown): OpenEntry {
  return {
    id,
    lane,
    receivedAt,
    state,
    attempts,
    sealed,
    dueInMs: row.dueInMs === null ? undefined : Math.max(row.dueInMs, 0),
    keepMs: row.leftMs === null ? undefined : Math.max(row.leftMs, 0),
    overtaken: Boolean(row.overtaken),
    overtook: Boolean(row.overtook),
  };
}
