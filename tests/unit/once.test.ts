import { expect, test } from "vitest";
import { once } from "#app/platform/once.ts";

test("is loaded once for all who need it together, and afterwards", async () => {
  let loads = 0;
  const load = once(async () => ++loads);
  expect(await Promise.all([load(), load()])).toEqual([1, 1]);
  expect(await load()).toBe(1);
});

test("a failure is forgotten", async () => {
  let loads = 0;
  const load = once(async () => {
    if (++loads === 1) throw new Error("too many open files");
    return loads;
  });
  const both = await Promise.allSettled([load(), load()]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect([await load(), await load()]).toEqual([2, 2]);
});
