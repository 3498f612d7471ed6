import { runInNewContext } from "node:vm";
import { expect, test, vi } from "vitest";
import { startHost } from "../support/host.ts";

test("a service worker that an earlier version has left removes itself", async () => {
  const { call } = await startHost();
  const answer = await call("/offline.js?lang=tr");
  expect(answer.headers.get("Content-Type")).toMatch(/^text\/javascript/);
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
  const listeners = new Map<string, (event: object) => void>();
  const [unregister, waitUntil] = [vi.fn(), vi.fn()];
  const addEventListener = (name: string, listener: () => void) => listeners.set(name, listener);
  runInNewContext(await answer.text(), { addEventListener, skipWaiting() {}, registration: { unregister } });
  listeners.get("activate")?.({ waitUntil });
  expect([unregister, waitUntil].map((called) => called.mock.calls.length)).toEqual([1, 1]);
  expect(listeners.has("fetch")).toBe(false);
});
