import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { createSealer, newSessionId } from "#app/session/encryption.server.ts";
import { persistedSecret } from "#app/session/open-store.server.ts";
import { defineFlash, defineScope, type Scope } from "#app/session/scope.ts";
import { storedName } from "#app/session/scope-value.server.ts";
import { touchEverySeconds } from "#app/session/sealed-session.server.ts";
import { Session, sessionCookie } from "#app/session/session.server.ts";
import { createSqliteStore, openSessionFile } from "#app/session/sqlite-store.server.ts";
import type { SessionStore } from "#app/session/store.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const logged = vi.hoisted(() => ({ warn: vi.fn(), error: vi.fn() }));
vi.mock(import("#app/platform/log.server.ts"), () => ({ logger: logged }) as object);
vi.mock(import("#app/platform/metrics.server.ts"), () => ({}));

const oldSecret = "an old secret of more than 32 characters";
const newSecret = "a new secret that has over 32 characters";
const sealer = createSealer([oldSecret]);
const idleSeconds = 600;

let clock: number;
let store: SessionStore;
const calls = vi.fn();
beforeEach(() => {
  clock = 1_900_000_000_000;
  logged.warn.mockClear();
  calls.mockClear();
  const real = createSqliteStore(openSessionFile(":memory:"), () => Math.floor(clock / 1000));
  store = new Proxy(real, {
    get(target, name: keyof SessionStore) {
      return (...args: unknown[]) => {
        calls(name, ...args);
        return (target[name] as (...given: unknown[]) => unknown)(...args);
      };
    },
  });
});

/** Scopes of anything, by their name. */
const of = <T = unknown>(name: string): Scope<T> => defineScope(name, z.custom<T>());
const shown = defineScope("shown", z.literal(true));

const open = (id?: string, options: Partial<ConstructorParameters<typeof Session>[0]> = {}) =>
  new Session({
    cookie: id,
    store,
    sealer,
    idleSeconds,
    lastingSeconds: idleSeconds,
    now: () => clock,
    ...options,
  });
const made = async (values: Record<string, unknown>) => {
  const session = open();
  for (const [scope, value] of Object.entries(values)) session.write(of(scope), "", value);
  return (await session.commit()) ?? expect.fail("no new id");
};
const names = () => calls.mock.calls.map(([name]) => name);

test("a visitor who stores nothing gets no cookie and causes no store call", async () => {
  const session = open();
  expect(await session.read(of("cart"))).toBeUndefined();
  session.remove(of("cart"));
  session.renew();
  expect(await session.commit()).toBeUndefined();
  expect(session.id).toBeUndefined();
  expect(calls).not.toHaveBeenCalled();
});

test("a session without room loses what may leave, the oldest first, and never what is written now", async () => {
  const text = randomBytes(15_000).toString("base64url");
  const old = defineScope("looked at", z.custom<{ at: number; text: string }>(), {
    removableAt: ({ at }) => at,
  });
  const ordered = of<string>("ordered");
  const form = defineFlash("form", z.string());
  const first = open();
  first.write(ordered, "", text);
  first.write(form, "", text);
  let id = await first.commit();
  const add = async (at: number) => {
    const session = open(id);
    session.write(old, `${at}`, { at, text });
    id = (await session.commit()) ?? id;
  };
  // What looks younger than the form stays longer.
  for (const at of [3, 2, 1]) await add(at);
  const adds = Array.from({ length: 18 }, (_, more) => clock + 3_600_000 + more);
  for (const at of adds) await add(at);
  const session = open(id);
  expect(await session.read(ordered)).toBe(text);
  expect(await session.read(form)).toBeUndefined();
  for (const at of [1, 2, 3]) expect(await session.read(old, `${at}`)).toBeUndefined();
  // No more than has to.
  for (const at of adds.slice(-11)) expect(await session.read(old, `${at}`)).toBeDefined();
  const sealed = await store.read(session.id ?? "");
  const bytes = [...sealed.values()].reduce((sum, { length }) => sum + length, 0);
  expect(bytes).toBeGreaterThan(200_000);
  expect(bytes).toBeLessThan(256 * 1024);
  const large = open(id);
  large.write(of("large"), "", text.repeat(20));
  await large.commit();
  expect(await open(id).read(of("large"))).toBe(text.repeat(20));
  expect(await open(id).read(ordered)).toBe(text);
});

test("where no session may begin, known ones go on, and what may have been done is kept", async () => {
  const cart = { ...of("cart"), essential: true };
  const id = await made({ cart: "known" });
  const refusing = { mayBegin: false, unavailable: (cause: unknown) => (cause as Error).constructor.name };
  for (const cookie of [undefined, newSessionId()]) {
    calls.mockClear();
    const refused = open(cookie, refusing);
    refused.write(cart, "", "new");
    await expect(refused.commit()).rejects.toBe("NoNewSession");
    refused.write(of("notice"), "", "new");
    expect(names()).not.toContain("write");
    expect(refused.added).toEqual({ sessions: 0, bytes: 0 });
  }
  const known = open(id, refusing);
  known.write(cart, "", "changed and longer");
  expect(await known.commit()).toBeUndefined();
  expect(known.added).toEqual({ sessions: 0, bytes: "changed and longer".length - "known".length });
  const acted = open(undefined, refusing);
  acted.settle();
  acted.write(cart, "", "under way");
  expect(await acted.commit()).toMatch(/^[\w-]{32}$/);
  expect(acted.added).toEqual({ sessions: 1, bytes: expect.any(Number) });
  expect(logged.warn).not.toHaveBeenCalled();
});

test("a value is there in the next request; the cookie is sent once", async () => {
  const first = open();
  first.write(of("cart"), "", { items: ["Müller & Söhne"] });
  const id = await first.commit();
  expect(id).toMatch(/^[\w-]{32}$/);
  const second = open(id);
  expect(await second.read(of("cart"))).toEqual({ items: ["Müller & Söhne"] });
  second.write(of("cart"), "", { items: [] });
  expect(await second.commit()).toBeUndefined();
  expect(await open(id).read(of("cart"))).toEqual({ items: [] });
});

test("of concurrent requests one takes a value, and one claims a scope", async () => {
  const id = await made({ news: ["one"], cart: "stays" });
  const requests = Array.from({ length: 10 }, () => open(id));
  requests[0]?.write(of("cart"), "", "new");
  expect(await requests[0]?.take(of("cart")), "what this request has set").toBe("new");
  const took = await Promise.all(requests.map((request) => request.take(of("news"))));
  expect(took.filter(Boolean)).toEqual([["one"]]);
  const claimed = await Promise.all(requests.map((request) => request.claim(shown)));
  expect(claimed.filter(Boolean)).toHaveLength(1);
  await Promise.all(requests.map((request) => request.commit()));
  const later = open(id);
  expect(await later.read(of("news"))).toBeUndefined();
  expect(await later.claim(shown)).toBe(false);
  expect(await later.commit()).toBeUndefined();
});

test("what is claimed differs between visitors, found or not", async () => {
  const onLook = vi.fn();
  await open(undefined, { onLook }).claim(shown);
  expect(onLook).toHaveBeenCalledWith(true);
});

test("a claim begins a session, and moves with a new id", async () => {
  const first = open();
  expect(await first.claim(shown)).toBe(true);
  const id = await first.commit();
  const second = open(id);
  second.renew();
  const renewed = await second.commit();
  expect(renewed).not.toBe(id);
  expect(await open(renewed).claim(shown)).toBe(false);
});

test("over https the cookie is Secure and limited to this host", async () => {
  expect(await sessionCookie(false).serialize("x")).toMatch(/^sid=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(await sessionCookie(true).serialize("x")).toMatch(
    /^__Host-sid=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
});

test("the store sees neither the cookie's value, nor the stored values, nor their keys", async () => {
  const id = await made({ "offer:geheim-token": { name: "Erika Musterfrau" } });
  await open(id).claim(shown, "geheim-token");
  await open(id).take(of("offer:geheim-token"));
  const seen = JSON.stringify(
    calls.mock.calls.map((call) =>
      call.map((arg) => (arg instanceof Uint8Array ? Buffer.from(arg).toString("latin1") : arg)),
    ),
  );
  expect(seen).not.toContain(id);
  expect(seen).not.toMatch(/Musterfrau|geheim/);
  expect(open(id).id).not.toBe(id);
});

test("a request reads its session once, whatever scopes it uses, and writes changes once", async () => {
  const id = await made({ a: 1, b: { deep: true }, c: "gone" });
  calls.mockClear();
  const session = open(id);
  await Promise.all([session.read(of("a")), session.read(of("a")), session.read(of("b"))]);
  session.write(of("a"), "", 1);
  session.write(of("b"), "", { deep: false });
  session.remove(of("c"));
  await session.commit();
  expect(names()).toEqual(["read", "write"]);
  const [, , changes] = calls.mock.calls[1] ?? [];
  expect(changes.map(({ name }: { name: string }) => name)).toEqual([
    storedName(of("b"), ""),
    storedName(of("c"), ""),
  ]);
});

test("no change is lost if two requests change the same value", async () => {
  const id = await made({ login: "x" });
  const steps = of<string[]>("steps");
  const tabs = Array.from({ length: 6 }, () => open(id));
  await Promise.all(tabs.map((tab) => tab.read(steps)));
  tabs[0]?.write(of("beside"), "", "too");
  for (const [number, tab] of tabs.entries())
    tab.update(steps, "", (kept = []) => [...kept, `tab ${number}`]);
  await Promise.all(tabs.map((tab) => tab.commit()));
  expect((await open(id).read(steps))?.sort()).toEqual(tabs.map((_, number) => `tab ${number}`));
  expect(await open(id).read(of("beside"))).toBe("too");
});

describe("what a newer version keeps in a value", () => {
  const line = z.object({ name: z.string(), color: z.string().optional() });
  const newer = defineScope(
    "growing",
    z.object({ count: z.number(), line, lines: z.array(line), answer: z.string().optional() }),
  );
  const known = z.object({ name: z.string() });
  const older = defineScope("growing", z.object({ count: z.number(), line: known, lines: z.array(known) }));
  const value = {
    count: 1,
    line: { name: "a", color: "red" },
    lines: [{ name: "b", color: "blue" }],
    answer: "yes",
  };
  const changedBy = async (change: (value: z.infer<typeof older.schema>) => z.infer<typeof older.schema>) => {
    const first = open();
    first.write(newer, "", value);
    const id = await first.commit();
    const session = open(id);
    session.update(older, "", (one) => one && change(one));
    await session.commit();
    return open(id).read(newer);
  };

  test("stays when an older one changes the rest", async () => {
    expect(await changedBy((one) => ({ ...one, count: 2 }))).toEqual({ ...value, count: 2 });
  });

  test("goes with the member that is replaced", async () => {
    const replaced = { line: { name: "c" }, lines: [{ name: "b" }, { name: "d" }] };
    expect(await changedBy((one) => ({ ...one, ...replaced }))).toEqual({ ...value, ...replaced });
  });
});

test("flushed values are stored before the request ends, and visible to later ones", async () => {
  const intent = of<number>("intent");
  const session = open();
  session.write(intent, "", 1);
  await session.flush();
  const id = await session.commit();
  expect(await open(id).read(intent)).toBe(1);
  session.update(intent, "", (value = 0) => value + 1);
  expect(await session.read(intent)).toBe(2);
  await session.commit();
  expect(await open(id).read(intent)).toBe(2);
});

test("a value counts for its lifetime, and only while its schema accepts it", async () => {
  const short = defineScope("a", z.string(), { lifetimeSeconds: 60 });
  const session = open();
  session.write(short, "", "x");
  const id = await session.commit();
  clock += 59_999;
  expect(await open(id).read(short)).toBe("x");
  expect(await open(id).read(defineScope("a", z.number()))).toBeUndefined();
  clock += 1;
  expect(await open(id).read(short)).toBeUndefined();
});

test("a value is checked once, and again after it has changed", async () => {
  let checks = 0;
  const counted = defineScope("counted", z.object({ by: z.string().refine(() => ++checks > 0) }));
  const first = open();
  first.write(counted, "", { by: "first" });
  const id = await first.commit();
  const read = async () => (await open(id).read(counted))?.by;
  for (let times = 0; times < 3; times++) expect(await read()).toBe("first");
  expect(checks).toBe(1);
  const second = open(id);
  second.write(counted, "", { by: "second" });
  await second.commit();
  for (let times = 0; times < 3; times++) expect(await read()).toBe("second");
  expect(checks).toBe(2);
});

test("mutating a read value changes nothing without a write", async () => {
  const id = await made({ a: { n: 1 } });
  const session = open(id);
  const value = await session.read(of<{ n: number }>("a"));
  if (value) value.n = 2;
  expect(await session.read(of("a"))).toEqual({ n: 1 });
  await session.commit();
  expect(await open(id).read(of("a"))).toEqual({ n: 1 });
});

describe("a session that is ended", () => {
  const open1 = defineScope("order", z.object({ isSent: z.boolean() }), {
    endNotice: ({ isSent }, key) => ({
      kind: "offer",
      ...(isSent && { underWayAt: `/${key}`, reference: "7" }),
    }),
  });
  const login = defineScope("login", z.string(), { endNotice: () => ({ kind: "login" }) });
  const news = defineScope("news", z.string(), { lifetimeSeconds: 60, endNotice: () => ({ kind: "form" }) });
  const begun = async (isSent: boolean) => {
    const session = open();
    session.write(open1, "a", { isSent });
    session.write(open1, "b", { isSent: false });
    session.write(login, "", "token");
    session.write(news, "", "has expired by then");
    session.write(of("untold"), "", 1);
    session.extendLifetime();
    const id = await session.commit();
    clock += 60_000;
    return id ?? expect.fail("no new id");
  };

  test("tells what it held and leaves nothing, once and again", async () => {
    const id = await begun(false);
    const told = [{ kind: "offer" }, { kind: "offer" }, { kind: "login" }];
    expect(await open(id).contents()).toEqual(expect.arrayContaining(told));
    const session = open(id);
    const ended = await session.end(false);
    expect(ended?.stays).toEqual([]);
    expect(ended?.removed).toHaveLength(told.length);
    expect(ended?.removed).toEqual(expect.arrayContaining(told));
    expect(await session.commit()).toBeUndefined();
    expect(await store.read(open(id).id ?? "")).toEqual(new Map());
    expect(await open(id).end(false)).toEqual({ removed: [], stays: [] });
    expect(await open().end(false)).toEqual({ removed: [], stays: [] });
  });

  test("keeps what is under way, as long as before, until all is to end", async () => {
    const id = await begun(true);
    const stays = [{ kind: "offer", underWayAt: "/a", reference: "7" }];
    const session = open(id, { lastingSeconds: 2 * idleSeconds });
    expect(await session.end(false)).toMatchObject({ stays });
    await session.commit();
    clock += 1.5 * idleSeconds * 1000;
    expect(await open(id).read(open1, "a")).toEqual({ isSent: true });
    expect(await open(id).read(open1, "b")).toBeUndefined();
    // Later requests prolong it by as much.
    expect(await open(id).read(of("lasting"))).toBe(true);
    expect(await open(id).end(true)).toEqual({ removed: stays, stays: [] });
    expect(await open(id).read(open1, "a")).toBeUndefined();
  });

  test("keeps an order that another tab has sent meanwhile", async () => {
    const id = await begun(false);
    const ending = open(id);
    const other = open(id);
    expect(await ending.contents()).toHaveLength(3);
    other.write(open1, "a", { isSent: true });
    await other.commit();
    const { removed, stays } = (await ending.end(false)) ?? {};
    expect(stays).toEqual([{ kind: "offer", underWayAt: "/a", reference: "7" }]);
    expect(removed?.map(({ kind }) => kind).sort()).toEqual(["login", "offer"]);
    expect(await open(id).read(open1, "a")).toEqual({ isSent: true });
  });

  test("says nothing, and fails nothing, while the store is away", async () => {
    const id = await begun(true);
    const away = { ...store, read: () => Promise.reject(new Error("refused")) };
    expect(await open(id, { store: away }).contents()).toBeUndefined();
    const full = new Proxy(store, {
      get: (target, name: keyof SessionStore) =>
        name === "write" ? () => Promise.reject(new Error("full")) : target[name],
    });
    for (const failing of [away, full]) {
      const session = open(id, { store: failing });
      expect(await session.end(false)).toBeUndefined();
      expect(await session.commit()).toBeUndefined();
    }
  });
});

test("a removed scope is gone, in this request and the next", async () => {
  const id = await made({ a: 1, b: 2 });
  const session = open(id);
  session.remove(of("a"));
  expect(await session.read(of("a"))).toBeUndefined();
  await session.commit();
  expect(await open(id).read(of("a"))).toBeUndefined();
  expect(await open(id).read(of("b"))).toBe(2);
});

test("renewal moves everything to a new id; the old one opens nothing", async () => {
  const id = await made({ cart: "kept" });
  const session = open(id);
  session.renew();
  session.write(of("login"), "", "token");
  const renewed = await session.commit();
  expect(renewed).not.toBe(id);
  // Once: what is written afterwards stays there.
  session.write(of("more"), "", 1);
  expect(await session.commit()).toBe(renewed);
  const next = open(renewed);
  expect([await next.read(of("cart")), await next.read(of("login"))]).toEqual(["kept", "token"]);
  expect(await open(id).read(of("cart"))).toBeUndefined();
});

test("an unknown id is never adopted", async () => {
  const planted = newSessionId();
  const session = open(planted);
  session.write(of("a"), "", 1);
  const given = await session.commit();
  expect(given).toBeDefined();
  expect(given).not.toBe(planted);
  expect(await open(planted).read(of("a"))).toBeUndefined();
});

test.each(["", "short", "x".repeat(33), "../../etc/passwd", "ä".repeat(32)])(
  "a malformed cookie %j never reaches the store",
  async (cookie) => {
    expect(await open(cookie).read(of("a"))).toBeUndefined();
    expect(calls).not.toHaveBeenCalled();
  },
);

/** Both clocks: the one that sessions end by, and that of this process. */
function clocks() {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  // The library takes its clock's zero for no time.
  vi.advanceTimersByTime(1);
  return (ms: number) => {
    clock += ms;
    vi.advanceTimersByTime(ms);
  };
}

test("reading prolongs the session, at most once a minute", async () => {
  const pass = clocks();
  const id = await made({ a: 1 });
  const look = async () => {
    calls.mockClear();
    const session = open(id);
    await session.read(of("a"));
    await session.commit();
    return names().includes("touch");
  };
  pass(59_000);
  expect(await look()).toBe(false);
  pass(1_001);
  expect(await look()).toBe(true);
  expect(await look()).toBe(false);
  for (let minute = 0; minute < 15; minute++) {
    pass(60_000);
    await look();
  }
  expect(await open(id).read(of("a")), "15 minutes of visits outlive the idle time of 10").toBe(1);
  pass(599_000);
  expect(await open(id).read(of("a")), "the time counts from the last request").toBe(1);
  pass(62_000);
  expect(await open(id).read(of("a"))).toBeUndefined();
});

test("once something was entered, the session lasts as long as that is kept, under a new id too", async () => {
  const pass = clocks();
  const lastingSeconds = 10 * idleSeconds;
  const entered = open(await made({ a: 1 }), { lastingSeconds });
  entered.write(of("a"), "", 2);
  entered.extendLifetime();
  entered.renew();
  const id = await entered.commit();
  pass((lastingSeconds - 1) * 1000);
  const later = open(id, { lastingSeconds });
  expect(await later.read(of("a"))).toBe(2);
  await later.commit();
  pass((lastingSeconds - 1) * 1000);
  expect(await open(id).read(of("a")), "from the last request").toBe(2);
  pass((2 + touchEverySeconds) * 1000);
  expect(await open(id).read(of("a"))).toBeUndefined();
});

test("a tampered, moved or truncated value counts as absent and is logged without its content", async () => {
  const id = await made({ a: "secret text", b: "other" });
  const place = open(id).id ?? "";
  const stored = (name: string) => storedName(of(name), "");
  const value = (await store.read(place)).get(stored("a")) ?? expect.fail();
  const put = async (session: string, name: string, changed: Uint8Array) => {
    const seen = (await store.read(session)).get(stored(name));
    expect(await store.write(session, [{ name: stored(name), seen, value: changed }], 60)).toBe(true);
  };
  const flipped = Uint8Array.from(value);
  flipped[flipped.length - 20] = (flipped[flipped.length - 20] ?? 0) ^ 1;
  await put(place, "flipped", flipped);
  await put(place, "b", value);
  await put(place, "cut", value.slice(0, 10));
  const other = await made({ a: "x" });
  await put(open(other).id ?? "", "a", value);
  const session = open(id);
  expect(await session.read(of("flipped"))).toBeUndefined();
  expect(await session.read(of("b")), "moved from another scope").toBeUndefined();
  expect(await session.read(of("cut"))).toBeUndefined();
  expect(await open(other).read(of("a")), "moved from another session").toBeUndefined();
  expect(await session.read(of("a"))).toBe("secret text");
  expect(logged.warn).toHaveBeenCalledTimes(4);
  expect(JSON.stringify(logged.warn.mock.calls)).not.toContain("secret text");
});

test("secrets rotate: the new one seals, the old one still opens, a removed one does not", async () => {
  expect(() => createSealer([])).toThrow(/secret/);
  const id = await made({ a: "sealed with the old" });
  const both = open(id, { sealer: createSealer([newSecret, oldSecret]) });
  expect(await both.read(of("a"))).toBe("sealed with the old");
  both.write(of("b"), "", "sealed with the new");
  await both.commit();
  const after = open(id, { sealer: createSealer([newSecret]) });
  expect(await after.read(of("b"))).toBe("sealed with the new");
  expect(await after.read(of("a"))).toBeUndefined();
});

test("the generated secret is stored once, readable by its owner only", () => {
  const file = join(temporaryFolder(onTestFinished), "data", "session-secret");
  const secret = persistedSecret(file);
  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(persistedSecret(file)).toBe(secret);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
