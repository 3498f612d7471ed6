import { beforeEach, describe, expect, test, vi } from "vitest";
import { offerErrorIn } from "#app/errors/errors.ts";
import { postOnce } from "#app/outcome/attempt.server.ts";
import {
  type Cart,
  cartContext,
  cartOf,
  cartScope,
  forgetOrder,
  startCart,
} from "#app/routes/offer/cart.server.ts";
import { offerErrorAnswer, offerReset } from "#app/routes/offer/error-answer.server.ts";
import { knownOrder, resettable } from "#app/routes/offer/known-order.server.ts";
import { placeOrder, repeatedOrder } from "#app/routes/offer/order.server.ts";
import { payBlocked, requirePayment, toPaymentPage } from "#app/routes/offer/payment-state.server.ts";
import { reset, resetAllTheSame } from "#app/routes/offer/reset.server.ts";
import { newSessionId } from "#app/session/encryption.server.ts";
import {
  acceptedAnswer as accepted,
  customerWithCart as customer,
  intent,
  orderIn,
  payAt,
  offerRefusal as refusal,
  token,
} from "../support/cart.ts";
import { sessionsForTest } from "../support/session.ts";

const provider = vi.hoisted(() => ({
  ...{ acceptOffer: vi.fn(), resetOffer: vi.fn(), verifyOffer: vi.fn(), loadSummary: vi.fn() },
}));
vi.mock("#app/backend/offers.server.ts", () => provider);
vi.mock("node:timers/promises", async () => (await import("../support/short-pauses.ts")).shortPauses);

const summary = { orderId: "o-1", offers: [], paid: false, redirectUrl: payAt } as never;

/** The reset that a customer has asked for. */
const askedReset = { submissionId: "reset", order: "o-1", paymentAction: "clearError" } as const;
/** Of a session that has reset nothing before. */
const firstReset = { after: "", isRetried: false };

type Place = Awaited<ReturnType<Awaited<ReturnType<typeof customer>>>>;

beforeEach(() => void vi.resetAllMocks());

// Another tab may reset the offer while this one waits for an answer that is about the order before.
test.each<[string, kept: object, (place: Place, cart: Cart) => Promise<unknown>]>([
  ["names its payment page again", { ordered: { orderId: "o-1" }, intent }, (place) => toPaymentPage(place)],
  [
    "names its payment page in its summary",
    { ordered: { orderId: "o-1" } },
    (place, cart) => requirePayment(place, cart, summary),
  ],
  ["may be paid by now", { ordered: { orderId: "o-1", payBlockedAt: payAt } }, payBlocked],
  ["says that it is placed", {}, (place, cart) => placeOrder(place, cart, new FormData())],
])("an answer that %s does not undo a reset", async (_, kept, answer) => {
  const open = await customer(kept);
  const [late, other] = [await open(60_000), await open()];
  const before = (await cartOf(late.context, token)) as Cart;
  const reset = async () => {
    await forgetOrder(other.context, token, "reset");
    await other.end();
  };
  const isAsked = "intent" in kept || !("ordered" in kept);
  provider.verifyOffer.mockResolvedValue({ ok: true, data: {} });
  provider.acceptOffer.mockImplementation(async () => {
    await reset();
    return accepted;
  });
  if (!isAsked) await reset();
  await answer(late, before).catch((thrown) => expect((thrown.init ?? thrown).status).toBeLessThan(400));
  await late.end();
  const after = await cartOf((await open()).context, token);
  expect(after).toMatchObject({ resetKey: "reset" });
  expect(after?.ordered).toBeUndefined();
  expect(provider.acceptOffer).toHaveBeenCalledTimes(isAsked ? 1 : 0);
});

test("a press that a reset in another tab overtakes sends nothing", async () => {
  const open = await customer({ ordered: { orderId: "o-1" } });
  const [late, other] = [await open(), await open()];
  const before = (await cartOf(late.context, token)) as Cart;
  await forgetOrder(other.context, token, "reset");
  await other.end();
  await placeOrder(late, before, new FormData());
  await late.end();
  expect(provider.acceptOffer).not.toHaveBeenCalled();
  expect((await cartOf((await open()).context, token))?.intent).toBeUndefined();
});

test.each([
  ["the order as it is", "11111111-1111-8111-8111-111111111111", 1],
  ["an order that has changed since", "22222222-2222-8222-8222-222222222222", 0],
  ["no order of the portal", "33333333-3333-4333-8333-333333333333", 1],
])("the button of a page that shows %s sends %s so often: %i", async (_, submissionId, times) => {
  const orderKey = "11111111-1111-8111-8111-111111111111";
  const press = await (await customer({ orderKey }))(60_000);
  provider.acceptOffer.mockResolvedValue(accepted);
  const form = new FormData();
  form.set("submissionId", submissionId);
  await placeOrder(press, (await cartOf(press.context, token)) as Cart, form);
  expect(provider.acceptOffer).toHaveBeenCalledTimes(times);
});

test("while the store is away, an order is not said to be unknown", async () => {
  const open = sessionsForTest(() => true);
  await expect(open(newSessionId()).read(cartScope, token)).rejects.toThrow("away");
});

test("an order that was given up is sent under its own key, whatever became of another press", async () => {
  const givenUp = { ...intent, isUnknown: true, isGivenUp: true, key: "key" };
  const open = await customer({ intent: givenUp, refusals: 1 });
  const press = await open(60_000);
  provider.acceptOffer.mockResolvedValue(accepted);
  await placeOrder(press, (await cartOf(press.context, token)) as Cart, new FormData());
  expect(provider.acceptOffer.mock.calls.map(([, , , key]) => key)).toEqual(["key"]);
});

// What the session and the provider together know; each read is asked once.
test.each<[what: string, verify: object, summary: object, known: object]>([
  ["the offer is open", { ok: true, data: {} }, refusal(404, "RESERVATION_FOUND_NO_ORDER"), {}],
  ["the offer misses data", refusal(409, "BIRTHDATE_NOT_PRESENT"), refusal(409, "OFFER_BLOCKED"), {}],
  [
    "the offer has expired",
    refusal(410, "OFFER_EXPIRED"),
    refusal(404, "RESERVATION_FOUND_NO_ORDER"),
    { code: "OfferExpired" },
  ],
  [
    "of the offer nothing, of the order that there is none",
    refusal(500),
    refusal(404, "NOT_FOUND"),
    { code: "Unexpected" },
  ],
  [
    "of the offer nothing, of the order where it was reserved",
    refusal(500),
    refusal(404, "RESERVATION_FOUND_NO_ORDER"),
    { code: "ReservationFoundNoOrder" },
  ],
])("of an order that was not placed, the provider says %s", async (_, verify, answer, state) => {
  const place = await (await customer({}))();
  provider.verifyOffer.mockResolvedValue(verify);
  provider.loadSummary.mockResolvedValue(answer);
  const known = await knownOrder(place, await cartOf(place.context, token));
  expect(known).toMatchObject({ is: "open", state: "code" in state ? state : undefined });
  expect([provider.verifyOffer.mock.calls.length, provider.loadSummary.mock.calls.length]).toEqual([1, 1]);
});

const placed = { orderId: "o-1" };
test.each<[what: string, kept: object, said: object, ends: object | undefined]>([
  ["of unknown end", { intent: { ...intent, isUnknown: true } }, orderIn({}), undefined],
  ["of which nobody says how it stands", { ordered: placed }, refusal(500), undefined],
  ["whose payment is confirmed soon", {}, orderIn({ code: "OFFER_PAYMENT_WAITFORCAPTURE" }), undefined],
  ["that is paid", {}, orderIn({ paid: true }), undefined],
  ["whose payment is open", {}, orderIn({}), { placed }],
  ["whose payment has failed", {}, orderIn({ code: "PAYMENT_FAILED" }), { placed }],
  ["that was not placed", {}, refusal(404, "NOT_FOUND"), {}],
])("what a reset of an order %s may end", async (_, kept, said, ends) => {
  const place = await (await customer({ payment: { method: "credit_card" }, ...kept }))();
  provider.verifyOffer.mockResolvedValue({ ok: true, data: {} });
  provider.loadSummary.mockResolvedValue(said);
  expect(await resettable(place, await cartOf(place.context, token))).toEqual(ends);
});

test.each<[isUnderWay: boolean, kept: object]>([
  [false, {}],
  [true, { intent: { ...intent, isUnknown: true } }],
  [true, { intent: { ...intent, isPaying: true } }],
  [false, { intent }],
  [true, { ordered: { ...placed, payAt } }],
  [true, { ordered: { ...placed, payBlockedAt: payAt } }],
  [false, { ordered: placed }],
  [false, { ordered: { ...placed, payAt }, payment: undefined }],
])("before a session ends, its order is named as under way: %s for %j", async (isUnderWay, kept) => {
  const { context } = await (await customer(kept))();
  const cart = (await cartOf(context, token)) as Cart;
  const underWayAt = isUnderWay ? `/angebot/${token}/danke` : undefined;
  expect(cartScope.endNotice?.(cart, token).underWayAt).toBe(underWayAt);
});

test("whoever comes from the payment page is not asked to pay by a read that lags behind", async () => {
  const place = await (await customer({ ordered: { orderId: "o-1", payAt } }))(60_000);
  const cart = await cartOf(place.context, token);
  const say = () => {
    provider.loadSummary.mockReset().mockResolvedValueOnce({ ok: true, data: summary });
    provider.loadSummary.mockResolvedValue({ ok: true, data: { orderId: "o-1", offers: [], paid: true } });
  };
  say();
  expect(await knownOrder({ ...place, isAfterPayment: true }, cart)).toMatchObject({ payment: "paid" });
  say();
  provider.loadSummary.mockResolvedValue(refusal(500));
  expect(await knownOrder({ ...place, isAfterPayment: true }, cart)).toMatchObject({ payment: "open" });
  say();
  expect(await knownOrder(place, cart)).toMatchObject({ payment: "open" });
});

test("the payment page that only a summary names is kept while the payment is open", async () => {
  const keptOf = async (said: object) => {
    const open = await customer({ ordered: { orderId: "o-1" } });
    const place = await open();
    provider.verifyOffer.mockResolvedValue({ ok: true, data: {} });
    const cart = await cartOf(place.context, token);
    await requirePayment(place, cart, { ...(summary as object), ...said } as never).catch(() => undefined);
    await place.end();
    return (await cartOf((await open()).context, token))?.ordered?.payAt;
  };
  expect(await keptOf({})).toBe(payAt);
  expect(await keptOf({ code: "PAYMENT_FAILED" })).toBeUndefined();
});

test("an order that is posted again goes to its payment page, if that is the same order", async () => {
  const posted = (submissionId: string) => {
    const form = new FormData();
    form.set("submissionId", submissionId);
    return form;
  };
  const place = await (await customer({ ordered: { orderId: "o-1", payAt } }))();
  const cart = (await cartOf(place.context, token)) as Cart;
  expect((await repeatedOrder(place, cart, posted("key")))?.headers.get("Location")).toBe(payAt);
  expect(await repeatedOrder(place, cart, posted("other"))).toBeUndefined();
  expect(await repeatedOrder(place, { ...cart, ordered: { orderId: "o-1" } }, posted("key"))).toBeUndefined();
});

test("a cart that is loaded anew is the request's cart, and keeps what was ordered with the same offer", async () => {
  const open = await customer({ ordered: { orderId: "o-1" }, hasNeededDocuments: true });
  const { context, end } = await open();
  const { offer, verification } = (await cartOf(context, token)) as Cart;
  const cart = await startCart(context, token, { offer, verification });
  expect(context.get(cartContext)).toBe(cart);
  await end();
  expect(await cartOf((await open()).context, token)).toMatchObject({
    orderKey: "key",
    ordered: { orderId: "o-1" },
    hasNeededDocuments: true,
  });
  const other = await startCart(context, token, { offer: { ...offer, offerId: "other" }, verification });
  expect(other.orderKey).not.toBe("key");
  expect(other.hasNeededDocuments).toBeUndefined();
});

describe("a reset that the provider answers with an error", () => {
  const open = { ok: true, data: { payment: "missing" } };
  const none = refusal(404, "NOT_FOUND");
  const consumed = { ...refusal(410, "OFFER_CONSUMED"), error: offerErrorIn("OfferConsumed") };
  const placed = { ok: true, data: { orderId: "o-1", offers: [], paid: false } };

  test.each<[string, verify: object, summary: object, isOver: boolean]>([
    ["the offer is open and has no order", open, none, true],
    ["the order is there", open, placed, false],
    ["the offer is taken", consumed, none, false],
    ["the offer is not known", none, none, false],
    ["of the offer nothing", { ok: true, data: {} }, none, false],
    ["of the order nothing", open, refusal(404), false],
  ])("and that says that %s", async (_, verify, summary, isOver) => {
    const browser = await customer({ ordered: { orderId: "o-1" } });
    const place = await browser();
    provider.resetOffer.mockResolvedValue(refusal(418, "SOMETHING_NEW"));
    provider.verifyOffer.mockResolvedValue(verify);
    provider.loadSummary.mockResolvedValue(summary);
    const sent = { ...askedReset, paymentAction: "resetPayment", ...firstReset } as const;
    const pressed = await postOnce(reset, place, sent).catch((thrown: unknown) => thrown);
    await place.end();
    const after = await cartOf((await browser()).context, token);
    expect(after?.ordered).toEqual(isOver ? undefined : { orderId: "o-1" });
    expect(pressed).toMatchObject(isOver ? { status: 303 } : { init: { status: 500 } });
    // What the provider says may have lagged behind.
    const late = await browser();
    provider.verifyOffer.mockResolvedValue(open);
    provider.loadSummary.mockResolvedValue(none);
    const step = await resetAllTheSame(late);
    expect(step?.headers.get("Location")).toBe(isOver ? undefined : "/angebot/demo/zahlung");
  });

  test.each([
    ["the order before, is asked again", [consumed, open], [placed, none], true],
    ["that there is none yet, is asked again", [open, consumed], [none, placed], false],
  ])(
    "and that first says what lags behind: %s",
    async (_, [firstState, state], [firstRead, read], isOver) => {
      const place = await (await customer({ ordered: { orderId: "o-1" }, askedReset }))(60_000);
      provider.verifyOffer.mockResolvedValueOnce(firstState).mockResolvedValue(state);
      provider.loadSummary.mockResolvedValueOnce(firstRead).mockResolvedValue(read);
      expect((await resetAllTheSame(place)) !== undefined).toBe(isOver);
    },
  );

  const bare = { ...consumed, failure: { kind: "answer", status: 410 } };
  test.each([
    ["late, though the offer reads as open", { kind: "timeout" }, open],
    ["without a word, as is the question of its state", { kind: "answer", status: 500 }, bare],
  ])("%s, is of unknown end: the order stays", async (__, failure, verify) => {
    const browser = await customer({ ordered: { orderId: "o-1" } });
    const place = await browser();
    provider.resetOffer.mockResolvedValue({ ok: false, error: offerErrorIn("OfferResetFailed"), failure });
    provider.verifyOffer.mockResolvedValue(verify);
    provider.loadSummary.mockResolvedValue(none);
    const sent = { ...askedReset, ...firstReset };
    const pressed = await postOnce(reset, place, sent);
    expect(pressed.headers.get("Location")).toBe("/angebot/demo/fehler");
    await place.end();
    expect((await cartOf((await browser()).context, token))?.ordered).toEqual({ orderId: "o-1" });
  });

  test("is done where the session knows of no order, and the offer is open", async () => {
    const place = await (await customer({}))(60_000);
    provider.resetOffer.mockResolvedValue(refusal(418, "SOMETHING_NEW"));
    provider.verifyOffer.mockResolvedValue(open);
    provider.loadSummary.mockResolvedValue(none);
    const sent = { ...askedReset, order: "", ...firstReset };
    const pressed = await postOnce(reset, place, sent).catch((thrown: Response) => thrown);
    expect(pressed.headers.get("Location")).toBe("/angebot/demo");
  });

  test("is of no order but its own", async () => {
    const place = await (await customer({ ordered: { orderId: "o-2" }, askedReset }))();
    provider.verifyOffer.mockResolvedValue(open);
    provider.loadSummary.mockResolvedValue(none);
    expect(await resetAllTheSame(place)).toBeUndefined();
  });
});

// Its page was shown before the other reset, to a session that knew of no order.
test.each([
  ["nothing since", 1, ""],
  ["another reset since, which did it", 0, "another"],
])("a reset without an order's name, with %s, is sent so often: %i", async (_, times, resetKey) => {
  const browser = await customer({});
  const [late, other] = [await browser(), await browser()];
  await cartOf(late.context, token);
  if (resetKey) await forgetOrder(other.context, token, resetKey);
  await other.end();
  provider.resetOffer.mockResolvedValue({ ok: true });
  await postOnce(reset, late, { ...askedReset, order: "", ...firstReset });
  expect(provider.resetOffer).toHaveBeenCalledTimes(times);
});

test("a reset from a page that is older than the order is not sent: the order stays", async () => {
  const browser = await customer({ ordered: { orderId: "o-2" } });
  const place = await browser();
  const pressed = await postOnce(reset, place, { ...askedReset, ...firstReset });
  expect(pressed.headers.get("Location")).toBe("/angebot/demo/danke");
  await place.end();
  expect((await cartOf((await browser()).context, token))?.ordered).toEqual({ orderId: "o-2" });
  expect(provider.resetOffer).not.toHaveBeenCalled();
});

test("an order whose summary is gone is not shown while a reset of it may be done", async () => {
  const open = await customer({ ordered: { orderId: "o-1" } });
  const place = await open();
  const sent = { ...askedReset, ...firstReset };
  place.session.write(offerReset.kept, token, { ...sent, startedAt: Date.now() });
  const answer = await offerErrorAnswer(place, offerErrorIn("OfferSummaryNotLoaded"));
  expect(answer).toHaveProperty("status", 302);
});
