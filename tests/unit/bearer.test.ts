import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { bearerOf, forgetBearer, keepBearer } from "#app/session/bearer.server.ts";
import { defineScope } from "#app/session/scope.ts";
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
