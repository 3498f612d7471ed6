import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { whenAvailable } from "#app/backend/availability.server.ts";
import { type Call, call } from "#app/backend/contract/call.ts";
import type { Failure, Result } from "#app/errors/errors.ts";

const done = { ok: true, data: "sent" } as const;
const never = new AbortController().signal;

/** Calls of an area that no other test uses. */
let tests = 0;
let looks = 0;
let row: Call = call("GET /api/none", "", { answer: "nothing" });
beforeEach(() => {
  row = call(`GET /api/area${tests++}/{id}`, "", { answer: "nothing" });
});
const look = (link?: string, answer: () => Promise<Result<string>> = async () => done, signal = never) =>
  whenAvailable(row, link, signal, answer);
const newLink = () => `link ${looks++}`;
const fails = (failure: Failure) => async () => ({ ok: false, failure }) as const;
const silent = fails({ kind: "timeout" });
/** Whether a call for this link is sent. */
const isOpen = async (link?: string) => (await look(link)).ok;
async function repeat(times: number, work: () => unknown) {
  for (let time = 0; time < times; time++) await work();
}

test("a call that waits behind others gives up when its page does, and is not sent afterwards", async () => {
  const others = Promise.withResolvers<typeof done>();
  const busy = Array.from({ length: 100 }, () => look(newLink(), () => others.promise));
  const page = new AbortController();
  const ask = vi.fn(async () => done);
  const waiting = look(newLink(), ask, page.signal);
  const patient = look(newLink());
  page.abort();
  expect(await waiting).toMatchObject({ ok: false, failure: { kind: "unavailable", retryAfter: 5 } });
  others.resolve(done);
  await Promise.all(busy);
  expect(await patient).toBe(done);
  expect(ask).not.toHaveBeenCalled();
});

test("a call that was sent is left to its own limit", async () => {
  const page = new AbortController();
  const answer = Promise.withResolvers<typeof done>();
  const sent = look("one", () => answer.promise, page.signal);
  await Promise.resolve();
  page.abort();
  answer.resolve(done);
  expect(await sent).toBe(done);
});

test("one link, however often it is looked at, leaves room for the others", async () => {
  const held = Promise.withResolvers<typeof done>();
  const busy = Array.from({ length: 300 }, () => look("one", () => held.promise));
  expect(await isOpen("another")).toBe(true);
  held.resolve(done);
  const ends = await Promise.all(busy);
  expect(ends.filter(({ ok }) => !ok).length).toBe(250);
});

describe("an area without an answer", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "performance"] }));
  afterEach(() => void vi.useRealTimers());
  const pass = (milliseconds: number) => vi.advanceTimersByTime(milliseconds);

  test("is not closed by one link", async () => {
    await repeat(20, () => look("one", silent));
    expect(await isOpen("another")).toBe(true);
  });

  test("is closed by eight in a row, for five seconds", async () => {
    await repeat(7, () => look(newLink(), silent));
    expect(await isOpen(newLink())).toBe(true);
    await repeat(8, () => look(newLink(), silent));
    expect(await look(newLink())).toMatchObject({ failure: { kind: "unavailable", retryAfter: 5 } });
    vi.setSystemTime(Date.now() - 3_600_000);
    pass(5001);
    expect(await isOpen(newLink()), "a clock that is set back closes nothing").toBe(true);
  });

  test("is closed by calls that are about no link, too", async () => {
    await repeat(8, () => look(undefined, silent));
    expect(await isOpen()).toBe(false);
  });

  test("is tried by a few, each for another link, and a link that is known to be bad does not close it again", async () => {
    const bad = newLink();
    await look(bad, silent);
    await repeat(7, () => look(newLink(), silent));
    pass(5001);
    const held = Promise.withResolvers<Result<string>>();
    const probe = look(bad, () => held.promise);
    expect(await isOpen(bad)).toBe(false);
    held.resolve(await silent());
    await probe;
    expect(await isOpen("good")).toBe(true);
    expect(await isOpen(bad)).toBe(true);
  });

  test("gets no more than three calls at once until it is back", async () => {
    await repeat(8, () => look(newLink(), silent));
    pass(5001);
    const held = Promise.withResolvers<Result<string>>();
    const probes = Array.from({ length: 3 }, () => look(newLink(), () => held.promise));
    expect(await isOpen(newLink())).toBe(false);
    held.resolve(await silent());
    await Promise.all(probes);
    expect(await isOpen(newLink())).toBe(false);
  });
});

describe("Retry-After", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "performance"] }));
  afterEach(() => void vi.useRealTimers());
  const later = (retryAfter: number, more: Partial<Failure> = {}) =>
    fails({ kind: "answer", status: 503, retryAfter, ...more });

  test("to three links in a row is heeded for the whole area, until it is over", async () => {
    await repeat(3, () => look(newLink(), later(20)));
    expect(await look(newLink())).toMatchObject({ failure: { kind: "unavailable", retryAfter: 20 } });
    vi.advanceTimersByTime(19_000);
    expect(await look(newLink())).toMatchObject({ failure: { retryAfter: 1 } });
    vi.advanceTimersByTime(1001);
    expect(await isOpen(newLink())).toBe(true);
  });

  test("to a look at one link is heeded for that link at once", async () => {
    const problem = { code: "DOWNTIME", downtime: "14 Uhr" };
    await look("one", later(20, { problem }));
    expect(await look("one")).toMatchObject({ failure: { kind: "unavailable", retryAfter: 20, problem } });
    expect(await isOpen(newLink())).toBe(true);
    vi.advanceTimersByTime(20_001);
    expect(await isOpen("one")).toBe(true);
  });

  test("to what acts is not heeded for its link: a page waits for it, or the worker", async () => {
    row = { ...row, method: "POST" };
    await look("one", later(20));
    expect(await isOpen("one")).toBe(true);
  });

  test("is heeded for two minutes at most", async () => {
    await repeat(3, () => look(newLink(), later(86_400)));
    expect(await look(newLink())).toMatchObject({ failure: { retryAfter: 120 } });
  });

  test.each<[string, () => Promise<unknown>]>([
    ["to one link", () => repeat(20, () => look("one", later(20)))],
    [
      "beside a state of the link's own",
      () => repeat(20, () => look(newLink(), later(20, { problem: { code: "OFFER_TECH_ERROR" } }))),
    ],
    ["beside another status", () => repeat(20, () => look(newLink(), later(20, { status: 404 })))],
    [
      "among other answers",
      () =>
        repeat(10, async () => {
          await look(newLink(), later(20));
          await look(newLink());
        }),
    ],
  ])("%s closes nothing for others", async (_, happens) => {
    await happens();
    expect(await isOpen(newLink())).toBe(true);
  });
});
