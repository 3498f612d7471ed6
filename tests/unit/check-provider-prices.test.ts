import { expect, test } from "vitest";
import { offer } from "#app/backend/contract/offer.ts";
import { contradicts, implausiblePrices } from "../../tools/check-provider/plausible.ts";

type Price = Record<string, unknown>;
const priced = (prices: Price[], charges: Price[] = []) =>
  offer.parse({
    offerId: "1",
    offerUseCase: "offer",
    offers: [
      {
        id: "a",
        tariff: { id: "t", name: "Tarif", minimumTermMonths: 24, noticePeriodMonths: 1, prices },
      },
    ],
    charges: charges.map((charge) => ({ name: "X", frequency: "monthly", ...charge })),
  });
const monthly = (amount: number, more: Price = {}) => ({ type: "monthly", amount, ...more });

test.each<[string, Price[], Price[]?]>([
  ["one price", [monthly(19.99)]],
  ["an introductory price", [monthly(1, { months: 6 }), monthly(20, { from: 7 })]],
  ["a discount that ends", [monthly(20)], [{ amount: -19, months: 6 }]],
  ["a dear device", [monthly(20), { type: "once", amount: 2399 }]],
])("%s is plausible", (_, prices, charges) => expect(implausiblePrices(priced(prices, charges))).toEqual([]));

const path = "offers[].tariff.prices[]";
test.each<[string, Price[], Price[] | undefined, string]>([
  ["cents", [monthly(1999)], undefined, `${path}.amount: as many euros look like cents`],
  ["three decimals", [monthly(19.999)], undefined, `${path}.amount: more than two decimals`],
  [
    "two prices that meet",
    [monthly(1, { months: 6 }), monthly(20)],
    undefined,
    `${path}: two prices for the same month: a price that follows another one says \`from\``,
  ],
  [
    "a month without one",
    [monthly(1, { months: 6 }), monthly(20, { from: 8 })],
    undefined,
    `${path}: no price for some months`,
  ],
  [
    "an unknown period",
    [monthly(20)],
    [{ amount: 1, period: "unknown" }],
    "charges[]: it cannot be told when it is paid",
  ],
  [
    "too much of a discount",
    [monthly(20)],
    [{ amount: -21, from: 3, months: 1 }],
    "a total is below zero: discounts exceed prices",
  ],
])("%s is not", (_, prices, charges, said) =>
  expect(implausiblePrices(priced(prices, charges))).toEqual([said]),
);

test("an order contradicts an offer that costs another amount, or the same at another time", () => {
  const offered = priced([monthly(1, { months: 6 }), monthly(20, { from: 7 })]);
  expect(contradicts(offered, priced([monthly(20, { from: 7 }), monthly(1, { months: 6 })]))).toBe(false);
  expect(contradicts(offered, priced([monthly(20)]))).toBe(true);
  expect(contradicts(offered, priced([monthly(1, { months: 7 }), monthly(20, { from: 8 })]))).toBe(true);
});
