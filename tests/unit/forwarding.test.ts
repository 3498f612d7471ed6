import { register } from "prom-client";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { patienceMs } from "../support/patience.ts";

vi.stubEnv("DECLARATION_RETRY_MS", "10");
vi.stubEnv("METRICS_PORT", "9464");
/** What the store says in each round; undefined once it works. */
const rounds = vi.hoisted((): (string | undefined)[] => []);
/** What was refused, and is removed in the next round. */
const removed = vi.hoisted((): string[] => []);
const asked = vi.hoisted(() => ({ times: 0, leases: 0, closed: 0 }));
const backlog = vi.hoisted(() => vi.fn());
vi.mock(
  import("#app/declarations/open-queue.server.ts"),
  () =>
    ({
      declarationQueue: () => ({
        async sweep() {
          const said = rounds[asked.times++];
          if (said !== undefined) throw new Error(said);
          return removed.splice(0);
        },
        async lease() {
          asked.leases++;
        },
        backlog,
      }),
      async closeQueues() {
        asked.closed++;
      },
    }) as object,
);
const { logger } = await import("#app/platform/log.server.ts");
const { declarationBacklog, startForwarding, stopForwarding } = await import(
  "#app/declarations/worker.server.ts"
);
beforeEach(() => {
  Object.assign(asked, { times: 0, leases: 0, closed: 0 });
  register.clear();
});
afterEach(async () => {
  await stopForwarding();
  rounds.splice(0);
});

test("a store that is away is logged once, and again after it was back or says something else", async () => {
  rounds.push("away", "away", "full", "full", undefined, "full");
  const error = vi.spyOn(logger, "error");
  startForwarding();
  await vi.waitUntil(() => asked.times > rounds.length, { timeout: patienceMs });
  const logged = error.mock.calls.map(([facts, text]) => [(facts as { err: Error }).err.message, text]);
  const words = "Declarations that wait cannot be passed on.";
  expect(logged).toEqual([
    ["away", words],
    ["full", words],
    ["full", words],
  ]);
});

test("what was refused is not deleted unseen", async () => {
  removed.push("3f0c2f1e");
  const warn = vi.spyOn(logger, "warn");
  startForwarding();
  const words = "A declaration that the provider had refused is deleted.";
  await vi.waitFor(() => expect(warn.mock.calls).toEqual([[{ declaration: "3f0c2f1e" }, words]]), {
    timeout: patienceMs,
  });
});

test("four are passed on at a time, by one worker however often it is started, until it is stopped", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  startForwarding();
  startForwarding();
  await vi.advanceTimersByTimeAsync(35);
  await stopForwarding();
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toEqual({ times: 3, leases: 12, closed: 1 });
});

describe("what waits is measured", () => {
  const counts = { waiting: 1, refused: 2, refusedEnding: 3, byHand: 4, overtaken: 5 };
  const names = ["waiting", "refused", "refused_ending", "by_hand", "overtaken", "oldest_seconds"];
  /** As a scrape does: all at once. */
  async function scrape() {
    const gauges = names.map((name) => register.getSingleMetric(`portal_declarations_${name}`)?.get());
    return (await Promise.all(gauges)).map((gauge) => gauge?.values[0]?.value);
  }
  const keptMs = 5000;
  let tests = 0;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["performance"] });
    // The clock begins anew with each test, and what the one before has looked at is over.
    vi.advanceTimersByTime(++tests * 10 * keptMs);
    onTestFinished(() => void vi.useRealTimers());
    backlog.mockReset();
    startForwarding();
  });
  test("by one look at the store for each scrape, and for others soon after it", async () => {
    backlog.mockResolvedValueOnce({ ...counts, oldestMs: 6_400 });
    expect(await scrape()).toEqual([1, 2, 3, 4, 5, 6]);
    vi.advanceTimersByTime(keptMs - 1);
    expect(await declarationBacklog()).toEqual({ ...counts, oldestSeconds: 6 });
    expect(backlog).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(2);
    backlog.mockResolvedValueOnce({ ...counts, waiting: 100_000, oldestMs: 6_400 });
    expect(await scrape()).toEqual([100_000, 2, 3, 4, 5, 6]);
    expect(backlog).toHaveBeenCalledTimes(2);
  });

  test("and nothing looks current while the store is away; what it says as soon as it is back", async () => {
    backlog.mockRejectedValueOnce(new Error("away"));
    expect(await scrape()).toEqual(names.map(() => Number.NaN));
    expect(backlog).toHaveBeenCalledTimes(1);
    backlog.mockRejectedValueOnce(new Error("away"));
    expect(await declarationBacklog()).toBeUndefined();
    backlog.mockResolvedValueOnce({ ...counts, oldestMs: 6_400 });
    expect(await scrape()).toEqual([1, 2, 3, 4, 5, 6]);
  });
});
