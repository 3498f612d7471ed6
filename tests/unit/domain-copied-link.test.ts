import { expect, test } from "vitest";
import { copiedPath, linkParameter, withoutUmlauts } from "#app/domain/copied-link.ts";

test.each([
  ["/", "/"],
  ["/kuendigung", "/kuendigung"],
  ["/kuendigung/", "/kuendigung"],
  ["/kuendigung.", "/kuendigung"],
  ["/kuendigung).", "/kuendigung"],
  ["/kuendigung%20", "/kuendigung"],
  ["/kuendigung/%20", "/kuendigung"],
  ["/kuendigung%E2%80%8B", "/kuendigung"],
  ["/kuendi%C2%ADgung%22%3E", "/kuendigung"],
  ["/angebot/a~b.c-d_e", "/angebot/a~b.c-d_e"],
  ["/angebot/abc./meine-daten%0A", "/angebot/abc./meine-daten"],
  ["/angebot/a%2Fb", "/angebot/a%2Fb"],
  ["/%E2%80%8B/elsewhere.example", "/elsewhere.example"],
  ["/%zz.", "/%25zz"],
  ["///...", "/"],
])("the path %s is %s", (path, meant) => {
  expect(copiedPath(path)).toBe(meant);
  expect(copiedPath(meant)).toBe(meant);
});

test("a path of any length is read at once", () => expect(copiedPath("/.".repeat(20_000))).toBe("/"));

test.each([
  ["/k%C3%BCndigung", "/kuendigung"],
  ["/KU%CC%88NDIGUNG/best%C3%A4tigung", "/kuendigung/bestaetigung"],
])("%s is spelled %s", (path, ours) => expect(withoutUmlauts(path)).toBe(ours));

test.each([
  ["?token=a&brand=aldi", "a", "aldi"],
  ["?token=a&amp;brand=aldi", "a", "aldi"],
  ["?brand=aldi&amp;token=a.b", "a.b", "aldi"],
  ["?token=%E2%80%8Ba%20&brand=aldi.", "a", "aldi"],
  ["?token=a).", "a", null],
])("%s names its token and its brand", (search, token, brand) => {
  const url = new URL(`https://o2.example/email-ablehnung${search}`);
  expect([linkParameter(url, "token"), linkParameter(url, "brand")]).toEqual([token, brand]);
});
