import { randomBytes, randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";

const secrets = vi.hoisted(() => ({ all: ["a-secret-of-the-tests-with-32-characters"] }));
vi.mock("#app/session/open-store.server.ts", () => ({ sessionSecrets: () => secrets.all }));
const { idOfReference, referenceOf } = await import("#app/declarations/reference.server.ts");

const id = randomUUID();
const reference = referenceOf("termination", "o2", id);

test("a reference opens its declaration, for its kind and brand only", () => {
  expect(idOfReference("termination", "o2", reference)).toBe(id);
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
  const guesses = ["", id, id.replaceAll("-", ""), reference.slice(0, -2), `${reference}AA`];
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
  expect(idOfReference("termination", "o2", reference)).toBe(id);
  expect(referenceOf("termination", "o2", id)).not.toBe(reference);
  secrets.all = ["the-next-secret-with-32-characters-at-least"];
  expect(idOfReference("termination", "o2", reference)).toBeUndefined();
});
