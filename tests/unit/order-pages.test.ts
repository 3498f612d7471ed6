import { randomUUID } from "node:crypto";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { keepWithdrawal, withdrawalsOf } from "#app/declarations/withdrawn-order.server.ts";
import { shortReference } from "#app/domain/short-reference.ts";
import { FormFieldError, offerErrorIn } from "#app/errors/errors.ts";
import { carryDraft } from "#app/forms/carried-draft.server.ts";
import { nextOfOrder, type OrderLife, type OrderName, type Pay } from "#app/outcome/order-life.ts";
import { config } from "#app/platform/config.server.ts";
import { brandContext, postedFormContext } from "#app/request/context.server.ts";
import {
  type Cart,
  cartOf,
  changeCart,
  forgetCart,
  newOrderKey,
} from "#app/routes/offer/cart/cart.server.ts";
import { cartNotice } from "#app/routes/offer/cart/cart-notice.server.ts";
import { readFor, verifyAfter } from "#app/routes/offer/cart/known-order.server.ts";
import { pageWaitingForLogin } from "#app/routes/offer/cart/login.server.ts";
import { loader as link } from "#app/routes/offer/entry/offer.tsx";
import { loader as confirmation, action as pay } from "#app/routes/offer/order/confirmation.tsx";
import { action as resets, loader as state } from "#app/routes/offer/order/offer-error.tsx";
import { placeOrder, repeatedOrder } from "#app/routes/offer/order/order.server.ts";
import { reset } from "#app/routes/offer/order/reset.server.ts";
import { bearerOf, keepBearer } from "#app/session/bearer.server.ts";
import { orderOfIdentity } from "#app/session/order-of-identity.server.ts";
import { leaveEvent, offerEvent, offerEvents } from "#app/tracking/offer-events.server.ts";
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
  seenOf,
  token,
  underWay,
} from "../support/cart.ts";
import { isHotlineOpen } from "../support/hotline.ts";
import { offersCalls as provider } from "../support/offers-calls.ts";

vi.mock(
  import("#app/backend/offers.server.ts"),
  async () => (await import("../support/offers-calls.ts")).offersCalls,
);
vi.mock(import("#app/outcome/order-life.ts"), async (load) => {
  const life = await load();
  return { ...life, nextOfOrder: vi.fn(life.nextOfOrder) };
});
vi.mock(import("#app/forms/carried-draft.server.ts"), async (load) => {
  const drafts = await load();
  return { ...drafts, carryDraft: vi.fn(drafts.carryDraft) };
});
const trail = vi.hoisted(() => ({ audit: vi.fn() }));
vi.mock(import("#app/outcome/audit.server.ts"), async (load) => ({ ...(await load()), ...trail }) as object);
vi.mock("node:timers/promises", async () => (await import("../support/short-pauses.ts")).shortPauses);
beforeEach(() => void vi.resetAllMocks());

const long = 180_000;
const later = 30_000;
const minute = 60_000;
/** How often a page looks again in the second of two minutes. */
const leftMinute = { refresh: { attempts: 6 } };
const danke = "/angebot/demo/danke";
const zahlung = "/angebot/demo/zahlung";
const start = "/angebot/demo";
const summaryPage = "/angebot/demo/zusammenfassung";
const fehlerPath = "/angebot/demo/fehler";
const toDanke = { status: 303, to: danke };
const toDanke302 = { status: 302, to: danke };

const refuses = (...errors: object[]) => ({
  ok: false,
  error: new FormFieldError(errors as never),
  failure: { kind: "answer", status: 422, problem: { errors } },
});

/** What the provider says: of the offer, and of its order. */
const says = {
  open: [{ ok: true, data: { payment: "missing" } }, refusal(404, "RESERVATION_FOUND_NO_ORDER")],
  openUnread: [{ ok: true, data: { payment: "missing" } }, refusal(500)],
  unpaid: [refusal(410, "OFFER_CONSUMED"), orderIn({ payment: { method: "credit_card" } })],
  paid: [refusal(410, "OFFER_CONSUMED"), orderIn({ paid: true })],
  paidInTime: [refusal(410, "OFFER_EXPIRED"), orderIn({ paid: true })],
  /** With what the acceptance may have left out. */
  payable: [
    refusal(410, "OFFER_CONSUMED"),
    orderIn({ payment: { method: "credit_card" }, redirectUrl: payAt }),
  ],
  unsaid: [refusal(410, "OFFER_CONSUMED"), orderIn({ paid: undefined, payment: { method: "paypal" } })],
  failed: [refusal(409, "PAYMENT_FAILED"), orderIn({ code: "PAYMENT_FAILED" })],
  failedByOffer: [refusal(409, "PAYMENT_FAILED"), orderIn({})],
  failedUnread: [refusal(409, "PAYMENT_FAILED"), refusal(500)],
  captured: [refusal(409, "OFFER_PAYMENT_WAITFORCAPTURE"), refusal(500)],
  expiredPayment: [refusal(409, "OFFER_ABANDONED_PAYMENT"), orderIn({ code: "OFFER_ABANDONED_PAYMENT" })],
  abandoned: [refusal(409, "OFFER_ABANDONED_PAYMENT"), refusal(500)],
  consumed: [refusal(410, "OFFER_CONSUMED"), refusal(500)],
  endedUnread: [refusal(500), orderIn({})],
  cancelled: [refusal(410, "OFFER_CANCELLED"), refusal(404, "RESERVATION_FOUND_NO_ORDER")],
  expired: [refusal(410, "OFFER_EXPIRED"), refusal(404, "RESERVATION_FOUND_NO_ORDER")],
  closed: [refusal(503, "DOWNTIME"), refusal(503, "DOWNTIME")],
  blocked: [refusal(409, "OFFER_BLOCKED"), refusal(404, "RESERVATION_FOUND_NO_ORDER")],
  lacking: [refusal(409, "BIRTHDATE_NOT_PRESENT"), refusal(404, "RESERVATION_FOUND_NO_ORDER")],
  noId: [refusal(409, "IDENTIFICATIONDATA_MISSING"), refusal(404, "RESERVATION_FOUND_NO_ORDER")],
  login: [refusal(401), refusal(401)],
  forbidden: [refusal(403), refusal(403)],
  absent: [refusal(404), refusal(404)],
  nothing: [refusal(500), refusal(500)],
  /** A list of fields, where nothing was entered. */
  listed: [refuses({ field: "iban" }), refusal(500)],
} as const;
type Said = keyof typeof says;

function say(said: Said): void {
  provider.verifyOffer.mockResolvedValue(says[said][0]);
  provider.loadSummary.mockResolvedValue(says[said][1]);
}

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof customer>>>>;
const argsOf = ({ context, url }: Page) =>
  ({ context, url, params: { token }, request: new Request(url) }) as never;

/** What a loader or an action of a page leads to, be it returned or thrown. */
const at = (page: (args: never) => unknown, place: Page) => seenOf(Promise.resolve(page(argsOf(place))));

async function looks(
  life: OrderLife,
  said: Said,
  page: (args: never) => unknown = confirmation,
  { answer = accepted, after = said, again = answer }: Pick<Look, "answer" | "after" | "again"> = {},
) {
  const tabs = await customer({ order: life });
  const place = await tabs(60_000);
  say(said);
  provider.acceptOffer.mockResolvedValue(again).mockImplementationOnce(async () => {
    say(after);
    return answer;
  });
  const shown = await at(page, place);
  await place.end();
  return { shown, after: (await cartOf((await tabs()).context, token))?.order };
}

const answers = (data: object) => ({ ok: true, data });
const lost = { ok: false, error: offerErrorIn("Unexpected"), failure: { kind: "timeout" } };
interface Look {
  knows: () => OrderLife;
  says: Said;
  /** To an order that is sent again, if it is taken anything else than at once. */
  answer?: object;
  /** What the provider says after that. */
  after?: Said;
  /** To the same order under its key. */
  again?: object;
  shows: object;
  /** How often it is sent. */
  sends?: number;
  /** How often the summary is read. */
  reads?: number;
  is?: OrderLife["is"];
  /** Where it is paid then. */
  pays?: Pay;
}
const toPay = { at: "page", url: payAt } as const;
const elsewhere = { at: "blocked", url: "https://pay.example/1" } as const;
/** The number under which a page tells of an order. */
const withNumber = {
  rows: expect.arrayContaining([expect.objectContaining({ kind: "phone" })]),
};
const numbered = (label: string, value: string) =>
  expect.arrayContaining([expect.objectContaining({ label, value })]);
/** What a page counts. */
const counts = (description: string) => [expect.objectContaining({ description })];
const pages: Record<string, Look> = {
  "nothing, and the offer is open": {
    knows: () => editing,
    says: "open",
    shows: { status: 302, to: "/angebot/demo/meine-daten" },
  },
  "nothing, and nothing can be read": {
    knows: () => editing,
    says: "nothing",
    shows: { status: 500, tracking: counts("Loading cart failed: Unexpected") },
  },
  "that an order was reset, which reads still show": {
    knows: () => ({ ...editing, ended: endedBy("reset", "o-1") }),
    says: "endedUnread",
    shows: { status: 502, state: "OfferSummaryNotLoaded" },
  },
  "nothing, and there is an unpaid order": {
    knows: () => editing,
    says: "unpaid",
    shows: {
      status: 200,
      state: "PaymentOpen",
      text: expect.stringContaining("in dem Browser"),
      facts: numbered("Bestellnummer", "o-1"),
      ordered: { products: [] },
      next: { title: "So geht es weiter" },
    },
  },
  "nothing, and there is an order that cannot be read": {
    knows: () => editing,
    says: "abandoned",
    shows: {
      status: 202,
      state: "OfferAbandonedPayment",
      text: expect.stringContaining("Bitte bestellen Sie nicht noch einmal"),
      actions: { checkAgain: `get ${danke}` },
      help: withNumber,
    },
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
  "an order that is sent again, and is there by then": {
    knows: () => underWay("sent", later),
    says: "open",
    answer: answers({ orderId: "o-1" }),
    after: "unpaid",
    shows: { status: 200, state: "PaymentOpen" },
    sends: 1,
    reads: 2,
    is: "ordered",
  },
  "an order that is sent again, is there by then, and is asked where it is paid": {
    knows: () => underWay("sent", later),
    says: "open",
    answer: lost,
    after: "unpaid",
    again: accepted,
    shows: { status: 302, to: payAt },
    sends: 2,
    is: "ordered",
    pays: toPay,
  },
  "an order that was sent three times": {
    knows: () => underWay("sent", minute, 3),
    says: "open",
    shows: { status: 202, state: "Waiting", waiting: leftMinute },
    sends: 0,
  },
  "an order that was sent just now": {
    knows: () => underWay("sent"),
    says: "open",
    shows: { status: 202, state: "Waiting" },
    sends: 0,
    reads: 1,
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
  "an order whose payment is to be confirmed": {
    knows: () => ordered(toPay),
    says: "captured",
    shows: {
      status: 202,
      state: "OfferPaymentWaitForCapture",
      facts: numbered("Bestellnummer", "o-1"),
      next: { title: "So geht es weiter" },
    },
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
    knows: () => ordered(toPay, minute),
    says: "open",
    shows: { status: 202, state: "Waiting", waiting: leftMinute },
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
    shows: {
      status: 502,
      state: "OfferSummaryNotLoaded",
      actions: { retry: `get ${danke}`, pay: `get ${payAt}` },
      help: withNumber,
      next: { title: "So geht es weiter" },
    },
  },
  "an order, while the provider is closed": {
    knows: () => ordered(),
    says: "closed",
    shows: { status: 202, state: "Waiting" },
  },
  "an order that is not found": {
    knows: () => ordered(toPay),
    says: "absent",
    shows: {
      status: 202,
      state: "Waiting",
      headline: "Ihre Bestellung ist bei uns",
      facts: numbered("Bestellnummer", "o-1"),
      actions: { pay: `get ${payAt}` },
    },
    is: "ordered",
  },
  "an order whose offer is blocked": {
    knows: () => ordered(toPay),
    says: "blocked",
    shows: { status: 202, state: "Waiting", actions: { pay: `get ${payAt}` } },
    is: "ordered",
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
    shows: {
      status: 200,
      state: "PaymentOpen",
      actions: { pay: `get ${payAt}` },
      ends: ["Bestellung o-1 stornieren und neu beginnen", "o-1"],
    },
    // It may have been paid at that page.
    reads: 3,
  },
  "an order whose payment has failed": {
    knows: () => ordered(toPay),
    says: "failed",
    shows: {
      status: 409,
      state: "PaymentFailed",
      ends: ["Bestellung o-1 stornieren und neu beginnen", "o-1"],
      tracking: counts("Place order failed: PaymentFailed"),
    },
  },
  "an order whose payment has expired": {
    knows: () => ordered(toPay),
    says: "expiredPayment",
    shows: {
      status: 409,
      state: "OfferAbandonedPayment",
      ends: ["Bestellung o-1 stornieren und neu beginnen", "o-1"],
    },
  },
  "an order that the provider has cancelled": {
    knows: () => ordered(toPay),
    says: "cancelled",
    shows: {
      status: 410,
      state: "OfferCancelled",
      text: expect.stringContaining("Ihre Bestellung o-1 wurde storniert."),
      actions: expect.not.objectContaining({ toOffer: `get ${start}` }),
    },
    is: "over",
  },
  "an order that has expired in the provider's words": {
    knows: () => ({ ...editing, is: "over", orderId: "o-1", how: "OfferExpired" }),
    says: "nothing",
    shows: { status: 410, state: "OfferExpired", actions: { hotline: expect.any(String) } },
    is: "over",
  },
  "an order that was cancelled, and whose offer is open again": {
    knows: () => ({ ...editing, is: "over", orderId: "o-1", how: "OfferCancelled" }),
    says: "open",
    shows: { status: 410, actions: expect.objectContaining({ toOffer: `get ${start}` }) },
    is: "over",
  },
  "an order that the portal has named, and whose summary follows": {
    knows: () => ({ ...ordered(), orderId: "0000abcd", namedBy: "portal" }),
    says: "open",
    shows: { facts: numbered("Vorläufige Bestellnummer", "0000-ABC7") },
  },
  "an order that the provider has named, and whose summary follows": {
    knows: () => ordered(),
    says: "open",
    shows: { facts: numbered("Bestellnummer", "o-1") },
  },
  "an order that can be read after a login alone": {
    knows: () => ordered(toPay, long),
    says: "login",
    shows: { status: 401, state: "Unauthorized" },
  },
  "an order of whose payment nobody says anything": {
    knows: () => ordered(toPay),
    says: "unsaid",
    shows: { status: 502, state: "OfferSummaryNotLoaded", actions: { pay: `get ${payAt}` } },
  },
  "an order whose summary names where it is paid": {
    knows: () => ordered(),
    says: "payable",
    shows: { status: 200, state: "PaymentOpen", actions: { pay: `get ${payAt}` } },
    pays: toPay,
  },
  "an order that is paid elsewhere": {
    knows: () => ordered(),
    says: "unpaid",
    shows: {
      text: expect.stringContaining("Rufen Sie uns bitte an"),
      actions: { ...(isHotlineOpen() && { hotline: expect.any(String) }), checkAgain: `get ${danke}` },
    },
    reads: 1,
    pays: { at: "none" },
  },
  "an order whose payment page is asked for, and whose summary names it": {
    knows: () => ordered(askedPay),
    says: "payable",
    shows: { status: 200, state: "PaymentOpen", actions: { pay: `get ${payAt}` } },
    pays: toPay,
  },
  "an order that is paid where the settings do not allow, whatever else its summary names": {
    knows: () => ordered(elsewhere),
    says: "payable",
    shows: { status: 500, state: "TechnicalProblem" },
    pays: elsewhere,
  },
  "nothing, and the provider lists fields": {
    knows: () => editing,
    says: "listed",
    shows: { status: 502, state: "OfferSummaryNotLoaded" },
  },
  "an order that is no longer the offer's: the other one is not paid on its page": {
    knows: () => ({ ...ordered(toPay), orderId: "o-0" }),
    says: "unpaid",
    shows: {
      state: "PaymentOpen",
      actions: expect.not.objectContaining({ pay: expect.anything() }),
      ends: ["Bestellung o-1 stornieren und neu beginnen", "o-1"],
    },
    pays: toPay,
  },
  "the same, whose own page is not known": {
    knows: () => ({ ...ordered(), orderId: "o-0" }),
    says: "payable",
    shows: { state: "PaymentOpen", actions: expect.not.objectContaining({ pay: expect.anything() }) },
    pays: { at: "none" },
  },
  "an order that is paid where the settings do not allow": {
    knows: () => ordered(elsewhere),
    says: "unpaid",
    shows: {
      status: 500,
      state: "TechnicalProblem",
      actions: { pay: `get ${danke}`, otherPaymentMethod: "post /angebot/demo/fehler" },
      ends: ["Bestellung o-1 stornieren und neu beginnen", "o-1"],
      facts: numbered("Bestellnummer", "o-1"),
    },
    pays: elsewhere,
  },
  "an order that is paid where the settings allow by now": {
    knows: () => ordered({ at: "blocked", url: payAt }),
    says: "unpaid",
    shows: { status: 302, to: payAt },
    pays: toPay,
  },
  "the same, and it cannot be read": {
    knows: () => ordered({ at: "blocked", url: payAt }, long),
    says: "nothing",
    shows: { status: 302, to: payAt },
    pays: toPay,
  },
  "an order whose payment has failed, as its offer says": {
    knows: () => ordered(toPay),
    says: "failedByOffer",
    shows: { status: 409, state: "PaymentFailed" },
  },
  "an order whose payment has failed, and which cannot be read": {
    knows: () => ordered(toPay),
    says: "failedUnread",
    shows: {
      status: 409,
      state: "PaymentFailed",
      ends: ["Bestellung o-1 stornieren und neu beginnen", "o-1"],
    },
  },
  "nothing, and somebody's payment has failed": {
    knows: () => editing,
    says: "failedUnread",
    shows: {
      status: 409,
      state: "PaymentFailed",
      ends: ["Andere Zahlungsart wählen", ""],
      tracking: counts("Loading cart failed: PaymentFailed"),
    },
  },
  "an order that somebody else has reset": {
    knows: () => ordered(toPay, long),
    says: "open",
    shows: {
      status: 410,
      state: "OfferCancelled",
      text: expect.stringContaining(
        "Ihre Bestellung o-1 gibt es nicht mehr, und das Angebot ist wieder offen.",
      ),
      actions: { toOffer: `get ${start}` },
      facts: numbered("Bestellnummer", "o-1"),
    },
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

test.each(Object.entries(pages))(
  "a session knows %s",
  async (_, { knows, says: said, shows, sends, reads, is, pays, ...sentAgain }) => {
    const { shown, after } = await looks(knows(), said, confirmation, sentAgain);
    expect(shown).toMatchObject(shows);
    if ("state" in shown) expect(shown).toMatchObject({ page: "offer-error" });
    if (reads !== undefined) expect(provider.loadSummary).toHaveBeenCalledTimes(reads);
    if (sends !== undefined) expect(provider.acceptOffer).toHaveBeenCalledTimes(sends);
    if (is) expect(after?.is).toBe(is);
    if (pays) expect(after).toMatchObject({ pay: pays });
  },
);

test("what was sent is sent again once half of a page's time has passed", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const sendsAfter = async (share: number) => {
    await looks(underWay("sent", share * config().pageDeadlineMs), "open");
    return provider.acceptOffer.mock.calls.length;
  };
  expect([await sendsAfter(0.45), await sendsAfter(0.55)]).toEqual([0, 1]);
});

test("a visitor whose session is lost is told that nothing was ordered", async () => {
  const tabs = await customer({});
  const place = await tabs(60_000);
  say("open");
  expect(await at(confirmation, place)).toMatchObject({ status: 302, to: "/angebot/demo/meine-daten" });
  expect(await place.session.take(cartNotice, token)).toBeUndefined();
  forgetCart(place.context, token);
  expect(await at(confirmation, place)).toMatchObject({ status: 302, to: start });
  expect(await place.session.take(cartNotice, token)).toBe("notOrdered");
});

// Of the session that has ordered, and has come from its payment page; of another one; and of a visitor.
test.each<[events: string[], isBack: boolean, knows: OrderLife | undefined]>([
  [["offerConfirmation", "offerPurchase"], true, ordered(toPay)],
  [["offerConfirmation", "offerPurchase"], false, ordered()],
  [[], false, editing],
  [[], false, undefined],
])(
  "an order that is paid is shown to everybody, and counts as %s (from paying: %s)",
  async (events, isBack, knows) => {
    let isAway = false;
    const tabs = await customer({ order: knows ?? editing }, (call) => isAway && call === "write");
    const place = await tabs(60_000);
    if (!knows) forgetCart(place.context, token);
    say("paid");
    const documents = [{ itemId: "item", type: "CONTRACT_SUMMARY" }];
    const trackingUrl = "https://parcel.example/1";
    provider.loadSummary.mockResolvedValue(orderIn({ paid: true, idvId: "i-1", documents, trackingUrl }));
    const shown = (await confirmation(argsOf(place))) as { tracking: { event: string }[] };
    const { hotline } = place.context.get(brandContext);
    expect(shown).toMatchObject({
      token,
      orderId: "o-1",
      documents,
      trackingUrl,
      hotline: hotline.number,
      ownLink: "http://o2.localhost/angebot/demo?brand=o2",
      redirectedFromPaymentProvider: isBack,
    });
    expect(shown.tracking.map(({ event }) => event)).toEqual(events);
    expect(await place.session.read(orderOfIdentity, "i-1")).toBe(token);
    // What was ordered does not depend on the session.
    isAway = true;
    await place.end();
  },
);

test.each([
  [false, "its own order", ordered(toPay)],
  [true, "somebody else's", editing],
])("what was typed is kept, %s, once an order is paid: %s", async (isKept, _, knows) => {
  const tabs = await customer({ order: knows });
  const place = await tabs(60_000);
  say("paid");
  await confirmation(argsOf(place));
  await place.end();
  expect((await cartOf((await tabs()).context, token))?.payment !== undefined).toBe(isKept);
});

const term = { prices: [{ type: "monthly", amount: 9.99 }], minimumTermMonths: 24, noticePeriodMonths: 1 };
const tariff = { id: "t", name: "Tarif", ...term };
const insurance = { id: "p", name: "Schutz", itemKind: "DeviceInsurance", ...term };

test.each([
  ["leads back to it, for who has its link alone", editing, danke],
  ["is not offered where it was ordered", ordered(toPay), undefined],
])("the login at an order whose eSIM is ready %s", async (_, knows, back) => {
  const tabs = await customer({ order: knows });
  const place = await tabs(60_000);
  provider.verifyOffer.mockResolvedValue(says.paid[0]);
  const offers = [{ id: "item", tariff: { ...tariff, sim: "esim" } }];
  provider.loadSummary.mockResolvedValue(orderIn({ paid: true, esim: "ready", offers }));
  await confirmation(argsOf(place));
  await place.end();
  expect(await pageWaitingForLogin((await tabs()).context, token)).toBe(back);
});

// One that the provider does not take, and one of another customer, are given up; the first has to be made anew.
test.each<[says: Said, isKept: boolean, back: string | undefined]>([
  ["login", false, danke],
  ["forbidden", false, undefined],
  ["nothing", true, undefined],
])("a login at a page that says %s is kept: %s, and leads back to %s", async (said, isKept, back) => {
  const tabs = await customer({});
  const place = await tabs(60_000);
  await keepBearer(place.session, token, "bearer");
  say(said);
  await at(state, place);
  await place.end();
  const { context, session } = await tabs();
  expect((await bearerOf(session, token)) !== undefined).toBe(isKept);
  expect(await pageWaitingForLogin(context, token)).toBe(back);
});

const customerOf = { firstName: "Kim", lastName: "Yılmaz", email: "kim@example.com" };
const credit = { creditor: "Bank", amount: 10, total: 11, annualRate: 1 };
const device = { id: "d", name: "Nordlicht 12", ...term };
const extra = { ...insurance, name: "Extra", itemKind: "Pack" };
const withdrawnOf = (parts: string[]) => [{ receivedAt: "2026-11-20T10:00:00Z", parts }];
test.each<[what: string, said: object, values: object]>([
  ["has nothing to choose from", { offers: [{ id: "item", tariff }] }, {}],
  [
    "offers each of several parts, by name and once",
    {
      customer: customerOf,
      offers: [
        { id: "item", hardware: device, tariff, packs: [insurance, extra], credit },
        { id: "second", tariff },
      ],
    },
    {
      ...customerOf,
      offeredParts: ["Nordlicht 12", "Tarif", "Ratenzahlung (Kreditgeber: Bank)", "Schutz"],
    },
  ],
  [
    "offers no part that was withdrawn from",
    {
      offers: [{ id: "item", tariff, packs: [insurance], hardware: device }],
      withdrawals: withdrawnOf(["Tarif"]),
    },
    { offeredParts: ["Nordlicht 12", "Schutz"] },
  ],
])("the withdrawal from an order %s", async (_, said, values) => {
  const tabs = await customer({ order: ordered(toPay) });
  const place = await tabs(60_000);
  place.context.set(postedFormContext, formOf({ withdraw: "" }));
  provider.verifyOffer.mockResolvedValue(says.paid[0]);
  provider.loadSummary.mockResolvedValue(orderIn({ paid: true, ...said }));
  expect(await at(pay, place)).toMatchObject({ status: 303, to: expect.stringContaining("/widerruf") });
  const [, , draft] = vi.mocked(carryDraft).mock.calls[0] ?? [];
  expect(draft).toEqual({
    page: "/widerruf",
    values: { firstName: "", lastName: "", email: "", contractReference: "o-1", ...values },
  });
  // What is declared by that form is of this order.
  const declared = { receivedAt: "2026-11-29", reference: "r", parts: undefined };
  await keepWithdrawal(place.context, "o-1", declared);
  expect(await withdrawalsOf(place.context, { orderId: "o-1", withdrawals: [] })).toEqual([declared]);
});

test.each<[knows: OrderLife, reads: number]>([
  [editing, 0],
  [{ ...ordered(), orderId: "o-2" }, 1],
])(
  "the withdrawal from an order that is not this session's begins with an empty form (%#)",
  async (knows, reads) => {
    const place = await (await customer({ order: knows }))(60_000);
    place.context.set(postedFormContext, formOf({ withdraw: "" }));
    say("paid");
    expect(await at(pay, place)).toEqual({ status: 303, to: "/widerruf" });
    expect(carryDraft).not.toHaveBeenCalled();
    expect(provider.loadSummary).toHaveBeenCalledTimes(reads);
  },
);

test.each<[what: string, page: (args: never) => unknown, counts: number[]]>([
  ["of an order that is known here is counted once", confirmation, [1, 0]],
  ["of an offer is counted each time", state, [1, 1]],
])("a payment that has failed, on the page %s", async (_, page, counts) => {
  const tabs = await customer({ order: page === state ? editing : ordered(toPay) });
  say("failedUnread");
  const counted = async () => {
    const place = await tabs(60_000);
    const { tracking } = (await at(page, place)) as { tracking: object[] };
    await place.end();
    return tracking.length;
  };
  expect([await counted(), await counted()]).toEqual(counts);
});

test("a page that looks again by itself is counted as one view", async () => {
  const tabs = await customer({});
  say("captured");
  const counted = async (look: string) => {
    const { url, ...place } = await tabs(60_000);
    const { tracking } = (await at(state, { ...place, url: new URL(look, url) })) as { tracking: object[] };
    return tracking.length;
  };
  expect([await counted(""), await counted("?attempt=1")]).toEqual([1, 0]);
});

interface KeptReset {
  notice?: string;
  knows: OrderLife;
  /** What its page named. */
  order: string;
  says: Said;
  sends: number;
  shows: object;
}
const ofReset = (pay: Pay): OrderLife => {
  const life = resetting();
  return life.is === "resetting" ? { ...life, order: { ...life.order, pay } } : life;
};
const endedBy = (by: string, orderId: string | null) => [
  { by, order: orderId === null ? null : { orderId } },
];
const keptReset = (order: string) => ({
  ...({ submissionId: "reset", paymentAction: "resetPayment", is: "sent" } as const),
  order,
  isRetried: false,
  startedAt: Date.now(),
  tries: 1,
});
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
      notice: "orderChanged",
    },
  ],
  [
    "is of the order before this session's",
    {
      knows: { ...ordered(), orderId: "o-2" },
      order: "o-1",
      says: "unpaid",
      sends: 0,
      shows: { to: danke },
      notice: "orderChanged",
    },
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
])("a reset of unknown end %s", async (_, { knows, order, says: said, sends, shows, notice }) => {
  const tabs = await customer({ order: knows });
  const before = await tabs();
  before.session.write(reset.scope, token, keptReset(order));
  await before.end();
  const place = await tabs(60_000);
  say(said);
  provider.resetOffer.mockResolvedValue({ ok: true });
  const led = await at(state, place);
  expect(led).toMatchObject(shows);
  expect(provider.resetOffer).toHaveBeenCalledTimes(sends);
  if (notice) expect(await place.session.take(cartNotice, token)).toBe(notice);
  expect((await place.session.read(reset.scope, token)) !== undefined).toBe("status" in shows);
});

/** A press of a reset. */
async function pressReset(tabs: Awaited<ReturnType<typeof customer>>, fields: Record<string, string>) {
  const place = await tabs(60_000);
  place.context.set(postedFormContext, formOf(fields));
  const led = await at(resets, place);
  await place.end();
  return { led, after: (await cartOf((await tabs()).context, token))?.order };
}
const clearError = "clearError";
const ofOrder = { paymentAction: clearError, order: "o-1" };
const ofNone = { paymentAction: clearError, order: "" };
const fehler = { status: 303, to: fehlerPath };
const toStart = { status: 303, to: start };
const unable = { ...refusal(500), error: offerErrorIn("OfferResetFailed") };

interface Reset {
  knows?: () => OrderLife;
  /** What the provider says before, if anything else than that the order is unpaid. */
  before?: Said;
  posts?: Record<string, string>;
  answer?: object;
  /** What it says afterwards, if anything else than before. */
  after?: Said;
  leads: object;
  is?: OrderLife["is"];
  /** What the session knows to have ended then. */
  ended?: OrderName | null;
  sends?: number;
}
const resetsPressed: Record<string, Reset> = {
  "of the order that is unpaid": { leads: toStart, after: "open", is: "editing", ended: { orderId: "o-1" } },
  "to pay otherwise": {
    posts: { paymentAction: "resetPayment", order: "o-1" },
    leads: { status: 303, to: zahlung },
  },
  "that names no order: this session's": { posts: { paymentAction: clearError }, leads: toStart },
  "that names no action": { posts: {}, leads: fehler, sends: 0 },
  "that only tracks": { posts: { ...ofOrder, paymentAction: "tracking" }, leads: fehler, sends: 0 },
  "of another order": { posts: { ...ofOrder, order: "o-0" }, leads: toDanke, sends: 0 },
  "of no order, where there is one": { knows: () => editing, posts: ofNone, leads: toDanke, sends: 0 },
  "of an order that cannot be read": { knows: () => editing, before: "abandoned", leads: toDanke, sends: 0 },
  "of an order, where nothing can be read": { before: "nothing", leads: toDanke, sends: 0 },
  "of an offer at its start": {
    knows: () => editing,
    before: "open",
    posts: ofNone,
    leads: toStart,
    sends: 0,
  },
  "of an offer that is stuck": {
    knows: () => editing,
    before: "blocked",
    posts: ofNone,
    leads: toStart,
    ended: null,
  },
  "of an offer that is stuck, while an order is under way": {
    knows: () => underWay("sent"),
    before: "blocked",
    posts: ofNone,
    leads: toDanke,
    sends: 0,
  },
  "that is lost: it may still be at it, whatever is read": {
    answer: lost,
    after: "open",
    leads: fehler,
    is: "resetting",
  },
  "that is answered with an error, and the offer is open": {
    answer: refusal(500),
    after: "open",
    leads: toStart,
    is: "editing",
  },
  "that is answered with an error, and its order is there": {
    answer: unable,
    leads: {
      status: 502,
      state: "OfferResetFailed",
      actions: { reset: `post ${fehlerPath}` },
      ends: ["Bestellung o-1 stornieren und neu beginnen", "o-1"],
    },
    is: "resetting",
  },
  "that is answered with an error, for the second time": {
    posts: { ...ofOrder, retried: "yes" },
    answer: unable,
    leads: {
      status: 502,
      state: "OfferResetFailed",
      actions: { hotline: expect.any(String) },
      ends: undefined,
    },
  },
  "that is answered with an error, and nothing can be read": {
    answer: refusal(500),
    after: "nothing",
    leads: fehler,
    is: "resetting",
  },
  "that is refused": {
    answer: refusal(409, "OFFER_BLOCKED"),
    leads: { status: 409, state: "OfferBlocked", tracking: counts("Error page: OfferBlocked") },
    is: "resetting",
  },
  "that is refused for what a step asks": {
    answer: refusal(409, "BIRTHDATE_NOT_PRESENT"),
    leads: { status: 303, to: "/angebot/demo/meine-daten" },
  },
};

test.each(Object.entries(resetsPressed))("a press of a reset %s", async (_, row) => {
  const { knows = () => ordered(), before = "unpaid", posts = ofOrder, after = before, leads, is } = row;
  const { answer = { ok: true }, ended, sends = 1 } = row;
  const tabs = await customer({ order: knows() });
  say(before);
  const isKept = vi.fn();
  provider.resetOffer.mockImplementationOnce(async () => {
    isKept((await (await tabs()).session.read(reset.scope, token)) !== undefined);
    say(after);
    return answer;
  });
  const pressed = await pressReset(tabs, posts);
  expect(pressed.led).toMatchObject(leads);
  // Other tabs know of it before it is sent.
  expect(isKept.mock.calls).toEqual(Array(sends).fill([true]));
  if (is) expect(pressed.after?.is).toBe(is);
  if (ended !== undefined) {
    expect(pressed.after?.ended.at(-1)?.order).toEqual(ended);
    expect(await (await tabs()).session.take(cartNotice, token)).toBe("reset");
  }
});

test("a reset of unknown end that no session can keep waits on a page of its own", async () => {
  let isAway = false;
  const tabs = await customer({ order: ordered() }, (call) => isAway && call === "write");
  const place = await tabs(60_000);
  const submissionId = randomUUID();
  place.context.set(postedFormContext, formOf({ ...ofOrder, submissionId }));
  say("unpaid");
  provider.resetOffer.mockImplementation(async () => {
    // As the client does when the provider acts.
    place.session.settle();
    isAway = true;
    return lost;
  });
  expect(await at(resets, place)).toMatchObject({
    status: 202,
    state: "Waiting",
    waiting: { self: fehlerPath },
    facts: numbered("Vorgangsnummer", shortReference(submissionId)),
  });
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

test("a browser that has lost its session resets what its page named, and nothing without", async () => {
  const tabs = await customer({});
  const before = await tabs();
  forgetCart(before.context, token);
  await before.end();
  say("unpaid");
  provider.resetOffer.mockResolvedValue({ ok: true });
  // Without what was chosen, nothing can be paid yet.
  const toPayOtherwise = { ...ofOrder, paymentAction: "resetPayment" };
  expect((await pressReset(tabs, toPayOtherwise)).led).toEqual({ status: 303, to: start });
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

test.each<Said>(["closed", "login", "forbidden", "absent", "nothing"])(
  "nobody asks for the order of an offer that says: %s",
  async (said) => {
    for (const page of [state, link]) await looks(editing, said, page);
    expect(provider.loadSummary).not.toHaveBeenCalled();
  },
);

test.each<[says: Said, knows: OrderLife]>([
  ["unpaid", ordered(toPay)],
  ["unpaid", ordered(elsewhere)],
  ["open", ordered(toPay)],
  ["nothing", ordered(toPay, long)],
  ["failedUnread", ordered(toPay)],
])("while a reset's end is unknown, its page says how an order stands: %s (%#)", async (said, knows) => {
  const tabs = await customer({ order: knows });
  const place = await tabs(60_000);
  place.session.write(reset.scope, token, keptReset("o-1"));
  say(said);
  const led = await at(confirmation, place);
  expect(led).toEqual({ status: 302, to: fehlerPath });
  place.context.set(postedFormContext, new FormData());
  expect(await at(pay, place)).toEqual(fehler);
});

/** The same form again, of an order that was placed by it. */
test.each<[leads: object | undefined, knows: OrderLife, submissionId: string, isReset: boolean]>([
  [{ status: 303, to: payAt }, ordered(toPay), "key", false],
  [undefined, ordered(toPay), "another", false],
  [undefined, ordered(), "key", false],
  [undefined, editing, "key", false],
  [fehler, ofReset(toPay), "key", true],
  [undefined, ofReset(toPay), "key", false],
])("an order that is posted again leads to %o (%#)", async (leads, order, submissionId, isReset) => {
  const place = await (await customer({ order }))(60_000);
  if (isReset) place.session.write(reset.scope, token, keptReset("o-1"));
  const cart = (await cartOf(place.context, token)) as Cart;
  const led = await repeatedOrder({ ...place, posted: true }, cart, formOf({ submissionId }));
  expect(led && seen(led)).toEqual(leads);
});

test("what was left to be counted is counted by the page of an order, however it stands", async () => {
  for (const said of ["cancelled", "unpaid", "failed"] as const) {
    const place = await (await customer({ order: ordered(toPay) }))(60_000);
    leaveEvent(place.context, token, offerEvent("offerSubmitted", undefined));
    say(said);
    expect(await at(confirmation, place)).toMatchObject({
      tracking: expect.arrayContaining([expect.objectContaining({ event: "offerSubmitted" })]),
    });
  }
});

test("a look at an order whose call is under way does not send it, however long that takes", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const tabs = await customer({});
  const call = await pressAndLeave(tabs, "open");
  vi.setSystemTime(Date.now() + later);
  const look = await tabs(60_000);
  expect(await at(confirmation, look)).toMatchObject({ status: 202, state: "Waiting" });
  await look.end();
  const known = (await cartOf((await tabs()).context, token))?.order;
  expect(known).toMatchObject({ is: "sent", presses: 1 });
  call.resolve(accepted);
  await at(confirmation, await tabs(60_000));
});

// Its page has stopped waiting: the next one says how the call has ended.
test.each<[what: string, end: object, shows: object, audit: string[]]>([
  ["with an error", refusal(500), { status: 202, state: "Waiting" }, ["waiting"]],
  ["lost", lost, { status: 202, state: "Waiting" }, ["waiting"]],
  [
    "refused for a field",
    refuses({ field: "payment.iban" }),
    { status: 302, to: zahlung },
    ["waiting", "refused"],
  ],
  [
    "refused for what no form has",
    refuses({ field: "shoeSize" }),
    { status: 302, to: summaryPage },
    ["waiting", "refused"],
  ],
])("a call that ends later: %s", async (_, end, shows, audit) => {
  const tabs = await customer({});
  const call = await pressAndLeave(tabs, "openUnread");
  call.resolve(end);
  expect(await at(confirmation, await tabs(60_000))).toMatchObject(shows);
  expect(trail.audit.mock.calls.map(([{ outcome }]) => outcome)).toEqual(audit);
});

test("an offer that can be ordered, or lacks data, has no state but that", async () => {
  const place = await (await customer({}))();
  say("open");
  expect(await state(argsOf(place))).toMatchObject({ back: start });
  expect(await place.session.take(cartNotice, token)).toBeUndefined();
  say("noId");
  expect(await at(state, place)).toEqual({ status: 302, to: "/angebot/demo/ausweisdaten" });
  expect((await cartOf(place.context, token))?.order.is).toBe("editing");
  expect(await place.session.take(cartNotice, token)).toBe("stepMissing");
  say("lacking");
  const led = await at(state, place);
  expect(led).toEqual({ status: 302, to: "/angebot/demo/meine-daten" });
  expect((await cartOf(place.context, token))?.order).toMatchObject({
    is: "refused",
    steps: { "personal-data": { birthDate: { code: "missing" } } },
  });
});

test.each<[says: Said, form: string]>([
  ["lacking", "meine-daten"],
  ["noId", "ausweisdaten"],
])("an offer that lacks data leads to its form whoever has begun nothing here: %s", async (said, form) => {
  const tabs = await customer({});
  const place = await tabs();
  forgetCart(place.context, token);
  say(said);
  const leads = Object.values(((await at(state, place)) as { actions: object }).actions);
  expect(leads).toContain(`get /angebot/demo/${form}`);
});

test("a reset of unknown end is not done where a read that is behind says that the offer is open", async () => {
  const tabs = await customer({ order: resetting() });
  const place = await tabs(60_000);
  place.session.write(reset.scope, token, keptReset("o-1"));
  say("unpaid");
  provider.loadSummary.mockResolvedValueOnce(says.open[1]);
  provider.verifyOffer.mockResolvedValueOnce(says.open[0]);
  provider.resetOffer.mockResolvedValue({ ok: true });
  await at(state, place);
  expect(provider.resetOffer).toHaveBeenCalledOnce();
});

test("the state of an offer that is ordered here is its confirmation's", async () => {
  for (const page of [state, link])
    expect((await looks(ordered(), "consumed", page)).shown).toEqual(toDanke302);
});

interface Press {
  knows?: () => OrderLife;
  posts?: Record<string, string>;
  /** What the provider says before, if anything else than that the offer is open. */
  before?: Said;
  answer?: object;
  /** To the same order under its key. */
  again?: object;
  /** What it says afterwards. */
  after?: Said;
  shows: object;
  audit?: string[];
  /** What the session knows then. */
  is: object;
  sends?: number;
  /** How often the summary is read. */
  reads?: number;
  notice?: string;
  /** What is left for the next page to count, beside an order. */
  events?: string[];
}
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
  "is taken, and paid at a page that is not named": {
    answer: answers({ orderId: "o-1", step: "paymentProvider" }),
    shows: toDanke,
    audit: ["done"],
    is: { pay: { at: "blocked", url: "" } },
  },
  "is taken without a word": {
    answer: answers({}),
    shows: toDanke,
    audit: ["done"],
    is: { is: "ordered", orderId: "key", namedBy: "portal" },
  },
  "is refused in words": {
    answer: refusal(409, "OFFER_BLOCKED"),
    shows: { state: "OfferBlocked", tracking: counts("Place order failed: OfferBlocked") },
    audit: ["refused"],
    is: again,
  },
  "is refused for a field": {
    answer: refuses({ field: "payment.iban", message: "Nein." }, { message: "Call us." }),
    shows: { status: 303, to: zahlung },
    events: ["Place order failed: form-field-error"],
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
    events: ["Place order failed: form-field-error"],
    audit: ["refused"],
    is: { is: "refused", words: ["Zu groß."] },
  },
  "is answered with a downtime": {
    answer: refusal(503, "DOWNTIME"),
    shows: { status: 503, state: "Downtime" },
    audit: ["refused"],
    is: again,
  },
  "is answered: again, in a moment": {
    answer: refusal(503, "RESERVATION_RETRY_MODAL"),
    shows: { status: 503, dialog: true, actions: { dialogRetry: `post ${summaryPage}` } },
    audit: ["refused"],
    is: again,
  },
  "is refused for what a step asks": {
    answer: refusal(409, "BIRTHDATE_NOT_PRESENT"),
    shows: { status: 303, to: "/angebot/demo/meine-daten" },
    audit: ["refused"],
    is: { is: "refused", steps: { "personal-data": { birthDate: { code: "missing" } } } },
    notice: "stepMissing",
    events: ["Place order failed: BirthdateNotPresent"],
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
  "is lost, and the offer is open": {
    answer: lost,
    shows: toDanke,
    audit: ["waiting"],
    is: { is: "sent" },
    reads: 2,
  },
  "is lost, and there": {
    answer: lost,
    after: "unpaid",
    shows: toDanke,
    audit: ["waiting", "done"],
    is: { is: "ordered", pay: askedPay },
  },
  "of another page than the latest is shown first": {
    posts: { submissionId: newOrderKey() },
    shows: { status: 303, to: summaryPage },
    is: { is: "editing" },
    sends: 0,
    notice: "orderChanged",
  },
  "of a script, which has made its own id up, is sent": {
    posts: { submissionId: randomUUID() },
    answer: accepted,
    shows: { to: payAt },
    audit: ["done"],
    is: { is: "ordered" },
  },
  "is lost, and there: under its key it is asked where it is paid": {
    answer: lost,
    after: "unpaid",
    again: accepted,
    shows: { status: 303, to: payAt },
    audit: ["waiting", "done"],
    is: { is: "ordered", pay: toPay },
  },
  "is not sent where the offer has ended": {
    before: "cancelled",
    shows: toDanke,
    is: { is: "editing" },
    sends: 0,
  },
  "is not sent where the offer has an order": {
    before: "unpaid",
    shows: toDanke,
    is: { is: "editing" },
    sends: 0,
  },
  "is not sent while the provider is closed": {
    before: "closed",
    shows: { status: 503, state: "Downtime", tracking: counts("Place order failed: Downtime") },
    is: { is: "editing" },
    sends: 0,
  },
  "is sent where nothing can be read": {
    before: "nothing",
    answer: accepted,
    shows: { to: payAt },
    audit: ["done"],
    is: { is: "ordered" },
  },
  "of a double press is not sent again": {
    knows: () => underWay("sent"),
    shows: toDanke,
    is: { is: "sent", presses: 1 },
    sends: 0,
  },
  "that was sent a while ago is sent again, and lost once more: that is counted once": {
    knows: () => underWay("sent", later),
    answer: lost,
    shows: toDanke,
    audit: [],
    is: { is: "sent", presses: 2 },
  },
  "of long ago is sent under its key, as a first attempt": {
    knows: () => underWay("sent", long, 3),
    answer: refusal(409, "OFFER_BLOCKED"),
    shows: { state: "OfferBlocked" },
    is: again,
  },
};

/** A press of the order button, after its page has asked the provider. */
async function press(place: Page, posts: Record<string, string> = {}) {
  const cart = await cartOf(place.context, token);
  if (!cart) throw new Error("no cart");
  const read = await readFor(place, cart);
  const posted = { ...place, posted: true };
  return seenOf(placeOrder(posted, cart, formOf(posts), read));
}

/** Presses on a page that stops waiting before its call ends, and leaves it. @returns the call */
async function pressAndLeave(tabs: Awaited<ReturnType<typeof customer>>, said: Said) {
  const place = await tabs(50);
  say(said);
  const call = Promise.withResolvers<unknown>();
  provider.acceptOffer.mockReturnValueOnce(call.promise);
  expect(await press(place)).toEqual(toDanke);
  await place.end();
  return call;
}

test.each(Object.entries(presses))("an order %s", async (_, row) => {
  const { knows = () => editing, posts = {}, before = "open", answer, after = "open", shows } = row;
  const { again, audit, is, sends = 1, reads, notice, events = [] } = row;
  const tabs = await customer({ order: knows() });
  const place = await tabs(1000);
  say(before);
  provider.acceptOffer.mockResolvedValue(again).mockImplementationOnce(async () => {
    say(after);
    return answer;
  });
  expect(await press(place, posts)).toMatchObject(shows);
  if (reads) expect(provider.loadSummary).toHaveBeenCalledTimes(reads);
  expect(await place.session.take(cartNotice, token)).toBe(notice);
  if (audit) expect(trail.audit.mock.calls.map(([{ outcome }]) => outcome)).toEqual(audit);
  const left = await offerEvents(place.context, token);
  expect(left?.flatMap(({ description }) => description ?? [])).toEqual(events);
  expect(left?.some(({ event }) => event === "offerSubmitted")).toBe(audit?.includes("done") === true);
  await place.end();
  expect((await cartOf((await tabs()).context, token))?.order).toMatchObject(is);
  expect(provider.acceptOffer.mock.calls.map(([, , , key]) => key)[0]).toBe(sends > 0 ? "key" : undefined);
});

interface Payment {
  knows: () => OrderLife;
  says?: Said;
  /** To the same order under its key. */
  answer?: object;
  leads: object;
  sends: number;
  pays?: Pay;
  orderId?: string;
}
const payments: Record<string, Payment> = {
  "of an order whose payment page is known": {
    knows: () => ordered(toPay),
    leads: { status: 303, to: payAt },
    sends: 0,
  },
  "of an order whose payment page is asked for": {
    knows: () => ordered(askedPay),
    answer: accepted,
    leads: { status: 303, to: payAt },
    sends: 1,
    pays: toPay,
  },
  "where the answer names another order than a read has shown": {
    knows: () => ordered(askedPay),
    answer: answers({ orderId: "o-2", redirectUrl: payAt }),
    leads: { status: 303, to: payAt },
    sends: 1,
    pays: toPay,
    orderId: "o-2",
  },
  "where the answer names a page that the settings do not allow": {
    knows: () => ordered(askedPay),
    answer: answers({ step: "paymentProvider", redirectUrl: elsewhere.url }),
    leads: toDanke,
    sends: 1,
    pays: elsewhere,
  },
  "where the answer names none": {
    knows: () => ordered(askedPay),
    answer: answers({}),
    leads: {
      status: 502,
      state: "PaymentOpen",
      text: expect.stringContaining("lässt sich gerade nicht öffnen"),
      actions: { pay: `post ${danke}` },
    },
    sends: 1,
    pays: askedPay,
  },
  "where the answer is lost, and it is paid by now": {
    knows: () => ordered(askedPay),
    says: "paid",
    answer: lost,
    leads: toDanke,
    sends: 1,
  },
  "where the answer is lost, and nothing can be read": {
    knows: () => ordered(askedPay),
    says: "nothing",
    answer: lost,
    leads: toDanke,
    sends: 1,
  },
  "of an order that is paid elsewhere": { knows: () => ordered(), leads: { status: 502 }, sends: 0 },
  "of no order": { knows: () => editing, leads: toDanke, sends: 0 },
};

test.each(Object.entries(payments))("the button that pays: %s", async (_, row) => {
  const { knows, says: said = "unpaid", answer, leads, sends, pays, orderId = "o-1" } = row;
  const tabs = await customer({ order: knows() });
  const place = await tabs(60_000);
  place.context.set(postedFormContext, new FormData());
  say(said);
  provider.acceptOffer.mockResolvedValue(answer);
  const led = await at(pay, place);
  await place.end();
  expect(led).toMatchObject(leads);
  expect(provider.acceptOffer.mock.calls.map(([, , , key]) => key)).toEqual(Array(sends).fill("key"));
  if (pays)
    expect((await cartOf((await tabs()).context, token))?.order).toMatchObject({ orderId, pay: pays });
});

/** An offer's state, by its link and on the page of its state, in a session that has ordered nothing. */
test.each<[says: Said, life: OrderLife, shows: object]>([
  ["unpaid", editing, toDanke302],
  ["failed", editing, toDanke302],
  ["captured", editing, { status: 202, state: "OfferPaymentWaitForCapture" }],
  ["paid", editing, toDanke302],
  ["paidInTime", editing, toDanke302],
  [
    "consumed",
    editing,
    {
      status: 410,
      state: "OfferConsumed",
      text: "Die Bestellung ist bei uns eingegangen.",
      actions: expect.not.objectContaining({ showOrder: expect.anything() }),
    },
  ],
  ["abandoned", editing, { status: 202, state: "OfferAbandonedPayment" }],
  ["failedUnread", editing, { status: 409, state: "PaymentFailed" }],
  ["cancelled", editing, { status: 410, state: "OfferCancelled" }],
  [
    "blocked",
    editing,
    {
      status: 409,
      state: "OfferBlocked",
      tracking: [
        expect.objectContaining({ description: expect.stringMatching(/(page|cart failed): OfferBlocked$/) }),
      ],
    },
  ],
  ["closed", editing, { status: 503, state: "Downtime" }],
  ["login", editing, { status: 401, state: "Unauthorized", actions: { login: "get /angebot/demo/login" } }],
  ["listed", editing, { status: 500, state: "Unexpected" }],
  ["absent", editing, { status: 404, state: "NotFound" }],
  ["nothing", editing, { status: 500, state: "Unexpected" }],
  [
    "blocked",
    { ...editing, is: "over", orderId: "o-1", how: "gone" },
    { status: 410, state: "OfferCancelled" },
  ],
])("the state of an offer: %s", async (said, life, shows) => {
  for (const page of [state, link]) expect((await looks(life, said, page)).shown).toMatchObject(shows);
});

test("an order is sent as it was entered, without what only the portal needs", async () => {
  const ads = { id: "ads", version: "1", granted: true, at: "2026-11-29T10:00:00Z" };
  const tabs = await customer({ consents: [{ ...ads, text: "Ja" }], line: { sim: "esim" } });
  const place = await tabs(1000);
  say("open");
  provider.acceptOffer.mockResolvedValue(accepted);
  await press(place);
  expect(provider.acceptOffer.mock.calls).toEqual([
    [
      place.context,
      token,
      {
        customer: undefined,
        identification: undefined,
        payment: { method: "credit_card" },
        sim: "esim",
        consents: [ads],
        language: "de",
        returnUrl: `http://o2.localhost${danke}`,
      },
      "key",
    ],
  ]);
  expect(trail.audit.mock.calls).toMatchObject([
    [{ audit: "order", outcome: "done" }, ["o-1", "key", shortReference("key")]],
  ]);
  expect(await offerEvents(place.context, token)).toMatchObject([{ event: "offerSubmitted" }]);
});

test("an order that is there once another call is under way is not said to be this one's", async () => {
  const tabs = await customer({});
  const place = await tabs(1000);
  say("open");
  provider.acceptOffer.mockImplementation(async () => {
    say("unpaid");
    provider.loadSummary.mockImplementationOnce(async () => {
      const other = await tabs();
      const sent = underWay("sent");
      const order = "key" in sent ? { ...sent, refusals: 1, key: "key-1" } : sent;
      changeCart(other.context, token, (cart) => ({ ...cart, order }));
      await other.end();
      return says.unpaid[1];
    });
    return lost;
  });
  expect(await press(place)).toEqual(toDanke);
  expect(trail.audit.mock.calls.map(([{ outcome }]) => outcome)).toEqual(["waiting"]);
});

test("a press of an order whose call is still under way waits for that one", async () => {
  const tabs = await customer({});
  const call = await pressAndLeave(tabs, "open");
  const later = await tabs();
  changeCart(later.context, token, (cart) => ({ ...cart, order: underWay("sent", long) }));
  await later.end();
  call.resolve(accepted);
  expect(await press(await tabs(60_000))).toMatchObject({ to: payAt });
  expect(provider.acceptOffer).toHaveBeenCalledOnce();
});

test("where it is paid is not asked under a key of which the session may know more by now", async () => {
  let isAway = false;
  const tabs = await customer({ order: ordered(askedPay) }, (call) => isAway && call === "write");
  const place = await tabs(60_000);
  place.context.set(postedFormContext, new FormData());
  place.session.settle();
  place.session.write(cartNotice, token, "reset");
  isAway = true;
  say("unpaid");
  expect(await at(pay, place)).toMatchObject({ status: 502, state: "PaymentOpen" });
  expect(provider.acceptOffer).not.toHaveBeenCalled();
});

test("a press whose storing ends unknown is not said to have sent nothing", async () => {
  let isAway = false;
  const tabs = await customer({}, (call) => isAway && call === "write");
  const place = await tabs(1000);
  say("open");
  isAway = true;
  expect(await press(place)).toMatchObject({ status: 202, state: "Waiting" });
  expect(provider.acceptOffer).not.toHaveBeenCalled();
});

test("a press that fails by a fault of the portal's own says nothing of its order, and sends nothing", async () => {
  const tabs = await customer({});
  const place = await tabs(1000);
  say("open");
  vi.mocked(nextOfOrder).mockImplementation(() => {
    throw new Error("of our own");
  });
  await expect(press(place)).rejects.toThrow("A change of the session has failed.");
  await place.end();
  expect(provider.acceptOffer).not.toHaveBeenCalled();
  expect((await cartOf((await tabs()).context, token))?.order).toEqual(editing);
});

test("a press that is stored so late that another one may have been sent is not sent", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  let isSlow = false;
  const tabs = await customer({}, (call) => {
    if (isSlow && call === "write") vi.setSystemTime(Date.now() + minute);
    return false;
  });
  const place = await tabs(1000);
  say("open");
  isSlow = true;
  expect(await press(place)).toMatchObject({ status: 202, state: "Waiting" });
  expect(provider.acceptOffer).not.toHaveBeenCalled();
});

// Its page has stopped waiting, and its process still hears how the call ends.
test.each([
  ["sent", () => false],
  ["pressed, as that it was sent could not be stored", () => provider.acceptOffer.mock.calls.length > 0],
])("a call that ends later ends an order that is known as %s", async (_, isFull) => {
  let isAway = isFull;
  const tabs = await customer({}, (call) => call === "write" && isAway());
  const call = await pressAndLeave(tabs, "open");
  isAway = () => false;
  call.resolve(accepted);
  const look = await tabs(60_000);
  const shown = await at(confirmation, look);
  await look.end();
  expect(shown).toEqual({ status: 302, to: payAt });
  expect(provider.acceptOffer).toHaveBeenCalledOnce();
  expect((await cartOf((await tabs()).context, token))?.order).toMatchObject({
    is: "ordered",
    orderId: "o-1",
  });
});
