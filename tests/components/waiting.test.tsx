import { act, screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type StatePage, StateView } from "#app/error-pages/state-page.tsx";
import PendingPage from "#app/routes/identity/pending.tsx";
import { show } from "../support/render.tsx";

const self = "/idv/demo/in-arbeit";
const data: unknown = {
  self,
  waiting: { self, status: 200, attempt: 0, refresh: { seconds: [5, 10], attempts: 3 } },
  reached: "sent",
  continueUrl: undefined,
  // No clock shows it.
  checkedAt: "25:00",
};
const asks = vi.fn<(path: string, init: RequestInit) => Promise<unknown>>();
const goes = vi.fn();
const stops = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  // Testing Library looks for this name to advance the clock while it waits.
  vi.stubGlobal("jest", { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) });
  vi.stubGlobal("stop", stops);
  vi.stubGlobal("fetch", asks);
  vi.spyOn(window.location, "replace").mockImplementation(goes);
  asks.mockReset().mockResolvedValue({ ok: true, status: 200, type: "basic" });
  goes.mockReset();
  stops.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const Pending = PendingPage as ComponentType<{ loaderData: unknown }>;
const open = () => show(<Pending loaderData={data} />);
const passSeconds = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

test("polls in the background, less and less often, and finally reloads", async () => {
  await open();
  expect(screen.getByText(/25:00/)).toBeDefined();
  await passSeconds(4.9);
  expect(stops, "ends the Refresh of the header").toHaveBeenCalledOnce();
  expect(asks).not.toHaveBeenCalled();
  await passSeconds(0.1);
  expect(asks).toHaveBeenLastCalledWith(self, { method: "HEAD", redirect: "manual" });
  expect(screen.queryByText(/25:00/)).toBeNull();
  await passSeconds(9.9);
  expect(asks).toHaveBeenCalledTimes(1);
  await passSeconds(10.1);
  expect(asks).toHaveBeenCalledTimes(3);
  expect(goes).toHaveBeenCalledExactlyOnceWith(`${self}?attempt=3`);
});

test.each(["click", "beforeunload"])("ends nothing once there was a %s", async (leaves) => {
  await open();
  await passSeconds(0.9);
  window.dispatchEvent(new Event(leaves));
  await passSeconds(1);
  expect(stops).not.toHaveBeenCalled();
});

test("continues when the status has changed", async () => {
  await open();
  asks.mockResolvedValueOnce({ ok: false, status: 0, type: "opaqueredirect" });
  await passSeconds(5);
  expect(goes).toHaveBeenCalledExactlyOnceWith(self);
});

test("keeps waiting through failures, and polls at once when the customer returns", async () => {
  await open();
  asks.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await passSeconds(5);
  asks.mockResolvedValueOnce({ ok: false, status: 503, type: "basic" });
  await act(async () => document.dispatchEvent(new Event("visibilitychange")));
  expect(asks).toHaveBeenCalledTimes(2);
  expect(goes).not.toHaveBeenCalled();
  expect(screen.getByText(/25:00/)).toBeDefined();
});

test("a waiting state polls until its status changes", async () => {
  const danke = "/angebot/demo/danke";
  const page: StatePage = {
    kind: "state-page",
    page: "offer-error",
    state: "Waiting",
    headline: "Wir prüfen",
    text: "Bitte warten Sie.",
    severity: "info",
    icon: "clock",
    actions: [],
    facts: [],
    help: { title: "Hilfe", rows: [] },
    waiting: { self: danke, status: 202, attempt: 0, refresh: { seconds: [2, 5], attempts: 9 } },
  };
  await show(<StateView page={page} />);
  asks.mockResolvedValue({ ok: true, status: 202, type: "basic" });
  await passSeconds(7);
  expect(asks).toHaveBeenCalledTimes(2);
  asks.mockResolvedValueOnce({ ok: false, status: 502, type: "basic" });
  await passSeconds(5);
  expect(goes).not.toHaveBeenCalled();
  asks.mockResolvedValueOnce({ ok: true, status: 200, type: "basic" });
  await passSeconds(5);
  expect(goes).toHaveBeenCalledExactlyOnceWith(danke);
});
