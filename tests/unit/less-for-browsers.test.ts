import { expect, test } from "vitest";
import { without, withoutKinds } from "../../tools/build/less-for-browsers.ts";

test("functions are emptied by name, assigned ones too, and a name that is gone stops the build", () => {
  const code =
    "function a() { return 1; } exports.b = function () { return 2; }; c.d.e = function () { return 3; };";
  expect(without("a", "exports.b", "c.d")(code)).toBe(
    "function a() {} exports.b = function () {}; c.d.e = function () {};",
  );
  expect(without("a")(code)).toContain("return 2");
  expect(() => without("a", "gone")(code)).toThrow("There is no gone any more");
});

test("cases for kinds of nodes that no page has go, but for what other cases lead to or share", () => {
  const code = `"use strict";
    return (node) => {
      if (node.tag === 0) return "none";
      else switch (node.tag) {
        case 5:
          var seen = "five";
        case 13:
          return seen + " and on";
        case 19:
          var shared;
          return "a list";
        case 22:
        case 6:
          shared = "six";
          return shared;
      }
      return "nothing";
    };`;
  const shorter = withoutKinds(code);
  const whatFor = new Function(shorter)() as (node: { tag: number }) => string;
  expect([0, 5, 6, 19, 22].map((tag) => whatFor({ tag }))).toEqual([
    "none",
    "five and on",
    "six",
    "nothing",
    "nothing",
  ]);
  expect(shorter).not.toContain("a list");
});
