import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { instant, postalAddress } from "#app/backend/contract/common.ts";
import { customerDetails } from "#app/backend/contract/customer.ts";
import { idv } from "#app/backend/contract/identity.ts";
import { knownVerification, offer, offerVerification } from "#app/backend/contract/offer.ts";
import { offerSummary } from "#app/backend/contract/order.ts";
import {
  terminationConfig,
  terminationPrefill,
  terminationReceipt,
} from "#app/backend/contract/termination.ts";
import { withdrawalReceipt } from "#app/backend/contract/withdrawal.ts";
import { readAnswer } from "#app/backend/read-answer.ts";
import { readProblem } from "#app/backend/read-problem.ts";

const phone = {
  id: "hw",
  name: "Kiesel 5",
  prices: [
    { type: "once", amount: 1 },
    { type: "monthly", amount: 20, months: 24 },
  ],
};
const plain = {
  offerId: "o-1",
  brand: "O2",
  offerUseCase: "offer",
  offers: [{ id: "i-1", category: "mobile", hardware: phone }],
  charges: [{ type: "charge", frequency: "once", name: "Versand", amount: 4.99 }],
  documents: [{ itemId: "i-1", type: "TERMS" }],
  paymentMethods: ["invoice"],
  consents: ["email"],
};
const read = (changes: object) => readAnswer(offer, { ...plain, ...changes });
const readData = readAnswer(offer, plain);
const data = (changes: object) => {
  const answer = read(changes);
  return answer.ok ? answer.data : answer.unusable;
};
/** An offer whose first price has these members. */
const priced = (price: object) => ({
  offers: [{ id: "i-1", category: "mobile", hardware: { ...phone, prices: [price] } }],
});

const pricePath = "offers[].hardware.prices[]";
const amountPath = `${pricePath}.amount`;

describe("an answer", () => {
  test("as the contract has it is read without a word", () => {
    expect(readData).toMatchObject({ ok: true, deviations: [] });
  });

  test.each([null, "", {}, [], undefined])("may have %j where a field is optional", (empty) => {
    const answer = read({ validUntil: empty, shopHotline: empty, customer: empty, brand: empty });
    expect(answer).toMatchObject({ ok: true, deviations: [] });
    expect(Object.keys(answer.ok ? answer.data : {})).not.toContain("validUntil");
  });

  test("may have a postal code as a number, unless that lost its zero", () => {
    const coded = (postalCode: unknown) =>
      readAnswer(postalAddress, { street: "Ring", houseNumber: 7, postalCode, city: "Ort" });
    expect(coded("01067")).toMatchObject({ ok: true, data: { postalCode: "01067" } });
    expect(coded(50667)).toMatchObject({ ok: true, data: { postalCode: "50667" } });
    expect(coded(1067)).toMatchObject({
      ok: false,
      unusable: [{ path: "postalCode", what: "wrong type" }],
    });
  });

  test("may name documents and payment methods of other kinds", () => {
    const other = {
      documents: [{ itemId: "i-1", type: "SONNET", name: "Sonett" }],
      paymentMethods: ["barter", " Direct_Debit "],
      paymentMethodNames: { barter: "Tausch" },
    };
    expect(read(other)).toMatchObject({
      ok: true,
      data: { ...other, paymentMethods: ["barter", "direct_debit"] },
      deviations: [],
    });
  });

  test.each([null, "", {}, [], undefined])("may have %j where a price runs as always", (empty) => {
    const answer = read(priced({ type: "monthly", amount: 1, from: empty, months: empty, period: empty }));
    expect(answer).toMatchObject({ ok: true, deviations: [] });
    expect(answer.ok && answer.data.offers[0]?.hardware?.prices).toEqual([{ type: "monthly", amount: 1 }]);
  });

  test("may have members that nobody knows", () => {
    expect(data({ more: { a: 1 } })).toEqual(data({}));
  });

  test.each(["o2", " O2 ", "Blau", "whatsapp", "telefonica", "blauworld", "{product}", "{Product}"])(
    "may write the brand %j",
    (brand) => {
      expect(read({ brand })).toMatchObject({ ok: true, deviations: [] });
    },
  );

  test.each<readonly [object, { path: string; what: string }]>([
    [{ validUntil: "soon" }, { path: "validUntil", what: "unreadable" }],
    [{ documents: [{ itemId: "i-1", type: "a/b" }] }, { path: "documents[].type", what: "wrong type" }],
    [{ consents: [null, "email"] }, { path: "consents[]", what: "null" }],
    [{ paymentMethods: [".."] }, { path: "paymentMethods[]", what: "wrong type" }],
    [{ customer: { firstName: ["A"] } }, { path: "customer.firstName", what: "wrong type" }],
    [{ shopHotline: 3023125111 }, { path: "shopHotline", what: "wrong type" }],
    [{ offerUseCase: "pink" }, { path: "offerUseCase", what: "unknown value" }],
    [{ offerId: 17 }, { path: "offerId", what: "number for text" }],
    [{ validUntil: 1798671600000 }, { path: "validUntil", what: "another form of date" }],
    [{ validUntil: 1798671600 }, { path: "validUntil", what: "another form of date" }],
    [{ validUntil: 20261231 }, { path: "validUntil", what: "wrong type" }],
    [{ validUntil: "2026-12-31" }, { path: "validUntil", what: "another form of date" }],
    // It stays, without a place among the months.
    ...["some", 0, -1, 1.5].flatMap((count) => [
      [
        priced({ type: "monthly", amount: 1, from: count }),
        { path: `${pricePath}.from`, what: "unknown value" },
      ] as const,
      [
        priced({ type: "monthly", amount: 1, months: count }),
        { path: `${pricePath}.months`, what: "unknown value" },
      ] as const,
    ]),
    [
      priced({ type: "monthly", amount: 1, period: "P1W" }),
      { path: `${pricePath}.period`, what: "unknown value" },
    ],
    [
      priced({ type: "monthly", amount: 1, months: "6" }),
      { path: `${pricePath}.months`, what: "text for number" },
    ],
    ...["1.50", "0.500", "1.2990"].map(
      (amount) => [priced({ type: "once", amount }), { path: amountPath, what: "text for number" }] as const,
    ),
  ])("%j is read, and reported", (changes, deviation) => {
    expect(read(changes)).toMatchObject({ ok: true, deviations: [deviation] });
  });

  test.each<readonly [object, { path: string; what: string }]>([
    [{ offers: [] }, { path: "offers", what: "unreadable" }],
    [{ offers: "none" }, { path: "offers", what: "wrong type" }],
    [{ charges: [{ type: "charge" }] }, { path: "charges[].frequency", what: "missing" }],
    [priced({ type: "weekly", amount: 1 }), { path: `${pricePath}.type`, what: "unknown value" }],
    ...["a lot", "1.234,50", "1.299"].map(
      (amount) => [priced({ type: "once", amount }), { path: amountPath, what: "wrong type" }] as const,
    ),
  ])("%j cannot be used: nothing that is paid is left out", (changes, deviation) => {
    const answer = read(changes);
    expect(answer.ok).toBe(false);
    expect(answer.ok ? [] : answer.unusable).toContainEqual(deviation);
  });

  const packs = (count: number, amount = 1) => {
    const prices = [{ type: "once", amount }];
    return Array.from({ length: count }, (_, at) => ({ id: `p-${at}`, name: "Pack", prices }));
  };
  const names = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`m-${at}`, "Name"]));

  test.each<readonly [object, object, string]>([
    [{ consents: Array(60_000).fill("email") }, { consents: Array(20).fill("email") }, "consents"],
    [{ productTypes: Array(301).fill("phone") }, { productTypes: Array(300).fill("phone") }, "productTypes"],
    [{ paymentMethodNames: names(301) }, { paymentMethodNames: names(300) }, "paymentMethodNames"],
    [
      { customer: { firstName: "x".repeat(1_800_000) } },
      { customer: { firstName: "x".repeat(10_000) } },
      "customer.firstName",
    ],
  ])("what is too long is cut, and reported", (changes, within, path) => {
    expect(data(changes)).toMatchObject(within);
    expect(read(changes).deviations).toEqual([{ path, what: "too long" }]);
  });

  test.each([
    [{ offers: [{ id: "o-1", packs: packs(301) }] }, { path: "offers[].packs", what: "too long" }],
    [
      { offers: [{ id: "o-1", packs: packs(1, 1e308) }] },
      { path: "offers[].packs[].prices[].amount", what: "unreadable" },
    ],
  ])("nor is anything that is paid cut off", (changes, deviation) => {
    const answer = read(changes);
    expect(answer.ok ? [] : answer.unusable).toContainEqual(deviation);
  });

  test("all of an answer has an end", () => {
    const offers = Array.from({ length: 10 }, (_, at) => ({ id: `o-${at}`, packs: packs(150) }));
    const answer = read({ offers });
    const path = "offers[].packs[].prices";
    expect(answer.ok ? [] : answer.unusable).toContainEqual({ path, what: "too long" });
  });

  test.each([
    ["2026-12-31", "2026-12-31T22:59:59.000Z"],
    ["2026-12-31T10:00:00", "2026-12-31T09:00:00.000Z"],
    ["2026-06-30 10:00", "2026-06-30T08:00:00.000Z"],
    ["2026-06-30T10:00:00.123+0200", "2026-06-30T08:00:00.000Z"],
    ["2026-06-30T10:00:00+05:00", "2026-06-30T10:00:00+05:00"],
  ])("has the end of a period as %s", (validUntil, meant) => {
    expect(data({ validUntil })).toMatchObject({ validUntil: meant });
  });

  test.each([
    ["1990-05-01T00:00:00", "1990-05-01"],
    ["01.05.1990", "1990-05-01"],
    ["1990-05-01T00:00:00+02:00[Europe/Berlin]", "1990-05-01"],
    ["1990-04-30T22:00:00Z", "1990-05-01"],
    ["1990-05-01T00:00:00+02:00", "1990-05-01"],
  ])("has a day as %s", (birthDate, day) => {
    expect(data({ customer: { birthDate } })).toMatchObject({ customer: { birthDate: day } });
  });
});

test("a day as an instant is its beginning, except where a period ends", () => {
  expect(readAnswer(instant, "2026-12-31")).toMatchObject({ ok: true, data: "2026-12-30T23:00:00.000Z" });
});

test.each(["31.03.2031 nachts", "2031-03-31T10:00:60Z", "20310331T100000Z", "/Date(1900000000000)/", {}])(
  "a time that is %j costs a receipt nothing else",
  (receivedAt) => {
    const upload = { name: "a.pdf", size: 9, receivedAt };
    const answer = { id: "1", receivedAt, endDate: "2031-03-31", uploads: [upload] };
    const kept = { id: "1", endDate: "2031-03-31", uploads: [{ name: "a.pdf", size: 9 }] };
    expect(readAnswer(terminationReceipt, answer)).toMatchObject({ ok: true, data: kept });
    expect(readAnswer(withdrawalReceipt, answer)).toMatchObject({ ok: true, data: { id: "1" } });
  },
);

test("a question without a word of its own is one all the same", () => {
  expect(data({ porting: {} })).toMatchObject({ porting: { providers: [] } });
  expect(data({ porting: null })).not.toHaveProperty("porting");
});

test.each([1798671600, 1798671600000])("%j is the first instant of the last day of 2026", (at) => {
  expect(data({ validUntil: at, customer: { birthDate: at } })).toMatchObject({
    validUntil: "2026-12-30T23:00:00.000Z",
    customer: { birthDate: "2026-12-31" },
  });
});

test.each([
  [true, []],
  ["TRUE", [{ path: "changeable", what: "text for boolean" }]],
  [1, [{ path: "changeable", what: "number for boolean" }]],
])("yes may be %j", (changeable, deviations) => {
  const answer = readAnswer(idv, { state: "created", attemptsLeft: 1, changeable });
  expect(answer).toEqual({
    ok: true,
    data: { state: "created", attemptsLeft: 1, changeable: true },
    deviations,
  });
});
describe("what only our contract names", () => {
  const { charges, offers } = plain;
  const [{ name: _, ...unnamed }] = charges as [(typeof charges)[number]];
  const whole = { orderId: "1", orderedAt: "2026-01-02T03:04:05Z", offers, charges, paid: true };
  const address = { street: "Ring", houseNumber: "7", postalCode: "01067", city: "Ort" };
  test.each<readonly [string, z.ZodType, object, string[]]>([
    ["an offer", offer, plain, ["offerId", "offerUseCase"]],
    [
      "a verification",
      offerVerification,
      { personalData: "complete", identificationData: "missing", payment: "notNeeded" },
      ["personalData", "identificationData", "payment"],
    ],
    ["an order", offerSummary, whole, ["orderedAt"]],
    ["a customer", customerDetails, { version: "1", firstName: "Kim", address }, ["version", "address"]],
  ])("may be absent, null, empty or unreadable in %s", (_, schema, answer, names) => {
    for (const name of names)
      for (const value of [undefined, null, "", {}, { a: 1 }]) {
        const read = readAnswer(schema, { ...answer, [name]: value });
        expect({ name, value, ok: read.ok, told: read.deviations.length > 0 }).toEqual({
          name,
          value,
          ok: true,
          told: JSON.stringify(value) === '{"a":1}',
        });
      }
  });

  test("an unknown word is not known yet, and an offer of an unknown use case stands", () => {
    expect(readAnswer(offerVerification, { personalData: "later" })).toMatchObject({ ok: true, data: {} });
    expect(knownVerification.parse({})).toEqual({
      personalData: "missing",
      identificationData: "missing",
      payment: "missing",
    });
    expect(data({ offerUseCase: undefined })).toMatchObject({ offerUseCase: "unknown" });
  });

  test("a charge stands without its name, and never without its price", () => {
    expect(data({ charges: [unnamed] })).toMatchObject({ charges: [unnamed] });
    for (const name of ["amount", "frequency"])
      expect(read({ charges: [{ ...unnamed, [name]: undefined }] }).ok).toBe(false);
  });
});

test.each([
  [2, "wrong type"],
  ["J", "wrong type"],
  ["yes", "wrong type"],
  [null, undefined],
  [undefined, undefined],
])("%j is neither yes nor no", (changeable, what) => {
  expect(readAnswer(idv, { state: "created", changeable })).toEqual({
    ok: true,
    data: { state: "created" },
    deviations: what ? [{ path: "changeable", what }] : [],
  });
});
test("a state that nobody knows is unknown, and an idv without one cannot be used", () => {
  expect(readAnswer(idv, { state: "onHold" })).toEqual({
    ok: true,
    data: { state: "unknown" },
    deviations: [{ path: "state", what: "unknown value" }],
  });
  for (const state of [undefined, null, "", {}])
    expect(readAnswer(idv, { state, changeable: true }).ok).toBe(false);
});

test.each([
  { data: { firstName: "Kim" } },
  { first_name: "Kim", last_name: "Beispiel" },
  { title: "Conflict", status: 409, code: "EXPIRED" },
])("%j is no answer of a call that knows none of it, though nothing is essential there", (json) => {
  const unusable = [{ path: "(body)", what: "unreadable" }];
  for (const schema of [terminationPrefill, terminationConfig])
    expect(readAnswer(schema, json)).toMatchObject({ ok: false, unusable });
  expect(readAnswer(terminationPrefill, {}).ok).toBe(true);
});

test("members in another spelling are not read, but told", () => {
  const json = {
    first_name: "Kim",
    LastName: "Beispiel",
    email: "kim@example.com",
    "phone-number": 5,
    more: 1,
  };
  expect(readAnswer(terminationPrefill, json)).toEqual({
    ok: true,
    data: { firstName: "", lastName: "", email: "kim@example.com" },
    deviations: ["firstName", "lastName", "phoneNumber"].map((path) => ({ path, what: "another name" })),
  });
});

describe("an error body", () => {
  const code = "OFFER_EXPIRED";

  test.each([
    {},
    { shopHotline: null },
    { message: null, offerUseCase: null, downtime: null, errors: null },
    { shopHotline: 30 },
    { downtime: 5 },
    { downtime: true },
    { downtime: { end: "2026-01-01" } },
    { offerUseCase: {} },
    { message: ["x"] },
    { errors: true },
    { errors: [] },
    { errors: { iban: null, email: [] } },
  ])("shows its code beside %j", (more) => {
    expect(readProblem({ code, ...more }).problem).toEqual({ code });
  });

  test("shows its code beside anything at all", () => {
    const beside = fc.dictionary(
      fc.constantFrom("message", "cause", "offerUseCase", "downtime", "shopHotline", "errors", "unknown"),
      fc.jsonValue({ maxDepth: 3 }),
    );
    const isShown = (more: object) => readProblem({ ...more, code }).problem?.code === code;
    fc.assert(fc.property(beside, isShown), { seed: 26, numRuns: 1000 });
  });

  test.each([" offer_expired ", "Offer_Expired"])("has the code %j", (written) => {
    expect(readProblem({ code: written }).problem?.code).toBe(code);
  });

  test.each([
    [["Das geht nicht."], [{ message: "Das geht nicht." }]],
    [["IBAN_INVALID"], [{ code: "IBAN_INVALID" }]],
    [{ iban: ["falsch"] }, [{ field: "iban", message: "falsch" }]],
    [{ iban: "falsch" }, [{ field: "iban", message: "falsch" }]],
    [{ iban: { message: "falsch" } }, [{ field: "iban", message: "falsch" }]],
    [[{ message: "x" }], [{ message: "x" }]],
    [[{ field: null, code: null, message: "x" }], [{ message: "x" }]],
    [[{ path: ["payment", "iban"], code: 7 }], [{ field: "payment.iban", code: "7" }]],
    ["x y", [{ message: "x y" }]],
    [[null, { message: "x" }, {}], [{ message: "x" }]],
  ])("has its errors as %j", (errors, entries) => {
    expect(readProblem({ errors }).problem).toEqual({ errors: entries });
  });

  test("has as many errors and words as a page has room for", () => {
    const errors = Array.from({ length: 51 }, () => ({ message: "x".repeat(301) }));
    const read = readProblem({ errors }).problem?.errors?.map(({ message }) => message?.length);
    expect(read).toEqual(Array(50).fill(300));
  });

  test.each([[[5]], [[null]], [[{}]], [[{ why: "x" }]], [{ iban: 5 }]])(
    "refuses by a list of which nothing can be read, %j",
    (errors) => {
      const deviations = [expect.objectContaining({ path: "errors", what: "unreadable" })];
      expect(readProblem({ errors })).toEqual({ problem: { errors: [{}] }, deviations });
    },
  );

  test.each([undefined, null, "text", 5, []])("may be %j", (body) => {
    expect(readProblem(body)).toEqual({ problem: undefined, deviations: [] });
  });
});
