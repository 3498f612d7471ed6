import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { Kysely, SqliteDialect, sql } from "kysely";
import { inodeOf, openFile, transaction, whileBusy } from "#app/session/sqlite-file.server.ts";
import { foreignTable, newestColumn, type QueueDatabase, type Schema, tableOf } from "./queue-database.ts";

/** Adapts Node's own SQLite to the part of better-sqlite3 that Kysely needs. */
const forKysely = (database: DatabaseSync) => ({
  close: () => database.close(),
  prepare(text: string) {
    const statement = database.prepare(text);
    // eslint-disable-next-line house/no-cast -- the queue passes texts, numbers and null
    const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
    return {
      reader: statement.columns().length > 0,
      all: (parameters: readonly unknown[]) => statement.all(...values(parameters)),
      run: (parameters: readonly unknown[]) => statement.run(...values(parameters)),
      iterate: (parameters: readonly unknown[]) => statement.iterate(...values(parameters)),
    };
  },
});

/** As one step, since several portals may start with one file; without a lock if there is nothing to do. */
function makeTable(database: DatabaseSync) {
  const columns = database.prepare("SELECT name FROM pragma_table_info('declaration')");
  function isThere() {
    const names = columns.all().map(({ name }) => name);
    if (names.length > 0 && !names.includes(newestColumn)) throw foreignTable();
    return names.length > 0;
  }
  if (isThere()) return;
  const table = tableOf({ integer: "INTEGER", seq: "INTEGER PRIMARY KEY AUTOINCREMENT", suffix: "STRICT" });
  transaction(database, () => {
    if (!isThere()) database.exec(table.join(";"));
  });
}

/** A file on one machine, which several portals may share. It may be the same file as that of the sessions. */
export async function openSqlite(file: string): Promise<QueueDatabase> {
  const connection = openFile(file, makeTable);
  // A connection of its own: commits are on disk before they return, which sessions do not need.
  connection.exec("PRAGMA synchronous = FULL");
  const opened = inodeOf(connection);
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: forKysely(connection) }) });
  return {
    db,
    now: sql<number>`CAST(unixepoch('subsec') * 1000 AS INTEGER)`,
    locksRows: false,
    run: whileBusy,
    // It commits in this process.
    isRefusal: () => true,
    isGone: () => inodeOf(connection) !== opened,
    close: async () => connection.close(),
  };
}
