import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { shortReference } from "#app/domain/short-reference.ts";

const hex = [..."0123456789ABCDEF"];
const isWhole = (reference: string) => shortReference(reference.replace("-", "").slice(0, 7)) === reference;

test("is the beginning of the id, in two groups of four, with a check digit", () => {
  expect(shortReference("3f0c2f1e-1111-4222-8333-444455556666")).toBe("3F0C-2F1A");
  expect(shortReference("00000000-1111-4222-8333-444455556666")).toBe("0000-0000");
});

test("a misheard digit is noticed at any position", () => {
  const reference = shortReference(randomUUID());
  for (const [at, right] of [...reference].entries())
    for (const wrong of right === "-" ? [] : hex.filter((digit) => digit !== right))
      expect(isWhole(reference.slice(0, at) + wrong + reference.slice(at + 1))).toBe(false);
});

test("two swapped neighbours are noticed", () => {
  const reference = "1A2B-3C4";
  const whole = shortReference(reference);
  for (const at of [0, 1, 2, 5, 6]) {
    const swapped = [...whole];
    [swapped[at], swapped[at + 1]] = [swapped[at + 1] as string, swapped[at] as string];
    expect(isWhole(swapped.join(""))).toBe(false);
  }
});
