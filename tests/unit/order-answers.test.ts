import { beforeEach, describe, expect, test, vi } from "vitest";
import { FormFieldError, offerErrorIn } from "#app/errors/errors.ts";
import { type Cart, cartOf, changeCart } from "#app/routes/offer/cart.server.ts";
import { placeOrder, requireDocuments, unknownOrder } from "#app/routes/offer/order.server.ts";
import { offerEvents } from "#app/tracking/offer-events.server.ts";
import {
  acceptedAnswer as accepted,
  customerWithCart as customer,
  intent,
  orderIn,
  payAt,
  offerRefusal as refusal,
  seen,
  token,
} from "../support/cart.ts";

const provider = vi.hoisted(() => ({
  ...{ acceptOffer: vi.fn(), verifyOffer: vi.fn(), loadSummary: vi.fn() },
  ...{ loadOffer: vi.fn(), loadDocument: vi.fn() },
}));
vi.mock("#app/backend/offers.server.ts", () => provider);
const trail = vi.hoisted(() => ({ audit: vi.fn() }));
vi.mock("#app/outcome/audit.server.ts", async (load) => ({ ...(await load<object>()), ...trail }));
vi.mock("node:timers/promises", async () => (await import("../support/short-pauses.ts")).shortPauses);
beforeEach(() => void vi.resetAllMocks());

const open = { ok: true, data: { payment: "missing" } };
const none = refusal(404, "RESERVATION_FOUND_NO_ORDER");
const lost = { ok: false, error: offerErrorIn("Unexpected"), failure: { kind: "timeout" } };
const refuses = (...errors: object[]) => ({
  ...{ ok: false, error: new FormFieldError(errors) },
  failure: { kind: "answer", status: 422, problem: { errors } },
});
const answers = (data: object) => ({ ok: true, data });
const unlisted = "https://pay.example/1";
const [danke, zahlung] = ["/angebot/demo/danke", "/angebot/demo/zahlung"];
const audits = () => trail.audit.mock.calls.map(([{ outcome }]) => outcome);

interface Row {
  answer: object;
  verify?: object;
  summary?: object;
  seen: object;
  /** What the session has of it afterwards. */
  kept: object;
  audit: string[];
}
const toDanke = { status: 303, to: danke };
const isOpenAgain = { sent: undefined, refusals: 1, ordered: undefined };
const rows: Record<string, Row> = {
  "taken, and paid at the payment provider's": {
    ...{ answer: accepted, seen: { status: 303, to: payAt }, audit: ["done"] },
    kept: { ordered: { orderId: "o-1", payAt }, sent: undefined },
  },
  "taken, and paid at a page that the settings do not allow": {
    answer: answers({ orderId: "o-1", step: "paymentProvider", redirectUrl: unlisted }),
    ...{ seen: toDanke, audit: ["done"], kept: { ordered: { orderId: "o-1", payBlockedAt: unlisted } } },
  },
  "taken, with an address and no step": {
    answer: answers({ orderId: "o-1", redirectUrl: payAt }),
    ...{ seen: { status: 303, to: payAt }, audit: ["done"], kept: { ordered: { orderId: "o-1", payAt } } },
  },
  "taken, and not to be paid there, though it names an address": {
    answer: answers({ orderId: "o-1", step: "thankYou", redirectUrl: payAt }),
    ...{ seen: toDanke, audit: ["done"], kept: { ordered: { orderId: "o-1" } } },
  },
  "taken, without a word": {
    ...{ answer: answers({}), seen: toDanke, audit: ["done"] },
    kept: { ordered: { orderId: "key", isKey: true }, sent: undefined },
  },
  "refused in words": {
    answer: refusal(409, "OFFER_BLOCKED"),
    ...{ seen: { state: "OfferBlocked" }, audit: ["refused"], kept: isOpenAgain },
  },
  "refused for a field": {
    answer: refuses({ field: "payment.iban", message: "Nein." }, { message: "Call us." }),
    ...{ seen: { status: 303, to: zahlung }, audit: ["refused"] },
    kept: {
      ...isOpenAgain,
      refusedSteps: { payment: { iban: { message: "Nein." } } },
      refusedWords: ["Call us."],
    },
  },
  "refused for a field, and nothing else": {
    answer: refuses({ field: "payment.iban" }),
    ...{
      seen: { status: 303, to: zahlung },
      audit: ["refused"],
      kept: { ...isOpenAgain, refusedWords: undefined },
    },
  },
  "refused for what no form has": {
    answer: refuses({ field: "shoeSize", message: "Zu groß." }),
    ...{ seen: { status: 422 }, audit: ["refused"], kept: { ...isOpenAgain, refusedWords: ["Zu groß."] } },
  },
  "refused for what no form has, without a word": {
    answer: refuses({ field: "shoeSize" }),
    ...{ seen: { status: 422 }, audit: ["refused"], kept: { ...isOpenAgain, refusedWords: [] } },
  },
  "answered with an error, and the offer is open": {
    answer: refusal(500),
    seen: { state: "Unexpected", actions: { retry: "get /angebot/demo/zusammenfassung" } },
    ...{
      audit: ["waiting"],
      kept: { sent: { key: "key", tries: 0, isUnknown: false }, refusals: undefined },
    },
  },
  "lost, and the offer is open": {
    ...{ answer: lost, seen: toDanke, audit: ["waiting"] },
    kept: { sent: { key: "key", tries: 1, isUnknown: true } },
  },
  "lost, and the order is there, and paid": {
    ...{ answer: lost, summary: orderIn({ paid: true }), seen: toDanke, audit: ["waiting", "done"] },
    kept: { ordered: { orderId: "o-1" }, sent: { key: "key", isUnknown: false } },
  },
  "lost, and the order is there: its payment page is asked for again": {
    ...{ answer: lost, summary: orderIn({}), seen: { status: 303, to: payAt }, audit: ["waiting", "done"] },
    kept: { ordered: { orderId: "o-1", payAt }, sent: undefined },
  },
  "answered with an error, and the offer has expired": {
    ...{ answer: refusal(500), verify: refusal(410, "OFFER_EXPIRED") },
    ...{ seen: { state: "OfferExpired" }, audit: ["waiting"], kept: { ordered: undefined } },
  },
  "taken, and its payment is awaited": {
    answer: refusal(202, "OFFER_PAYMENT_WAITFORCAPTURE"),
    ...{ seen: toDanke, audit: ["waiting"], kept: { sent: { key: "key", isPaying: true } } },
  },
};

test.each(Object.entries(rows))(
  "an order is %s",
  async (_, { answer, verify = open, summary = none, ...row }) => {
    const tabs = await customer({ refusedWords: ["before"], refusedSteps: { payment: {} } });
    const place = { ...(await tabs(1000)), posted: true as const };
    provider.acceptOffer.mockResolvedValueOnce(answer).mockResolvedValue(accepted);
    provider.verifyOffer.mockResolvedValue(verify);
    provider.loadSummary.mockResolvedValue(summary);
    const cart = (await cartOf(place.context, token)) as Cart;
    const led = await placeOrder(place, cart, new FormData()).catch((thrown: unknown) => thrown);
    expect(seen(led)).toMatchObject(row.seen);
    expect(audits()).toEqual(row.audit);
    await place.end();
    const next = await tabs();
    const after = await cartOf(next.context, token);
    const { ordered, intent: sent, refusals, refusedSteps, refusedWords } = after ?? {};
    expect({ ordered, sent, refusals, refusedSteps, refusedWords }).toMatchObject({
      refusedWords: undefined,
      ...row.kept,
    });
    // What analytics is sent with the next page.
    const events = (await offerEvents(next.context, token))?.map(({ event }) => event);
    expect(events?.includes("offerSubmitted")).toBe(ordered !== undefined);
    expect(events?.includes("offerSubmitFailed")).toBe(refusals !== undefined && refusedSteps !== undefined);
  },
);

test("an order is what was entered, with its consents and the way back", async () => {
  const consent = { id: "ads", version: "1", granted: true, at: "2026-11-27T10:00:00Z" };
  const identification = {
    documentType: "REISEPASS",
    documentNumber: "C01",
    issuingAuthority: "Köln",
    nationality: "DE",
  };
  const line = { sim: "esim" };
  const place = await (await customer({ consents: [{ ...consent, text: "Ja" }], identification, line }))(
    1000,
  );
  provider.acceptOffer.mockResolvedValue(accepted);
  await placeOrder(place, (await cartOf(place.context, token)) as Cart, new FormData());
  expect(provider.acceptOffer.mock.calls[0]?.slice(1)).toEqual([
    token,
    {
      ...{ customer: undefined, payment: { method: "credit_card" }, identification, sim: "esim" },
      ...{ consents: [consent], language: "de", returnUrl: `http://o2.localhost${danke}` },
    },
    "key",
  ]);
});

test.each<[what: string, kept: object, sent: [key: string, language: string][]]>([
  [
    "is sent again as it was sent",
    { intent: { ...intent, body: { ...intent.body, language: "en" } } },
    [["key", "en"]],
  ],
  ["follows another one that was refused", { intent: { ...intent, key: "old" } }, [["key", "de"]]],
  ["follows one refusal of itself", { refusals: 1 }, [["key-1", "de"]]],
  ["waits for another one that may be placed", { intent: { ...intent, key: "old", isUnknown: true } }, []],
])("an order that %s", async (_, kept, sent) => {
  const place = { ...(await (await customer(kept))(1000)), posted: true as const };
  provider.acceptOffer.mockResolvedValue(accepted);
  const led = await placeOrder(place, (await cartOf(place.context, token)) as Cart, new FormData());
  expect(provider.acceptOffer.mock.calls.map(([, , body, key]) => [key, body.language])).toEqual(sent);
  if (sent.length === 0) expect(seen(led)).toEqual(toDanke);
});

test.each<[what: string, isLost: boolean, kept: object, after: object]>([
  [
    "named its payment page in another tab",
    true,
    { ordered: { orderId: "o-1", payAt } },
    { ordered: { orderId: "o-1", payAt } },
  ],
  ["follows another one", true, { ordered: { orderId: "o-0", payAt } }, { ordered: { orderId: "o-1" } }],
  [
    "has the number of one that was reset",
    true,
    { ended: [{ orderId: "o-0" }] },
    { ended: [{ orderId: "o-0" }] },
  ],
  [
    "is named as the one that was reset",
    false,
    { ended: [{ orderId: "o-1" }, { orderId: "o-0" }] },
    { ended: [{ orderId: "o-0" }] },
  ],
])("an order that %s", async (_, isLost, kept, after) => {
  const sent = { ...intent, isUnknown: true };
  const tabs = await customer({ intent: sent, payment: { method: "direct_debit" } });
  const place = await tabs(1000);
  const cart = (await cartOf(place.context, token)) as Cart;
  changeCart(place.context, token, (latest) => ({ ...latest, ...kept }));
  provider.verifyOffer.mockResolvedValue(refusal(410, "OFFER_CONSUMED"));
  provider.loadSummary.mockResolvedValue(orderIn({}));
  provider.acceptOffer.mockResolvedValue(answers({ orderId: "o-1", step: "thankYou" }));
  await (isLost
    ? unknownOrder(place, cart, sent)
    : placeOrder(place, { ...cart, intent: undefined }, new FormData()));
  expect(await cartOf(place.context, token)).toMatchObject(after);
});

test("an order that is refused while the other half of a double press sends it again is not known to be refused", async () => {
  const tabs = await customer({});
  const [place, other] = [{ ...(await tabs(1000)), posted: true as const }, await tabs()];
  provider.acceptOffer.mockResolvedValue(refusal(500));
  provider.loadSummary.mockResolvedValue(none);
  provider.verifyOffer.mockImplementation(async () => {
    changeCart(other.context, token, (cart) => ({
      ...cart,
      intent: cart.intent && { ...cart.intent, tries: 2 },
    }));
    await other.end();
    return open;
  });
  const cart = (await cartOf(place.context, token)) as Cart;
  const led = await placeOrder(place, cart, new FormData()).catch((thrown: unknown) => thrown);
  expect(seen(led)).toEqual(toDanke);
  await place.end();
  expect((await cartOf((await tabs()).context, token))?.intent).toMatchObject({ tries: 2, isUnknown: true });
});

test("an order that waits for its payment says so while it waits", async () => {
  const place = await (await customer({ intent: { ...intent, isPaying: true } }))(1000);
  provider.verifyOffer.mockResolvedValue(open);
  provider.loadSummary.mockResolvedValue(none);
  const cart = (await cartOf(place.context, token)) as Cart;
  const shown = await unknownOrder(place, cart, { ...intent, isPaying: true }).catch(
    (thrown: unknown) => thrown,
  );
  expect(seen(shown)).toMatchObject({ state: "OfferPaymentWaitForCapture" });
});

describe("before an order", () => {
  const summaryOf = { itemId: "item", type: "CONTRACT_SUMMARY" };
  const creditOf = (itemId: string) => ({ itemId, type: "CREDIT_INFORMATION" });
  const credit = {
    offers: [{ id: "item", credit: { creditor: "Bank", amount: 10, total: 11, annualRate: 1 } }],
  };
  const close = vi.fn();
  const loads = { ok: true, data: { close } };
  const notLoaded = { state: "DocumentsNotLoaded" };
  test.each<[what: string, offer: object, now: object, file: object, seen: object | undefined]>([
    ["its summary can be loaded", { documents: [summaryOf] }, refusal(500), loads, undefined],
    [
      "its summary cannot be loaded",
      { documents: [summaryOf] },
      refusal(500),
      refusal(500),
      { state: "Unexpected" },
    ],
    [
      "its summary is not found",
      { documents: [summaryOf] },
      refusal(500),
      { ...refusal(404), error: offerErrorIn("NotFound") },
      notLoaded,
    ],
    [
      "the provider is away",
      { documents: [summaryOf] },
      refusal(500),
      refusal(503, "DOWNTIME"),
      { state: "Downtime" },
    ],
    ["there is no summary", { documents: [] }, refusal(500), loads, notLoaded],
    [
      "there is no summary for this portal yet",
      { documents: [] },
      { documents: [summaryOf] },
      loads,
      undefined,
    ],
    ["its credit has no information", { ...credit, documents: [summaryOf] }, refusal(500), loads, notLoaded],
    [
      "its credit has the information of another one",
      { ...credit, documents: [summaryOf, creditOf("other")] },
      refusal(500),
      loads,
      notLoaded,
    ],
    [
      "its credit has its information",
      { ...credit, documents: [summaryOf, creditOf("item")] },
      refusal(500),
      loads,
      undefined,
    ],
  ])("%s", async (_, changes, now, file, expected) => {
    const place = await (await customer({}))();
    const { offer, ...cart } = (await cartOf(place.context, token)) as Cart;
    changeCart(place.context, token, () => ({ ...cart, offer: { ...offer, ...changes } }));
    const known = (await cartOf(place.context, token)) as Cart;
    provider.loadOffer.mockResolvedValue("documents" in now ? { ok: true, data: { ...offer, ...now } } : now);
    provider.loadDocument.mockResolvedValue(file);
    const shown = await requireDocuments(place, known).then(() => undefined, seen);
    if (expected) expect(shown).toMatchObject(expected);
    else expect(shown).toBeUndefined();
    if (file === loads) expect(close).toHaveBeenCalledTimes(provider.loadDocument.mock.calls.length);
    expect((await cartOf(place.context, token))?.hasNeededDocuments).toBe(expected ? undefined : true);
  });
});
