import { config } from "#app/platform/config.server.ts";
import { timed } from "#app/platform/metrics.server.ts";
import { openPostgres } from "./postgres-database.server.ts";
import type { DeclarationQueue } from "./queue.ts";
import { createSqlQueue } from "./sql-queue.server.ts";
import { openSqlite } from "./sqlite-database.server.ts";

let queue: DeclarationQueue | undefined;

/** The queue in the configured store. */
export function declarationQueue(): DeclarationQueue {
  const { pageDeadlineMs, declarations } = config();
  const { store, retryMs } = declarations;
  queue ??= timedQueue(
    createSqlQueue(
      () => (store.kind === "postgres" ? openPostgres(store) : openSqlite(store.file)),
      // Twice the longest lease or pause, to allow for jitter.
      2 * Math.max(60_000, retryMs, pageDeadlineMs),
    ),
  );
  return queue;
}

/** Times the commands that customers wait for. */
const timedQueue = (queue: DeclarationQueue): DeclarationQueue => ({
  ...queue,
  add: (entry, lease) => timed("declarationStore", () => queue.add(entry, lease)),
  find: (id) => timed("declarationStore", () => queue.find(id)),
  settle: (id, token, settlement) => timed("declarationStore", () => queue.settle(id, token, settlement)),
});
