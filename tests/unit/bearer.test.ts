import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { bearerOf, forgetBearer, keepBearer, loginInTime } from "#app/session/bearer.server.ts";
import { defineScope } from "#app/session/scope.ts";
import type { Session } from "#app/session/session.server.ts";
import { sessionsForTest } from "../support/session.ts";

afterEach(() => vi.useRealTimers());

const link = "demo~a";

test("a bearer token is available while it is valid", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const session = sessionsForTest()();
  await keepBearer(session, link, "bearer", 30);
  vi.advanceTimersByTime(29_999);
  expect(await bearerOf(session, link)).toBe("bearer");
  vi.advanceTimersByTime(1);
  expect(await bearerOf(session, link)).toBeUndefined();
});

test("forgetting a token removes it and gives the session a new id", async () => {
  const open = sessionsForTest();
  const first = open();
  first.write(defineScope("cart", z.string()), "", "x");
  const before = await first.commit();
  const login = open(before);
  await keepBearer(login, link, "bearer", 30);
  const after = await login.commit();
  expect(after).toBeDefined();
  expect(await bearerOf(open(before), link)).toBeUndefined();
  const next = open(after);
  expect(await bearerOf(next, link)).toBe("bearer");
  forgetBearer(next, link);
  expect(await bearerOf(next, link)).toBeUndefined();
});

test("a declaration gets the token that is read in time, until the provider does not take it", async () => {
  const open = sessionsForTest();
  const first = open();
  await keepBearer(first, link, "bearer", 30);
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

test("a login opens the link that it was made for, and goes along with what is about none until it is forgotten", async () => {
  const session = sessionsForTest()();
  await keepBearer(session, link, "first", 30);
  await keepBearer(session, "demo~b", "second", 30);
  const carried = () =>
    Promise.all([link, "demo~b", "demo~c", undefined].map((one) => bearerOf(session, one)));
  expect(await carried()).toEqual(["first", "second", undefined, "second"]);
  forgetBearer(session, link);
  expect(await carried()).toEqual([undefined, "second", undefined, "second"]);
  forgetBearer(session, "demo~b");
  expect(await carried()).toEqual([undefined, undefined, undefined, undefined]);
});
