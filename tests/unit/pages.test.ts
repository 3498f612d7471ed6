import { expect, test } from "vitest";
import { type PageRow, pageAt, pages } from "#app/pages.ts";

test("`next` names pages of the table", () => {
  const next = Object.values<PageRow>(pages).flatMap((row) => row.next ?? []);
  expect(next.length).toBeGreaterThan(0);
  expect(next.filter((path) => pageAt(path)?.path !== path)).toEqual([]);
});
