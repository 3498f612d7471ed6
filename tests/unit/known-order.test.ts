import { beforeEach, describe, expect, test, vi } from "vitest";
import { offerErrorIn } from "#app/errors/errors.ts";
import { cartOf } from "#app/routes/offer/cart.server.ts";
import { knownOrder, paymentOf, verifyAfter } from "#app/routes/offer/known-order.server.ts";
import {
  customerWithCart as customer,
  orderIn,
  payAt,
  offerRefusal as refusal,
  token,
} from "../support/cart.ts";

const provider = vi.hoisted(() => ({ verifyOffer: vi.fn(), loadSummary: vi.fn() }));
vi.mock("#app/backend/offers.server.ts", () => provider);
vi.mock("node:timers/promises", async () => (await import("../support/short-pauses.ts")).shortPauses);
beforeEach(() => void vi.resetAllMocks());

const open = { ok: true, data: { payment: "missing" } };
const none = refusal(404, "RESERVATION_FOUND_NO_ORDER");

describe("what is known of an order", () => {
  const summaryGone = { ...refusal(500), error: offerErrorIn("OfferSummaryNotLoaded") };
  const consumed = refusal(410, "OFFER_CONSUMED");
  const ordered = { ordered: { orderId: "o-1" }, payment: { method: "direct_debit" } };
  const atCard = { ordered: { orderId: "o-1", payAt } };
  const isPlaced = (more: object) => ({ is: "placed", ...more });
  type Known = [
    what: string,
    kept: object | undefined,
    summaries: object[],
    verifies: object[],
    known: object,
    calls: [number, number],
  ];
  test.each<Known>([
    [
      "that a read does not show yet",
      ordered,
      [none, orderIn({})],
      [],
      isPlaced({ payment: "notDue", summary: { orderId: "o-1" } }),
      [2, 0],
    ],
    [
      "that was shown, and then was not",
      { ...atCard },
      [orderIn({}), refusal(500)],
      [],
      isPlaced({ payment: "open", summary: { orderId: "o-1" } }),
      [2, 0],
    ],
    [
      "that cannot be read",
      ordered,
      [refusal(500)],
      [],
      isPlaced({ payment: undefined, error: expect.anything() }),
      [1, 0],
    ],
    [
      "whose payment has failed, says the refusal",
      ordered,
      [refusal(409, "PAYMENT_FAILED")],
      [],
      isPlaced({ payment: "failed" }),
      [1, 0],
    ],
    [
      "of another browser, whose payment has failed",
      {},
      [refusal(409, "PAYMENT_FAILED")],
      [],
      isPlaced({ payment: "failed" }),
      [1, 0],
    ],
    [
      "that is paid by now",
      atCard,
      [orderIn({}), orderIn({ paid: true })],
      [],
      isPlaced({ payment: "paid" }),
      [2, 0],
    ],
    [
      "that a reset has ended",
      { ended: [{ orderId: "o-1" }] },
      [orderIn({}), none],
      [open],
      { is: "open", state: undefined },
      [2, 1],
    ],
    ["that is taken", {}, [none], [consumed], { is: "open", state: { code: "OfferConsumed" } }, [2, 1]],
    [
      "that is placed between the two reads",
      {},
      [none, orderIn({})],
      [consumed],
      isPlaced({ summary: { orderId: "o-1" } }),
      [2, 1],
    ],
    [
      "that was taken before its reset",
      { resetKey: "reset" },
      [none],
      [consumed, open],
      { is: "open", state: undefined },
      [1, 2],
    ],
    [
      "that was unpaid before its reset",
      { resetKey: "reset" },
      [none],
      [refusal(409, "PAYMENT_FAILED"), open],
      { is: "open", state: undefined },
      [1, 2],
    ],
    [
      "that has expired since its reset",
      { resetKey: "reset" },
      [none],
      [refusal(410, "OFFER_EXPIRED")],
      { is: "open", state: { code: "OfferExpired" } },
      [1, 1],
    ],
    [
      "of a visitor, that cannot be read",
      undefined,
      [summaryGone],
      [open],
      { is: "open", state: { code: "OfferSummaryNotLoaded" } },
      [1, 1],
    ],
    [
      "of somebody who has begun, that cannot be read",
      {},
      [summaryGone],
      [open],
      { is: "open", state: undefined },
      [1, 1],
    ],
  ])("%s", async (_, kept, summaries, verifies, expected, calls) => {
    const place = await (await customer(kept ?? {}))(60_000);
    const cart = kept && (await cartOf(place.context, token));
    for (const [call, given] of [
      [provider.loadSummary, summaries],
      [provider.verifyOffer, verifies],
    ] as const) {
      for (const answer of given.slice(0, -1)) call.mockResolvedValueOnce(answer);
      call.mockResolvedValue(given.at(-1));
    }
    expect(await knownOrder({ ...place, isAfterPayment: true }, cart)).toMatchObject(expected);
    expect([provider.loadSummary.mock.calls.length, provider.verifyOffer.mock.calls.length]).toEqual(calls);
  });

  test("what the offer's verification has said is not asked again", async () => {
    const place = await (await customer({}))();
    provider.loadSummary.mockResolvedValue(none);
    const state = offerErrorIn("OfferExpired");
    expect(await knownOrder(place, await cartOf(place.context, token), { state })).toEqual({
      is: "open",
      state,
    });
    expect(provider.verifyOffer).not.toHaveBeenCalled();
  });

  test.each<[what: string, kept: object, answers: object[], isOpen: boolean, calls: number]>([
    ["is asked again after a reset", { resetKey: "reset" }, [consumed, open], true, 2],
    ["is believed without a reset", {}, [consumed], false, 1],
    ["is believed of an order that has followed it", { resetKey: "reset", ...ordered }, [consumed], false, 1],
  ])("that an offer is taken %s", async (_, kept, given, isOpen, calls) => {
    const place = await (await customer(kept))(60_000);
    for (const answer of given) provider.verifyOffer.mockResolvedValueOnce(answer);
    expect((await verifyAfter(place, await cartOf(place.context, token))).ok).toBe(isOpen);
    expect(provider.verifyOffer).toHaveBeenCalledTimes(calls);
  });
});

test.each<[state: string, what: string, kept: object | undefined, said: object, offerState?: string]>([
  ["open", "nobody knows how it is paid", undefined, {}],
  [
    "open",
    "its way of payment was to be chosen",
    { payment: undefined, verification: { payment: "missing" } },
    {},
  ],
  ["notDue", "nothing was to be chosen", { payment: undefined, verification: { payment: "notNeeded" } }, {}],
  ["notDue", "its summary says that it is collected", {}, { payment: { method: "direct_debit" } }],
  ["open", "its summary does not say that it was given up", {}, {}, "OfferAbandonedPayment"],
  ["expired", "its summary says that it was given up", {}, { code: "OFFER_ABANDONED_PAYMENT" }],
  ["failed", "its offer says that it has failed", {}, {}, "PaymentFailed"],
])("a payment is %s where %s", async (state, _, kept, said, offerState) => {
  const cart = kept && (await cartOf((await (await customer(kept))()).context, token));
  expect(paymentOf(cart, orderIn(said).data as never, offerState)).toBe(state);
});
