import { config } from "#app/operation/config.server.ts";
import { openStorage } from "#app/session/open-store.server.ts";
import type { DeclarationQueue } from "./queue.ts";
import { createRedisQueue } from "./redis-queue.server.ts";
import { createSqliteQueue } from "./sqlite-queue.server.ts";

let queue: DeclarationQueue | undefined;

/** The queue, in the store that the settings name for sessions; opened with the first use. */
export function declarationQueue(): DeclarationQueue {
  const storage = openStorage();
  queue ??=
    storage.kind === "redis"
      ? createRedisQueue(storage.redis)
      : createSqliteQueue(config().session.store.replace(/^sqlite:/, ""));
  return queue;
}
