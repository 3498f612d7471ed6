import { config } from "#app/platform/config.server.ts";
import { timed } from "#app/platform/metrics.server.ts";
import { type Asker, openPostgres } from "./postgres-database.server.ts";
import type { DeclarationQueue } from "./queue.ts";
import { createSqlQueue } from "./sql-queue.server.ts";
import { openSqlite } from "./sqlite-database.server.ts";

/** Who asks the store. What a worker or a scrape waits for in vain says nothing about a customer's insert. */
type AskerName = "customers" | "worker" | "metrics" | "operators";

const askers: Record<Exclude<AskerName, "customers">, Asker> = {
  worker: { connections: 1, leastConnections: 1, patienceMs: 5000 },
  metrics: { connections: 1, leastConnections: 0, patienceMs: 5000 },
  operators: { connections: 1, leastConnections: 0, patienceMs: 60_000 },
};
/** No page waits longer: the provider is then called directly. */
const pagePatienceMs = 2000;

const queues = new Map<AskerName, DeclarationQueue>();

/** The queue in the configured store. */
export function declarationQueue(asker: AskerName = "customers"): DeclarationQueue {
  const { store } = config().declarations;
  // A file is on this machine: it has no connections that could run out, and nobody waits for a network.
  const name = store.kind === "postgres" ? asker : "customers";
  const opened = queues.get(name);
  if (opened) return opened;
  const queue = openQueue(name);
  queues.set(name, queue);
  return queue;
}

/** Whether a declaration that comes now would be stored at once, as far as is known. */
export const canStoreDeclarations = () => !queues.get("customers")?.isFull();

export async function closeQueues(): Promise<void> {
  await Promise.all([...queues.values()].map((queue) => queue.close()));
}

function openQueue(asker: AskerName): DeclarationQueue {
  const { pageDeadlineMs, declarations } = config();
  const { store, retryMs } = declarations;
  // Twice the longest lease or pause, to allow for jitter.
  const longestPauseMs = 2 * Math.max(60_000, retryMs, pageDeadlineMs);
  if (store.kind === "sqlite")
    return timedQueue(createSqlQueue(() => openSqlite(store.file), longestPauseMs));
  if (asker !== "customers") return createSqlQueue(() => openPostgres(store, askers[asker]), longestPauseMs);
  const others = askers.worker.connections + askers.metrics.connections;
  const customers = {
    connections: store.connections - others,
    leastConnections: 1,
    patienceMs: pagePatienceMs,
  };
  return timedQueue(createSqlQueue(() => openPostgres(store, customers), longestPauseMs));
}

/** Times the commands that customers wait for. */
const timedQueue = (queue: DeclarationQueue): DeclarationQueue => ({
  ...queue,
  add: (entry, lease) => timed("declarationStore", () => queue.add(entry, lease)),
  makeRoom: (share, most) => timed("declarationStore", () => queue.makeRoom(share, most)),
  find: (id) => timed("declarationStore", () => queue.find(id)),
  settle: (id, token, settlement) => timed("declarationStore", () => queue.settle(id, token, settlement)),
});
