import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { Kysely, SqliteDialect, sql } from "kysely";
import { inodeOf, openFile, whileBusy } from "#app/session/sqlite-file.server.ts";
import { type Database, type Schema, tableOf } from "./sql-queue.server.ts";

/** Adapts Node's own SQLite to the part of better-sqlite3 that Kysely needs. */
const forKysely = (database: DatabaseSync) => ({
  close: () => database.close(),
  prepare(text: string) {
    const statement = database.prepare(text);
    const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
    return {
      reader: statement.columns().length > 0,
      all: (parameters: readonly unknown[]) => statement.all(...values(parameters)),
      run: (parameters: readonly unknown[]) => statement.run(...values(parameters)),
      iterate: (parameters: readonly unknown[]) => statement.iterate(...values(parameters)),
    };
  },
});

/** A file on one machine, which several portals may share. It may be the same file as that of the sessions. */
export async function openSqlite(file: string): Promise<Database> {
  const table = tableOf({ integer: "INTEGER", seq: "INTEGER PRIMARY KEY AUTOINCREMENT", suffix: "STRICT" });
  const connection = openFile(file, (database) => database.exec(table.join(";")));
  // A connection of its own: commits are on disk before they return, which sessions do not need.
  connection.exec("PRAGMA synchronous = FULL");
  const opened = inodeOf(connection);
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: forKysely(connection) }) });
  return {
    db,
    now: sql<number>`CAST(unixepoch('subsec') * 1000 AS INTEGER)`,
    locksRows: false,
    run: whileBusy,
    isGone: () => inodeOf(connection) !== opened,
    close: async () => connection.close(),
  };
}
