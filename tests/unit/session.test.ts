import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { createSealer, newSessionId } from "#app/session/encryption.server.ts";
import { keptSecret } from "#app/session/open-store.server.ts";
import { openSession, storedName } from "#app/session/session.server.ts";
import { createSqliteStore } from "#app/session/sqlite-store.server.ts";
import type { SessionStore } from "#app/session/store.ts";

const logged = vi.hoisted(() => ({ warn: vi.fn(), error: vi.fn() }));
vi.mock("#app/log.server.ts", () => ({ logger: logged }));

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
  const real = createSqliteStore(":memory:", () => Math.floor(clock / 1000));
  store = new Proxy(real, {
    get(target, name: keyof SessionStore) {
      return (...args: unknown[]) => {
        calls(name, ...args);
        return (target[name] as (...given: unknown[]) => unknown)(...args);
      };
    },
  });
});

const open = (cookie?: string, options: Partial<Parameters<typeof openSession>[0]> = {}) =>
  openSession({ cookie, secure: false, store, sealer, idleSeconds, now: () => clock, ...options });
const idOf = (header: string | undefined) => header?.match(/^sid=([\w-]+)/)?.[1];
const made = async (values: Record<string, unknown>) => {
  const session = open();
  for (const [scope, value] of Object.entries(values)) session.set(scope, value);
  return idOf((await session.commit()).cookie) ?? expect.fail("no cookie");
};
const names = () => calls.mock.calls.map(([name]) => name);

test("a visitor who only looks gets no cookie and costs the store nothing", async () => {
  const session = open();
  expect(await session.get("cart")).toBeUndefined();
  session.remove("cart");
  session.renew();
  expect(await session.commit()).toEqual({});
  expect(session.id).toBeUndefined();
  expect(calls).not.toHaveBeenCalled();
});

test("what was set is there in the next request; the cookie comes once", async () => {
  const first = open();
  first.set("cart", { items: ["Müller & Söhne"] });
  const { cookie } = await first.commit();
  expect(cookie).toMatch(/^sid=[\w-]{32}; Path=\/; HttpOnly; SameSite=Lax$/);
  const second = open(idOf(cookie));
  expect(await second.get("cart")).toEqual({ items: ["Müller & Söhne"] });
  second.set("cart", { items: [] });
  expect(await second.commit()).toEqual({});
  expect(await open(idOf(cookie)).get("cart")).toEqual({ items: [] });
});

test("of requests at once one takes a value, and one claims a scope", async () => {
  const id = await made({ news: ["one"] });
  const requests = Array.from({ length: 10 }, () => open(id));
  const took = await Promise.all(requests.map((request) => request.take("news")));
  expect(took.filter(Boolean)).toEqual([["one"]]);
  const claimed = await Promise.all(requests.map((request) => request.claim("told")));
  expect(claimed.filter(Boolean)).toHaveLength(1);
  await Promise.all(requests.map((request) => request.commit()));
  const later = open(id);
  expect(await later.get("news")).toBeUndefined();
  expect(await later.claim("told")).toBe(false);
  expect(await later.commit()).toEqual({});
});

test("a value is taken in the request that set it, too", async () => {
  const id = await made({ news: ["old"] });
  const session = open(id);
  session.set("news", ["new"]);
  expect(await session.take("news")).toEqual(["new"]);
  expect(await session.take("news")).toBeUndefined();
  await session.commit();
  expect(await open(id).get("news")).toBeUndefined();
});

test("a claim begins a session, and moves with a new id", async () => {
  const first = open();
  expect(await first.claim("told")).toBe(true);
  const id = idOf((await first.commit()).cookie);
  const second = open(id);
  second.renew();
  const renewed = idOf((await second.commit()).cookie);
  expect(renewed).not.toBe(id);
  expect(await open(renewed).claim("told")).toBe(false);
});

test("over https the cookie is Secure, and this host's alone", async () => {
  const session = open(undefined, { secure: true });
  session.set("a", 1);
  expect((await session.commit()).cookie).toMatch(
    /^__Host-sid=[\w-]{32}; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
});

test("the store sees neither the cookie's value nor what was kept, nor what it is called after", async () => {
  const id = await made({ "offer:geheim-token": { name: "Erika Musterfrau" } });
  await open(id).claim("told:geheim-token");
  await open(id).take("offer:geheim-token");
  const seen = JSON.stringify(
    calls.mock.calls.map((call) =>
      call.map((arg) => (arg instanceof Uint8Array ? Buffer.from(arg).toString("latin1") : arg)),
    ),
  );
  expect(seen).not.toContain(id);
  expect(seen).not.toMatch(/Musterfrau|geheim/);
  expect(open(id).id).not.toBe(id);
});

test("each scope is read once a request, only changed scopes are written", async () => {
  const id = await made({ a: 1, b: { deep: true } });
  calls.mockClear();
  const session = open(id);
  await Promise.all([session.get("a"), session.get("a"), session.get("b")]);
  session.set("a", 1);
  session.set("b", { deep: false });
  await session.commit();
  const scopesOf = (call: string) =>
    calls.mock.calls.filter(([name]) => name === call).map(([, , scope]) => scope);
  const read = scopesOf("read");
  expect(read).toHaveLength(2);
  expect(scopesOf("write")).toEqual([read[1]]);
});

test("changing what was read changes nothing without set", async () => {
  const id = await made({ a: { n: 1 } });
  const session = open(id);
  const value = await session.get<{ n: number }>("a");
  if (value) value.n = 2;
  expect(await session.get("a")).toEqual({ n: 1 });
  await session.commit();
  expect(await open(id).get("a")).toEqual({ n: 1 });
});

test("two requests that write different scopes at once keep both", async () => {
  const id = await made({ login: "x" });
  const [tabA, tabB] = [open(id), open(id)];
  await Promise.all([tabA.get("login"), tabB.get("login")]);
  tabA.set("offer a", "A");
  tabB.set("offer b", "B");
  await Promise.all([tabA.commit(), tabB.commit()]);
  const next = open(id);
  expect([await next.get("offer a"), await next.get("offer b")]).toEqual(["A", "B"]);
});

test("a removed scope is gone, in this request and the next", async () => {
  const id = await made({ a: 1, b: 2 });
  const session = open(id);
  session.remove("a");
  expect(await session.get("a")).toBeUndefined();
  await session.commit();
  expect(await open(id).get("a")).toBeUndefined();
  expect(await open(id).get("b")).toBe(2);
});

test("renewal moves everything to a new id; the old one opens nothing", async () => {
  const id = await made({ cart: "kept" });
  const session = open(id);
  session.renew();
  session.set("login", "token");
  const renewed = idOf((await session.commit()).cookie);
  expect(renewed).not.toBe(id);
  const next = open(renewed);
  expect([await next.get("cart"), await next.get("login")]).toEqual(["kept", "token"]);
  expect(await open(id).get("cart")).toBeUndefined();
});

test("an id that the store does not know is never adopted", async () => {
  const planted = newSessionId();
  const session = open(planted);
  session.set("a", 1);
  const given = idOf((await session.commit()).cookie);
  expect(given).toBeDefined();
  expect(given).not.toBe(planted);
  expect(await open(planted).get("a")).toBeUndefined();
});

test.each(["", "short", "x".repeat(33), "../../etc/passwd", "ä".repeat(32)])(
  "a malformed cookie %j never reaches the store",
  async (cookie) => {
    expect(await open(cookie).get("a")).toBeUndefined();
    expect(calls).not.toHaveBeenCalled();
  },
);

test("reading prolongs the session, at most once a minute", async () => {
  const id = await made({ a: 1 });
  const look = async () => {
    calls.mockClear();
    const session = open(id);
    await session.get("a");
    await session.commit();
    return names().includes("touch");
  };
  clock += 59_000;
  expect(await look()).toBe(false);
  clock += 1_000;
  expect(await look()).toBe(true);
  expect(await look()).toBe(false);
  for (let minute = 0; minute < 15; minute++) {
    clock += 60_000;
    await look();
  }
  expect(await open(id).get("a"), "15 minutes of visits outlive the idle time of 10").toBe(1);
  clock += 601_000;
  expect(await open(id).get("a")).toBeUndefined();
});

test("a changed, moved or cut value counts as absent and is logged without its content", async () => {
  const id = await made({ a: "secret text", b: "other" });
  const place = open(id).id ?? "";
  const value = (await store.read(place, storedName("a"))) ?? expect.fail();
  const flipped = Uint8Array.from(value);
  flipped[flipped.length - 20] = (flipped[flipped.length - 20] ?? 0) ^ 1;
  await store.write(place, storedName("flipped"), flipped, 60);
  await store.write(place, storedName("b"), value, 60);
  await store.write(place, storedName("cut"), value.slice(0, 10), 60);
  const other = await made({ a: "x" });
  await store.write(open(other).id ?? "", storedName("a"), value, 60);
  const session = open(id);
  expect(await session.get("flipped")).toBeUndefined();
  expect(await session.get("b"), "moved from another scope").toBeUndefined();
  expect(await session.get("cut")).toBeUndefined();
  expect(await open(other).get("a"), "moved from another session").toBeUndefined();
  expect(await session.get("a")).toBe("secret text");
  expect(logged.warn).toHaveBeenCalledTimes(4);
  expect(JSON.stringify(logged.warn.mock.calls)).not.toContain("secret text");
});

test("secrets rotate: the new one seals, the old one still opens, a dropped one does not", async () => {
  const id = await made({ a: "sealed with the old" });
  const both = open(id, { sealer: createSealer([newSecret, oldSecret]) });
  expect(await both.get("a")).toBe("sealed with the old");
  both.set("b", "sealed with the new");
  await both.commit();
  const after = open(id, { sealer: createSealer([newSecret]) });
  expect(await after.get("b")).toBe("sealed with the new");
  expect(await after.get("a")).toBeUndefined();
});

test("without a secret nothing is sealed", () => {
  expect(() => createSealer([])).toThrow(/secret/);
});

test("the kept secret is made once, for its owner's eyes", () => {
  const folder = mkdtempSync(join(tmpdir(), "secret-"));
  const file = join(folder, "data", "session-secret");
  const secret = keptSecret(file);
  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(keptSecret(file)).toBe(secret);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  rmSync(folder, { recursive: true });
});
