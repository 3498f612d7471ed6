import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { config } from "#app/platform/config.server.ts";
import { createSealer } from "#app/session/encryption.server.ts";
import { sessionStore } from "#app/session/open-store.server.ts";
import { defineScope, type Scope } from "#app/session/scope.ts";
import { Session } from "#app/session/session.server.ts";
import { createSqliteStore, openSessionFile } from "#app/session/sqlite-store.server.ts";
import type { SessionStore } from "#app/session/store.ts";

const logged = vi.hoisted(() => ({ warn: vi.fn(), error: vi.fn() }));
vi.mock(import("#app/platform/log.server.ts"), () => ({ logger: logged }) as object);

vi.hoisted(() => vi.stubEnv("SESSION_STORE", "sqlite::memory:"));

const cart = defineScope("cart", z.string(), { essential: true });
const notice = defineScope("notice", z.string());
const shown = defineScope("shown", z.literal(true));
const sealer = createSealer(["a secret of more than 32 characters"]);

/** What the store does instead of a call. */
let faults: Partial<SessionStore>;
let calls: string[];
let cookie: string | undefined;
const real = createSqliteStore(openSessionFile(":memory:"));
const store = new Proxy(real, {
  get(all, call: keyof SessionStore) {
    calls.push(call);
    return faults[call] ?? all[call];
  },
});
const unavailable = (cause: unknown) => new Error(`unavailable: ${(cause as Error).message}`);
const open = (more: Partial<ConstructorParameters<typeof Session>[0]> = {}) =>
  new Session({ cookie, store, sealer, idleSeconds: 600, lastingSeconds: 600, unavailable, ...more });
const fails = () => Promise.reject(new Error("away"));

beforeEach(async () => {
  [faults, calls, cookie] = [{}, [], undefined];
  vi.resetAllMocks();
  const first = open();
  first.write(cart, "", "full");
  first.write(notice, "", "news");
  cookie = await first.commit();
  calls = [];
});

type Act = (session: Session) => Promise<unknown>;
const written = (scope: Scope<string>, end: "flush" | "commit") => (session: Session) => {
  session.write(scope, "", "x");
  return session[end]();
};
const away = "unavailable: away";
// A page that makes no sense without the store says so, unless the provider has acted; every other one goes on without it.
test.each<[what: string, act: Act, end: unknown, afterActing: unknown]>([
  ["reading what a page needs", (session) => session.read(cart), away, undefined],
  ["reading what it does not need", (session) => session.read(notice), undefined, undefined],
  ["taking what it does not need", (session) => session.take(notice), undefined, undefined],
  ["taking what it needs", (session) => session.take(cart), away, undefined],
  ["claiming", (session) => session.claim(shown), false, false],
  ["what it holds", (session) => session.contents(), undefined, undefined],
  ["ending it", (session) => session.end(true), undefined, undefined],
  ["whether it is new", (session) => session.isNew(), false, false],
  ["what is written before the provider acts", written(notice, "flush"), away, false],
  ["a change that is needed", written(cart, "commit"), away, undefined],
  ["one that is not", written(notice, "commit"), undefined, undefined],
  ["no change at all", (session) => session.commit(), undefined, undefined],
])("while the store is away: %s", async (_, act, end, afterActing) => {
  faults = { read: fails, write: fails, touch: fails };
  expect(await act(open()).catch(({ message }) => message)).toEqual(end);
  const acted = open();
  acted.settle();
  expect(await act(acted).catch(({ message }) => message)).toEqual(afterActing);
});

// Nothing may follow from it: it is no outage, which some pages tolerate.
test.each<[what: string, act: Act]>([
  ["read", (session) => session.read(notice)],
  ["taken", (session) => session.take(notice)],
  ["written before the provider acts", (session) => session.flush()],
  ["written", (session) => session.commit()],
])("a change that throws fails its request, whether or not the provider has acted: %s", async (_, act) => {
  const fault = new TypeError("of our own");
  for (const settles of [false, true]) {
    const session = open();
    if (settles) session.settle();
    session.write(cart, "", "other");
    session.update(notice, "", () => {
      throw fault;
    });
    await expect(act(session)).rejects.toMatchObject({ message: /session has failed/, cause: fault });
    // The page of the failure ends its request with that, and nothing else is stored.
    expect(await session.commit()).toBeUndefined();
    expect(await open().read(cart)).toBe("full");
  }
  expect(logged.warn).not.toHaveBeenCalled();
});

test("a store that fails is logged, and one that has failed to write is not waited for again", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  // Of an outage there is a line a minute.
  vi.advanceTimersByTime(3_600_000);
  faults = { write: vi.fn(fails) };
  const session = open();
  for (const times of [1, 2, 3]) {
    session.write(notice, "", `${times}`);
    await session.commit();
  }
  expect(faults.write).toHaveBeenCalledOnce();
  expect(logged.warn.mock.calls).toMatchObject([
    [{ err: { message: "away" } }, "The session store failed; pages go on without it."],
  ]);
});

test("a session that others change all the time is given up on", async () => {
  faults = { write: vi.fn(async () => false) };
  const session = open();
  session.write(cart, "", "x");
  await expect(session.flush()).rejects.toThrow("changed all the time");
  expect(faults.write).toHaveBeenCalledTimes(8);
  // Each time on what is there by then.
  expect(calls.filter((call) => call === "read")).toHaveLength(8);
});

// Whether the page is this visitor's own, as it learned something that another one's might not.
test.each<[what: string, act: (session: Session) => unknown, known: boolean, unknown: boolean]>([
  ["read", (session) => session.read(cart), true, false],
  ["taken", (session) => session.take(notice), true, false],
  ["claimed", (session) => session.claim(shown), true, true],
  ["its id", (session) => session.id, true, false],
])("what is looked up is said to the page: %s", async (_, act, known, unknown) => {
  const looks = async (from: string | undefined) => {
    const onLook = vi.fn();
    await act(open({ cookie: from, onLook }));
    return onLook.mock.calls.map(([isFound]) => isFound);
  };
  expect([await looks(cookie), await looks(undefined)]).toEqual([[known], [unknown]]);
});

test("under its new id a session has all it had, in the request that gave it one, and the old id nothing", async () => {
  const session = open();
  session.renew();
  session.write(notice, "", "later");
  await session.flush();
  expect(await session.read(cart)).toBe("full");
  session.write(cart, "", "fuller");
  const renewed = await session.commit();
  expect(renewed).not.toBe(cookie);
  expect(await open({ cookie: renewed }).read(cart)).toBe("fuller");
  expect(await open().read(cart)).toBeUndefined();
  expect(logged.warn).not.toHaveBeenCalled();
});

test("of two requests that give it a new id, one does, and no value is doubled or lost", async () => {
  const both = [open(), open()];
  for (const session of both) session.renew();
  both[1]?.update(cart, "", (value) => `${value}!`);
  const ids = [];
  for (const session of both) ids.push(await session.commit());
  expect(ids[0]).toBeDefined();
  expect(await open({ cookie: ids[0] }).read(cart)).toBe("full");
  // What the slower one changed was of a session that is gone.
  const later = open({ cookie: ids[1] ?? cookie });
  expect(await later.read(notice)).toBeUndefined();
});

test("a session of the portal's own lasts as long as its operator says, longer once something was entered", async () => {
  const write = vi.spyOn(sessionStore(), "write");
  const { idleSeconds, lastingSeconds } = config().session;
  expect(lastingSeconds).toBeGreaterThan(idleSeconds);
  const session = new Session({ cookie: undefined });
  session.write(cart, "", "x");
  const id = await session.commit();
  const entered = new Session({ cookie: id });
  entered.extendLifetime();
  await entered.commit();
  // It is prolonged once a minute at most.
  expect(write.mock.calls.map(([, , seconds]) => seconds)).toEqual([idleSeconds + 60, lastingSeconds + 60]);
  expect(await new Session({ cookie: id }).read(cart)).toBe("x");
  write.mockRejectedValue(new Error("away"));
  await expect(new Session({ cookie: id }).claim(shown)).resolves.toBe(false);
  const needed = new Session({ cookie: id });
  needed.write(cart, "", "y");
  await expect(needed.commit()).rejects.toThrow(/^away$/);
});
