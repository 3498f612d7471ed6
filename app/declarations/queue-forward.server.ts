import { type Expression, expressionBuilder, type SqlBool, sql, type UpdateObject } from "kysely";
import type { OpenedDatabase } from "./opened-database.server.ts";
import { type DeclarationQueue, type Entry, longestHoldMs } from "./queue.ts";
import { columns, inMs, openAfter, type QueueDatabase, type Schema } from "./queue-database.ts";

type Lease = Parameters<DeclarationQueue["lease"]>[0];
type Forwarding = Pick<
  DeclarationQueue,
  "lease" | "settle" | "replace" | "resend" | "resendNext" | "finish" | "sweep" | "removeIf"
>;

const is = expressionBuilder<Schema, "declaration">();
/** Few enough rows at a time that a sweep delays no request. */
const sweepBatch = 200;
/** Few enough that a portal that stops waits for no more. */
const mostHeld = 100;
const resendBatch = 500;

/** How entries leave the queue. @param longestPauseMs no lease and no pause between two attempts is longer */
export function forwarding({ use }: OpenedDatabase, longestPauseMs: number): Forwarding {
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

  /**
   * Leases the entry that is due first, whether it is held or not. `heldMs`: for how long the earlier one of its lane
   * that it is behind still holds it.
   */
  const leaseFirst = ({ token, forMs }: Lease) =>
    use((database) => {
      const { db, now, locksRows } = database;
      return db
        .updateTable("declaration")
        .set((eb) => ({ due: inMs(database, forMs), token, attempts: eb("attempts", "+", 1) }))
        .where("seq", "=", (eb) =>
          eb
            .selectFrom("declaration")
            .select("seq")
            .where("due", "<=", now)
            .orderBy("due")
            .orderBy("seq")
            .limit(1)
            .$if(locksRows, (query) => query.forUpdate().skipLocked()),
        )
        .returning(columns)
        .returning((eb) => [
          sql<number>`${now} - "receivedAt"`.as("ageMs"),
          eb
            .selectFrom("declaration as earlier")
            .select(sql<number>`earlier."receivedAt" + ${sql.lit(longestHoldMs)} - ${now}`.as("heldMs"))
            .whereRef("earlier.seq", "=", "declaration.behind")
            .where("earlier.state", "=", "waiting")
            .as("heldMs"),
        ])
        .executeTakeFirst();
    });

  /** Gives a lease back unused. */
  const putOff = (id: string, token: string, pauseMs: number) =>
    change(id, is("token", "=", token), (database) => ({
      due: inMs(database, pauseMs),
      token: null,
      attempts: sql<number>`attempts - 1`,
    }));

  /** What was behind an entry that no longer waits is behind what that one was behind, and due. */
  const release = ({ seq, behind }: { seq: number; behind: number | null }) =>
    use(({ db, now }) =>
      db
        .updateTable("declaration")
        .set({ behind, due: sql<number | null>`CASE WHEN state = 'waiting' THEN ${now} END` })
        .where("behind", "=", seq)
        .execute(),
    );

  return {
    async lease(lease): Promise<Entry | undefined> {
      for (let held = 0; held < mostHeld; held++) {
        const leased = await leaseFirst(lease);
        if (!leased) return undefined;
        const { heldMs, ageMs, ...entry } = leased;
        if (heldMs === null || heldMs <= 0) return entry;
        // Mostly the earlier one releases it before. Otherwise it is looked at once more when it has waited twice as long.
        await putOff(entry.id, lease.token, Math.min(heldMs, Math.max(ageMs, 1000)));
      }
      return undefined;
    },

    async settle(id, token, settlement) {
      if (settlement.state === "waiting") {
        const { pauseMs, sealed } = settlement;
        return change(id, is("token", "=", token), (database) => ({
          token: null,
          due: inMs(database, pauseMs),
          sealed,
        }));
      }
      const settled = await use((database) =>
        database.db
          .updateTable("declaration")
          .set(settlement.state === "byHand" ? { state: "byHand" } : answered(database, settlement))
          .set({ token: null, due: null })
          .where("id", "=", id)
          .where("token", "=", token)
          .returning((eb) => [
            "seq",
            "behind",
            // By the order of their index, as in `insert`.
            eb
              .selectFrom("declaration as later")
              .select("later.behind")
              .whereRef("later.behind", ">=", "declaration.seq")
              .orderBy("later.behind")
              .limit(1)
              .as("next"),
          ])
          .executeTakeFirst(),
      );
      if (settled && settled.next === settled.seq) await release(settled);
      return settled !== undefined;
    },

    replace: (id, sealed, by) => change(id, is("sealed", "=", sealed), () => ({ sealed: by })),

    resend: (id) =>
      change(id, is("state", "<>", "forwarded"), ({ now }) => ({
        state: "waiting",
        due: now,
        removeAt: null,
      })),

    async resendNext(state, after) {
      const rows = await use(({ db }) =>
        openAfter(db, after).select(["openSince", "seq", "state"]).limit(resendBatch).execute(),
      );
      const last = rows.at(-1);
      if (!last) return undefined;
      const chosen = rows.filter((row) => row.state === state).map(({ seq }) => seq);
      const position = { openSince: last.openSince ?? 0, seq: last.seq };
      if (chosen.length === 0) return { count: 0, position };
      await use(({ db, now }) =>
        db
          .updateTable("declaration")
          .set({ state: "waiting", due: now, removeAt: null })
          .where("seq", "in", chosen)
          .where("state", "=", state)
          // What is due already keeps its place, so that the command, broken off, goes on.
          .where((eb) => eb.or([eb("due", "is", null), eb("due", ">", now)]))
          .execute(),
      );
      return { count: chosen.length, position };
    },

    finish: (id, { sealed, keepMs }) =>
      change(id, is("state", "=", "byHand"), (database) =>
        answered(database, { state: "forwarded", sealed, keepMs }),
      ),

    async sweep() {
      const removed = await use(({ db, now }) =>
        db
          .deleteFrom("declaration")
          .where("seq", "in", (eb) =>
            eb
              .selectFrom("declaration")
              .select("seq")
              .where("removeAt", "<=", now)
              .orderBy("removeAt")
              .limit(sweepBatch),
          )
          .returning(["id", "state"])
          .execute(),
      );
      await use((database) => {
        const { db, now } = database;
        return db
          .updateTable("declaration")
          .set({ due: now, receivedAt: now, openSince: now })
          .where("seq", "in", (eb) =>
            eb
              .selectFrom("declaration")
              .select("seq")
              .where("due", ">", inMs(database, longestPauseMs))
              .orderBy("due", "desc")
              .limit(sweepBatch),
          )
          .execute();
      });
      return removed.filter(({ state }) => state === "refused").map(({ id }) => id);
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
  };
}

/** What the provider has taken is open no more; what it refused is, until that is deleted. */
const answered = (
  database: QueueDatabase,
  { state, sealed, keepMs }: { state: "forwarded" | "refused"; sealed: string; keepMs: number },
) => ({
  state,
  sealed,
  removeAt: inMs(database, keepMs),
  ...(state === "forwarded" && { openSince: null }),
});
