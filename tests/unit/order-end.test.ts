import { RouterContextProvider } from "react-router";
import { expect, test, vi } from "vitest";
import type { OfferSummary } from "#app/backend/contract/order.ts";
import type { Accepted } from "#app/backend/offers.server.ts";
import { type Failure, FormFieldError, offerErrorIn } from "#app/errors/errors.ts";
import { offerStateOfCode } from "#app/errors/offer-states.ts";
import { endOfOrder, type OrderEnd } from "#app/outcome/order.server.ts";
import { monotonicMs } from "#app/platform/monotonic.ts";
import { deadlineContext } from "#app/request/context.server.ts";

const provider = vi.hoisted(() => ({ verifyOffer: vi.fn(), loadSummary: vi.fn() }));
vi.mock("#app/backend/offers.server.ts", () => provider);

type Answer = Accepted | { ok: true; data: unknown };
const failed = (state: Parameters<typeof offerErrorIn>[0], failure: Failure) =>
  ({ ok: false, error: offerErrorIn(state), failure }) as const;
/** In the provider's own words. */
const says = (code: string, status = 409) =>
  failed(offerStateOfCode(code) ?? "Unexpected", { kind: "answer", status, problem: { code } });
const silent = failed("Unexpected", { kind: "timeout" });
const broken = failed("Unexpected", { kind: "answer", status: 500 });
const notFound = failed("NotFound", { kind: "answer", status: 404 });
const saysNotFound = failed("NotFound", { kind: "answer", status: 404, problem: { code: "NOT_FOUND" } });
const newWord = says("SOMETHING_NEW", 418);
const fields = [{ field: "payment.iban" }];
const refusesField = {
  ok: false,
  error: new FormFieldError(fields),
  failure: { kind: "answer", status: 422, problem: { errors: fields } },
} as unknown as Accepted & { ok: false };
const open: Answer = { ok: true, data: { payment: "missing" } };
const order = (changes: Partial<OfferSummary> = {}): Answer => ({
  ok: true,
  data: { orderId: "o-1", paid: true, ...changes },
});
const taken = says("OFFER_CONSUMED", 410);
const noOrder = says("OFFER_INCOMPATIBLE_STATE");

interface Row {
  /** How its call ended; without it, it may still be under way. */
  call?: Accepted & { ok: false };
  tries?: number;
  isPaying?: true;
  /** What the offer's verification and its summary say. */
  offer: Answer;
  summary: Answer;
  end: OrderEnd["end"];
  more?: Record<string, unknown>;
}
const rows: Record<string, Row> = {
  "it is there": { offer: taken, summary: order(), end: "placed", more: { state: "OfferConsumed" } },
  "it is there, whatever its call said": { call: broken, offer: taken, summary: order(), end: "placed" },
  "it is there, though the offer reads as open": { offer: open, summary: order(), end: "placed" },
  "its fields are refused": { call: refusesField, offer: open, summary: noOrder, end: "refused" },
  "it is refused in words": {
    ...{ call: says("OFFER_BLOCKED"), offer: open, summary: noOrder },
    ...{ end: "refused", more: { next: "anotherCall" } },
  },
  "it is refused by a code that nobody knows, though it is there": {
    ...{ call: newWord, offer: taken, summary: order(), end: "placed" },
  },
  "a second attempt is refused by a code that nobody knows, and the offer is open": {
    ...{ call: newWord, tries: 2, offer: open, summary: noOrder, end: "refused", more: { next: "sameCall" } },
  },
  "its call failed with words, and the offer is open": {
    ...{ call: says("OFFER_BLOCKED", 500), offer: open, summary: noOrder },
    ...{ end: "refused", more: { next: "sameCall" } },
  },
  "a second attempt is refused in words, and the offer is open": {
    ...{ call: says("OFFER_BLOCKED"), tries: 2, offer: open, summary: noOrder },
    ...{ end: "refused", more: { next: "anotherCall" } },
  },
  "a second attempt is refused because the first one acted": {
    ...{ call: says("OFFER_CONSUMED", 410), tries: 2, offer: taken, summary: order(), end: "placed" },
  },
  "its call failed with words, and of the offer nothing is said": {
    ...{ call: says("OFFER_BLOCKED", 500), offer: { ok: true, data: {} } as Answer, summary: noOrder },
    ...{ end: "unknown", more: { mayBeSentAgain: true } },
  },
  "it ended without a word, and the offer is open": {
    ...{ call: broken, offer: open, summary: noOrder, end: "refused", more: { next: "sameCall" } },
  },
  "a second attempt ended without a word: the first may be at it": {
    ...{ call: broken, tries: 2, offer: open, summary: noOrder },
    ...{ end: "unknown", more: { mayBeSentAgain: true } },
  },
  "a gateway gave up waiting for it, and the offer is open": {
    call: failed("Unexpected", { kind: "answer", status: 504 }),
    ...{ offer: open, summary: noOrder, end: "unknown", more: { mayBeSentAgain: true } },
  },
  "its answer was lost, and the offer is open": {
    ...{ call: silent, offer: open, summary: noOrder, end: "unknown", more: { mayBeSentAgain: true } },
  },
  "it is under way, and the offer is open": {
    ...{ offer: open, summary: noOrder, end: "unknown", more: { mayBeSentAgain: true } },
  },
  "the offer misses data, as one that is open may": {
    ...{ offer: says("BIRTHDATE_NOT_PRESENT"), summary: noOrder },
    ...{ end: "unknown", more: { mayBeSentAgain: true } },
  },
  "its payment was given up": {
    ...{ offer: says("OFFER_ABANDONED_PAYMENT"), summary: noOrder },
    ...{ end: "unknown", more: { mayBeSentAgain: true } },
  },
  "nobody says anything": {
    ...{ call: silent, offer: silent, summary: silent, end: "unknown", more: { mayBeSentAgain: false } },
  },
  "the offer is taken, and its summary fails": {
    ...{ offer: taken, summary: broken, end: "unknown", more: { mayBeSentAgain: false } },
  },
  "the offer is taken, but not by this order": { offer: taken, summary: noOrder, end: "closed" },
  "the offer has expired meanwhile": { offer: says("OFFER_EXPIRED", 410), summary: noOrder, end: "closed" },
  "the offer has expired meanwhile, and its summary fails": {
    ...{ offer: says("OFFER_EXPIRED", 410), summary: broken, end: "closed" },
  },
  "the offer is not found, nor was it before": {
    ...{ call: notFound, offer: notFound, summary: notFound, end: "refused", more: { next: "sameCall" } },
  },
  "the offer is not found after another attempt": {
    ...{ call: saysNotFound, tries: 2, offer: notFound, summary: notFound },
    ...{ end: "unknown", more: { mayBeSentAgain: false } },
  },
  "its payment is being captured": {
    ...{ call: says("OFFER_PAYMENT_WAITFORCAPTURE", 202), offer: open, summary: noOrder, end: "paying" },
  },
  "it was paying, and is not paid": {
    ...{ isPaying: true, offer: taken, summary: order({ paid: false }), end: "paying" },
  },
  "it was paying, and the offer reads as open": {
    ...{ isPaying: true, offer: open, summary: noOrder, end: "paying" },
  },
  "it was paying, and nobody finds it any more": {
    ...{ call: notFound, isPaying: true, offer: notFound, summary: notFound },
    ...{ end: "unknown", more: { mayBeSentAgain: false } },
  },
  "it was paying, and is paid": { isPaying: true, offer: taken, summary: order(), end: "placed" },
};

/** A page that has so many milliseconds left. */
function withTime(ms: number) {
  const context = new RouterContextProvider();
  context.set(deadlineContext, monotonicMs() + ms);
  return context;
}

test.each(Object.entries(rows))("%s", async (_, { call, tries = 1, isPaying, offer, summary, end, more }) => {
  provider.verifyOffer.mockResolvedValue(offer);
  provider.loadSummary.mockResolvedValue(summary);
  const attempt = { tries, isPaying };
  const known = await endOfOrder({ context: withTime(0), token: "demo" }, attempt, call);
  expect(known).toMatchObject({ end, ...more });
});

// What a reset has ended, and what is read of it still.
const ended = [{ orderId: "o-1" }];
test.each<[string, Row]>([
  ["under way", { offer: taken, summary: order(), end: "unknown", more: { mayBeSentAgain: false } }],
  [
    "under way, which may open again",
    { offer: open, summary: order(), end: "unknown", more: { mayBeSentAgain: true } },
  ],
  ["lost", { call: silent, offer: says("PAYMENT_FAILED"), summary: order(), end: "unknown" }],
  ["ended without a word", { call: broken, offer: open, summary: order(), end: "unknown" }],
  ["waiting for its payment", { isPaying: true, offer: open, summary: order(), end: "paying" }],
  ["there under another number", { offer: taken, summary: order({ orderId: "o-2" }), end: "placed" }],
])("an order that follows a reset and is %s is not the one before", async (_, { call, isPaying, ...row }) => {
  provider.verifyOffer.mockResolvedValue(row.offer);
  provider.loadSummary.mockResolvedValue(row.summary);
  const place = { context: withTime(0), token: "demo" };
  expect(await endOfOrder(place, { tries: 1, isPaying }, call, ended)).toMatchObject({
    end: row.end,
    ...row.more,
  });
});

test("a number that is given twice is told apart by its time", async () => {
  const at = (orderedAt: string) => ({ orderId: "o-1", orderedAt });
  provider.verifyOffer.mockResolvedValue(taken);
  provider.loadSummary.mockResolvedValue(order(at("2026-02-03T10:00:00Z")));
  const endAfter = async (orderedAt: string) =>
    (await endOfOrder({ context: withTime(0), token: "demo" }, { tries: 1 }, undefined, [at(orderedAt)])).end;
  expect(await endAfter("2026-02-03T10:00:00Z")).toBe("unknown");
  expect(await endAfter("2026-02-03T09:00:00Z")).toBe("placed");
});

test.each([
  ["ended without a word, and reads lag behind: before it counts as refused", broken, open],
  [
    "may have taken the offer, and one of two reads lags behind: before it counts as somebody else's",
    undefined,
    taken,
  ],
])("an order that %s, it is asked again", async (_, call, offer) => {
  provider.verifyOffer.mockReset().mockResolvedValueOnce(offer).mockResolvedValue(taken);
  provider.loadSummary.mockReset().mockResolvedValueOnce(noOrder).mockResolvedValue(order());
  const known = await endOfOrder({ context: withTime(60_000), token: "demo" }, { tries: 1 }, call);
  expect([known.end, provider.loadSummary.mock.calls.length]).toEqual(["placed", 2]);
});
