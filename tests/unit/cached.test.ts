import { expect, test, vi } from "vitest";
import { cached } from "#app/backend/cached.server.ts";

type Answer = { ok: boolean; data: string };
const good = (data: string): Answer => ({ ok: true, data });
const bad: Answer = { ok: false, data: "" };
const patiently = () => 60_000;

test("concurrent pages share one call, and its answer is cached", async () => {
  const keep = cached<Answer>(bad, patiently);
  const ask = vi.fn(async () => good("list"));
  expect(await Promise.all([keep("de", ask), keep("de", ask)])).toEqual([good("list"), good("list")]);
  expect(await keep("de", ask)).toEqual(good("list"));
  expect(ask).toHaveBeenCalledTimes(1);
  await keep("en", ask);
  expect(ask).toHaveBeenCalledTimes(2);
});

test("after a failure nobody asks again for a short while", async () => {
  vi.useFakeTimers();
  // The library takes its clock's zero for no time.
  vi.advanceTimersByTime(1);
  try {
    const keep = cached<Answer>(bad, patiently);
    const ask = vi.fn(async () => bad);
    expect([await keep("de", ask), await keep("de", ask)]).toEqual([bad, bad]);
    expect(ask).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(20_000);
    ask.mockResolvedValue(good("list"));
    expect(await keep("de", ask)).toEqual(good("list"));
  } finally {
    vi.useRealTimers();
  }
});

test("the last good answer is used while new ones fail, whatever its age", async () => {
  vi.useFakeTimers();
  // The library takes its clock's zero for no time.
  vi.advanceTimersByTime(1);
  try {
    const keep = cached<Answer>(bad, patiently);
    await keep("de", async () => good("old"));
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(await keep("de", async () => bad)).toEqual(good("old"));
    expect(await keep("de", async () => bad)).toEqual(good("old"));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await keep("de", async () => good("new"))).toEqual(good("new"));
  } finally {
    vi.useRealTimers();
  }
});

test("a page continues without a slow answer, and the next one does not wait at all", async () => {
  const keep = cached<Answer>(bad, () => 1);
  const ask = vi.fn(() => new Promise<Answer>(() => {}));
  expect(await keep("de", ask)).toEqual(bad);
  expect(await keep("de", ask)).toEqual(bad);
  expect(ask).toHaveBeenCalledTimes(1);
});
