import { expect, test } from "vitest";
import { type Assumptions, explore } from "../support/order-world.ts";

const usual = { remembersKeys: true, refusesSecond: true, readsBehind: 2 };

/** What each promise assumes (decision 0126), explored to its end. */
test.each<[what: string, assumed: Assumptions]>([
  ["one browser with two tabs, a press and two faults", { ...usual, tabs: [2], presses: 1, faults: 2 }],
  ["two browsers that both press", { ...usual, tabs: [1, 1], presses: 2, faults: 0 }],
  [
    "two browsers, at a provider that forgets keys and refuses a second order",
    { ...usual, remembersKeys: false, tabs: [1, 1], presses: 2, faults: 0 },
  ],
  [
    "one browser, at a provider that remembers keys and refuses no second order",
    { ...usual, refusesSecond: false, tabs: [2], presses: 2, faults: 0 },
  ],
])("no promise is broken: %s", (what, assumed) => {
  const { broken, story, states, transitions } = explore(assumed);
  console.info(`${what}: ${states} states, ${transitions} transitions`);
  expect(broken, story.join("\n")).toBeUndefined();
});

test("a provider that takes a second order under another key defeats two browsers that press at once", () => {
  const { broken, story } = explore({ ...usual, refusesSecond: false, tabs: [1, 1], presses: 2, faults: 0 });
  expect(broken, story.join("\n")).toBe("two orders are in force");
});
