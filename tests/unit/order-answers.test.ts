import { beforeEach, expect, test, vi } from "vitest";
import { FormFieldError } from "#app/errors/errors.ts";
import { answerOf, readOrder } from "#app/outcome/order.server.ts";
import type { OrderLife, Says } from "#app/outcome/order-life.ts";
import {
  acceptedAnswer,
  customerWithCart,
  editing,
  offerRefusal,
  ordered,
  orderIn,
  token,
  underWay,
} from "../support/cart.ts";
import { offersCalls as provider } from "../support/offers-calls.ts";

vi.mock(
  import("#app/backend/offers.server.ts"),
  async () => (await import("../support/offers-calls.ts")).offersCalls,
);
vi.mock("node:timers/promises", async () => (await import("../support/short-pauses.ts")).shortPauses);
beforeEach(() => void vi.resetAllMocks());

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
  [
    "no connection",
    {
      ...offerRefusal(500),
      failure: { kind: "unreachable", cause: Object.assign(new Error(), { code: "ECONNREFUSED" }) },
    },
    { how: "unsent" },
  ],
  ["no call", { ...offerRefusal(500), failure: undefined }, { how: "unsent" }],
])("an order is answered: %s", (_, ended, answer) => {
  const read = { pay: () => ({ at: "none" }) as const, refused: () => ({ steps: {}, words: [] }) };
  expect(answerOf(ended as never, read)).toMatchObject(answer);
});

/** What the provider says: of the offer, and of its order. */
const says = {
  open: [{ ok: true, data: { payment: "missing" } }, offerRefusal(404, "RESERVATION_FOUND_NO_ORDER")],
  taken: [offerRefusal(410, "OFFER_CONSUMED"), offerRefusal(500)],
  absent: [offerRefusal(404), offerRefusal(404)],
  unread: [offerRefusal(500), offerRefusal(404)],
  nothing: [offerRefusal(500), offerRefusal(500)],
  expired: [offerRefusal(410, "OFFER_EXPIRED"), offerRefusal(404, "RESERVATION_FOUND_NO_ORDER")],
  /** Beside an offer that is open, which only a reset explains. */
  openOrdered: [{ ok: true, data: { payment: "missing" } }, orderIn({ paid: true })],
  /** Of the order that is there, or of one that was reset. */
  ordered: [offerRefusal(410, "OFFER_CONSUMED"), orderIn({ paid: true })],
  unpaid: [offerRefusal(500), orderIn({ paid: false })],
  paid: [offerRefusal(500), orderIn({ paid: true })],
} as const;
type Said = keyof typeof says;

const { orderId } = orderIn({}).data;
const afterReset = { ...editing, ended: [{ by: "reset", order: null }] };
const endedHere = { ...editing, ended: [{ by: "reset", order: { orderId } }] };

interface Row {
  knows: OrderLife | undefined;
  after?: { isAfterPayment?: boolean; isAfterCall?: boolean };
  first: Said;
  later: Said;
  /** What is told of the last read. */
  is: Says["says"];
  reads: number;
}
const rows: Record<string, Row> = {
  "the first answer counts": { knows: editing, first: "open", later: "paid", is: "open", reads: 1 },
  "also where nothing is known": { knows: undefined, first: "taken", later: "paid", is: "taken", reads: 1 },
  "nor is anything known of a reset": {
    knows: editing,
    first: "taken",
    later: "paid",
    is: "taken",
    reads: 1,
  },
  "an offer without the order that is placed": {
    knows: ordered(),
    first: "open",
    later: "paid",
    is: "order",
    reads: 2,
  },
  "an order that is not found": { knows: ordered(), first: "absent", later: "paid", is: "order", reads: 2 },
  "a summary that is not found": { knows: ordered(), first: "unread", later: "paid", is: "order", reads: 2 },
  "no answer is no contradiction": {
    knows: ordered(),
    first: "nothing",
    later: "paid",
    is: "nothing",
    reads: 1,
  },
  "what was sent may not have arrived": {
    knows: underWay("sent"),
    first: "open",
    later: "paid",
    is: "open",
    reads: 1,
  },
  "after the call has ended it must have": {
    knows: underWay("sent"),
    after: { isAfterCall: true },
    first: "open",
    later: "paid",
    is: "order",
    reads: 2,
  },
  "an unpaid order": { knows: ordered(), first: "unpaid", later: "paid", is: "order", reads: 1 },
  "an unpaid order, behind the payment page": {
    knows: ordered(),
    after: { isAfterPayment: true },
    first: "unpaid",
    later: "paid",
    is: "order",
    reads: 2,
  },
  "an offer that is taken after a reset": {
    knows: afterReset,
    first: "taken",
    later: "open",
    is: "open",
    reads: 2,
  },
  "an offer that is taken after a reset and a press": {
    knows: { ...underWay("sent"), ended: afterReset.ended },
    first: "taken",
    later: "paid",
    is: "taken",
    reads: 1,
  },
  "a summary of the order that a reset has ended": {
    knows: endedHere,
    first: "paid",
    later: "open",
    is: "open",
    reads: 2,
  },
  "the same where it stays, as does the offer's state: three times, and it says nothing": {
    knows: endedHere,
    first: "ordered",
    later: "ordered",
    is: "nothing",
    reads: 3,
  },
  "the same, and the offer is open: that counts": {
    knows: endedHere,
    first: "openOrdered",
    later: "openOrdered",
    is: "open",
    reads: 3,
  },
  "an offer whose time is over": { knows: editing, first: "expired", later: "open", is: "over", reads: 1 },
  "the same, which may have been ordered in time": {
    knows: underWay("sent"),
    first: "expired",
    later: "open",
    is: "state",
    reads: 1,
  },
};

test.each(Object.entries(rows))(
  "an order is read: %s",
  async (_, { knows, after, first, later, is, reads }) => {
    const tabs = await customerWithCart({ order: knows ?? editing });
    const place = await tabs(60_000);
    const offers = provider.verifyOffer;
    const orders = provider.loadSummary;
    for (const [at, call] of [offers, orders].entries())
      call.mockResolvedValueOnce(says[first][at]).mockResolvedValue(says[later][at]);
    const read = await readOrder(
      { context: place.context, token },
      { life: knows, paymentOf: ({ paid }) => (paid ? "paid" : "open"), ...after },
    );
    await place.end();
    expect([read.said.says, orders.mock.calls.length]).toEqual([is, reads]);
  },
);

const ok = (data: object) => ({ ok: true, data });
const needs = ok({ payment: "missing" });
const none = offerRefusal(404, "RESERVATION_FOUND_NO_ORDER");
const fields = {
  ok: false,
  error: new FormFieldError([{ field: "iban" }]),
  failure: { kind: "answer", status: 422, problem: { errors: [{ field: "iban" }] } },
};
const failed = offerRefusal(500);
const bare404 = offerRefusal(404);
const sent = underWay("sent");
/** What is told of both answers, with the error that a page shows. */
test.each<[life: OrderLife, offer: object, summary: object, said: object, error: string]>([
  [editing, needs, none, { says: "open" }, "NotFound"],
  [sent, needs, none, { says: "open" }, "NotFound"],
  [sent, needs, bare404, { says: "open" }, "NotFound"],
  [editing, needs, failed, { says: "open" }, "Unexpected"],
  [sent, needs, failed, { says: "nothing" }, "Unexpected"],
  [editing, ok({}), none, { says: "open" }, "NotFound"],
  [sent, ok({}), none, { says: "nothing" }, "NotFound"],
  [sent, offerRefusal(409, "BIRTHDATE_NOT_PRESENT"), none, { says: "open" }, "NotFound"],
  [editing, offerRefusal(409, "OFFER_BLOCKED"), none, { says: "state" }, "OfferBlocked"],
  [sent, offerRefusal(409, "OFFER_BLOCKED"), none, { says: "state" }, "OfferBlocked"],
  [editing, offerRefusal(401), failed, { says: "state" }, "Unauthorized"],
  [sent, offerRefusal(401), failed, { says: "nothing" }, "Unexpected"],
  [sent, failed, offerRefusal(401), { says: "state" }, "Unauthorized"],
  [editing, bare404, bare404, { says: "absent" }, "NotFound"],
  [editing, bare404, failed, { says: "nothing" }, "NotFound"],
  [sent, bare404, failed, { says: "nothing" }, "Unexpected"],
  [editing, failed, bare404, { says: "nothing" }, "Unexpected"],
  [editing, fields, none, { says: "nothing" }, "form-field-error"],
  [sent, fields, none, { says: "nothing" }, "NotFound"],
  [editing, offerRefusal(500, "OFFER_TECH_ERROR"), none, { says: "nothing" }, "OfferTechError"],
  [editing, offerRefusal(503, "DOWNTIME"), failed, { says: "closed" }, "Downtime"],
  [sent, failed, offerRefusal(503, "RESERVATION_RETRY_LATER"), { says: "closed" }, "ReservationRetryLater"],
  [editing, offerRefusal(503), offerRefusal(503), { says: "nothing" }, "Unexpected"],
  [
    editing,
    failed,
    offerRefusal(409, "PAYMENT_FAILED"),
    { says: "taken", code: "PaymentFailed", of: "order" },
    "PaymentFailed",
  ],
  [
    editing,
    offerRefusal(410, "OFFER_CONSUMED"),
    failed,
    { says: "taken", code: "OfferConsumed", of: "offer" },
    "OfferConsumed",
  ],
  [sent, failed, offerRefusal(410, "OFFER_EXPIRED"), { says: "over", code: "OfferExpired" }, "OfferExpired"],
  [
    sent,
    offerRefusal(410, "OFFER_CANCELLED"),
    none,
    { says: "over", code: "OfferCancelled" },
    "OfferCancelled",
  ],
  [editing, offerRefusal(410, "OFFER_EXPIRED"), none, { says: "over", code: "OfferExpired" }, "OfferExpired"],
])("of two answers (%#)", async (life, offer, summary, said, error) => {
  const place = await (await customerWithCart({}))();
  provider.verifyOffer.mockResolvedValue(offer);
  provider.loadSummary.mockResolvedValue(summary);
  const read = await readOrder({ context: place.context, token }, { life, paymentOf: () => "open" });
  expect([read.said, read.error?.code]).toEqual([said, error]);
});

// A summary that says all of a payment needs no word of the offer's.
test.each<[life: OrderLife, summary: object, asks: number, payment: string | undefined]>([
  [sent, { paid: true }, 0, "paid"],
  [sent, { code: "PAYMENT_FAILED" }, 0, "failed"],
  [sent, {}, 1, "expired"],
  [sent, { paid: undefined }, 1, "expired"],
  [editing, { paid: true }, 1, "paid"],
  [editing, {}, 1, "expired"],
])("of a summary (%#)", async (life, summary, asks, payment) => {
  const place = await (await customerWithCart({}))();
  provider.verifyOffer.mockResolvedValue(offerRefusal(409, "OFFER_ABANDONED_PAYMENT"));
  provider.loadSummary.mockResolvedValue(orderIn(summary));
  const { said } = await readOrder(
    { context: place.context, token },
    {
      life,
      paymentOf({ paid, code }, state) {
        if (state === "OfferAbandonedPayment") return "expired";
        if (code) return "failed";
        return paid === undefined ? undefined : paid ? "paid" : "open";
      },
    },
  );
  expect(said).toMatchObject({ says: "order", payment });
  expect(provider.verifyOffer).toHaveBeenCalledTimes(asks);
});
