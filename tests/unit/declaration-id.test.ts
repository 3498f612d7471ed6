import { randomBytes, randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";

const secrets = vi.hoisted(() => ({ all: ["a-secret-of-the-tests-with-32-characters"] }));
vi.mock(import("#app/session/open-store.server.ts"), () => ({ sessionSecrets: () => secrets.all }));
const { contentDigest, idsOf } = await import("#app/declarations/declaration-id.server.ts");
const { idOfReference, referenceOf } = await import("#app/declarations/reference.server.ts");
const { currentStamp } = await import("#app/forms/page-stamp.server.ts");

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

test("of a constant page depends on its stamp and the content, and on no clock", () => {
  const stamp = "a-stamp-of-22-letters-";
  const { id } = idsOf(sent({ stamp }));
  vi.setSystemTime(new Date("2027-11-22T13:00:00Z"));
  expect(idsOf(sent({ stamp })).id).toBe(id);
  const others = [
    { stamp: "another-one-of-22-of-it" },
    {},
    { stamp, submissionId: randomUUID() },
    { stamp, content: { lastName: "Muster" } },
  ].map((changes) => idsOf(sent(changes)).id);
  expect(new Set([id, ...others]).size).toBe(others.length + 1);
});

test("a stamp is the same all hour, another one in the next, and tells nothing", () => {
  const first = currentStamp();
  expect(first).toMatch(/^[\w-]{22}$/);
  vi.setSystemTime(new Date("2026-11-22T11:00:00Z"));
  expect(currentStamp()).toBe(first);
  vi.setSystemTime(new Date("2026-11-22T12:00:00Z"));
  expect(currentStamp()).not.toBe(first);
  const stamps = new Set(
    Array.from({ length: 48 }, (_, hour) => {
      vi.setSystemTime(new Date("2026-11-22T00:00:00Z").getTime() + hour * 3_600_000);
      return currentStamp();
    }),
  );
  expect(stamps.size).toBe(48);
});

test("the content is recognized whatever the stamp, but not in a form with an id of its own", () => {
  const digest = contentDigest(sent());
  expect(digest).toMatch(/^[\w-]{43}$/);
  const reordered = { contractNumber: "V-100", email: undefined, lastName: "Muster" };
  expect(contentDigest(sent({ stamp: "a-stamp-of-22-letters-", content: reordered }))).toBe(digest);
  expect(contentDigest(sent({ submissionId: randomUUID() }))).toBeUndefined();
  for (const change of [{ brand: "blau" }, { kind: "withdrawal" }, { content: { lastName: "Muster" } }])
    expect(contentDigest(sent(change))).not.toBe(digest);
});

test("ids by secrets that are still listed are tried too", () => {
  const [old = ""] = secrets.all;
  onTestFinished(() => {
    secrets.all = [old];
  });
  const submissionId = randomUUID();
  const before = [idsOf(sent({ submissionId })).id, idsOf(sent()).id];
  const digest = contentDigest(sent());
  secrets.all = ["the-next-secret-with-32-characters-at-least", old];
  const after = [idsOf(sent({ submissionId })), idsOf(sent())];
  expect(contentDigest(sent())).toBe(digest);
  expect(after.map(({ id }) => before.includes(id))).toEqual([false, false]);
  expect(after[0]?.earlier).toEqual([before[0]]);
  expect(after[1]?.earlier).toEqual([before[1]]);
  // Without the secret, nobody finds out from the store what was declared.
  secrets.all = ["the-next-secret-with-32-characters-at-least"];
  expect(contentDigest(sent())).not.toBe(digest);
});

const referred = randomUUID();
const reference = referenceOf("termination", "o2", referred);

test("a reference opens its declaration, for its kind and brand only", () => {
  expect(idOfReference("termination", "o2", reference)).toBe(referred);
  expect(idOfReference("withdrawal", "o2", reference)).toBeUndefined();
  expect(idOfReference("termination", "blau", reference)).toBeUndefined();
});

test("neither an id nor a thousand guesses open anything", () => {
  const bytes = Buffer.from(reference, "base64url");
  const oneBitOff = Array.from({ length: bytes.length * 8 }, (_, bit) => {
    const changed = Buffer.from(bytes);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    return changed.toString("base64url");
  });
  const withTheId = Array.from({ length: 1000 }, () =>
    Buffer.concat([bytes.subarray(0, 16), randomBytes(16)]).toString("base64url"),
  );
  const guesses = ["", referred, referred.replaceAll("-", ""), reference.slice(0, -2), `${reference}AA`];
  for (const guess of [...guesses, ...oneBitOff, ...withTheId])
    expect(idOfReference("termination", "o2", guess), guess).toBeUndefined();
});

test("a reference has one spelling", () => {
  const bytes = Buffer.from(reference, "base64url");
  const last = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const others = [...last]
    .map((letter) => reference.slice(0, -1) + letter)
    .filter((one) => one !== reference);
  const spellings = [
    bytes.toString("base64"),
    `${reference}=`,
    ` ${reference}`,
    `${reference}\n`,
    `${reference}.`,
  ];
  for (const spelling of [...spellings, ...others])
    expect(idOfReference("termination", "o2", spelling), spelling).toBeUndefined();
});

test("a reference opens as long as its secret is listed", () => {
  const [old = ""] = secrets.all;
  secrets.all = ["the-next-secret-with-32-characters-at-least", old];
  expect(idOfReference("termination", "o2", reference)).toBe(referred);
  expect(referenceOf("termination", "o2", referred)).not.toBe(reference);
  secrets.all = ["the-next-secret-with-32-characters-at-least"];
  expect(idOfReference("termination", "o2", reference)).toBeUndefined();
});
