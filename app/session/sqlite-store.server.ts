import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import type { ScopeChange, SessionStore } from "./store.ts";

const sweepEverySeconds = 60;
/** So short that a sweep never holds up a request noticeably. */
const sweepSliceMs = 4;
const sweepRows = 50;
const sweepPages = 8;
/** Free pages above this share of the file are returned to the file system. */
const freePart = 1 / 4;
/** SQLite's own wait blocks the process, so it is short; `whileBusy` does the long one. */
const busyMs = 5;
const busyTries = 60;
const busy = 5;

const schema = `
  PRAGMA page_size = 16384;
  PRAGMA auto_vacuum = INCREMENTAL;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA busy_timeout = ${busyMs};
  PRAGMA foreign_keys = ON;
  PRAGMA secure_delete = FAST;
  CREATE TABLE IF NOT EXISTS session (id TEXT PRIMARY KEY, expires INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS session_expires ON session (expires);
  CREATE TABLE IF NOT EXISTS scope (
    id TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE ON UPDATE CASCADE,
    name TEXT NOT NULL,
    value BLOB NOT NULL,
    PRIMARY KEY (id, name)
  ) STRICT, WITHOUT ROWID;
`;

/** The file with its schema; readable by its owner alone, and so are the files that SQLite puts beside it. */
export function openDatabase(file: string): DatabaseSync {
  if (file !== ":memory:") {
    mkdirSync(dirname(file), { recursive: true });
    createPrivately(file);
  }
  const database = new DatabaseSync(file);
  database.exec(schema);
  return database;
}

/** Never opens a file that is there: closing it again would end the locks of this process' other connections to it. */
function createPrivately(file: string) {
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** Tries again while another process writes. */
export async function whileBusy<T>(work: () => T): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return work();
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== busy || tries === busyTries) throw error;
      await wait(tries);
    }
  }
}

const same = (a: Uint8Array | undefined, b: Uint8Array | undefined) =>
  a && b ? Buffer.compare(a, b) === 0 : a === b;

/** Sessions in one SQLite file of a single machine, which several processes may share; `now` in seconds. */
export function createSqliteStore(
  database: DatabaseSync,
  now = () => Math.floor(Date.now() / 1000),
): SessionStore {
  const all = database.prepare(
    "SELECT name, value FROM scope JOIN session USING (id) WHERE id = ? AND expires > ?",
  );
  const one = database.prepare("SELECT value FROM scope WHERE id = ? AND name = ?");
  const dropExpired = database.prepare("DELETE FROM session WHERE id = ? AND expires <= ?");
  const dropEmpty = database.prepare(
    "DELETE FROM session WHERE id = ? AND NOT EXISTS (SELECT 1 FROM scope WHERE scope.id = session.id)",
  );
  const begin = database.prepare(
    "INSERT INTO session (id, expires) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET expires = excluded.expires",
  );
  const keep = database.prepare(
    "INSERT INTO scope (id, name, value) VALUES (?, ?, ?) ON CONFLICT (id, name) DO UPDATE SET value = excluded.value",
  );
  const remove = database.prepare("DELETE FROM scope WHERE id = ? AND name = ?");
  const prolong = database.prepare("UPDATE session SET expires = ? WHERE id = ? AND expires > ?");
  const sweep = database.prepare(
    "DELETE FROM session WHERE id IN (SELECT id FROM session WHERE expires <= ? LIMIT ?)",
  );
  const living = database.prepare(
    "SELECT count(*) AS n FROM (SELECT 1 FROM session WHERE expires > ? LIMIT ?)",
  );
  const pages = database.prepare(
    "SELECT freelist_count > page_count * ? AS free FROM pragma_freelist_count, pragma_page_count",
  );

  /** One slice of the clean-up. @returns whether there is more to do */
  function sweepSome(): boolean {
    if (sweep.run(now(), sweepRows).changes === sweepRows) return true;
    if (!pages.get(freePart)?.free) return false;
    database.exec(`PRAGMA incremental_vacuum(${sweepPages})`);
    return true;
  }

  let nextSweep = now() + sweepEverySeconds;
  function sweepNowAndThen() {
    if (now() < nextSweep) return;
    const end = performance.now() + sweepSliceMs;
    while (sweepSome()) if (performance.now() > end) return;
    nextSweep = now() + sweepEverySeconds;
  }

  function writeAll(id: string, changes: readonly ScopeChange[], idleSeconds: number): boolean {
    database.exec("BEGIN IMMEDIATE");
    try {
      dropExpired.run(id, now());
      const current = changes.every(({ name, seen }) =>
        same(one.get(id, name)?.value as Uint8Array | undefined, seen),
      );
      if (current) {
        begin.run(id, now() + idleSeconds);
        for (const { name, value } of changes) {
          if (value) keep.run(id, name, value);
          else remove.run(id, name);
        }
        dropEmpty.run(id);
      }
      database.exec("COMMIT");
      return current;
    } catch (error) {
      if (database.isTransaction) database.exec("ROLLBACK");
      throw error;
    }
  }

  return {
    async read(id) {
      const rows = all.all(id, now()) as { name: string; value: Uint8Array }[];
      return new Map(rows.map(({ name, value }) => [name, value]));
    },
    async write(...args) {
      const written = await whileBusy(() => writeAll(...args));
      try {
        sweepNowAndThen();
      } catch {
        // Another process writes, or the disk is full: the next write goes on with it.
      }
      return written;
    },
    async touch(id, idleSeconds) {
      await whileBusy(() => prolong.run(now() + idleSeconds, id, now()));
    },
    async ping() {
      // A session that has expired already.
      begin.run("probe", now());
    },
    count: (most) => Number(living.get(now(), most)?.n),
    async close() {
      if (database.isOpen) database.close();
    },
  };
}
