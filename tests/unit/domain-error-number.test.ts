import { expect, test } from "vitest";
import { errorNumber } from "#app/domain/error-number.server.ts";

test("six characters that nobody mistakes on the phone, always the same for a trace id", () => {
  const numbers = Array.from({ length: 500 }, (_, index) => errorNumber(`trace-${index}`));
  for (const number of numbers) expect(number).toMatch(/^[2-9BCDFGHJKMNPQRSTVWXYZ]{6}$/);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(errorNumber("trace-1")).toBe(numbers[1]);
});
