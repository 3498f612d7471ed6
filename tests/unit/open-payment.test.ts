import { beforeEach, expect, test, vi } from "vitest";
import { cartOf } from "#app/routes/offer/cart.server.ts";
import { offerReset } from "#app/routes/offer/error-answer.server.ts";
import {
  payBlocked,
  payOrder,
  requirePayment,
  toPaymentPage,
} from "#app/routes/offer/payment-state.server.ts";
import {
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
}));
vi.mock("#app/backend/offers.server.ts", () => provider);

const elsewhere = "https://pay.example/1";
const other = "http://o2.localhost/sandbox/pay/2";
const [danke, fehler] = ["/angebot/demo/danke", "/angebot/demo/fehler"];
const placed = { orderId: "o-1" };
const open = { ok: true, data: {} };

beforeEach(() => {
  vi.resetAllMocks();
  provider.verifyOffer.mockResolvedValue(open);
  provider.loadSummary.mockResolvedValue(orderIn({}));
});

/** A customer at the page of an order, and what the session has of it afterwards. */
async function at(kept: object, hasReset = false, isAway?: Parameters<typeof customer>[1]) {
  const tabs = await customer(kept, isAway);
  const place = await tabs();
  if (hasReset)
    place.session.write(offerReset.kept, token, {
      submissionId: "reset",
      order: "o-1",
      after: "",
      paymentAction: "clearError",
      isRetried: false,
      startedAt: 0,
    });
  return {
    place,
    cart: await cartOf(place.context, token),
    async after() {
      await place.end();
      return cartOf((await tabs()).context, token);
    },
  };
}

const again = { checkAgain: `get ${danke}`, otherPaymentMethod: `post ${fehler}` };
const textOf = {
  pay: "Bitte bezahlen Sie jetzt",
  unreachable: "Die Seite zum Bezahlen lässt sich gerade nicht öffnen",
  elsewhere: "in dem Browser, in dem Sie bestellt haben",
  noPage: "Eine Seite zum Bezahlen ließ sich hier nicht öffnen",
};
const paymentOpen = (text: keyof typeof textOf, pay?: string) => ({
  ...{ status: 200, state: "PaymentOpen", text: expect.stringContaining(textOf[text]) },
  actions: { ...again, ...(pay && { pay }) },
  meta: expect.arrayContaining([expect.objectContaining({ value: "o-1" })]),
  next: { steps: [expect.anything(), { label: "Sie bezahlen" }] },
  tracking: expect.anything(),
});
const blocked = {
  ...{ status: 500, state: "TechnicalProblem", headline: "Ihre Bestellung ist da, die Bezahlung fehlt noch" },
  actions: {
    pay: `get ${danke}`,
    otherPaymentMethod: `post ${fehler}`,
    hotline: expect.stringMatching(/^get tel:/),
  },
};
const waiting = { state: "OfferPaymentWaitForCapture", actions: { wait: expect.anything() } };
const failedPayment = { state: "PaymentFailed" };
/** Whoever has not paid can: the address of the payment page is known here. */
const unreadable = {
  ...{
    status: 502,
    state: "OfferSummaryNotLoaded",
    text: expect.stringContaining("Haben Sie noch nicht bezahlt?"),
  },
  actions: { pay: `get ${payAt}`, retry: `get ${danke}`, hotline: expect.stringMatching(/^get tel:/) },
};
const unsaid = { paid: undefined };
const here = { ordered: { ...placed, payAt } };

test.each<
  [
    what: string,
    kept: object | undefined,
    said: object,
    verify: object,
    seen: object | string,
    ordered?: object,
  ]
>([
  ["is paid", here, { paid: true }, open, "paid", here.ordered],
  [
    "is collected later",
    { payment: { method: "direct_debit" }, ordered: placed },
    {},
    open,
    "notDue",
    placed,
  ],
  [
    "was not to be chosen",
    { payment: undefined, verification: { payment: "notNeeded" } },
    {},
    open,
    "notDue",
  ],
  [
    "was to be chosen",
    { payment: undefined, verification: { payment: "missing" } },
    {},
    open,
    paymentOpen("elsewhere"),
  ],
  ["is open, at a page that is known", here, {}, open, paymentOpen("pay", `get ${payAt}`)],
  [
    "is open, at a page that may be asked for again",
    { ordered: placed, intent },
    {},
    open,
    paymentOpen("pay", `post ${danke}`),
  ],
  ["is open, at a page that nobody knows", { ordered: placed }, {}, open, paymentOpen("noPage")],
  ["is open, in another browser", {}, { redirectUrl: payAt }, open, paymentOpen("elsewhere")],
  [
    "is open, at the page that its summary names",
    { ordered: placed },
    { redirectUrl: payAt },
    open,
    paymentOpen("pay", `get ${payAt}`),
    here.ordered,
  ],
  [
    "is open, at the page that its acceptance named",
    here,
    { redirectUrl: other },
    open,
    paymentOpen("pay", `get ${payAt}`),
    here.ordered,
  ],
  [
    "is open, at a page that the settings do not allow",
    { ordered: placed },
    { redirectUrl: elsewhere },
    open,
    blocked,
    { ...placed, payBlockedAt: elsewhere },
  ],
  [
    "is open, at a page that they did not allow before",
    { ordered: { ...placed, payBlockedAt: payAt } },
    {},
    open,
    { status: 302, to: payAt },
    here.ordered,
  ],
  [
    "is open, at a page that they still do not allow",
    { ordered: { ...placed, payBlockedAt: elsewhere } },
    { redirectUrl: payAt },
    open,
    blocked,
    { ...placed, payBlockedAt: elsewhere },
  ],
  ["has failed, says the summary", here, { code: "PAYMENT_FAILED" }, open, failedPayment],
  ["was broken off, says the summary", here, { code: "PAYMENT_ABORTED" }, open, { state: "PaymentAborted" }],
  ["is open, of which the offer says nothing", here, {}, refusal(500), paymentOpen("pay", `get ${payAt}`)],
  ["waits, says the offer", here, {}, refusal(409, "OFFER_PAYMENT_WAITFORCAPTURE"), waiting],
  ["has failed, says the offer", here, {}, refusal(409, "PAYMENT_FAILED"), failedPayment],
  [
    "is open, and the offer is taken",
    here,
    {},
    refusal(410, "OFFER_CONSUMED"),
    paymentOpen("pay", `get ${payAt}`),
  ],
  [
    "is open, though the offer says that it was given up",
    here,
    {},
    refusal(409, "OFFER_ABANDONED_PAYMENT"),
    paymentOpen("pay", `get ${payAt}`),
  ],
  ["waits for its confirmation", here, { code: "OFFER_PAYMENT_WAITFORCAPTURE" }, open, waiting],
  [
    "is collected later, of which the provider says nothing",
    { ordered: placed, payment: { method: "invoice" } },
    unsaid,
    open,
    "notDue",
  ],
  ["may be done: nobody pays twice", here, unsaid, open, unreadable],
  ["may be done, and the offer is taken", here, unsaid, refusal(410, "OFFER_CONSUMED"), unreadable],
  ["has failed, says the offer alone", here, unsaid, refusal(409, "PAYMENT_FAILED"), failedPayment],
])("the payment %s", async (_, kept = {}, said, verify, expected, ordered) => {
  const { place, cart, after } = await at(kept);
  provider.verifyOffer.mockResolvedValue(verify);
  const { data } = orderIn(said);
  const shown = await requirePayment(place, cart, data as never).catch(seen);
  if (typeof expected === "string") expect(shown).toBe(expected);
  else expect(shown).toMatchObject(expected);
  if (typeof expected === "object" && "actions" in expected)
    expect(shown).toHaveProperty("actions", expected.actions);
  if (ordered) expect((await after())?.ordered).toEqual(ordered);
});

test("a failed payment of an order is counted once, however often its page is viewed", async () => {
  const { place, cart } = await at(here);
  const view = async () => {
    const shown = requirePayment(place, cart, orderIn({ code: "PAYMENT_FAILED" }).data as never);
    return (await shown.then(String, seen)) as ReturnType<typeof seen>;
  };
  expect(await view()).toMatchObject({ tracking: [{ event: expect.anything() }] });
  expect(await view()).toMatchObject({ tracking: [] });
});

const answers = (data: object) => ({ ok: true, data: { orderId: "o-1", ...data } });
const paysAt = (redirectUrl: string) => answers({ step: "paymentProvider", redirectUrl });
const sent = { ordered: placed, intent };
test.each<
  [what: string, kept: object, answer: object, to: string, ordered: object | undefined, calls: number]
>([
  ["that is known", { ...here, intent }, open, payAt, here.ordered, 0],
  ["that the provider names again", sent, paysAt(payAt), payAt, here.ordered, 1],
  [
    "that it names again, without a word for what it is",
    sent,
    answers({ redirectUrl: payAt }),
    payAt,
    here.ordered,
    1,
  ],
  [
    "that the settings do not allow",
    sent,
    paysAt(elsewhere),
    danke,
    { ...placed, payBlockedAt: elsewhere },
    1,
  ],
  ["that is not needed", sent, answers({ step: "thankYou" }), danke, placed, 1],
  ["that is refused", sent, refusal(500), danke, placed, 1],
  ["that nobody can ask for", { ordered: placed }, open, danke, placed, 0],
  ["of no order", { intent }, paysAt(payAt), danke, undefined, 0],
])("to a payment page %s", async (_, kept, answer, to, ordered, calls) => {
  for (const posted of [true, undefined]) {
    const { place, after } = await at(kept);
    provider.acceptOffer.mockReset().mockResolvedValue(answer);
    const led = seen(await toPaymentPage({ ...(await place), posted }));
    expect(led).toEqual({ to, status: posted ? 303 : 302 });
    expect((await after())?.ordered).toEqual(ordered);
    expect(provider.acceptOffer).toHaveBeenCalledTimes(calls);
  }
});

test.each<[what: string, kept: object, answer: object, said: object, seen: object]>([
  ["leads there", sent, paysAt(payAt), orderIn({}), { to: payAt }],
  [
    "is known to be unreachable",
    sent,
    refusal(500),
    orderIn({}),
    { ...paymentOpen("unreachable", `post ${danke}`), status: 502 },
  ],
  ["is not needed any more", sent, refusal(500), orderIn({ paid: true }), { to: danke }],
  ["is of an order that nobody can say anything of", sent, refusal(500), refusal(500), { to: danke }],
  ["is not allowed by the settings", sent, paysAt(elsewhere), orderIn({}), { to: danke }],
  ["is of no order", {}, open, orderIn({}), { to: danke }],
])("the button that pays, whose page %s", async (_, kept, answer, said, expected) => {
  const { place } = await at(kept);
  provider.acceptOffer.mockResolvedValue(answer);
  provider.loadSummary.mockResolvedValue(said);
  expect(seen(await payOrder({ ...place, posted: true }).catch((thrown: unknown) => thrown))).toMatchObject(
    expected,
  );
});

test.each<[what: string, page: (seenAt: Awaited<ReturnType<typeof at>>) => Promise<unknown>]>([
  ["payment", ({ place }) => toPaymentPage(place)],
  ["open payment", ({ place, cart }) => requirePayment(place, cart, orderIn({}).data as never)],
  [
    "blocked payment",
    ({ place, cart }) =>
      payBlocked(place, cart && { ...cart, ordered: { ...placed, payBlockedAt: elsewhere } }),
  ],
])(
  "while nobody knows whether a reset has ended the order, the page of its %s leads to the reset",
  async (_, page) => {
    expect(seen(await page(await at(here, true)).catch((thrown: unknown) => thrown))).toEqual({
      status: 302,
      to: fehler,
    });
  },
);

test("while the session cannot be stored, no order is sent for its payment page: it may be refused by now", async () => {
  let isAway = false;
  const { place } = await at(sent, false, (call) => isAway && call === "write");
  place.session.write(offerReset.kept, "another", {} as never);
  place.session.settle();
  isAway = true;
  expect(seen(await toPaymentPage(place))).toEqual({ status: 302, to: danke });
  expect(provider.acceptOffer).not.toHaveBeenCalled();
});
