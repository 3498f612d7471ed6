import { expect, test } from "vitest";
import { newErrorNumber } from "#app/domain/error-number.server.ts";

test("six characters that nobody mistakes on the phone, others for each failure", () => {
  const numbers = Array.from({ length: 100 }, newErrorNumber);
  for (const number of numbers) expect(number).toMatch(/^[2-9BCDFGHJKMNPQRSTVWXYZ]{6}$/);
  expect(new Set(numbers).size).toBeGreaterThan(98);
});
