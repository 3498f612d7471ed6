import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openDatabase } from "#sandbox/database.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sandbox-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const table = [{ name: "test-1", sql: "CREATE TABLE entries (text TEXT)" }];
const modes = () =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777]));
const ownerOnly = { "s.sqlite": 0o600, "s.sqlite-wal": 0o600, "s.sqlite-shm": 0o600 };

it("is readable by its owner only, with SQLite's side files", () => {
  const database = openDatabase(join(folder, "s.sqlite"), table);
  database.run("INSERT INTO entries VALUES (?)", "personal");
  expect(modes()).toEqual(ownerOnly);
  database.close();
});

it("restricts access to an existing file and to what a killed process left", () => {
  const before = openDatabase(join(folder, "s.sqlite"), table);
  before.run("INSERT INTO entries VALUES (?)", "personal");
  for (const name of Object.keys(ownerOnly)) chmodSync(join(folder, name), 0o644);
  const database = openDatabase(join(folder, "s.sqlite"), table);
  expect(modes()).toEqual(ownerOnly);
  expect(database.all("SELECT text FROM entries")).toEqual([{ text: "personal" }]);
  database.close();
  before.close();
});
