import type { Database, Migration } from "../database.ts";

export const declineMigrations: Migration[] = [
  {
    name: "email-1",
    sql: "CREATE TABLE declined_mails (token TEXT PRIMARY KEY, brand TEXT NOT NULL, at TEXT NOT NULL)",
  },
];

export const isDeclined = (database: Database, token: string): boolean =>
  database.one("SELECT token FROM declined_mails WHERE token = ?", token) !== undefined;

/** Declines once; the first time is recorded. */
export function decline(database: Database, token: string, brand: string, at: string): void {
  database.run(
    "INSERT INTO declined_mails (token, brand, at) VALUES (?, ?, ?) ON CONFLICT (token) DO NOTHING",
    token,
    brand,
    at,
  );
}
