import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { breaker, CircuitOpen } from "#app/platform/breaker.server.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance", "Date"] }));
afterEach(() => void vi.useRealTimers());

const fails = async () => {
  throw new Error("away");
};
const works = async () => "there";
async function opened() {
  const ask = breaker({ failuresInARow: 3, askAgainMs: 1000 });
  for (let time = 0; time < 3; time++) await expect(ask(fails)).rejects.toThrow("away");
  return ask;
}

test("what is away is asked once a second, by one call at a time", async () => {
  const ask = await opened();
  await expect(ask(works)).rejects.toThrow(CircuitOpen);
  vi.advanceTimersByTime(1000);
  const slow = Promise.withResolvers<string>();
  const asked = ask(() => slow.promise);
  await expect(ask(works)).rejects.toThrow(CircuitOpen);
  slow.reject(new Error("still away"));
  await expect(asked).rejects.toThrow("still away");
  await expect(ask(works)).rejects.toThrow(CircuitOpen);
  vi.advanceTimersByTime(1000);
  expect(await ask(works)).toBe("there");
  expect(await Promise.all([ask(works), ask(works)])).toEqual(["there", "there"]);
});

test("failures between successes, and those that are an answer, are no outage", async () => {
  const ask = breaker({
    failuresInARow: 2,
    askAgainMs: 1000,
    isOutage: (error) => error instanceof TypeError,
  });
  for (let time = 0; time < 5; time++) await expect(ask(fails)).rejects.toThrow("away");
  expect(await ask(works)).toBe("there");
});

test("a clock that is set back an hour delays nothing", async () => {
  const ask = await opened();
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(1000);
  expect(await ask(works)).toBe("there");
});
