import { expect, test } from "vitest";
import { answerOf } from "#app/outcome/order.server.ts";
import { acceptedAnswer, offerRefusal } from "../support/cart.ts";

/** Of a call that the client itself has made again: an earlier one of it may have acted. */
const repeated = (status: number, code?: string) => {
  const answer = offerRefusal(status, code);
  return { ...answer, failure: { ...answer.failure, isRepeat: true } };
};

test.each<[what: string, ended: object, answer: object]>([
  ["an order", acceptedAnswer, { how: "did", orderId: "o-1" }],
  [
    "a refusal in the provider's words",
    offerRefusal(409, "OFFER_BLOCKED"),
    { how: "refused", isFixable: false },
  ],
  ["a code that nobody knows", offerRefusal(422, "NEW_CODE"), { how: "bare" }],
  ["a downtime, in its words", offerRefusal(503, "DOWNTIME"), { how: "closed" }],
  ["that it is ordered", offerRefusal(410, "OFFER_CONSUMED"), { how: "ofOrder", code: "OfferConsumed" }],
  [
    "that its payment was given up",
    offerRefusal(409, "OFFER_ABANDONED_PAYMENT"),
    { how: "ofOrder", code: "OfferAbandonedPayment" },
  ],
  [
    "that its payment waits, whichever call that is about",
    repeated(409, "OFFER_PAYMENT_WAITFORCAPTURE"),
    { how: "ofOrder", code: "OfferPaymentWaitForCapture" },
  ],
  ["a bare status", offerRefusal(500), { how: "bare" }],
  ["a gateway's", offerRefusal(503), { how: "lost" }],
  ["a refusal of a repeated call", repeated(409, "OFFER_BLOCKED"), { how: "lost" }],
  ["a downtime for a repeated call", repeated(503, "DOWNTIME"), { how: "lost" }],
  ["that a repeated call's offer is ordered", repeated(410, "OFFER_CONSUMED"), { how: "lost" }],
  ["a bare status for a repeated call", repeated(500), { how: "lost" }],
  ["no call", { ...offerRefusal(500), failure: undefined }, { how: "unsent" }],
])("%s", (_, ended, answer) => {
  const read = { pay: () => ({ at: "none" }) as const, refused: () => ({ steps: {}, words: [] }) };
  expect(answerOf(ended as never, read)).toMatchObject(answer);
});
