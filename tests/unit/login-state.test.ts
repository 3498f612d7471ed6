import { expect, test, vi } from "vitest";
import { newLoginState, redeemLoginState } from "#app/session/login-state.server.ts";
import { sessionsForTest } from "../support/session.ts";

vi.mock("#app/platform/config.server.ts", () => ({ config: () => ({}) }));
vi.mock("#app/platform/log.server.ts", () => ({ logger: {} }));

const purpose = { token: "demo", back: "/angebot/demo", prefix: "en" } as const;
const begun = 1_900_000_000_000;
const minutes = (count: number) => begun + count * 60_000;

test("a state is valid for its purpose once, and later only for the return path", async () => {
  const session = sessionsForTest()();
  const state = newLoginState(session, purpose, begun);
  expect(await redeemLoginState(session, state, begun)).toEqual({ purpose, first: true });
  expect(await redeemLoginState(session, state, begun)).toEqual({ purpose, first: false });
});

test("it is valid for ten minutes", async () => {
  const session = sessionsForTest()();
  const state = newLoginState(session, purpose, begun);
  expect(await redeemLoginState(session, state, minutes(10) - 1)).toMatchObject({ first: true });
  expect(await redeemLoginState(session, state, minutes(10))).toBeUndefined();
  expect(await redeemLoginState(session, state, begun)).toBeUndefined();
});

test("it belongs to its session, and an invented one is invalid", async () => {
  const open = sessionsForTest();
  const state = newLoginState(open(), purpose, begun);
  expect(await redeemLoginState(open(), state, begun)).toBeUndefined();
  for (const made of ["", "x", state.slice(1), "../login"])
    expect(await redeemLoginState(open(), made, begun)).toBeUndefined();
});
