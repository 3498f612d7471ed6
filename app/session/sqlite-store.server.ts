import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import { inodeOf, openFile, transaction, whileBusy } from "./sqlite-file.server.ts";
import type { ScopeChange, SessionStore } from "./store.ts";

const sweepEverySeconds = 60;
/**
 * Each slice of the clean-up delays one write, so it is limited in time, steps and sessions: no customer notices it.
 */
const sliceMs = 2;
const sliceSteps = 4;
const sweepRows = 25;
const sweepPages = 8;
/** Free pages above this share of the file are returned to the file system. */
const freePart = 1 / 4;
/** Numbered in the order in which they begin, so that sessions written and expiring together share pages. */
const schema = `
  CREATE TABLE IF NOT EXISTS session (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    expires INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS session_expires ON session (expires);
  CREATE TABLE IF NOT EXISTS scope (
    number INTEGER NOT NULL REFERENCES session (number) ON DELETE CASCADE,
    name TEXT NOT NULL,
    value BLOB NOT NULL,
    PRIMARY KEY (number, name)
  ) STRICT, WITHOUT ROWID;
`;
/** 512 MB, as many as `compose.yaml` has for a Redis. */
const maxPages = 65_536;

/**
 * The file with the session tables. Sessions do not let it grow beyond `most` pages, so that strangers cannot take the disk from
 * declarations, even in the same file: the limit is this connection's, and theirs has none. What expires makes room.
 */
export function openSessionFile(file: string, most = maxPages): DatabaseSync {
  return openFile(file, (database) => database.exec(`${schema} PRAGMA max_page_count = ${most};`));
}

const bytesIn = (row: Record<string, SQLOutputValue> | undefined): Uint8Array | undefined =>
  row?.value instanceof Uint8Array ? row.value : undefined;

const same = (a: Uint8Array | undefined, b: Uint8Array | undefined) =>
  a && b ? Buffer.compare(a, b) === 0 : a === b;

/** Sessions in one SQLite file of a single machine, which several processes may share; `now` in seconds. */
export function createSqliteStore(
  database: DatabaseSync,
  now = () => Math.floor(Date.now() / 1000),
): SessionStore {
  const all = database.prepare(
    "SELECT name, value FROM session JOIN scope USING (number) WHERE id = ? AND expires > ?",
  );
  const numberOf = database.prepare("SELECT number FROM session WHERE id = ?");
  const one = database.prepare("SELECT value FROM scope WHERE number = ? AND name = ?");
  const dropExpired = database.prepare("DELETE FROM session WHERE id = ? AND expires <= ?");
  const dropEmpty = database.prepare(
    "DELETE FROM session WHERE number = ? AND NOT EXISTS (SELECT 1 FROM scope WHERE scope.number = session.number)",
  );
  const begin = database.prepare(
    "INSERT INTO session (id, expires) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET expires = excluded.expires RETURNING number",
  );
  const keep = database.prepare(
    "INSERT INTO scope (number, name, value) VALUES (?, ?, ?) ON CONFLICT (number, name) DO UPDATE SET value = excluded.value",
  );
  const removeAll = database.prepare("DELETE FROM scope WHERE number = ?");
  const remove = database.prepare("DELETE FROM scope WHERE number = ? AND name = ?");
  const prolong = database.prepare("UPDATE session SET expires = ? WHERE id = ? AND expires > ?");
  const sweep = database.prepare(
    "DELETE FROM session WHERE number IN (SELECT number FROM session WHERE expires <= ? LIMIT ?)",
  );
  const living = database.prepare(
    "SELECT count(*) AS n FROM (SELECT 1 FROM session WHERE expires > ? LIMIT ?)",
  );
  const pages = database.prepare(
    "SELECT freelist_count > page_count * ? AS free FROM pragma_freelist_count, pragma_page_count",
  );

  /**
   * One step of the clean-up.
   * @returns whether there is more to do
   */
  function sweepSome(): boolean {
    if (sweep.run(now(), sweepRows).changes === sweepRows) return true;
    if (!pages.get(freePart)?.free) return false;
    database.exec(`PRAGMA incremental_vacuum(${sweepPages})`);
    return true;
  }

  const opened = inodeOf(database);
  let nextSweep = now() + sweepEverySeconds;
  let hasSwept = false;
  function sweepNowAndThen() {
    if (hasSwept) {
      // The checkpoint is a step of its own: SQLite's automatic one, after a thousand pages, delayed a write by 14 ms.
      hasSwept = false;
      database.exec("PRAGMA wal_checkpoint(PASSIVE)");
      return;
    }
    if (now() < nextSweep) return;
    hasSwept = true;
    const end = performance.now() + sliceMs;
    for (let steps = 1; sweepSome(); steps++) if (steps === sliceSteps || performance.now() > end) return;
    nextSweep = now() + sweepEverySeconds;
  }

  function writeAll(id: string, changes: readonly ScopeChange[], idleSeconds: number): boolean {
    dropExpired.run(id, now());
    const stored = numberOf.get(id)?.number;
    const storedNumber = typeof stored === "number" ? stored : null;
    const isCurrent = changes.every(({ name, seen }) => same(bytesIn(one.get(storedNumber, name)), seen));
    if (!isCurrent) return false;
    const number = Number(begin.get(id, now() + idleSeconds)?.number);
    // Sessions deleted with another tool leave their scopes behind, and numbers are reused.
    if (storedNumber === null) removeAll.run(number);
    for (const { name, value } of changes) {
      if (value) keep.run(number, name, value);
      else remove.run(number, name);
    }
    dropEmpty.run(number);
    return true;
  }

  return {
    async read(id) {
      const scopes = new Map<string, Uint8Array>();
      for (const row of all.all(id, now())) scopes.set(String(row.name), bytesIn(row) ?? new Uint8Array());
      return scopes;
    },
    async write(...args) {
      try {
        return await whileBusy(() => transaction(database, () => writeAll(...args)));
      } finally {
        // Also where there is no room: this is what makes some.
        try {
          sweepNowAndThen();
        } catch {
          // Another process is writing, or the disk is full: the next write continues the clean-up.
        }
      }
    },
    async touch(id, idleSeconds) {
      await whileBusy(() => prolong.run(now() + idleSeconds, id, now()));
    },
    async ping() {
      if (inodeOf(database) !== opened)
        throw new Error("the file was removed or replaced: restart the portal");
      // Writes a session that has already expired.
      begin.run("probe", now());
    },
    count: (most) => Number(living.get(now(), most)?.n),
    async close() {
      if (database.isOpen) database.close();
    },
  };
}
