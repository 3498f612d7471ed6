import { expect, test } from "vitest";
import { termination, terminationReceipt } from "#app/backend/contract/termination.ts";

test("a receipt may leave the kind of termination open, a declaration not", () => {
  const { cancellationType } = terminationReceipt.shape.declaration.unwrap().shape;
  expect(cancellationType.safeParse("None").success).toBe(true);
  expect(termination.shape.cancellationType.safeParse("None").success).toBe(false);
});
