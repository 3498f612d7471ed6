import type { QueueDatabase } from "./queue-database.ts";

export type OpenedDatabase = ReturnType<typeof openedDatabase>;

/** A database that is opened with the first statement, and again once it is gone. */
export function openedDatabase(open: () => Promise<QueueDatabase>) {
  let opened: Promise<QueueDatabase> | undefined;
  let latest: QueueDatabase | undefined;

  async function use<T>(statement: (database: QueueDatabase) => Promise<T>): Promise<T> {
    opened ??= open().catch((error) => {
      opened = undefined;
      throw error;
    });
    const used = opened;
    const database = await used;
    latest = database;
    // Another statement that waited for it may have found it gone.
    if (opened !== used) return use(statement);
    if (database.isGone?.()) {
      opened = undefined;
      await database.close();
      return use(statement);
    }
    return database.run(() => statement(database));
  }

  const isFull = () => latest?.isFull?.() ?? false;

  async function close() {
    const database = await opened?.catch(() => undefined);
    opened = undefined;
    latest = undefined;
    await database?.close();
  }

  return { use, isFull, close };
}
