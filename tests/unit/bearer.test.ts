import { afterEach, expect, test, vi } from "vitest";
import { bearerOf, forgetBearer, keepBearer } from "#app/session/bearer.server.ts";
import { sessionsForTest } from "../support/session.ts";

vi.mock("#app/log.server.ts", () => ({ logger: {} }));
afterEach(() => vi.useRealTimers());

test("a bearer token is there while it is valid", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const session = sessionsForTest()();
  await keepBearer(session, "bearer", 30);
  vi.advanceTimersByTime(29_999);
  expect(await bearerOf(session)).toBe("bearer");
  vi.advanceTimersByTime(1);
  expect(await bearerOf(session)).toBeUndefined();
});

test("a token that was forgotten is gone, with a new id for the session that had it", async () => {
  const open = sessionsForTest();
  const first = open();
  first.set("cart", {});
  const before = await first.commit();
  const login = open(before.cookie);
  await keepBearer(login, "bearer", 30);
  const after = await login.commit();
  expect(after.cookie).toBeDefined();
  expect(await bearerOf(open(before.cookie))).toBeUndefined();
  const next = open(after.cookie);
  expect(await bearerOf(next)).toBe("bearer");
  forgetBearer(next);
  expect(await bearerOf(next)).toBeUndefined();
});
