import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type StatementId, statements } from "./statements.ts";

const root = join(import.meta.dirname, "../..");
const ids = Object.keys(statements) as StatementId[];
const shown = new Set<StatementId>();

/** The test of one statement, named by it. A number that is not in the list does not compile. */
export function statement(id: StatementId, holds: () => unknown): void {
  shown.add(id);
  test(`§${id} ${statements[id]}`, async () => void (await holds()));
}

/** A statement that another file's test shows, as it needs a browser: the test of this title. */
export function heldBy(id: StatementId, file: string, title: string): void {
  statement(id, () => expect(readFileSync(join(root, file), "utf8")).toContain(`("${title}"`));
}

/** Statements that stand one after the other, such as the rows of a table, from this one on. */
export function statementsFrom<Row>(from: StatementId, rows: readonly Row[], holds: (row: Row) => unknown) {
  const first = ids.indexOf(from);
  rows.forEach((row, at) => {
    statement(ids[first + at] ?? from, () => holds(row));
  });
}

/** Last in a section's file: a statement without a test fails. */
export function sectionEnds(section: number): void {
  test(`every statement of §${section} has its test`, () => {
    const wanted = ids.filter((id) => id.startsWith(`${section}.`));
    expect(wanted.filter((id) => !shown.has(id))).toEqual([]);
  });
}
