import { sql } from "kysely";
import type { OpenedDatabase } from "./opened-database.server.ts";
import { type Added, type DeclarationQueue, longestHoldMs, type Share, sameContentMs } from "./queue.ts";
import { columns, inMs, type QueueDatabase } from "./queue-database.ts";

type Add = DeclarationQueue["add"];
type NewEntry = Parameters<Add>[0];
type Lease = Parameters<Add>[1];

/** When it is first looked at whether an entry still waits behind another one; by then that one has mostly told. */
const firstLookMs = 60_000;

/** How an entry gets into the queue. */
export function adding({ use }: OpenedDatabase): Pick<DeclarationQueue, "add" | "makeRoom" | "find"> {
  const find = (id: string) =>
    use(({ db }) => db.selectFrom("declaration").select(columns).where("id", "=", id).executeTakeFirst());

  /** What kept an entry from being inserted: the one with its id, or the latest one of its content. */
  async function findSame({ id, content }: NewEntry) {
    const row = await use((database) =>
      database.db
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
        .executeTakeFirst(),
    );
    if (!row) return undefined;
    const { isRecent, ...entry } = row;
    return { entry, isRecent: isRecent === 1 };
  }

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
    find,

    async makeRoom(share, most) {
      const { count } = await use(({ db }) =>
        db
          .selectFrom("declaration")
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .where("share", "=", share)
          .executeTakeFirstOrThrow(),
      );
      // PostgreSQL counts in texts.
      const tooMany = Number(count) + 1 - most;
      if (tooMany <= 0) return true;
      const { numDeletedRows } = await use(({ db }) =>
        db
          .deleteFrom("declaration")
          .where("seq", "in", (eb) =>
            eb
              .selectFrom("declaration")
              .select("seq")
              .where("share", "=", share)
              .where("state", "=", "forwarded")
              .orderBy("seq")
              .limit(tooMany),
          )
          .executeTakeFirstOrThrow(),
      );
      return Number(numDeletedRows) >= tooMany;
    },

    async add(entry, lease): Promise<Added> {
      /** Whether this error shows that nothing was stored. */
      let isRefusal = (_error: unknown) => true;
      try {
        // The second try follows the release of a content, the third a race for it.
        for (let tries = 0; tries < 3; tries++) {
          const added = await use((database) =>
            database.db.connection().execute((connection) => {
              // From here on it may arrive.
              isRefusal = database.isRefusal;
              return insert({ ...database, db: connection }, entry, lease);
            }),
          );
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
  };
}

/**
 * One statement that decides whether the entry is new: PostgreSQL and SQLite alike let only one of two that arrive at the
 * same time have the same id or content. It looks at one other row, the latest of its lane.
 */
function insert(
  database: QueueDatabase,
  { id, lane, sealed, content, share }: NewEntry,
  { token, forMs }: Lease,
) {
  const { db, now } = database;
  const isHeld = sql`earlier.state = 'waiting' AND earlier."receivedAt" > ${inMs(database, -longestHoldMs)}`;
  return db
    .insertInto("declaration")
    .columns([
      "id",
      "lane",
      "sealed",
      "content",
      "share",
      "receivedAt",
      "openSince",
      "due",
      "token",
      "attempts",
      "behind",
    ])
    .expression(
      db
        .selectFrom(sql`(SELECT 1)`.as("one"))
        .leftJoin(
          // The last up to this lane, in the order of their index: no other index has that order.
          db
            .selectFrom("declaration")
            .select(["seq", "lane", "state", "receivedAt", "behind"])
            .where("lane", "<=", lane)
            .orderBy("lane", "desc")
            .orderBy("seq", "desc")
            .limit(1)
            .as("earlier"),
          (join) => join.on("earlier.lane", "=", lane),
        )
        .select([
          sql.val(id).as("id"),
          sql.val(lane).as("lane"),
          sql.val(sealed).as("sealed"),
          sql.val(content ?? null).as("content"),
          sql<Share | null>`${share ?? null}`.as("share"),
          now.as("receivedAt"),
          now.as("openSince"),
          sql<number>`CASE WHEN ${isHeld} THEN ${inMs(database, firstLookMs)} ELSE ${inMs(database, forMs)} END`.as(
            "due",
          ),
          sql<string | null>`CASE WHEN ${isHeld} THEN NULL ELSE ${token} END`.as("token"),
          sql<number>`CASE WHEN ${isHeld} THEN 0 ELSE 1 END`.as("attempts"),
          sql<number | null>`CASE WHEN earlier.state = 'waiting' THEN earlier.seq ELSE earlier.behind END`.as(
            "behind",
          ),
        ])
        // Without it, SQLite reads the clause below as part of the join.
        .where(sql<boolean>`true`),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning("token")
    .executeTakeFirst();
}
