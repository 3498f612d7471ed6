import { afterEach, expect, test, vi } from "vitest";
import { patienceMs } from "../support/patience.ts";

vi.stubEnv("DECLARATION_RETRY_MS", "10");
/** What the store says in each round; undefined once it works. */
const rounds = vi.hoisted((): (string | undefined)[] => []);
/** What was refused, and is removed in the next round. */
const removed = vi.hoisted((): string[] => []);
const asked = vi.hoisted(() => ({ times: 0 }));
vi.mock("#app/declarations/open-queue.server.ts", () => ({
  declarationQueue: () => ({
    async sweep() {
      const said = rounds[asked.times++];
      if (said !== undefined) throw new Error(said);
      return removed.splice(0);
    },
    lease: async () => undefined,
    close: async () => {},
  }),
}));
const { logger } = await import("#app/platform/log.server.ts");
const { startForwarding, stopForwarding } = await import("#app/declarations/worker.server.ts");
afterEach(stopForwarding);

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
