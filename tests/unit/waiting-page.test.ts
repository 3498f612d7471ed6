import { afterEach, expect, test, vi } from "vitest";
import { readAgainWhile } from "#app/outcome/lagging-read.server.ts";
import { isUnknownForLong, stepsOfWait, waitingPage } from "#app/outcome/waiting-page.server.ts";
import { responseHeadersContext } from "#app/request/context.server.ts";
import { browserForTest } from "../support/request.ts";

const waits = vi.hoisted(() => ({ setTimeout: vi.fn() }));
vi.mock("node:timers/promises", () => waits);
afterEach(() => {
  vi.useRealTimers();
  waits.setTimeout.mockReset();
});

const self = "/angebot/demo/bestellung";
// What a customer sees of a post whose end nobody knows, by when it was sent.
test.each<[seconds: number, sendAt: string | undefined, refresh: string | null, actions: string[]]>([
  [0, undefined, `5; url=${self}`, ["wait"]],
  [20, undefined, `8; url=${self}`, ["wait"]],
  [119, undefined, `13; url=${self}`, ["wait"]],
  [120, undefined, null, ["checkAgain"]],
  // By a clock that was ahead.
  [-20, undefined, `8; url=${self}`, ["wait"]],
  [-7200, undefined, null, ["checkAgain"]],
  [0, "/angebot/demo/zusammenfassung", null, ["orderAgain", "checkAgain"]],
])("after %i s, to be sent at %s, the page checks again: %s", async (seconds, sendAt, refresh, actions) => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { context, url } = await browserForTest(self)();
  const startedAt = Date.now() - seconds * 1000;
  const place = { context, url };
  const steps = stepsOfWait("sent", "awaited", "then", "its text");
  const more = { self, startedAt, sendAt, steps, section: "errors.waiting", page: "summary" } as const;
  const { data, init } = waitingPage(place, more);
  expect(init?.status).toBe(202);
  expect(context.get(responseHeadersContext).get("Refresh")).toBe(refresh);
  expect(data.actions.map(({ kind }) => kind)).toEqual(actions);
  // Whom to call, as soon as it has waited for long; before, the footer has it.
  expect(data.help.rows.some(({ kind }) => kind === "phone")).toBe(refresh === null);
  const again = data.actions.find(({ kind }) => kind === "orderAgain");
  expect(again?.href).toBe(sendAt);
  expect(isUnknownForLong(startedAt)).toBe(Math.abs(seconds) >= 120);
  // Once it waits no longer, nobody says what comes.
  expect(data.steps?.map(({ label, done, current }) => [label, done, current])).toEqual(
    refresh === null
      ? undefined
      : [
          ["sent", true, undefined],
          ["awaited", false, true],
          ["then", false, undefined],
        ],
  );
  expect(data.waiting).toEqual(
    refresh === null ? undefined : expect.objectContaining({ self, status: 202, attempt: 0 }),
  );
});

// A read that contradicts what is known is asked again twice, as long as its page has the time.
test.each<[leftMs: number, answers: string[], said: string, reads: number]>([
  [60_000, ["ordered"], "ordered", 1],
  [60_000, ["open", "ordered"], "ordered", 2],
  [60_000, ["open", "open", "ordered"], "ordered", 3],
  [60_000, ["open", "open", "open", "ordered"], "open", 3],
  [0, ["open", "ordered"], "open", 1],
  [1_500, ["open", "open", "ordered"], "open", 2],
])("with %i ms left, reads of %j say %s after %i", async (leftMs, answers, said, reads) => {
  const { context } = await browserForTest(self)(leftMs);
  const left = [...answers];
  const read = vi.fn(async () => left.shift() ?? "");
  expect(await readAgainWhile(context, read, (answer) => answer === "open")).toBe(said);
  expect(read).toHaveBeenCalledTimes(reads);
  expect(waits.setTimeout.mock.calls.map(([ms]) => ms)).toEqual([300, 900].slice(0, reads - 1));
});
