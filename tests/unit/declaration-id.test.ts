import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const secrets = vi.hoisted(() => ({ all: ["a-secret-of-the-tests-with-32-characters"] }));
vi.mock("#app/session/open-store.server.ts", () => ({ sessionSecrets: () => secrets.all }));
const { idsOf, isRecent } = await import("#app/declarations/declaration-id.server.ts");

const sent = (changes: object = {}) => ({
  kind: "termination" as const,
  brand: "o2",
  submissionId: "",
  content: { lastName: "Muster", contractNumber: "V-100" },
  ...changes,
});

beforeEach(() => vi.useFakeTimers({ now: new Date("2026-11-22T11:59:59.900Z") }));
afterEach(() => vi.useRealTimers());

test("is a UUID that what was posted does not show, the same for the same post", () => {
  const submissionId = randomUUID();
  const { id, earlier } = idsOf(sent({ submissionId }));
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(id).not.toBe(submissionId);
  expect(earlier).toEqual([]);
  vi.setSystemTime(new Date("2027-11-22T11:59:59Z"));
  const reordered = { contractNumber: "V-100", email: undefined, lastName: "Muster" };
  expect(idsOf(sent({ submissionId, content: reordered })).id).toBe(id);
});

test("differs with the id that was posted, each word, the kind and the brand", () => {
  const submissionId = randomUUID();
  const { id } = idsOf(sent({ submissionId }));
  const others = [
    { submissionId: randomUUID() },
    { submissionId: id },
    { submissionId: "" },
    { submissionId, content: { lastName: "Muster", contractNumber: "V-1001" } },
    { submissionId, content: { lastName: "Muster", contractNumber: "V-100", email: "a@example.com" } },
    { submissionId, kind: "selfcare" },
    { submissionId, brand: "blau" },
  ].map((changes) => idsOf(sent(changes)).id);
  expect(new Set([id, ...others]).size).toBe(others.length + 1);
});

test("without a posted id the same content is known for an hour, across its border, and then no more", () => {
  const first = idsOf(sent()).id;
  vi.setSystemTime(new Date("2026-11-22T12:00:00.100Z"));
  const { id, earlier } = idsOf(sent());
  expect(id).not.toBe(first);
  expect(earlier).toEqual([first]);
  const receivedAt = "2026-11-22T11:59:59Z";
  vi.setSystemTime(new Date("2026-11-22T12:59:58Z"));
  expect([idsOf(sent()).earlier, isRecent({ receivedAt })]).toEqual([[first], true]);
  vi.setSystemTime(new Date("2026-11-22T12:59:59Z"));
  expect(isRecent({ receivedAt })).toBe(false);
  vi.setSystemTime(new Date("2026-11-22T13:00:00Z"));
  expect(idsOf(sent()).earlier).not.toContain(first);
});

test("ids by secrets that are still listed are tried too", () => {
  const [old = ""] = secrets.all;
  const submissionId = randomUUID();
  const before = [idsOf(sent({ submissionId })).id, idsOf(sent()).id];
  secrets.all = ["the-next-secret-with-32-characters-at-least", old];
  const after = [idsOf(sent({ submissionId })), idsOf(sent())];
  expect(after.map(({ id }) => before.includes(id))).toEqual([false, false]);
  expect(after[0]?.earlier).toEqual([before[0]]);
  expect(after[1]?.earlier).toContain(before[1]);
});
