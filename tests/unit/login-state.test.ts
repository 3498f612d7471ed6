import { expect, test } from "vitest";
import { newLoginState, redeemLoginState } from "#app/session/login-state.server.ts";
import { sessionsForTest } from "../support/session.ts";

const purpose = { token: "demo", back: "/angebot/demo", prefix: "en" } as const;

test("a state is valid for its purpose once, and later only for the return path", async () => {
  const session = sessionsForTest()();
  const state = newLoginState(session, purpose);
  expect(await redeemLoginState(session, state)).toEqual({ purpose, first: true });
  expect(await redeemLoginState(session, state)).toEqual({ purpose, first: false });
});

test("it is valid for ten minutes", async () => {
  let now = Date.now();
  const session = sessionsForTest()(undefined, () => now);
  const state = newLoginState(session, purpose);
  await session.flush();
  now += 10 * 60_000 - 1;
  expect(await redeemLoginState(session, state)).toMatchObject({ first: true });
  now += 1;
  expect(await redeemLoginState(session, state)).toBeUndefined();
});

test("it belongs to its session, and an invented one is invalid", async () => {
  const open = sessionsForTest();
  const state = newLoginState(open(), purpose);
  expect(await redeemLoginState(open(), state)).toBeUndefined();
  for (const made of ["", "x", state.slice(1), "../login"])
    expect(await redeemLoginState(open(), made)).toBeUndefined();
});

test("while the store cannot be written, it is not said to be used before", async () => {
  let isFull = false;
  const open = sessionsForTest((call) => isFull && call === "write");
  const first = open();
  const state = newLoginState(first, purpose);
  const cookie = await first.commit();
  isFull = true;
  await expect(redeemLoginState(open(cookie), state)).rejects.toThrow("away");
});
