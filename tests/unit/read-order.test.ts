import { beforeEach, expect, test, vi } from "vitest";
import { readOrder } from "#app/outcome/order.server.ts";
import type { OrderLife, Says } from "#app/outcome/order-life.ts";
import {
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

test.each(Object.entries(rows))("%s", async (_, { knows, after, first, later, is, reads }) => {
  const tabs = await customerWithCart({ order: knows ?? editing });
  const place = await tabs(60_000);
  const [offers, orders] = [provider.verifyOffer, provider.loadSummary];
  for (const [at, call] of [offers, orders].entries())
    call.mockResolvedValueOnce(says[first][at]).mockResolvedValue(says[later][at]);
  const read = await readOrder(
    { context: place.context, token },
    { life: knows, paymentOf: ({ paid }) => (paid ? "paid" : "open"), ...after },
  );
  await place.end();
  expect([read.said.says, orders.mock.calls.length]).toEqual([is, reads]);
});
