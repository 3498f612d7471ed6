import { expect, test } from "vitest";
import { readJourney } from "../../tools/journey/journey.ts";

const opened = { open: "/", page: "home" };
const read =
  (...steps: object[]) =>
  () =>
    readJourney("own.json", JSON.stringify({ title: "t", each: [{ token: "demo" }], steps }));

test.each([
  ["a mistyped key", [opened, { ...opened, statsu: 302 }], /steps\.1$/, '"statsu"'],
  ["a mistyped kind of step", [{ opne: "/", page: "home" }], /steps\.0/, '"opne"'],
  ["a field that is a number", [{ send: { day: 1 }, page: "home" }], /steps\.0\.send\.day/, "Invalid input"],
  ["no page", [{ fill: {} }], /steps\.0\.page/, "expected string"],
])("%s in a journey is named", (_, steps, place, reason) => {
  expect(read(...steps)).toThrow(place);
  expect(read(...steps)).toThrow(reason);
  expect(read(...steps)).toThrow("own.json: ");
});
