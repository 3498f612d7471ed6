import { beforeEach, describe, expect, test, vi } from "vitest";
import { offer as offerSchema } from "#app/backend/contract/offer.ts";
import { shortReference } from "#app/domain/short-reference.ts";
import { carryDraft } from "#app/forms/carried-draft.server.ts";
import { dropDraft, firstForm } from "#app/forms/draft.server.ts";
import type { FormState } from "#app/forms/form-state.ts";
import type { OrderLife } from "#app/outcome/order-life.ts";
import { getIfSet, localeContext } from "#app/request/context.server.ts";
import { Visitor, visitorContext } from "#app/request/visitor.server.ts";
import {
  type Cart,
  cartContext,
  cartOf,
  cartScope,
  changeCart,
  documentsOf,
  forgetCart,
  forgetEntered,
  inPageLanguage,
  isEarly,
  isOrderedHere,
  isOrderKey,
  keepEntered,
  keepNeededDocuments,
  personOf,
  refusedOf,
  reopened,
  reopens,
  startCart,
} from "#app/routes/offer/cart/cart.server.ts";
import { cartNotice, takeOverCarried } from "#app/routes/offer/cart/cart-notice.server.ts";
import { paymentForm } from "#app/routes/offer/cart/payment.form.server.ts";
import {
  customerWithCart as customer,
  editing,
  ordered,
  payAt,
  offerRefusal as refusal,
  resetting,
  token,
  underWay,
} from "../support/cart.ts";
import { offersCalls as provider } from "../support/offers-calls.ts";

vi.mock(
  import("#app/backend/offers.server.ts"),
  async () => (await import("../support/offers-calls.ts")).offersCalls,
);
beforeEach(() => void vi.resetAllMocks());

const day = Date.UTC(2026, 10, 28);
const from = <T>(value: T) => ({ value, source: "entered" as const });
const person = {
  firstName: from("Ayşe"),
  lastName: from("Öztürk"),
  birthDate: from("1988-02-29"),
  email: from("ayse@example.com"),
  phone: from("+4915228817386"),
  address: from({ street: "Ring", houseNumber: "7", postalCode: "50667", city: "Köln" }),
};
const identification = {
  documentType: "REISEPASS",
  documentNumber: "C01X00T47",
  issuingAuthority: "Köln",
  nationality: "DE",
};
const consents = [{ id: "ads", version: "1", granted: true, at: "2026-11-27T10:00:00Z", text: "Ja" }];
const error = { code: "refused", message: "Nein." };

type Place = Awaited<ReturnType<Awaited<ReturnType<typeof customer>>>>;

/** A cart, and what the session has of it after a change in a later request. */
async function changed(kept: object, change: (place: Place) => unknown) {
  const open = await customer(kept);
  const place = await open();
  await change(place);
  await place.end();
  const next = await open();
  return { cart: await cartOf(next.context, token) };
}
const cartWith = async (kept: object) =>
  (await cartOf((await (await customer(kept))()).context, token)) as Cart;

describe("what is entered on a step", () => {
  const refused = {
    lacks: "birthDate",
    order: {
      is: "refused",
      shown: "key",
      refusals: 2,
      ended: [],
      steps: { payment: { iban: error }, "id-data": { documentNumber: error } },
      words: [],
    },
  };
  test("is another order, and settles what was refused of this step alone", async () => {
    const { cart } = await changed(refused, ({ context }) =>
      keepEntered(context, token, "payment", { payment: { method: "invoice" } }),
    );
    expect(cart).toMatchObject({
      payment: { method: "invoice" },
      order: { is: "refused", refusals: 0 },
    });
    expect(cart && refusedOf(cart, "payment")).toEqual({});
    expect(cart && refusedOf(cart, "id-data")).toEqual({ documentNumber: error });
    expect(cart?.lacks).toBeUndefined();
    expect(isOrderKey(cart?.order.shown ?? "")).toBe(true);
  });
  test.each<[what: string, kept: object]>([
    ["is placed", { order: ordered() }],
    ["may be placed", { order: underWay("sent") }],
  ])("changes no order that %s", async (_, kept) => {
    const { cart } = await changed(kept, ({ context }) =>
      keepEntered(context, token, "payment", { payment: { method: "invoice" } }),
    );
    expect(cart).toMatchObject({ order: { shown: "key" }, payment: { method: "credit_card" } });
  });
  test("is counted by its step, so that an older page of that one is known", async () => {
    const { cart } = await changed({}, ({ context }) => {
      keepEntered(context, token, "personal-data", { customer: person });
      for (const method of ["invoice", "credit_card"] as const)
        keepEntered(context, token, "payment", { payment: { method } });
    });
    expect(cart?.saves).toEqual({ "personal-data": 1, payment: 2 });
  });
  test("of an offer that the session has lost is not kept without it", async () => {
    const { cart } = await changed({}, ({ context }) => {
      forgetCart(context, token);
      keepEntered(context, token, "payment", { payment: { method: "invoice" } });
    });
    expect(cart).toBeUndefined();
  });
  test("stays once its order is done as far as it names the order", async () => {
    const entered = {
      customer: person,
      identification,
      consents,
      emailKept: "x",
    };
    const { cart } = await changed({ ...entered, order: ordered(), since: 1 }, ({ context }) =>
      forgetEntered(context, token),
    );
    const { locale, verification, offer, order, since, ...rest } = cart as Cart;
    expect([locale, order.is, since]).toEqual(["de", "ordered", 1]);
    expect(rest).toEqual({});
  });
  test("makes the session last as long as what was typed", async () => {
    const { context, session } = await (await customer({}))();
    const lasts = vi.spyOn(session, "extendLifetime");
    changeCart(context, token, (cart) => cart);
    expect(lasts).toHaveBeenCalled();
  });
});

test.each<[when: number | undefined, what: string, kept: object]>([
  [undefined, "that nobody has looked at", { payment: undefined }],
  [day, "that was looked at", { payment: undefined, since: day }],
  [day + 21 * 3_600_000, "with personal data", { payment: undefined, since: day, customer: person }],
  [day + 21 * 3_600_000, "with consents", { payment: undefined, since: day, consents }],
  [day + 21 * 3_600_000, "with a document", { payment: undefined, since: day, identification }],
  [day + 21 * 3_600_000, "with a payment", { since: day }],
  [undefined, "whose order may be placed", { since: day, order: underWay("sent") }],
])("a session without room leaves out from %s an offer %s", async (when, _, kept) => {
  expect(cartScope.removableAt?.(await cartWith(kept))).toBe(when);
});

test.each([
  [true, "direct_debit", "notNeeded"],
  [false, "invoice", "missing"],
  [true, undefined, "missing"],
  [false, undefined, "complete"],
])(
  "the mandate belongs to an order: %s, with the payment %s that is %s",
  async (belongs, method, payment) => {
    const documents = ["CONTRACT_SUMMARY", "SEPA_MANDATE"].map((type) => ({ itemId: "item", type }));
    const cart = await cartWith({ payment: method && { method }, verification: { payment } });
    const types = documentsOf({ ...cart, offer: { ...cart.offer, documents } }).map(({ type }) => type);
    expect(types).toEqual(["CONTRACT_SUMMARY", ...(belongs ? ["SEPA_MANDATE"] : [])]);
  },
);

test("the customer is who was entered, or else who the provider knows", async () => {
  const cart = await cartWith({});
  const known = { ...cart, offer: { ...cart.offer, customer: { firstName: "Kim" } } };
  expect(personOf(known)).toEqual({ firstName: "Kim" });
  expect(personOf({ ...known, customer: person })).toMatchObject({
    firstName: "Ayşe",
    email: "ayse@example.com",
  });
});

const toPay = { underWayAt: "/angebot/demo/danke", reference: "o-1" };
const unknownEnd = { ...toPay, reference: shortReference("key") };
test.each<[what: string, order: OrderLife, isHere: boolean, notice: object]>([
  ["with a number", ordered(), true, {}],
  ["with another number", { ...ordered(), orderId: "o-2" }, false, {}],
  ["with its key alone", { ...ordered(), namedBy: "portal" }, true, {}],
  ["that is being reset", resetting(), true, {}],
  ["with a payment page", ordered({ at: "page", url: payAt }), true, toPay],
  ["with a blocked payment page", ordered({ at: "blocked", url: payAt }), true, toPay],
  ["that may have been sent", underWay("pressed"), false, unknownEnd],
  ["of unknown end", underWay("sent"), false, unknownEnd],
  ["that waits for its payment", underWay("paying"), false, unknownEnd],
  ["that is none", editing, false, {}],
])("an order %s", async (_, order, isHere, notice) => {
  const cart = await cartWith({ order });
  expect(isOrderedHere(cart, "o-1")).toBe(isHere);
  expect(cartScope.endNotice?.(cart, token)).toEqual({ kind: "offer", ...notice });
});

test("an order whose input is forgotten is under way no more, wherever it was paid", async () => {
  const cart = await cartWith({ order: ordered({ at: "page", url: payAt }), payment: undefined });
  expect(cartScope.endNotice?.(cart, token)).toEqual({ kind: "offer" });
});

test("a change is one of the request's own cart, too, once it has one", async () => {
  const place = await (await customer({}))();
  const cart = (await cartOf(place.context, token)) as Cart;
  changeCart(place.context, token, (latest) => ({ ...latest, emailKept: "x" }));
  expect(getIfSet(place.context, cartContext)).toBeUndefined();
  await startCart(place.context, token, cart);
  expect(place.context.get(cartContext).emailKept).toBe("x");
  changeCart(place.context, token, (latest) => ({ ...latest, emailKept: "y" }));
  expect(place.context.get(cartContext).emailKept).toBe("y");
});

test.each([
  [undefined, false],
  [new Date(Date.now() + 60_000).toISOString(), true],
  [new Date(Date.now() - 60_000).toISOString(), false],
])("an offer that can be ordered from %s is early: %s", (orderableFrom, early) =>
  expect(isEarly({ orderableFrom })).toBe(early),
);

test.each([
  ["BirthdateNotPresent", "birthDate", { personalData: "missing", identificationData: "complete" }],
  ["PersonalDataMissing", "personalData", { personalData: "missing", identificationData: "complete" }],
  [
    "IdentificationDataMissing",
    "identification",
    { personalData: "complete", identificationData: "missing" },
  ],
] as const)("what the provider lacks by %s is asked for again", async (code, lacks, verification) => {
  const cart = await cartWith({
    verification: { personalData: "complete", identificationData: "complete", payment: "complete" },
  });
  expect(reopens(code)).toBe(true);
  expect(reopened(cart, code)).toMatchObject({
    lacks,
    verification: { ...verification, payment: "complete" },
  });
});
test("no other state opens a step again", () => expect(reopens("OfferExpired")).toBe(false));

describe("an offer that is loaded", () => {
  const offer = offerSchema.parse({ offers: [{ id: "item" }], documents: [], paymentMethods: [] });
  const porting = { ...offer, porting: { providers: [] } };
  const newDocument = { ...offer, documents: [{ itemId: "item", type: "NEW" }] };

  test("that asks for a number is not complete by what is known of the customer", async () => {
    const { context } = await (await customer({}))();
    const verification = {
      personalData: "complete",
      identificationData: "complete",
      payment: "complete",
    } as const;
    expect((await startCart(context, token, { offer, verification })).verification.personalData).toBe(
      "complete",
    );
    expect(
      (await startCart(context, token, { offer: porting, verification })).verification.personalData,
    ).toBe("missing");
  });

  test("by a browser that has looked at it before is as old as that look", async () => {
    const { context } = await (await customer({ since: 1 }))();
    const cart = await startCart(context, token, { offer, verification: {} as never });
    expect(cart).toMatchObject({ since: 1, order: { shown: "key" } });
    const first = await startCart(context, "another", { offer, verification: {} as never });
    expect(Date.now() - (first.since ?? 0)).toBeLessThan(60_000);
    expect(isOrderKey(first.order.shown)).toBe(true);
  });

  test("with another document is another order", async () => {
    const { context } = await (await customer({}))();
    const before = await startCart(context, token, { offer, verification: {} as never });
    const now = await startCart(context, token, { offer: newDocument, verification: {} as never });
    expect(before.order.shown).not.toBe(now.order.shown);
    const again = await startCart(context, token, { offer: newDocument, verification: {} as never });
    expect(again.order.shown).toBe(now.order.shown);
    keepNeededDocuments(context, token, before, true);
    expect((await cartOf(context, token))?.hasNeededDocuments).toBeUndefined();
    keepNeededDocuments(context, token, now, true);
    expect((await cartOf(context, token))?.hasNeededDocuments).toBe(true);
  });

  test.each<[what: string, locale: "de" | "tr", answer: object, shown: string, calls: number]>([
    ["is as it is in its own language", "de", { ok: true, data: offer }, "de", 0],
    ["is loaded in another one", "tr", { ok: true, data: offer }, "tr", 1],
    ["is shown as it is while that fails", "tr", refusal(500), "de", 1],
  ])("%s", async (_, locale, answer, shown, calls) => {
    const { context } = await (await customer({}))();
    context.set(localeContext, { locale });
    provider.loadOffer.mockResolvedValue(answer);
    const cart = (await cartOf(context, token)) as Cart;
    expect((await inPageLanguage(context, token, cart)).locale).toBe(shown);
    expect(provider.loadOffer).toHaveBeenCalledTimes(calls);
  });
});

describe("what was typed before the offer was found", () => {
  const page = `/angebot/${token}/zahlung`;
  const typed = { accountHolder: "Kim Beispiel" };
  test.each<
    [
      what: string,
      at: string,
      values: Record<string, string>,
      notice: string | undefined,
      inForm: FormState["values"] | undefined,
      said: string | undefined,
    ]
  >([
    ["is in its form", page, typed, "sessionLost", typed, "sessionLost"],
    ["is nothing, and its notice is shown", page, {}, "sessionEnded", undefined, "sessionEnded"],
    ["is of another offer", "/angebot/other/zahlung", typed, "sessionLost", undefined, undefined],
    ["has a word that this portal does not know", page, typed, "newer", typed, undefined],
  ])("%s", async (_, at, values, notice, inForm, said) => {
    const open = await customer({});
    const place = await open();
    const request = new Request(place.url);
    const answer = new Response(null, { headers: { Location: `/angebot/${token}` } });
    const { headers } = carryDraft({ context: place.context, request }, answer, { page: at, values, notice });
    const url = new URL(headers.get("Location") ?? "", place.url);
    const cookie = headers.getSetCookie().join("; ");
    const look = async () => {
      const next = await open();
      next.context.set(visitorContext, new Visitor(new Request(url, { headers: { cookie } }), url, true));
      await takeOverCarried(next.context, token, url);
      const cart = (await cartOf(next.context, token)) as Cart;
      const { values, isCarried } = await firstForm(next.context, new URL(at, place.url), paymentForm, {
        cart,
        methods: [],
      });
      const found = {
        inForm: isCarried && values,
        said: await next.session.take(cartNotice, token),
      };
      dropDraft(next.context, at);
      await next.end();
      return found;
    };
    expect(await look()).toMatchObject({ inForm, said });
    // Loaded again, the address brings nothing back.
    expect(await look()).toEqual({ inForm: undefined, said: undefined });
  });
});
