import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  costsOfCart,
  costsOverTerm,
  formatPrice,
  type PricedCart,
  type PriceEntry,
  prices,
} from "#app/domain/prices.ts";

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
  ])("%d with the negative flag is %s", { tags: ["§9.6"] }, (amount, text) =>
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

const monthly = (amount: number, from?: number, months?: number): PriceEntry => ({
  type: "monthly",
  amount,
  from,
  months,
});
const once = (amount: number, from?: number): PriceEntry => ({ type: "once", amount, from });
const fourWeekly = (amount: number, from?: number, months?: number): PriceEntry => ({
  ...monthly(amount, from, months),
  period: "P28D",
});
type Charge = PricedCart["charges"][number];
const charge = ({ type, ...entry }: PriceEntry): Charge => ({ ...entry, frequency: type });

describe("the price helper", () => {
  test("has nothing for a type without a price", { tags: ["§3.9"] }, () => {
    expect(prices([])).toEqual({});
    expect("once" in prices([monthly(5)])).toBe(false);
    expect("monthly" in prices([once(5)])).toBe(false);
  });

  test("adds what is paid once, and 0 € is a price", { tags: ["§3.9"] }, () => {
    expect(prices([once(0.1), once(0.2), monthly(0)])).toEqual({
      once: { type: "once", amount: 0.3, formattedPrice: "0,30 €" },
      monthly: { type: "monthly", amount: 0, formattedPrice: "0,00 €" },
    });
  });

  test.each<[string, PriceEntry[], number | undefined]>([
    ["an introductory price", [monthly(20, 7), monthly(1, 1, 6)], 1],
    ["a deduction from the first month on", [monthly(20), monthly(-19, 1, 6)], 1],
    ["a deduction that begins later", [monthly(20), monthly(-19, 4)], 20],
    ["a price every four weeks", [fourWeekly(9.99)], 9.99],
    ["a deduction alone that begins later", [monthly(-5, 4)], undefined],
    ["two prices for the same month", [monthly(20), monthly(1, 1, 6)], undefined],
    ["a count that cannot be read", [{ ...monthly(1), months: "unknown" }], undefined],
  ])("%s: the first month's", (_, entries, amount) => {
    expect(prices(entries).monthly?.amount).toBe(amount);
  });

  test("a credit in a later month is none of the first", () => {
    expect(prices([once(49), once(-50, 3)]).once?.amount).toBe(49);
    expect(prices([once(-50, 3)])).toEqual({});
  });
});

interface CartOf {
  tariff?: PriceEntry[];
  term?: number;
  device?: PriceEntry[];
  packs?: PriceEntry[][];
  charges?: PriceEntry[];
}
const item = ({ tariff, term = 24, device, packs = [] }: CartOf): PricedCart["offers"][number] => ({
  ...(device && { hardware: { prices: device } }),
  ...(tariff && { tariff: { prices: tariff, minimumTermMonths: term } }),
  packs: packs.map((prices) => ({ prices })),
});
const cart = (of: CartOf, ...others: CartOf[]): PricedCart => ({
  offers: [of, ...others].map(item),
  charges: (of.charges ?? []).map(charge),
});
/** `1-6: 1, 7-: 20` */
const phasesOf = (priced: PricedCart) =>
  Object.fromEntries(
    costsOfCart(priced).running.map(({ period, phases }) => [
      period,
      phases.map(({ from, until = "", amount }) => `${from}-${until}: ${amount}`).join(", "),
    ]),
  );
const onceOf = (priced: PricedCart) => costsOfCart(priced).once.map(({ month, amount }) => [month, amount]);

describe("what a cart costs and when", () => {
  test.each<[string, PricedCart, phases: string, total: number | undefined]>([
    ["one price", cart({ tariff: [monthly(20)] }), "1-: 20", 480],
    [
      "a discount for six months",
      cart({ tariff: [monthly(20)], charges: [monthly(-19, 1, 6)] }),
      "1-6: 1, 7-: 20",
      366,
    ],
    ["the same as two prices", cart({ tariff: [monthly(20, 7), monthly(1, 1, 6)] }), "1-6: 1, 7-: 20", 366],
    [
      "five prices, one after the other",
      cart({
        tariff: [
          monthly(0, 1, 3),
          monthly(9.99, 4, 3),
          monthly(14.99, 7, 6),
          monthly(19.99, 13, 12),
          monthly(34.99, 25),
        ],
      }),
      "1-3: 0, 4-6: 9.99, 7-12: 14.99, 13-24: 19.99, 25-: 34.99",
      359.79,
    ],
    [
      "24 instalments",
      cart({ tariff: [monthly(32.99)], device: [once(49), monthly(28, 1, 24)] }),
      "1-24: 60.99, 25-: 32.99",
      1512.76,
    ],
    [
      "36 instalments",
      cart({ tariff: [monthly(20)], device: [monthly(10, 1, 36)] }),
      "1-36: 30, 37-: 20",
      720,
    ],
    [
      "two devices",
      cart(
        { tariff: [monthly(20)], device: [monthly(10, 1, 24)] },
        { tariff: [monthly(15)], device: [monthly(5, 1, 12)] },
      ),
      "1-12: 50, 13-24: 45, 25-: 35",
      1140,
    ],
    [
      "free months at the end",
      cart({ tariff: [monthly(20)], charges: [monthly(-20, 23, 2)] }),
      "1-22: 20, 23-24: 0, 25-: 20",
      440,
    ],
    [
      "a discount that begins in month 4",
      cart({ tariff: [monthly(20)], charges: [monthly(-5, 4)] }),
      "1-3: 20, 4-: 15",
      375,
    ],
    [
      "a higher price after the term",
      cart({ tariff: [monthly(20, 1, 24), monthly(29.99, 25)] }),
      "1-24: 20, 25-: 29.99",
      480,
    ],
    [
      "a price for the term alone",
      cart({ tariff: [monthly(20, 1, 24)], packs: [[monthly(5)]] }),
      "1-24: 25",
      600,
    ],
    ["a discount above the price", cart({ tariff: [monthly(5)], charges: [monthly(-7.5)] }), "1-: -2.5", -60],
    ["four digits", cart({ tariff: [monthly(999.99)], device: [once(1299)] }), "1-: 999.99", 25298.76],
    ["no minimum term", cart({ tariff: [monthly(20)], term: 0 }), "1-: 20", undefined],
    [
      "instalments that nobody counts",
      cart({ tariff: [monthly(20)], device: [monthly(10)] }),
      "1-: 30",
      undefined,
    ],
    ["two terms", cart({ tariff: [monthly(20)] }, { tariff: [monthly(5)], term: 12 }), "1-: 25", undefined],
  ])("%s", (_, priced, phases, total) => {
    expect(phasesOf(priced)).toEqual({ P1M: phases });
    expect(costsOverTerm(priced)?.total).toBe(total);
  });

  test("every four weeks is no month: the two are never added up, and have no total over the term", () => {
    const priced = cart({ tariff: [fourWeekly(4.99, 1, 3), fourWeekly(9.99, 4)], packs: [[monthly(2)]] });
    expect(phasesOf(priced)).toEqual({ P28D: "1-3: 4.99, 4-: 9.99", P1M: "1-: 2" });
    expect(costsOverTerm(priced)).toBeUndefined();
  });

  test("what is paid once is listed by its month: a fee, its waiver, and a credit later", () => {
    const priced = cart({
      tariff: [monthly(20)],
      charges: [once(39.99), once(-39.99), once(4.99), once(-50, 7)],
    });
    expect(onceOf(priced)).toEqual([
      [1, 4.99],
      [7, -50],
    ]);
    expect(costsOverTerm(priced)?.total).toBe(434.99);
    // It is not paid within the term.
    const late = cart({ tariff: [monthly(20)], charges: [once(-50, 25)] });
    expect(costsOverTerm(late)?.total).toBe(480);
  });

  test("instalments after the term are named beside its total", () => {
    const priced = cart({ tariff: [monthly(20)], device: [monthly(10, 1, 36)] });
    expect(costsOverTerm(priced)).toEqual({
      months: 24,
      total: 720,
      instalmentsLeft: { count: 12, total: 120 },
    });
  });

  const unknown = "unknown" as const;
  test.each<[string, PricedCart, string]>([
    ["two prices for the same months", cart({ tariff: [monthly(1, 1, 6), monthly(20)] }), "overlap"],
    ["two for one month", cart({ packs: [[monthly(1, 1, 6), monthly(20, 6)]] }), "overlap"],
    ["a month and four weeks", cart({ packs: [[monthly(1, 1, 6), fourWeekly(20, 7)]] }), "overlap"],
    ["none for month 7", cart({ tariff: [monthly(1, 1, 6), monthly(20, 8)] }), "gap"],
    ["none before month 7", cart({ packs: [[monthly(20, 7)]] }), "gap"],
    ["none for the second half of the term", cart({ tariff: [monthly(1, 1, 12)] }), "gap"],
    ["none after a year, and no term", cart({ tariff: [monthly(1, 1, 12)], term: 0 }), "gap"],
    ["an unknown period", cart({ charges: [{ ...monthly(1), period: unknown }] }), "unknown"],
    ["an unknown beginning", cart({ charges: [{ ...monthly(1), from: unknown }] }), "unknown"],
    ["an unknown number", cart({ device: [{ ...monthly(1), months: unknown }] }), "unknown"],
    ["six times once", cart({ charges: [{ ...once(1), months: 6 }] }), "unknown"],
  ])("%s: nothing is added up", (_, priced, why) => {
    expect(costsOfCart(priced)).toEqual({ once: [], running: [], misplaced: [why] });
    expect(costsOverTerm(priced)).toBeUndefined();
  });

  test("a million months cost no more than six", () => {
    const priced = cart({ tariff: [monthly(1, 1, 1_000_000_000), monthly(2, 1_000_000_001)] });
    expect(phasesOf(priced)).toEqual({ P1M: "1-1000000000: 1, 1000000001-: 2" });
  });
});

/** Prices of a product that follow each other, from the first month to the last. */
const chain = fc
  .array(fc.record({ amount: fc.integer({ min: 0, max: 9_999 }), months: fc.integer({ min: 1, max: 12 }) }), {
    maxLength: 4,
  })
  .chain((parts) =>
    fc.integer({ min: 0, max: 9_999 }).map((last): PriceEntry[] => {
      let next = 1;
      const entries = parts.map(({ amount, months }) => {
        const entry = monthly(amount / 100, next, months);
        next += months;
        return entry;
      });
      return [...entries, monthly(last / 100, next)];
    }),
  );
const anyCharge = fc
  .record({
    amount: fc.integer({ min: -9_999, max: 9_999 }),
    from: fc.integer({ min: 1, max: 30 }),
    months: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
  })
  .map(({ amount, from, months }) => monthly(amount / 100, from, months));
const anyCart = fc
  .record({
    tariff: chain,
    device: fc.integer({ min: 1, max: 48 }).map((months) => [monthly(9.99, 1, months), once(1)]),
    packs: fc.array(chain, { maxLength: 2 }),
    charges: fc.array(anyCharge, { maxLength: 4 }),
  })
  .map((of) => of as Required<Omit<CartOf, "term">>);
const inCents = (euros: number) => Math.round(euros * 100);
/** What is paid in one month, entry by entry. */
const paidIn = (entries: PriceEntry[], month: number) =>
  entries
    .filter(({ type, from = 1, months = Infinity }) => {
      const until = Number(from) + Number(months) - 1;
      return type === "monthly" && Number(from) <= month && month <= until;
    })
    .reduce((sum, { amount }) => sum + inCents(amount), 0);

describe("whatever the prices", () => {
  test("phases add up to the months, without a gap, and so does the total over the term", () => {
    fc.assert(
      fc.property(anyCart, (of) => {
        const entries = [...of.tariff, ...of.device, ...of.packs.flat(), ...of.charges];
        const [running] = costsOfCart(cart(of)).running;
        const phases = running?.phases ?? [];
        let next = 1;
        for (const { from, until = 99, amount } of phases) {
          expect(from).toBe(next);
          for (let month = from; month <= until; month++)
            expect(inCents(amount)).toBe(paidIn(entries, month));
          next = until + 1;
        }
        expect(next).toBe(100);
        const months = Array.from({ length: 24 }, (_, index) => paidIn(entries, index + 1));
        const sum = months.reduce((before, paid) => before + paid, 100);
        expect(inCents(costsOverTerm(cart(of))?.total ?? Number.NaN)).toBe(sum);
      }),
    );
  });

  test("the order of entries does not matter, and two phases beside each other differ", () => {
    const shuffled = anyCart.chain((of) =>
      fc.tuple(
        fc.constant(of),
        fc.record({
          tariff: fc.shuffledSubarray(of.tariff, { minLength: of.tariff.length }),
          charges: fc.shuffledSubarray(of.charges, { minLength: of.charges.length }),
        }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([of, other]) => {
        const costs = costsOfCart(cart(of));
        expect(costsOfCart(cart({ ...of, ...other }))).toEqual(costs);
        const amounts = costs.running.flatMap(({ phases }) => phases.map(({ amount }) => amount));
        expect(amounts.filter((amount, index) => amount === amounts[index - 1])).toEqual([]);
      }),
    );
  });

  test("a second price for a month, or none, is never added up", () => {
    const broken = fc.tuple(anyCart, chain, fc.integer({ min: 1, max: 60 })).map(([of, prices, at]) => ({
      ...of,
      packs: [[...prices, monthly(5, at, 1)]],
    }));
    fc.assert(
      fc.property(broken, (of) => {
        expect(costsOfCart(cart(of))).toEqual({ once: [], running: [], misplaced: ["overlap"] });
      }),
    );
    const missing = anyCart.filter(({ tariff }) => tariff.length > 1);
    fc.assert(
      fc.property(missing, (of) => {
        expect(costsOfCart(cart({ ...of, tariff: of.tariff.slice(1) })).misplaced).toEqual(["gap"]);
      }),
    );
  });
});
