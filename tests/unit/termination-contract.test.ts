import { expect, test } from "vitest";
import { termination, terminationReceipt } from "#app/backend/contract/termination.ts";
import { readAnswer } from "#app/backend/read-answer.ts";

test("a receipt may leave the kind of termination open, a declaration not", () => {
  const { cancellationType } = terminationReceipt.shape.declaration.unwrap().shape;
  expect(cancellationType.safeParse("None").success).toBe(true);
  expect(termination.shape.cancellationType.safeParse("None").success).toBe(false);
});

test("a receipt repeats a payout without the name of an account's holder", () => {
  const payout = { accountHolder: "", maskedIban: "Bitte auf mein altes Konto" };
  const receipt = { id: "t-1", receivedAt: "2027-01-31T22:59:59Z", endDate: "2027-02-28" };
  const answer = readAnswer(terminationReceipt, { ...receipt, declaration: { payout } });
  expect(answer).toMatchObject({ ok: true, data: { declaration: { payout } }, deviations: [] });
});
