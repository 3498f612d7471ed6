import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** What decides which page it is, and what was posted. */
const mayReadRequests =
  /^app\/(?:(?:middleware|request)\/|host\.server|rendering\/|tracking\/(?:bot|third-parties)\.|forms\/upload\.)/;
const reads =
  /\brequest\.headers\b|\bheaders\.get\("(?:Cookie|User-Agent|Referer)|\breadCookie\(|\bcookiesOf\(/;

test("pages learn of their visitor only from what remembers it", () => {
  const files = globSync("{app,sandbox/portal}/**/*.{ts,tsx}");
  expect(files.length).toBeGreaterThan(200);
  const others = files.filter((file) => !mayReadRequests.test(file));
  expect(others.filter((file) => reads.test(readFileSync(file, "utf8")))).toEqual([]);
});
