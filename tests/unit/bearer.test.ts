import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { bearerOf, forgetBearer, keepBearer, loginInTime } from "#app/session/bearer.server.ts";
import { defineScope } from "#app/session/scope.ts";
import type { Session } from "#app/session/session.server.ts";
import { sessionsForTest } from "../support/session.ts";

afterEach(() => vi.useRealTimers());

test("a bearer token is available while it is valid", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const session = sessionsForTest()();
  await keepBearer(session, "bearer", 30);
  vi.advanceTimersByTime(29_999);
  expect(await bearerOf(session)).toBe("bearer");
  vi.advanceTimersByTime(1);
  expect(await bearerOf(session)).toBeUndefined();
});

test("forgetting a token removes it and gives the session a new id", async () => {
  const open = sessionsForTest();
  const first = open();
  first.write(defineScope("cart", z.string()), "", "x");
  const before = await first.commit();
  const login = open(before);
  await keepBearer(login, "bearer", 30);
  const after = await login.commit();
  expect(after).toBeDefined();
  expect(await bearerOf(open(before))).toBeUndefined();
  const next = open(after);
  expect(await bearerOf(next)).toBe("bearer");
  forgetBearer(next);
  expect(await bearerOf(next)).toBeUndefined();
});

test("a declaration gets the token that is read in time, until the provider does not take it", async () => {
  const open = sessionsForTest();
  const first = open();
  await keepBearer(first, "bearer", 30);
  const session = open(await first.commit());
  expect(await loginInTime(session).bearer()).toBe("bearer");
  loginInTime(session).forget();
  expect(await loginInTime(session).bearer()).toBeUndefined();
  expect(await bearerOf(session)).toBeUndefined();
});

test("a declaration waits for no session that hangs", async () => {
  const hanging = { read: () => new Promise(() => {}) } as unknown as Session;
  expect(await loginInTime(hanging).bearer()).toBeUndefined();
});
