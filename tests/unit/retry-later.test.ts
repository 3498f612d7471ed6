import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { retryLater } from "#app/errors/downtime.server.ts";
import { ApiError } from "#app/errors/errors.ts";
import { idvOutcomes } from "#app/errors/idv-outcomes.ts";
import { offerStates } from "#app/errors/offer-states.ts";
import { localeContext, responseHeadersContext } from "#app/middleware/request.server.ts";

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
