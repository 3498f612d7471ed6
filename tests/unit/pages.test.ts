import { expect, test } from "vitest";
import { type PageRow, pageAt, pages } from "#app/pages.ts";

test("where a form leads is a page of the table", () => {
  const next = Object.values<PageRow>(pages).flatMap((row) => row.next ?? []);
  expect(next.length).toBeGreaterThan(0);
  expect(next.filter((path) => pageAt(path)?.path !== path)).toEqual([]);
});
