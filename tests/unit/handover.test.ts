import { afterEach, expect, test, vi } from "vitest";

vi.stubEnv("SESSION_STORE", "sqlite::memory:");
vi.stubEnv("SESSION_SECRET", "x".repeat(32));
const { handOver, handoverOf, revokeHandover, takeHandover } = await import(
  "#app/session/handover.server.ts"
);
const { sessionStore } = await import("#app/session/open-store.server.ts");
afterEach(() => void vi.useRealTimers());

const values = { "personal-data": { lastName: "Öztürk" } };

test("a code of ten characters opens the values of its token, once", async () => {
  const code = await handOver("token", values);
  expect(code).toMatch(/^[2-9b-df-hj-np-tv-z]{10}$/);
  expect(await handoverOf("token", code)).toEqual(values);
  expect(await handoverOf("token", code.toUpperCase())).toEqual(values);
  expect(await handoverOf("other", code)).toBeUndefined();
  const taken = await Promise.all([takeHandover("token", code), takeHandover("token", code)]);
  expect(taken).toContainEqual(values);
  expect(taken).toContain("used");
  expect(await handoverOf("token", code)).toBe("used");
});

test("it opens nothing after two hours, nor once it is revoked", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const [old, revoked] = [await handOver("token", values), await handOver("token", values)];
  await revokeHandover("token", revoked);
  expect(await handoverOf("token", revoked)).toBeUndefined();
  vi.setSystemTime(Date.now() + 2 * 3_600_000 - 1000);
  expect(await handoverOf("token", old)).toEqual(values);
  vi.setSystemTime(Date.now() + 1000);
  expect(await handoverOf("token", old)).toBeUndefined();
  expect(await takeHandover("token", old)).toBeUndefined();
});

test("the store has neither the code nor a word of the values", async () => {
  const write = vi.spyOn(sessionStore(), "write");
  const code = await handOver("token", values);
  const [id, [row] = []] = write.mock.lastCall ?? [];
  const kept = Buffer.from(row?.value ?? []).toString("latin1");
  for (const secret of [code, "token", "lastName"])
    expect(`${id} ${row?.name} ${kept}`).not.toContain(secret);
});
