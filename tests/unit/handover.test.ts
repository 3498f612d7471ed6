import { hash } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { createSealer } from "#app/session/encryption.server.ts";

vi.stubEnv("SESSION_STORE", "sqlite::memory:");
const { codeIn, handOver, handoverOf, revokeHandover, takeHandover } = await import(
  "#app/session/handover.server.ts"
);
const { sessionStore } = await import("#app/session/open-store.server.ts");
afterEach(() => void vi.useRealTimers());

const made = {
  token: "token",
  brand: "o2",
  step: "payment" as const,
  order: "Nordlicht 12 Pro",
  values: { "personal-data": { lastName: "Öztürk" } },
};
const used = { token: "token", brand: "o2", step: "payment", order: "Nordlicht 12 Pro" };

test("a code of ten characters opens the values, once, and then only says whose they were", async () => {
  const code = await handOver(made);
  expect(code).toMatch(/^[2-9b-df-hj-np-tv-z]{10}$/);
  expect(await handoverOf(code)).toEqual(made);
  expect(await handoverOf(code.toUpperCase())).toEqual(made);
  const taken = await Promise.all([takeHandover(code), takeHandover(code)]);
  expect(taken).toContainEqual(made);
  expect(taken).toContainEqual(used);
  expect(await handoverOf(code)).toEqual(used);
  expect(await takeHandover(code)).toEqual(used);
});

test("it opens nothing once its session would have ended, nor once it is revoked", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const old = await handOver(made);
  const revoked = await handOver(made);
  await revokeHandover(revoked);
  expect(await handoverOf(revoked)).toBeUndefined();
  vi.setSystemTime(Date.now() + 21 * 3_600_000 - 1000);
  expect(await handoverOf(old)).toEqual(made);
  vi.setSystemTime(Date.now() + 1000);
  expect(await handoverOf(old)).toBeUndefined();
  expect(await takeHandover(old)).toBeUndefined();
});

test.each([
  "bcdfg hjk23",
  " BCDFG-HJK23 ",
  "b c d f g h j k 2 3",
  "https://o2.example.net/angebot/abc/weitermachen/bcdfghjk23?brand=o2",
])("%j is a code as people type it", (typed) => expect(codeIn(typed)).toBe("bcdfghjk23"));
test.each(["", "bcdfghjk2", "bcdfghjk234", "abcdefghij", "bcdfghjk2%"])("%j is none", (typed) =>
  expect(codeIn(typed)).toBeUndefined(),
);

test("the store has neither the code nor a word of the values", async () => {
  const write = vi.spyOn(sessionStore(), "write");
  const code = await handOver(made);
  const [id, [row] = []] = write.mock.lastCall ?? [];
  const kept = Buffer.from(row?.value ?? []).toString("latin1");
  for (const secret of [code, "token", "lastName"])
    expect(`${id} ${row?.name} ${kept}`).not.toContain(secret);
});

test("no code is found by trying all of them on a copy of the store without the secret", async () => {
  const write = vi.spyOn(sessionStore(), "write");
  const code = await handOver(made);
  const [id] = write.mock.lastCall ?? [];
  const plain = [code, `handover ${code}`].map((text) => hash("sha256", text, "base64url"));
  expect(plain).not.toContain(id);
  // Beside another secret, it has another name.
  expect(createSealer(["another secret of more than 32 characters"])(`handover ${code}`).storeId).not.toBe(
    id,
  );
});
