import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { SessionStore } from "./store.ts";

const sweepEverySeconds = 60;
/** So few at a time that a sweep never holds up a request noticeably. */
const sweepAtMost = 200;

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA busy_timeout = 2000;
  PRAGMA foreign_keys = ON;
  PRAGMA secure_delete = ON;
  CREATE TABLE IF NOT EXISTS session (id TEXT PRIMARY KEY, expires INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS session_expires ON session (expires);
  CREATE TABLE IF NOT EXISTS scope (
    id TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE ON UPDATE CASCADE,
    name TEXT NOT NULL,
    value BLOB NOT NULL,
    PRIMARY KEY (id, name)
  ) STRICT, WITHOUT ROWID;
`;

/** An empty file that nobody else may read; SQLite gives the files beside it the same mode. */
function makeForOwner(file: string) {
  mkdirSync(dirname(file), { recursive: true });
  closeSync(openSync(file, "a", 0o600));
}

/**
 * Sessions in one SQLite file: for a single machine; several processes may share the file.
 * @param file path, or `:memory:`
 * @param now seconds since 1970
 */
export function createSqliteStore(file: string, now = () => Math.floor(Date.now() / 1000)): SessionStore {
  if (file !== ":memory:") makeForOwner(file);
  const database = new DatabaseSync(file);
  database.exec(schema);

  const alive = "id = ? AND expires > ?";
  const read = database.prepare(
    `SELECT value FROM scope JOIN session USING (id) WHERE ${alive} AND name = ?`,
  );
  const dropExpired = database.prepare("DELETE FROM session WHERE id = ? AND expires <= ?");
  const prolong = database.prepare(`UPDATE session SET expires = ? WHERE ${alive}`);
  const begin = database.prepare(
    "INSERT INTO session (id, expires) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET expires = excluded.expires",
  );
  const keep = database.prepare(
    "INSERT INTO scope (id, name, value) VALUES (?, ?, ?) ON CONFLICT (id, name) DO UPDATE SET value = excluded.value",
  );
  const claim = database.prepare(
    "INSERT INTO scope (id, name, value) VALUES (?, ?, ?) ON CONFLICT (id, name) DO NOTHING",
  );
  const remove = database.prepare("DELETE FROM scope WHERE id = ? AND name = ?");
  const destroy = database.prepare("DELETE FROM session WHERE id = ?");
  const all = database.prepare(`SELECT name, value FROM scope JOIN session USING (id) WHERE ${alive}`);
  const sweep = database.prepare(
    "DELETE FROM session WHERE id IN (SELECT id FROM session WHERE expires <= ? LIMIT ?)",
  );

  const transaction = <T>(work: () => T): T => {
    database.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      database.exec("COMMIT");
      return result;
    } catch (error) {
      database.exec("ROLLBACK");
      throw error;
    }
  };

  let nextSweep = now() + sweepEverySeconds;
  const sweepNowAndThen = () => {
    if (now() < nextSweep) return;
    const removed = sweep.run(now(), sweepAtMost).changes;
    // More to do: go on with the next write.
    nextSweep = removed === sweepAtMost ? now() : now() + sweepEverySeconds;
  };

  /** A write of a scope, in a session that lives on from now. */
  const writeAs = (how: typeof keep, ...[id, scope, value, idleSeconds]: Parameters<SessionStore["write"]>) =>
    transaction(() => {
      dropExpired.run(id, now());
      begin.run(id, now() + idleSeconds);
      const { changes } = how.run(id, scope, value);
      sweepNowAndThen();
      return changes > 0;
    });

  return {
    async read(id, scope) {
      const row = read.get(id, now(), scope);
      return row?.value as Uint8Array | undefined;
    },
    async write(...entry) {
      writeAs(keep, ...entry);
    },
    async claim(...entry) {
      return writeAs(claim, ...entry);
    },
    async remove(id, scope) {
      return remove.run(id, scope).changes > 0;
    },
    async touch(id, idleSeconds) {
      return prolong.run(now() + idleSeconds, id, now()).changes > 0;
    },
    async rename(id, newId, change, idleSeconds) {
      transaction(() => {
        const scopes = all.all(id, now()) as { name: string; value: Uint8Array }[];
        destroy.run(id);
        for (const { name, value } of scopes) {
          const changed = change(name, value);
          if (!changed) continue;
          begin.run(newId, now() + idleSeconds);
          keep.run(newId, name, changed);
        }
      });
    },
    async destroy(id) {
      destroy.run(id);
    },
    async ping() {
      // A session that has expired already.
      begin.run("probe", now());
    },
    async close() {
      if (database.isOpen) database.close();
    },
  };
}
