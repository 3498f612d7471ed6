import { inTransaction, openDatabase, whileBusy } from "#app/session/sqlite-store.server.ts";
import { type DeclarationQueue, type Entry, entrySchema, type Lease } from "./queue.ts";

const schema = `
  PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS declaration (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    lane TEXT NOT NULL,
    receivedAt INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting',
    attempts INTEGER NOT NULL DEFAULT 0,
    due INTEGER NOT NULL,
    token TEXT,
    removeAt INTEGER,
    sealed TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS declaration_open ON declaration (lane, seq) WHERE state = 'waiting';
  CREATE INDEX IF NOT EXISTS declaration_due ON declaration (due) WHERE state = 'waiting';
  CREATE INDEX IF NOT EXISTS declaration_over ON declaration (removeAt) WHERE removeAt IS NOT NULL;
`;
const columns = "id, lane, receivedAt, state, attempts, sealed";
/** Few enough at a time that a sweep delays no request. */
const sweepAtMost = 200;

/** Over a connection of its own: a commit is on disk before it is answered, which sessions do not need. */
export function createSqliteQueue(file: string): DeclarationQueue {
  const database = openDatabase(file);
  database.exec(schema);
  const isFirst = `NOT EXISTS (SELECT 1 FROM declaration earlier
    WHERE earlier.lane = declaration.lane AND earlier.state = 'waiting' AND earlier.seq < declaration.seq)`;
  const insert = database.prepare(
    `INSERT INTO declaration (id, lane, receivedAt, due, sealed) VALUES (?, ?, ?, 0, ?) ON CONFLICT (id) DO NOTHING`,
  );
  const leaseAdded = database.prepare(
    `UPDATE declaration SET due = ?, token = ?, attempts = 1 WHERE id = ? AND ${isFirst}`,
  );
  const byId = database.prepare(`SELECT ${columns} FROM declaration WHERE id = ?`);
  const leaseNext = database.prepare(
    `UPDATE declaration SET due = ?, token = ?, attempts = attempts + 1 WHERE seq = (
       SELECT seq FROM declaration WHERE state = 'waiting' AND due <= ? AND ${isFirst} ORDER BY due, seq LIMIT 1
     ) RETURNING ${columns}`,
  );
  const postpone = database.prepare(
    "UPDATE declaration SET due = ?, token = NULL WHERE id = ? AND token = ? AND state = 'waiting'",
  );
  const finish = database.prepare(
    "UPDATE declaration SET state = ?, sealed = ?, removeAt = ?, token = NULL WHERE id = ? AND token = ?",
  );
  const hasten = database.prepare(
    "UPDATE declaration SET state = 'waiting', due = ?, removeAt = NULL WHERE id = ? AND state <> 'forwarded'",
  );
  const unfinished = database.prepare(
    `SELECT ${columns}, iif(state = 'waiting', due, NULL) AS due
     FROM declaration WHERE state <> 'forwarded' ORDER BY seq`,
  );
  const count = database.prepare(
    `SELECT count(*) FILTER (WHERE state = 'waiting') AS waiting, count(*) FILTER (WHERE state = 'refused') AS refused,
       min(receivedAt) FILTER (WHERE state = 'waiting') AS oldest FROM declaration WHERE state <> 'forwarded'`,
  );
  const remove = database.prepare(
    "DELETE FROM declaration WHERE seq IN (SELECT seq FROM declaration WHERE removeAt <= ? LIMIT ?)",
  );
  const entryOf = (row: object | undefined): Entry | undefined => row && entrySchema.parse(row);
  const found = (id: string) => entryOf(byId.get(id));

  function add(
    { id, lane, receivedAt, sealed }: Parameters<DeclarationQueue["add"]>[0],
    { token, until }: Lease,
  ): Awaited<ReturnType<DeclarationQueue["add"]>> {
    const added = insert.run(id, lane, receivedAt, sealed).changes > 0;
    const leased = added && leaseAdded.run(until, token, id).changes > 0;
    const known = added ? undefined : found(id);
    return known ? { known } : { leased };
  }

  return {
    add: (entry, lease) => inTransaction(database, () => add(entry, lease)),
    async find(id) {
      return found(id);
    },
    async lease(now, { token, until }) {
      return whileBusy(() => entryOf(leaseNext.get(until, token, now)));
    },
    async settle(id, token, settlement) {
      const { changes } = await whileBusy(() =>
        settlement.state === "waiting"
          ? postpone.run(settlement.due, id, token)
          : finish.run(settlement.state, settlement.sealed, settlement.removeAt, id, token),
      );
      return changes > 0;
    },
    async resend(id, now) {
      return whileBusy(() => hasten.run(now, id).changes > 0);
    },
    async open() {
      return unfinished.all().map((row) => entrySchema.parse({ ...row, due: row.due ?? undefined }));
    },
    async backlog() {
      const { waiting, refused, oldest } = count.get() as Record<string, number | null>;
      return { waiting: waiting ?? 0, refused: refused ?? 0, ...(oldest !== null && { oldest }) };
    },
    async durable() {
      return true;
    },
    async sweep(now) {
      await whileBusy(() => remove.run(now, sweepAtMost));
    },
    async close() {
      if (database.isOpen) database.close();
    },
  };
}
