import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** One step of the schema. Steps are applied once each, in the order of the list, and never edited afterwards. */
export interface Migration {
  /** `<area>-<number>`, e.g. `offer-1`. */
  name: string;
  sql: string;
}

export interface Database {
  /** The first row, if any. */
  one<Row>(sql: string, ...values: SqlValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SqlValue[]): Row[];
  /** Returns the number of changed rows. */
  run(sql: string, ...values: SqlValue[]): number;
  /** Inserts a row; one with the same key stays as it is, or is replaced, if `or` says so. */
  insert(table: string, row: Record<string, SqlValue>, or?: "IGNORE" | "REPLACE"): void;
  /**
   * Runs `work` in a transaction; it must be synchronous. Nested calls join the outer transaction.
   */
  transaction<T>(work: () => T): T;
  /** Empties every table but keeps the schema. */
  clear(): void;
  close(): void;
}

type SqlValue = string | number | null | Uint8Array;

const ownerOnly = 0o600;

/** Owner only, as testers may enter personal data; SQLite's side files inherit the mode. */
function keepForOwner(file: string) {
  mkdirSync(dirname(file), { recursive: true });
  closeSync(openSync(file, "a", ownerOnly));
  for (const kept of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(kept)) chmodSync(kept, ownerOnly);
}

/**
 * Opens the file (`:memory:` for tests), creating it and its folder with access for the owner only, and migrates its
 * schema.
 */
export function openDatabase(file: string, migrations: readonly Migration[]): Database {
  if (file !== ":memory:") keepForOwner(file);
  const sqlite = new DatabaseSync(file);
  sqlite.exec("PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  const statements = new Map<string, ReturnType<DatabaseSync["prepare"]>>();

  const prepared = (sql: string) => {
    const statement = statements.get(sql) ?? sqlite.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };

  const database: Database = {
    one: <Row>(sql: string, ...values: SqlValue[]) => prepared(sql).get(...values) as Row | undefined,
    all: <Row>(sql: string, ...values: SqlValue[]) => prepared(sql).all(...values) as Row[],
    run: (sql, ...values) => Number(prepared(sql).run(...values).changes),
    insert(table, row, or) {
      const names = Object.keys(row);
      const sql = `INSERT ${or ? `OR ${or} ` : ""}INTO ${table} (${names}) VALUES (${names.map(() => "?")})`;
      prepared(sql).run(...Object.values(row));
    },
    transaction(work) {
      if (sqlite.isTransaction) return work();
      // IMMEDIATE: a second process on the same file waits here instead of failing at its first write.
      sqlite.exec("BEGIN IMMEDIATE");
      try {
        const result = work();
        sqlite.exec("COMMIT");
        return result;
      } catch (error) {
        if (sqlite.isTransaction) sqlite.exec("ROLLBACK");
        throw error;
      }
    },
    clear() {
      const tables = sqlite
        .prepare(
          "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'migrations'",
        )
        .all() as { name: string }[];
      database.transaction(() => {
        for (const { name } of tables) sqlite.exec(`DELETE FROM "${name}"`);
      });
    },
    close() {
      statements.clear();
      sqlite.close();
    },
  };

  migrate(sqlite, database, migrations);
  return database;
}

function migrate(sqlite: DatabaseSync, database: Database, migrations: readonly Migration[]) {
  sqlite.exec("CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, at TEXT NOT NULL)");
  database.transaction(() => {
    for (const { name, sql } of migrations) {
      if (database.one("SELECT name FROM migrations WHERE name = ?", name)) continue;
      sqlite.exec(sql);
      database.run("INSERT INTO migrations (name, at) VALUES (?, CURRENT_TIMESTAMP)", name);
    }
  });
}
