import { existsSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { config } from "#app/platform/config.server.ts";
import { createPrivately } from "#app/session/sqlite-file.server.ts";
import { command } from "#server/operation/command.ts";

// `npm run backup -- FOLDER`: copies the SQLite files of sessions and declarations while portals use them, and checks each
// copy, which has its name only then. PostgreSQL has tools of its own (docs/operations.md).

/** All pages in one step, from one moment's state: after each step, what was written meanwhile would start it anew. */
const inOneStep = { rate: 2 ** 31 - 1 };

/**
 * Copies a database into a file that is complete on its own.
 * @returns what it contains
 * @throws if it is damaged
 */
async function copyOf(file: string, target: string): Promise<string> {
  const source = new DatabaseSync(file, { readOnly: true });
  await backup(source, target, inOneStep).finally(() => source.close());
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
    return counts.join(", ");
  } finally {
    copy.close();
  }
}

const usage = "npm run backup -- FOLDER    copies the SQLite files of sessions and declarations";

await command(usage, async () => {
  const [folder] = process.argv.slice(2);
  if (!folder || folder.startsWith("-")) throw new Error(usage);
  const { session, declarations } = config();
  const stores = [
    session.store.startsWith("sqlite:") ? session.store.slice("sqlite:".length) : undefined,
    declarations.store.kind === "sqlite" ? declarations.store.file : undefined,
  ];
  const files = [...new Set(stores.filter((file) => file !== undefined))];
  if (files.length === 0) throw new Error("No store is a file: back up PostgreSQL with pg_dump.");
  const copies = files.map((file) => ({ file, target: join(folder, basename(file)) }));
  for (const { file, target } of copies) {
    if (!existsSync(file)) throw new Error(`There is no ${file}.`);
    if (existsSync(target)) throw new Error(`${target} is there already.`);
  }
  const partOf = (target: string) => `${target}.part`;
  const removeParts = () => {
    for (const { target } of copies)
      for (const end of ["", "-journal"]) rmSync(partOf(target) + end, { force: true });
  };
  // Of a run that was killed.
  removeParts();
  try {
    const lines: string[] = [];
    for (const { file, target } of copies) {
      createPrivately(partOf(target));
      lines.push(`${target}: ${await copyOf(file, partOf(target))}`);
    }
    for (const { target } of copies) renameSync(partOf(target), target);
    console.log(lines.join("\n"));
  } catch (error) {
    removeParts();
    throw error;
  }
});
