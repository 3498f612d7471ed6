import { randomUUID } from "node:crypto";
import { beforeEach, expect, test, vi } from "vitest";
import { FormFieldError, offerErrorIn } from "#app/errors/errors.ts";
import type { OrderLife } from "#app/outcome/order-life.ts";
import { postedFormContext } from "#app/request/context.server.ts";
import { cartOf, forgetCart } from "#app/routes/offer/cart/cart.server.ts";
import { readFor, verifyAfter } from "#app/routes/offer/cart/known-order.server.ts";
import { loader as confirmation } from "#app/routes/offer/order/confirmation.tsx";
import { action as resets, loader as state } from "#app/routes/offer/order/offer-error.tsx";
import { placeOrder } from "#app/routes/offer/order/order.server.ts";
import { reset } from "#app/routes/offer/order/reset.server.ts";
import {
  acceptedAnswer as accepted,
  askedPay,
  customerWithCart as customer,
  editing,
  ordered,
  orderIn,
  payAt,
  offerRefusal as refusal,
  resetting,
  seen,
  token,
  underWay,
} from "../support/cart.ts";
import { offersCalls as provider } from "../support/offers-calls.ts";

vi.mock(
  import("#app/backend/offers.server.ts"),
  async () => (await import("../support/offers-calls.ts")).offersCalls,
);
const trail = vi.hoisted(() => ({ audit: vi.fn() }));
vi.mock(import("#app/outcome/audit.server.ts"), async (load) => ({ ...(await load()), ...trail }) as object);
vi.mock("node:timers/promises", async () => (await import("../support/short-pauses.ts")).shortPauses);
beforeEach(() => void vi.resetAllMocks());

const long = 180_000;
const later = 30_000;
const [danke, zahlung, start, summaryPage] = [
  "/angebot/demo/danke",
  "/angebot/demo/zahlung",
  "/angebot/demo",
  "/angebot/demo/zusammenfassung",
];

/** What the provider says: of the offer, and of its order. */
const says = {
  open: [{ ok: true, data: { payment: "missing" } }, refusal(404, "RESERVATION_FOUND_NO_ORDER")],
  openUnread: [{ ok: true, data: { payment: "missing" } }, refusal(500)],
  unpaid: [refusal(410, "OFFER_CONSUMED"), orderIn({ payment: { method: "credit_card" } })],
  paid: [refusal(410, "OFFER_CONSUMED"), orderIn({ paid: true })],
  failed: [refusal(409, "PAYMENT_FAILED"), orderIn({ code: "PAYMENT_FAILED" })],
  expiredPayment: [refusal(409, "OFFER_ABANDONED_PAYMENT"), orderIn({ code: "OFFER_ABANDONED_PAYMENT" })],
  abandoned: [refusal(409, "OFFER_ABANDONED_PAYMENT"), refusal(500)],
  consumed: [refusal(410, "OFFER_CONSUMED"), refusal(500)],
  cancelled: [refusal(410, "OFFER_CANCELLED"), refusal(404, "RESERVATION_FOUND_NO_ORDER")],
  expired: [refusal(410, "OFFER_EXPIRED"), refusal(404, "RESERVATION_FOUND_NO_ORDER")],
  closed: [refusal(503, "DOWNTIME"), refusal(503, "DOWNTIME")],
  blocked: [refusal(409, "OFFER_BLOCKED"), refusal(404, "RESERVATION_FOUND_NO_ORDER")],
  absent: [refusal(404), refusal(404)],
  nothing: [refusal(500), refusal(500)],
} as const;
type Said = keyof typeof says;

function say(said: Said): void {
  provider.verifyOffer.mockResolvedValue(says[said][0]);
  provider.loadSummary.mockResolvedValue(says[said][1]);
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof customer>>>>;
const argsOf = ({ context, url }: Page) =>
  ({ context, url, params: { token }, request: new Request(url) }) as never;

async function looks(life: OrderLife, said: Said, page = confirmation) {
  const tabs = await customer({ order: life });
  const place = await tabs(60_000);
  say(said);
  provider.acceptOffer.mockResolvedValue(accepted);
  const shown = await Promise.resolve(page(argsOf(place))).catch((thrown: unknown) => thrown);
  await place.end();
  return { shown: seen(shown), after: (await cartOf((await tabs()).context, token))?.order };
}

interface Look {
  knows: () => OrderLife;
  says: Said;
  shows: object;
  /** How often it is sent. */
  sends?: number;
  is?: OrderLife["is"];
}
const toPay = { at: "page", url: payAt } as const;
const named = { order: "o-1" };
const pages: Record<string, Look> = {
  "nothing, and the offer is open": {
    knows: () => editing,
    says: "open",
    shows: { status: 302, to: "/angebot/demo/meine-daten" },
  },
  "nothing, and nothing can be read": { knows: () => editing, says: "nothing", shows: { status: 500 } },
  "nothing, and there is an unpaid order": {
    knows: () => editing,
    says: "unpaid",
    shows: { status: 200, state: "PaymentOpen" },
  },
  "nothing, and there is an order that cannot be read": {
    knows: () => editing,
    says: "abandoned",
    shows: { status: 202, state: "OfferAbandonedPayment", actions: { checkAgain: `get ${danke}` } },
  },
  "nothing, and the provider is closed": {
    knows: () => editing,
    says: "closed",
    shows: { state: "Downtime" },
  },
  "a press, which a look does not send": {
    knows: () => underWay("pressed", later),
    says: "open",
    shows: { status: 202, state: "Waiting" },
    sends: 0,
    is: "pressed",
  },
  "a press of long ago: another one sends it": {
    knows: () => underWay("pressed", long),
    says: "open",
    shows: { status: 202, state: "Waiting", actions: { orderAgain: `get ${summaryPage}` } },
    sends: 0,
  },
  "an order that was sent, and has not arrived: it is sent again": {
    knows: () => underWay("sent", later),
    says: "open",
    shows: { status: 302, to: payAt },
    sends: 1,
    is: "ordered",
  },
  "an order that was sent three times": {
    knows: () => underWay("sent", later, 3),
    says: "open",
    shows: { status: 202, state: "Waiting" },
    sends: 0,
  },
  "an order that was sent just now": {
    knows: () => underWay("sent"),
    says: "open",
    shows: { status: 202, state: "Waiting" },
    sends: 0,
  },
  "an order that was sent long ago": {
    knows: () => underWay("sent", long),
    says: "open",
    shows: { status: 202, state: "Waiting", actions: { orderAgain: `get ${summaryPage}` } },
    sends: 0,
    is: "sent",
  },
  "an order that was sent, and is there": {
    knows: () => underWay("sent"),
    says: "unpaid",
    shows: { status: 200, state: "PaymentOpen", actions: { pay: `post ${danke}` } },
    is: "ordered",
  },
  "an order that was sent, and the provider is closed": {
    knows: () => underWay("sent"),
    says: "closed",
    shows: { status: 202, state: "Waiting" },
  },
  "an order that was sent, and the offer is taken": {
    knows: () => underWay("sent"),
    says: "consumed",
    shows: { status: 202, state: "Waiting" },
  },
  "an order that was sent long ago, and the offer is taken": {
    knows: () => underWay("sent", long),
    says: "consumed",
    shows: { status: 410, state: "OfferConsumed" },
  },
  "an order that was sent long ago, and the offer is blocked": {
    knows: () => underWay("sent", long),
    says: "blocked",
    shows: { status: 409, state: "OfferBlocked" },
  },
  "a payment that is to be confirmed": {
    knows: () => underWay("paying"),
    says: "open",
    shows: { status: 202, state: "OfferPaymentWaitForCapture" },
  },
  "a payment that was to be confirmed, and is open for long": {
    knows: () => underWay("paying", long),
    says: "unpaid",
    shows: { status: 200, state: "PaymentOpen", actions: { pay: `post ${danke}` } },
    is: "ordered",
  },
  "a payment that was to be confirmed, of an order that is gone for long": {
    knows: () => underWay("paying", long),
    says: "open",
    shows: { status: 302, to: "/angebot/demo/meine-daten" },
    is: "editing",
  },
  "an order whose summary follows": {
    knows: () => ordered(toPay),
    says: "open",
    shows: { status: 202, state: "Waiting" },
    is: "ordered",
  },
  "an order that cannot be read": {
    knows: () => ordered(),
    says: "nothing",
    shows: { status: 202, state: "Waiting" },
  },
  "an order that cannot be read for long": {
    knows: () => ordered(toPay, long),
    says: "nothing",
    shows: { status: 502, state: "OfferSummaryNotLoaded", actions: { pay: `get ${payAt}` } },
  },
  "an order, while the provider is closed": {
    knows: () => ordered(),
    says: "closed",
    shows: { status: 202, state: "Waiting" },
  },
  "an order whose offer's time is over": {
    knows: () => ordered(),
    says: "expired",
    shows: { status: 202, state: "Waiting" },
    is: "ordered",
  },
  "an order that is to be paid": {
    knows: () => ordered(toPay),
    says: "unpaid",
    shows: { status: 200, state: "PaymentOpen", actions: { pay: `get ${payAt}` } },
  },
  "an order whose payment has failed": {
    knows: () => ordered(toPay),
    says: "failed",
    shows: { status: 409, state: "PaymentFailed" },
  },
  "an order whose payment has expired": {
    knows: () => ordered(toPay),
    says: "expiredPayment",
    shows: { status: 409, state: "OfferAbandonedPayment", actions: { restart: "post /angebot/demo/fehler" } },
  },
  "an order that the provider has cancelled": {
    knows: () => ordered(toPay),
    says: "cancelled",
    shows: {
      status: 410,
      state: "OfferCancelled",
      actions: expect.not.objectContaining({ toOffer: `get ${start}` }),
    },
    is: "over",
  },
  "an order that somebody else has reset": {
    knows: () => ordered(toPay, long),
    says: "open",
    shows: { status: 410, state: "OfferCancelled", actions: { toOffer: `get ${start}` } },
    is: "over",
  },
  "an order whose reset was done, and answered with an error": {
    knows: () => resetting(long),
    says: "open",
    shows: { status: 302, to: "/angebot/demo/meine-daten" },
    is: "editing",
  },
  "an order whose reset may be behind": {
    knows: () => resetting(),
    says: "open",
    shows: { status: 202, state: "Waiting" },
    is: "resetting",
  },
};

test.each(Object.entries(pages))("a session knows %s", async (_, { knows, says: said, shows, sends, is }) => {
  const { shown, after } = await looks(knows(), said);
  expect(shown).toMatchObject(shows);
  if (sends !== undefined) expect(provider.acceptOffer).toHaveBeenCalledTimes(sends);
  if (is) expect(after?.is).toBe(is);
});

test("whatever ends an order names it, and carries its number", async () => {
  const { shown } = await looks(ordered(toPay), "unpaid");
  const ends = (shown as { actions: object }).actions;
  expect(ends).toHaveProperty("otherPaymentMethod");
  const tabs = await customer({ order: ordered(toPay) });
  const place = await tabs(60_000);
  say("expiredPayment");
  const { data } = (await Promise.resolve(confirmation(argsOf(place))).catch(
    (thrown: unknown) => thrown,
  )) as {
    data: { actions: { label: string; fields?: object }[] };
  };
  expect(data.actions[0]).toMatchObject({
    label: "Bestellung o-1 stornieren und neu beginnen",
    fields: named,
  });
});

const lost = { ok: false, error: offerErrorIn("Unexpected"), failure: { kind: "timeout" } };

interface Reset {
  knows: () => OrderLife;
  says: Said;
  order: string;
  sends: boolean;
  to: string;
}
test.each<[string, Reset]>([
  [
    "the order that is unpaid",
    { knows: () => ordered(), says: "unpaid", order: "o-1", sends: true, to: start },
  ],
  ["another order", { knows: () => ordered(), says: "unpaid", order: "o-0", sends: false, to: danke }],
  [
    "no order, where there is one",
    { knows: () => editing, says: "unpaid", order: "", sends: false, to: danke },
  ],
  [
    "an order that cannot be read",
    { knows: () => editing, says: "abandoned", order: "o-1", sends: false, to: danke },
  ],
  [
    "an order, and nothing can be read",
    { knows: () => ordered(), says: "nothing", order: "o-1", sends: false, to: danke },
  ],
  [
    "no order, of an offer at its start",
    { knows: () => editing, says: "open", order: "", sends: false, to: start },
  ],
  [
    "no order, of one that is stuck",
    { knows: () => editing, says: "blocked", order: "", sends: true, to: start },
  ],
  [
    "no order, while one is under way",
    { knows: () => underWay("sent"), says: "blocked", order: "", sends: false, to: danke },
  ],
])("a reset that names %s", async (_, { knows, says: said, order, sends, to }) => {
  const tabs = await customer({ order: knows() });
  const place = await tabs(60_000);
  say(said);
  provider.resetOffer.mockResolvedValue({ ok: true });
  const form = new FormData();
  form.set("paymentAction", "clearError");
  form.set("order", order);
  place.context.set(postedFormContext, form);
  const led = await Promise.resolve(resets(argsOf(place))).catch((thrown: unknown) => thrown);
  expect(provider.resetOffer).toHaveBeenCalledTimes(sends ? 1 : 0);
  expect(seen(led)).toMatchObject({ status: 303, to });
});

interface KeptReset {
  knows: OrderLife;
  /** What its page named. */
  order: string;
  says: Said;
  sends: number;
  shows: object;
}
const endedBy = (by: string, orderId: string | null) => [
  { by, order: orderId === null ? null : { orderId } },
];
/** A reset that was sent, and of which nobody knows what became of it: its page is looked at. */
test.each<[string, KeptReset]>([
  ["is sent again", { knows: ordered(), order: "o-1", says: "unpaid", sends: 1, shows: { to: zahlung } }],
  [
    "is done, as the offer is open",
    { knows: ordered(), order: "o-1", says: "open", sends: 0, shows: { to: zahlung } },
  ],
  [
    "is done, as this session knows",
    {
      knows: { ...editing, ended: endedBy("reset", "o-1") },
      order: "o-1",
      says: "unpaid",
      sends: 0,
      shows: { to: zahlung },
    },
  ],
  [
    "is of an order that another reset has ended",
    {
      knows: { ...editing, ended: endedBy("other", "o-1") },
      order: "o-1",
      says: "unpaid",
      sends: 0,
      shows: { to: start },
    },
  ],
  [
    "is of the order before this session's",
    { knows: { ...ordered(), orderId: "o-2" }, order: "o-1", says: "unpaid", sends: 0, shows: { to: danke } },
  ],
  [
    "is of the order that the portal has named, by the provider's number",
    {
      knows: { ...ordered(), orderId: "key", namedBy: "portal" },
      order: "o-1",
      says: "unpaid",
      sends: 1,
      shows: { to: zahlung },
    },
  ],
  [
    "names no order, and another reset has ended none",
    {
      knows: { ...editing, ended: endedBy("other", null) },
      order: "",
      says: "blocked",
      sends: 1,
      shows: { to: zahlung },
    },
  ],
  [
    "may not be sent again, as nothing can be read",
    { knows: ordered(), order: "o-1", says: "nothing", sends: 0, shows: { status: 202, state: "Waiting" } },
  ],
  [
    "may not be sent again, as its order is paid",
    { knows: ordered(), order: "o-1", says: "paid", sends: 0, shows: { status: 202, state: "Waiting" } },
  ],
])("a reset of unknown end %s", async (_, { knows, order, says: said, sends, shows }) => {
  const tabs = await customer({ order: knows });
  const before = await tabs();
  before.session.write(reset.kept, token, {
    submissionId: "reset",
    paymentAction: "resetPayment",
    order,
    isRetried: false,
    startedAt: Date.now(),
    is: "sent",
    tries: 1,
  });
  await before.end();
  const place = await tabs(60_000);
  say(said);
  provider.resetOffer.mockResolvedValue({ ok: true });
  const led = await Promise.resolve(state(argsOf(place))).catch((thrown: unknown) => thrown);
  expect(seen(led)).toMatchObject(shows);
  expect(provider.resetOffer).toHaveBeenCalledTimes(sends);
});

/** A press of a reset. */
async function pressReset(tabs: Awaited<ReturnType<typeof customer>>, fields: Record<string, string>) {
  const place = await tabs(60_000);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  place.context.set(postedFormContext, form);
  const led = await Promise.resolve(resets(argsOf(place))).catch((thrown: unknown) => thrown);
  await place.end();
  return { led: seen(led), after: (await cartOf((await tabs()).context, token))?.order };
}
const ofOrder = { paymentAction: "clearError", order: "o-1" };
const fehler = { status: 303, to: "/angebot/demo/fehler" };

test.each<[what: string, answer: object, after: Said, led: object, is: OrderLife["is"]]>([
  ["done", { ok: true }, "open", { status: 303, to: start }, "editing"],
  ["lost: it may still be at it, whatever is read", lost, "open", fehler, "resetting"],
  ["an error, and the offer is open", refusal(500), "open", { status: 303, to: start }, "editing"],
  ["an error, and its order is there", refusal(500), "unpaid", { status: 500 }, "resetting"],
  ["an error, and nothing can be read", refusal(500), "nothing", fehler, "resetting"],
  ["a refusal", refusal(409, "OFFER_BLOCKED"), "unpaid", { status: 409, state: "OfferBlocked" }, "resetting"],
])("a reset whose answer is %s", async (_, answer, after, led, is) => {
  const tabs = await customer({ order: ordered() });
  say("unpaid");
  provider.resetOffer.mockImplementationOnce(async () => {
    say(after);
    return answer;
  });
  const reset = await pressReset(tabs, ofOrder);
  expect(reset.led).toMatchObject(led);
  expect(reset.after?.is).toBe(is);
});

test("while a reset's end is unknown, another press is led to its page", async () => {
  const tabs = await customer({ order: ordered() });
  say("unpaid");
  provider.resetOffer.mockResolvedValue(lost);
  expect((await pressReset(tabs, ofOrder)).led).toEqual(fehler);
  say("nothing");
  expect((await pressReset(tabs, ofOrder)).led).toEqual(fehler);
  expect(provider.resetOffer).toHaveBeenCalledOnce();
});

test("a reset that names nothing is of this session's order, and one that says nothing is none", async () => {
  const tabs = await customer({ order: ordered() });
  say("unpaid");
  provider.resetOffer.mockResolvedValue({ ok: true });
  expect((await pressReset(tabs, {})).led).toEqual(fehler);
  expect(provider.resetOffer).not.toHaveBeenCalled();
  const payAgain = await pressReset(tabs, { paymentAction: "resetPayment" });
  expect(payAgain.led).toEqual({ status: 303, to: zahlung });
  expect(provider.resetOffer).toHaveBeenCalledOnce();
});

test("a browser that has lost its session resets what its page named, and nothing without", async () => {
  const tabs = await customer({});
  const before = await tabs();
  forgetCart(before.context, token);
  await before.end();
  say("unpaid");
  provider.resetOffer.mockResolvedValue({ ok: true });
  expect((await pressReset(tabs, ofOrder)).led).toEqual({ status: 303, to: start });
  expect(provider.resetOffer).toHaveBeenCalledOnce();
  const { led } = await pressReset(tabs, {});
  expect(led).toMatchObject({ status: 303, to: expect.stringContaining(start) });
  expect(provider.resetOffer).toHaveBeenCalledOnce();
});

test("a press of a reset that is done leads on, and sends nothing", async () => {
  const submissionId = randomUUID();
  const tabs = await customer({ order: { ...editing, ended: endedBy(submissionId, "o-1") } });
  say("unpaid");
  const { led } = await pressReset(tabs, { ...ofOrder, submissionId });
  expect(led).toEqual({ status: 303, to: start });
  expect(provider.resetOffer).not.toHaveBeenCalled();
});

// A state of before the reset, as reads lag; this session's own order, or another state, is none.
test.each<[asked: number, code: string, knows: OrderLife]>([
  [2, "OFFER_CONSUMED", { ...editing, ended: endedBy("reset", "o-0") }],
  [2, "PAYMENT_FAILED", { ...editing, ended: endedBy("reset", "o-0") }],
  [1, "OFFER_BLOCKED", { ...editing, ended: endedBy("reset", "o-0") }],
  [1, "OFFER_CONSUMED", { ...ordered(), ended: endedBy("reset", "o-0") }],
  [1, "OFFER_CONSUMED", editing],
])("an offer is asked %i times where it says %s", async (asked, code, knows) => {
  const tabs = await customer({ order: knows });
  const place = await tabs(60_000);
  provider.verifyOffer.mockResolvedValue(says.open[0]).mockResolvedValueOnce(refusal(409, code));
  const answer = await verifyAfter(place, await cartOf(place.context, token));
  expect([provider.verifyOffer.mock.calls.length, answer.ok]).toEqual([asked, asked === 2]);
});

test("the state of an offer that is ordered here is its confirmation's", async () => {
  expect((await looks(ordered(), "consumed", state as never)).shown).toEqual({ status: 302, to: danke });
});

const refuses = (...errors: object[]) => ({
  ...{ ok: false, error: new FormFieldError(errors as never) },
  failure: { kind: "answer", status: 422, problem: { errors } },
});
const answers = (data: object) => ({ ok: true, data });

interface Press {
  knows?: () => OrderLife;
  /** What the provider says before, if anything else than that the offer is open. */
  before?: Said;
  answer?: object;
  /** What it says afterwards. */
  after?: Said;
  shows: object;
  audit?: string[];
  /** What the session knows then. */
  is: object;
  sends?: number;
}
const toDanke = { status: 303, to: danke };
const again = { is: "editing", refusals: 1 };
const presses: Record<string, Press> = {
  "is taken, and paid at the payment provider's": {
    answer: accepted,
    shows: { status: 303, to: payAt },
    audit: ["done"],
    is: { is: "ordered", orderId: "o-1", namedBy: "provider", pay: toPay },
  },
  "is taken, and paid at a page that the settings do not allow": {
    answer: answers({ orderId: "o-1", step: "paymentProvider", redirectUrl: "https://pay.example/1" }),
    shows: toDanke,
    audit: ["done"],
    is: { pay: { at: "blocked", url: "https://pay.example/1" } },
  },
  "is taken without a word": {
    answer: answers({}),
    shows: toDanke,
    audit: ["done"],
    is: { is: "ordered", orderId: "key", namedBy: "portal" },
  },
  "is refused in words": {
    answer: refusal(409, "OFFER_BLOCKED"),
    shows: { state: "OfferBlocked" },
    audit: ["refused"],
    is: again,
  },
  "is refused for a field": {
    answer: refuses({ field: "payment.iban", message: "Nein." }, { message: "Call us." }),
    shows: { status: 303, to: zahlung },
    audit: ["refused"],
    is: {
      is: "refused",
      refusals: 1,
      words: ["Call us."],
      steps: { payment: { iban: { message: "Nein." } } },
    },
  },
  "is refused for what no form has": {
    answer: refuses({ field: "shoeSize", message: "Zu groß." }),
    shows: { status: 422 },
    audit: ["refused"],
    is: { is: "refused", words: ["Zu groß."] },
  },
  "is answered with a downtime": {
    answer: refusal(503, "DOWNTIME"),
    shows: { status: 503, state: "Downtime" },
    audit: ["refused"],
    is: again,
  },
  "is answered with the offer's order, which reads do not show: that is told": {
    answer: refusal(409, "OFFER_ABANDONED_PAYMENT"),
    shows: { status: 202, state: "OfferAbandonedPayment", actions: { checkAgain: `get ${summaryPage}` } },
    audit: ["waiting"],
    is: again,
  },
  "is answered with the offer's order, which can be read": {
    answer: refusal(409, "OFFER_ABANDONED_PAYMENT"),
    after: "unpaid",
    shows: toDanke,
    audit: ["waiting"],
    is: again,
  },
  "is answered with a failed payment: that is a refusal": {
    answer: refusal(409, "PAYMENT_FAILED"),
    shows: { status: 409, state: "PaymentFailed" },
    audit: ["refused"],
    is: again,
  },
  "waits for its payment": {
    answer: refusal(409, "OFFER_PAYMENT_WAITFORCAPTURE"),
    shows: toDanke,
    audit: ["waiting"],
    is: { is: "paying" },
  },
  "is answered with an error, and the offer is open": {
    answer: refusal(500),
    shows: { state: "Unexpected", actions: { retry: `get ${summaryPage}` } },
    audit: ["waiting", "refused"],
    is: { is: "editing", refusals: 0 },
  },
  "is not found, and nor is the offer: a gateway may say so, and no provider has": {
    answer: refusal(404),
    after: "absent",
    shows: toDanke,
    audit: ["waiting"],
    is: { is: "sent" },
  },
  "is answered with an error, and its summary cannot be read": {
    answer: refusal(500),
    after: "openUnread",
    shows: toDanke,
    audit: ["waiting"],
    is: { is: "sent" },
  },
  "is lost, and the offer is open": { answer: lost, shows: toDanke, audit: ["waiting"], is: { is: "sent" } },
  "is lost, and there": {
    answer: lost,
    after: "unpaid",
    shows: toDanke,
    audit: ["waiting", "done"],
    is: { is: "ordered", pay: askedPay },
  },
  "is not sent where the offer has an order": {
    before: "unpaid",
    shows: toDanke,
    is: { is: "editing" },
    sends: 0,
  },
  "is not sent while the provider is closed": {
    before: "closed",
    shows: { status: 503, state: "Downtime" },
    is: { is: "editing" },
    sends: 0,
  },
  "is sent where nothing can be read": {
    before: "nothing",
    answer: accepted,
    shows: { to: payAt },
    is: { is: "ordered" },
  },
  "of a double press is not sent again": {
    knows: () => underWay("sent"),
    shows: toDanke,
    is: { is: "sent", presses: 1 },
    sends: 0,
  },
  "of long ago is sent under its key, as a first attempt": {
    knows: () => underWay("sent", long, 3),
    answer: refusal(409, "OFFER_BLOCKED"),
    shows: { state: "OfferBlocked" },
    is: again,
  },
};

test.each(Object.entries(presses))("an order %s", async (_, row) => {
  const { knows = () => editing, before = "open", answer, after = "open", shows, audit, is, sends = 1 } = row;
  const tabs = await customer({ order: knows() });
  const place = { ...(await tabs(1000)), posted: true };
  say(before);
  const cart = await cartOf(place.context, token);
  if (!cart) throw new Error("no cart");
  const read = await readFor(place, cart);
  provider.acceptOffer.mockImplementationOnce(async () => {
    say(after);
    return answer;
  });
  const led = await placeOrder(place, cart, new FormData(), read).catch((thrown: unknown) => thrown);
  expect(seen(led)).toMatchObject(shows);
  if (audit) expect(trail.audit.mock.calls.map(([{ outcome }]) => outcome)).toEqual(audit);
  await place.end();
  expect((await cartOf((await tabs()).context, token))?.order).toMatchObject(is);
  expect(provider.acceptOffer.mock.calls.map(([, , , key]) => key)[0]).toBe(sends > 0 ? "key" : undefined);
});

test("a press whose storing ends unknown is not said to have sent nothing", async () => {
  let isAway = false;
  const tabs = await customer({}, (call) => isAway && call === "write");
  const place = { ...(await tabs(1000)), posted: true };
  say("open");
  const cart = await cartOf(place.context, token);
  if (!cart) throw new Error("no cart");
  isAway = true;
  const led = await placeOrder(place, cart, new FormData(), await readFor(place, cart)).catch(
    (thrown: unknown) => thrown,
  );
  isAway = false;
  expect(seen(led)).toMatchObject({ status: 202, state: "Waiting" });
  expect(provider.acceptOffer).not.toHaveBeenCalled();
});

// Its page has stopped waiting, and its process still hears how the call ends.
test.each([
  ["sent", () => false],
  ["pressed, as that it was sent could not be stored", () => provider.acceptOffer.mock.calls.length > 0],
])("a call that ends later ends an order that is known as %s", async (_, isFull) => {
  let isAway = isFull;
  const tabs = await customer({}, (call) => call === "write" && isAway());
  const place = { ...(await tabs(50)), posted: true };
  say("open");
  const cart = await cartOf(place.context, token);
  if (!cart) throw new Error("no cart");
  const call = Promise.withResolvers<unknown>();
  provider.acceptOffer.mockReturnValueOnce(call.promise);
  const led = await placeOrder(place, cart, new FormData(), await readFor(place, cart));
  expect(seen(led)).toEqual(toDanke);
  await place.end();
  isAway = () => false;
  call.resolve(accepted);
  const look = await tabs(60_000);
  const shown = await Promise.resolve(confirmation(argsOf(look))).catch((thrown: unknown) => thrown);
  await look.end();
  expect(seen(shown)).toEqual({ status: 302, to: payAt });
  expect(provider.acceptOffer).toHaveBeenCalledOnce();
  expect((await cartOf((await tabs()).context, token))?.order).toMatchObject({
    is: "ordered",
    orderId: "o-1",
  });
});
