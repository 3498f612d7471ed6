import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";

/** SQLite's own wait blocks the process, so it is short; `whileBusy` does the long one. */
const busyMs = 5;
/** For a file that other processes create at the same time. */
const creatingMs = 2_000;
const busyTries = 60;
const busy = 5;

const settings = `
  PRAGMA synchronous = NORMAL;
  PRAGMA foreign_keys = ON;
  PRAGMA secure_delete = FAST;
  PRAGMA busy_timeout = ${busyMs};
`;
/** Kept in the file itself. Setting `auto_vacuum` again would need the lock for writing, which another process may have. */
const settingsOfFile = `
  PRAGMA page_size = 8192;
  PRAGMA auto_vacuum = INCREMENTAL;
  PRAGMA journal_mode = WAL;
`;

/**
 * Opens a file that is readable by its owner alone, and so are the files that SQLite puts beside it. One whose tables
 * are there is opened without a lock.
 * @param createTables where they are missing
 */
export function openFile(file: string, createTables: (database: DatabaseSync) => void): DatabaseSync {
  if (file !== ":memory:") createPrivately(file);
  const database = new DatabaseSync(file, { timeout: creatingMs });
  try {
    if (!database.prepare("PRAGMA auto_vacuum").get()?.auto_vacuum) database.exec(settingsOfFile);
    createTables(database);
    database.exec(settings);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

/**
 * Makes a file that its owner alone can read, unless it is there. It never opens one that is there: closing that again
 * would end the locks of this process' other connections to it.
 */
export function createPrivately(file: string, content = "") {
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(file, content, { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** Tries again while another process writes. */
export async function whileBusy<T>(work: () => T | Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      // Of the extended code, the low byte.
      if (((error as { errcode?: number }).errcode ?? 0) % 256 !== busy || tries === busyTries) throw error;
      await wait(tries);
    }
  }
}

/** Runs `work`, which must be synchronous, as a whole or not at all, and in one step for every other process. */
export function transaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    // Some errors, such as a full disk, have rolled it back already.
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

/** The number of the file at that path now: a removed file still takes writes, which are lost when the process ends. */
export function inodeOf(database: DatabaseSync): number | undefined {
  const file = database.location();
  return file ? statSync(file, { throwIfNoEntry: false })?.ino : undefined;
}
