import { expect, test, vi } from "vitest";
import {
  type Assumptions,
  type Bounds,
  exploreOrders,
  type Promised,
  promises,
  usual,
} from "../support/order-world.ts";

/** Seconds of CPU, and many times as long on a busy machine. */
vi.setConfig({ testTimeout: 600_000 });

/** What each promise assumes, explored to its end (decision 0067). */
test.each<[what: string, assumed: Partial<Assumptions>, bounds: Bounds]>([
  ["two browsers with two tabs each", {}, { tabs: [2, 2], presses: 2, readsBehind: 1, faults: 1 }],
  ["one browser with two tabs", {}, { tabs: [2], presses: 2, readsBehind: 2, faults: 2 }],
  [
    "two browsers, at a provider that forgets keys and refuses a second order",
    { remembersKeys: false },
    { tabs: [1, 1], presses: 2, readsBehind: 2, faults: 0 },
  ],
  [
    "one browser, at a provider that remembers keys and refuses no second order",
    { refusesSecond: false },
    { tabs: [2], presses: 2, readsBehind: 1, faults: 1 },
  ],
])("no promise is broken: %s", (what, assumed, bounds) => {
  const { broken, states, transitions } = exploreOrders({ ...usual, ...assumed }, bounds);
  console.info(`${what}: ${states} states, ${transitions} transitions`);
  expect(broken).toEqual({});
});

const small: Bounds = { tabs: [1], presses: 1, readsBehind: 2, faults: 1 };
const two: Bounds = { ...small, tabs: [1, 1], presses: 2 };

/** Without any of these, a promise is broken: nobody could keep it. */
test.each<[promise: Promised, without: (keyof Assumptions)[], bounds: Bounds]>([
  ["a", ["refusesSecond"], two],
  ["a", ["refusesSecond", "remembersKeys"], { ...small, presses: 2 }],
  ["b", ["catchesUp"], small],
  ["b", ["wordsAreTrue"], two],
  ["b", ["readsLatest"], small],
  ["b", ["resetsWait"], { ...two, readsBehind: 1 }],
  ["b", ["sessionsLast"], { ...small, tabs: [2], presses: 2, faults: 2 }],
  ["c", ["readsLatest"], two],
  ["d", ["readsLatest"], two],
])("promise %s is broken without %s", (promise, without, bounds) => {
  const assumed = { ...usual, ...Object.fromEntries(without.map((name) => [name, false])) };
  const story = exploreOrders(assumed, bounds, promise).broken[promise];
  console.info(`"${promises[promise]}" without ${without.join(" and ")}:\n  ${story?.join("\n  ")}`);
  expect(story).toBeDefined();
});
