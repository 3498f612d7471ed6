import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { retryLater } from "#app/errors/downtime.server.ts";
import { ApiError } from "#app/errors/errors.ts";
import { idvOutcomes, idvPendingRefresh } from "#app/errors/idv-outcomes.ts";
import { offerStates } from "#app/errors/offer-states.ts";
import { refreshAfter } from "#app/errors/state-row.ts";
import { localeContext, responseHeadersContext } from "#app/request/context.server.ts";

const answer = (error: ApiError) => {
  const context = new RouterContextProvider();
  context.set(localeContext, { locale: "de" });
  context.set(responseHeadersContext, new Headers());
  const end = retryLater(context, error);
  return { end, seconds: Number(context.get(responseHeadersContext).get("Retry-After")) };
};
const downtime = (end?: string) => answer(new ApiError("downtime", { problem: { downtime: end } }));

test("a form during a downtime shows the end that the provider names", () => {
  const { end, seconds } = downtime(new Date(Date.now() + 3_600_000).toISOString());
  expect(end).toMatch(/\d\d:\d\d Uhr$/);
  expect(seconds).toBeGreaterThan(3590);
  expect(seconds).toBeLessThanOrEqual(3600);
});

test("without an end, it retries as late as other downtime pages", () => {
  const { retryAfter } = offerStates.Downtime;
  expect(idvOutcomes.Downtime.retryAfter).toBe(retryAfter);
  expect(downtime()).toEqual({ end: undefined, seconds: retryAfter });
});

test("other failures are retried sooner", () => {
  expect(answer(new ApiError("other"))).toEqual({ end: undefined, seconds: 60 });
});

test("a pending identification looks again for about an hour, then on request only", () => {
  const pauses = [];
  for (let attempt = 0; pauses.at(-1) !== undefined || attempt === 0; attempt++)
    pauses.push(refreshAfter(idvPendingRefresh, attempt));
  const seconds = pauses.reduce<number>((sum, pause = 0) => sum + pause, 0);
  expect(pauses.slice(0, 6)).toEqual([5, 10, 20, 30, 60, 60]);
  expect(seconds / 60).toBeGreaterThan(55);
  expect(seconds / 60).toBeLessThan(65);
});
