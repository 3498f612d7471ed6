import { describe, expect, test } from "vitest";
import type { Offer, OfferItem } from "#app/backend/contract/offer.ts";
import { formatPrice, prices, totalOverTerm, totals } from "#app/domain/prices.ts";

describe("formatPrice", () => {
  test.each([
    [0, "0,00 €"],
    [-0, "0,00 €"],
    [999.99, "999,99 €"],
    [1000, "1.000,00 €"],
    [1234.56, "1.234,56 €"],
    [1234567.8, "1.234.567,80 €"],
    [-5, "-5,00 €"],
    [-0.001, "0,00 €"],
    [0.1 + 0.2, "0,30 €"],
  ])("%d is %s", (amount, text) => expect(formatPrice(amount)).toBe(text));

  test.each([
    [5, "-5,00 €"],
    [-5, "-5,00 €"],
    [0, "0,00 €"],
    [1299, "-1.299,00 €"],
  ])("%d with the negative flag is %s", (amount, text) =>
    expect(formatPrice(amount, { negative: true })).toBe(text),
  );

  test("the flag switched off changes nothing", () =>
    expect(formatPrice(5, { negative: false })).toBe("5,00 €"));

  test.each([Number.NaN, Number.POSITIVE_INFINITY])("%d is no price", (amount) =>
    expect(() => formatPrice(amount)).toThrow(RangeError),
  );

  test("every cent from 0,00 to 100,00 keeps its two digits", () => {
    for (let cent = 0; cent <= 10_000; cent++) {
      const text = `${Math.floor(cent / 100)},${String(cent % 100).padStart(2, "0")} €`;
      expect(formatPrice(cent / 100)).toBe(text);
    }
  });
});

describe("prices", () => {
  test("has nothing for a type without a price", () => {
    expect(prices([])).toEqual({});
    expect("once" in prices([{ type: "monthly", amount: 5 }])).toBe(false);
    expect("monthly" in prices([{ type: "once", amount: 5 }])).toBe(false);
  });
  test("adds the entries of each type, 0 € too", () => {
    const entry = (type: "once" | "monthly", amount: number) => ({ type, amount });
    expect(prices([entry("once", 0.1), entry("once", 0.2), entry("monthly", 0)])).toEqual({
      once: { type: "once", amount: 0.3, formattedPrice: "0,30 €" },
      monthly: { type: "monthly", amount: 0, formattedPrice: "0,00 €" },
    });
  });
});

describe("totals", () => {
  const price = (type: "monthly" | "once", amount: number) => ({ type, amount });
  const item = (parts: Partial<OfferItem>): OfferItem => ({
    id: "1",
    category: "mobile",
    bundleType: "none",
    packs: [],
    ...parts,
  });
  const tariff = (amount: number) => ({
    itemKind: "Tariff" as const,
    id: "t",
    name: "Tarif",
    minimumTermMonths: 24,
    noticePeriodMonths: 1,
    features: [],
    prices: [price("monthly", amount)],
  });
  const pack = (amount: number) => ({
    itemKind: "Pack" as const,
    id: "p",
    name: "Pack",
    prices: [price("monthly", amount)],
  });
  const phone = { id: "h", name: "Phone", prices: [price("once", 49.95), price("monthly", 20.1)] };

  const fees = [
    { type: "shippingfee", frequency: "once", name: "Versand", amount: 4.99 },
    { type: "connectionfee", frequency: "once", name: "Anschluss", amount: 39.99 },
    { type: "discount", frequency: "once", name: "Nachlass", amount: -39.99 },
    { type: "discount", frequency: "monthly", name: "Bonus", amount: -5 },
  ] as const;
  const all = { hardware: phone, tariff: tariff(29.99), packs: [pack(4.99), pack(0.01)] };
  test.each<[string, Partial<OfferItem>[], Offer["charges"], { once: number; monthly: number }]>([
    ["an empty item", [{}], [], { once: 0, monthly: 0 }],
    ["phone, tariff and packs", [all], [], { once: 49.95, monthly: 55.09 }],
    ["several items", [{ tariff: tariff(0.1) }, { tariff: tariff(0.2) }], [], { once: 0, monthly: 0.3 }],
    ["charges of both frequencies", [{ tariff: tariff(29.99) }], [...fees], { once: 4.99, monthly: 24.99 }],
    ["a discount as large as the price", [{ tariff: tariff(5) }], [fees[3]], { once: 0, monthly: 0 }],
  ])("%s", (_, items, charges, expected) =>
    expect(totals({ offers: items.map(item), charges })).toEqual(expected),
  );
});

describe("totalOverTerm", () => {
  const monthly = (amount: number, months?: number) => ({ type: "monthly" as const, amount, months });
  const once = (amount: number) => ({ type: "once" as const, amount });
  const tariff = { minimumTermMonths: 24, prices: [monthly(32.99)] };
  const phone = { prices: [once(49), monthly(27.99, 24)] };
  const discount = { frequency: "monthly" as const, amount: -5 };

  test("adds everything once and every month of the term", () =>
    expect(totalOverTerm({ offers: [{ hardware: phone, tariff, packs: [] }], charges: [discount] })).toEqual({
      months: 24,
      total: 49 + 24 * (27.99 + 32.99 - 5),
    }));

  test("counts no instalment after the last one", () =>
    expect(
      totalOverTerm({
        offers: [{ hardware: { prices: [monthly(10, 12)] }, tariff, packs: [] }],
        charges: [],
      }),
    ).toEqual({ months: 24, total: 12 * 10 + 24 * 32.99 }));

  const flexible = { ...tariff, minimumTermMonths: 0 };
  test.each([
    ["without a term", { tariff: flexible, packs: [] }],
    ["with instalments after the term", { hardware: { prices: [monthly(10, 36)] }, tariff, packs: [] }],
    ["with instalments nobody counted", { hardware: { prices: [monthly(10)] }, tariff, packs: [] }],
  ])("names no total %s", (_, offer) =>
    expect(totalOverTerm({ offers: [offer], charges: [] })).toBeUndefined(),
  );

  test("names no total of two terms", () => {
    const offers = [
      { tariff, packs: [] },
      { tariff: flexible, packs: [] },
    ];
    expect(totalOverTerm({ offers, charges: [] })).toBeUndefined();
  });
});
