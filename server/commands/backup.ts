import { existsSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { config } from "#app/platform/config.server.ts";
import { createPrivately } from "#app/session/sqlite-file.server.ts";
import { command } from "#server/operation/command.ts";

// `npm run backup -- FOLDER`: copies the SQLite files of sessions and declarations while portals use them, and checks each
// copy. PostgreSQL has tools of its own (docs/operations.md).

/**
 * Copies a database into a file that is complete on its own.
 * @returns what it contains
 * @throws if it is damaged
 */
async function copyOf(file: string, target: string): Promise<string> {
  const source = new DatabaseSync(file, { readOnly: true });
  await backup(source, target).finally(() => source.close());
  const copy = new DatabaseSync(target);
  try {
    const problems = copy.prepare("PRAGMA integrity_check").all().flatMap(Object.values);
    if (problems.join() !== "ok") throw new Error(`The copy of ${file} is damaged: ${problems.join("; ")}`);
    // Portals set it back.
    copy.exec("PRAGMA journal_mode = DELETE");
    const tables = copy.prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    );
    const counts = tables.all().map(({ name }) => {
      const { count } = copy.prepare(`SELECT count(*) AS count FROM "${name}"`).get() ?? {};
      return `${name} ${count}`;
    });
    return `${target}: ${counts.join(", ")}`;
  } finally {
    copy.close();
  }
}

const targets: string[] = [];
await command(async () => {
  const [folder] = process.argv.slice(2);
  if (!folder || folder.startsWith("-"))
    throw new Error("npm run backup -- FOLDER    copies the SQLite files of sessions and declarations");
  const { session, declarations } = config();
  const stores = [
    session.store.startsWith("sqlite:") ? session.store.slice("sqlite:".length) : undefined,
    declarations.store.kind === "sqlite" ? declarations.store.file : undefined,
  ];
  const files = [...new Set(stores.filter((file) => file !== undefined))];
  if (files.length === 0) throw new Error("No store is a file: back up PostgreSQL with pg_dump.");
  const copies: string[] = [];
  try {
    for (const file of files) {
      const target = join(folder, basename(file));
      if (!existsSync(file)) throw new Error(`There is no ${file}.`);
      if (existsSync(target)) throw new Error(`${target} is there already.`);
      createPrivately(target);
      targets.push(target);
      copies.push(await copyOf(file, target));
    }
  } catch (error) {
    // A part would look like a whole backup, and the next run would refuse to write over it.
    for (const target of targets) rmSync(target, { force: true });
    throw error;
  }
  console.log(copies.join("\n"));
});
