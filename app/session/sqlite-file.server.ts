import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { codeOf } from "#app/platform/error-facts.ts";

/** SQLite's own wait blocks the process, so it is short; `whileBusy` does the long wait. */
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
/** Stored in the file itself. Setting `auto_vacuum` again would need the write lock, which another process may have. */
const settingsOfFile = `
  PRAGMA page_size = 8192;
  PRAGMA auto_vacuum = INCREMENTAL;
  PRAGMA journal_mode = WAL;
`;

/**
 * Opens a file that only its owner can read, like the files that SQLite creates beside it. If its tables exist, it is
 * opened without a lock.
 * @param createTables creates missing tables
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
 * Creates a file that only its owner can read, unless it exists. It never opens an existing one: closing that again
 * would release the locks of this process's other connections to it (POSIX).
 */
export function createPrivately(file: string, content = "") {
  makeFolder(dirname(file));
  try {
    writeFileSync(file, content, { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

/** `mkdirSync` with `recursive` never ends where folders cannot be made at all, as in /proc. */
function makeFolder(folder: string) {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have made it.
    if (!existsSync(folder)) throw error;
  }
}

/** By the low byte of the extended code. */
const isBusy = (error: unknown): boolean =>
  error instanceof Error && "errcode" in error && Number(error.errcode) % 256 === busy;

/** Retries while another process writes. */
export async function whileBusy<T>(work: () => T | Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || tries === busyTries) throw error;
      await wait(tries);
    }
  }
}

/** Runs `work`, which must be synchronous, completely or not at all, and as one step for every other process. */
export function transaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    // Some errors, such as a full disk, have already rolled it back.
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

/**
 * The inode of the file at that path now: a removed file still accepts writes, which are lost when the process ends.
 */
export function inodeOf(database: DatabaseSync): number | undefined {
  const file = database.location();
  return file ? statSync(file, { throwIfNoEntry: false })?.ino : undefined;
}
