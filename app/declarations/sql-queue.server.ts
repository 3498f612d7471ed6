import { openedDatabase } from "./opened-database.server.ts";
import type { DeclarationQueue } from "./queue.ts";
import { adding } from "./queue-add.server.ts";
import { probeId, type QueueDatabase } from "./queue-database.ts";
import { forwarding } from "./queue-forward.server.ts";
import { listing } from "./queue-list.server.ts";

/** @param longestPauseMs no lease and no pause between two attempts is longer */
export function createSqlQueue(open: () => Promise<QueueDatabase>, longestPauseMs: number): DeclarationQueue {
  const database = openedDatabase(open);
  return {
    ...adding(database),
    ...forwarding(database, longestPauseMs),
    ...listing(database),
    async ping() {
      // Merely reading would not reveal a full disk. A sweep may remove it, as its time is over.
      await database.use(({ db, now }) =>
        db
          .insertInto("declaration")
          .values({ id: probeId, lane: "", sealed: "", state: "forwarded", receivedAt: now, removeAt: 0 })
          .onConflict((conflict) => conflict.column("id").doUpdateSet({ receivedAt: now }))
          .execute(),
      );
    },
    isFull: database.isFull,
    close: database.close,
  };
}
