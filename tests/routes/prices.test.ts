import { describe, expect, test } from "vitest";
import { offerUseCases } from "#app/domain/use-cases.ts";
import { priceCaseTokens } from "../../sandbox/offer/price-cases.ts";
import { brands } from "../support/brands.ts";
import type { Page } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { isHotlineOpen } from "../support/hotline.ts";
import { all, type Element, first, textOf } from "../support/html.ts";
import { entered, goToSummary } from "../support/offer.ts";
import { mailsAbout } from "../support/outbox.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();

const plain = (text: string) => text.replaceAll("\u00a0", " ");
const told = (element: Element | undefined) => plain(textOf(element)).trim();
/** The rows of the price tables in an element. */
const priceRows = (element: Element) =>
  all(element, "dl").flatMap((list) =>
    all(list, "dt").map((label, at) => ({ label: told(label), amount: told(all(list, "dd")[at]) })),
  );
/** Of the offer, where it has one: "label: amount" for each price, then what it includes. */
function totalOf(page: Page) {
  const [bar] = all(page.document, "div", { class: "action-bar" });
  const sum = bar && first(bar, "div", { class: "sum" });
  const rows = sum ? priceRows(sum) : [];
  const included = sum ? all(sum, "p").map(told) : [];
  const text = [...rows.map(({ label, amount }) => `${label}: ${amount}`), ...included].join(" | ");
  return { rows, text, ways: bar ? all(bar, "a").map(told) : [] };
}
/** The box directly above the order button. */
const boxOf = (page: Page) => plain(textOf(all(page.document, "form", { id: "order" })[0]));
const amountsIn = (text: string) => text.match(/[−-]?\d[\d.]*,\d\d €/g);

/** What the steps say, and the totals above the order button, from the one over the term on. */
const said: Record<string, [brief: string, totals: string]> = {
  "demo-phases": [
    "5,99 €/Mon. · ab 7. Monat 19,99 € · ab 13. Monat 24,99 €, dazu einmalig 44,98 €, inkl. MwSt. und 4,99 € Versand",
    "Gesamt über 24 Monate inkl. MwSt. und 4,99 € Versand500,74 €Gesamt einmalig inkl. MwSt. und 4,99 € Versand44,98 €Gesamt monatlich inkl. MwSt.Monat 1–6 5,99 €Monat 7–12 19,99 €ab Monat 13 24,99 €",
  ],
  "demo-instalments": [
    "97,97 €/Mon. · ab 25. Monat 89,98 € · ab 37. Monat 79,98 €, dazu einmalig 54,99 €, inkl. MwSt. und 4,99 € Versand",
    "Gesamt über 24 Monate inkl. MwSt. und 4,99 € Versand, nicht enthalten: 12 weitere Raten, zusammen 120,00 €2.406,27 €Gesamt einmalig inkl. MwSt. und 4,99 € Versand54,99 €Gesamt monatlich inkl. MwSt.Monat 1–24 97,97 €Monat 25–36 89,98 €ab Monat 37 79,98 €",
  ],
  "prices-discount": [
    "1,00 €/Mon. · ab 7. Monat 20,00 € inkl. MwSt.",
    "Gesamt über 24 Monate inkl. MwSt.366,00 €Gesamt einmalig inkl. MwSt.0,00 €Gesamt monatlich inkl. MwSt.Monat 1–6 1,00 €ab Monat 7 20,00 €",
  ],
  "prices-five": [
    "0,00 €/Mon. · ab 4. Monat 9,99 € · ab 7. Monat 14,99 € · ab 13. Monat 19,99 € · ab 25. Monat 34,99 € inkl. MwSt.",
    "Gesamt über 24 Monate inkl. MwSt.359,79 €Gesamt einmalig inkl. MwSt.0,00 €Gesamt monatlich inkl. MwSt.Monat 1–3 0,00 €Monat 4–6 9,99 €Monat 7–12 14,99 €Monat 13–24 19,99 €ab Monat 25 34,99 €",
  ],
  "prices-free-at-the-end": [
    "20,00 €/Mon. · ab 23. Monat 0,00 € · ab 25. Monat 20,00 € inkl. MwSt.",
    "Gesamt über 24 Monate inkl. MwSt.440,00 €Gesamt einmalig inkl. MwSt.0,00 €Gesamt monatlich inkl. MwSt.Monat 1–22 20,00 €Monat 23–24 0,00 €ab Monat 25 20,00 €",
  ],
  "prices-discount-later": [
    "20,00 €/Mon. · ab 4. Monat 15,00 € inkl. MwSt.",
    "Gesamt über 24 Monate inkl. MwSt.375,00 €Gesamt einmalig inkl. MwSt.0,00 €Gesamt monatlich inkl. MwSt.Monat 1–3 20,00 €ab Monat 4 15,00 €",
  ],
  "prices-credit": [
    "20,00 €/Mon. dazu einmalig Monat 1: 39,99 €, Monat 7: −50,00 €, inkl. MwSt.",
    "Gesamt über 24 Monate inkl. MwSt.469,99 €Gesamt einmalig inkl. MwSt.Monat 1 39,99 €Monat 7 −50,00 €Gesamt monatlich inkl. MwSt.20,00 €",
  ],
  "prices-fee-waived": [
    "20,00 €/Mon. inkl. MwSt.",
    "Gesamt über 24 Monate inkl. MwSt.480,00 €Gesamt einmalig inkl. MwSt.0,00 €Gesamt monatlich inkl. MwSt.20,00 €",
  ],
  "prices-pack-monthly": [
    "20,00 €/Mon. · ab 4. Monat 24,99 € inkl. MwSt.",
    "Gesamt über 24 Monate inkl. MwSt.584,79 €Gesamt einmalig inkl. MwSt.0,00 €Gesamt monatlich inkl. MwSt.Monat 1–3 20,00 €ab Monat 4 24,99 €",
  ],
  "prices-after-term": [
    "20,00 €/Mon. · ab 25. Monat 29,99 € inkl. MwSt.",
    "Gesamt über 24 Monate inkl. MwSt.480,00 €Gesamt einmalig inkl. MwSt.0,00 €Gesamt monatlich inkl. MwSt.Monat 1–24 20,00 €ab Monat 25 29,99 €",
  ],
  "prices-negative": [
    "−2,50 €/Mon. dazu einmalig −10,00 €, inkl. MwSt.",
    "Gesamt über 24 Monate inkl. MwSt.−70,00 €Gesamt einmalig inkl. MwSt.−10,00 €Gesamt monatlich inkl. MwSt.−2,50 €",
  ],
  "prices-four-digits": [
    "1.250,50 €/Mon. · ab 7. Monat 2.349,49 € · ab 25. Monat 1.099,99 €, dazu einmalig 1.303,99 €, inkl. MwSt. und 4,99 € Versand",
    "Gesamt über 24 Monate inkl. MwSt. und 4,99 € Versand51.097,81 €Gesamt einmalig inkl. MwSt. und 4,99 € Versand1.303,99 €Gesamt monatlich inkl. MwSt.Monat 1–6 1.250,50 €Monat 7–24 2.349,49 €ab Monat 25 1.099,99 €",
  ],
  "prices-overlap": [
    "Gesamtpreis nicht bekannt",
    "Aus diesen Preisen lässt sich kein Gesamtpreis berechnen. Für denselben Zeitraum ist mehr als ein Preis genannt.",
  ],
  "prices-gap": [
    "Gesamtpreis nicht bekannt",
    "Aus diesen Preisen lässt sich kein Gesamtpreis berechnen. Für einen Zeitraum ist kein Preis genannt.",
  ],
  "prices-period-unknown": [
    "Gesamtpreis nicht bekannt",
    "Aus diesen Preisen lässt sich kein Gesamtpreis berechnen. Bei einem Preis ist nicht klar, wann er gilt.",
  ],
};

test("each case is here", () => expect(Object.keys(said)).toEqual(Object.keys(priceCaseTokens)));

const otherPlaces = [
  { language: "tr", brand: "ayyildiz", german: /monatlich|einmalig|Monat|Zahlung/ },
  { language: "en", brand: "ortel", german: /monatlich|einmalig|Monat |Zahlung/ },
];
const cases = Object.entries(said).map(([name, [brief, totals]], turn) => {
  const place = otherPlaces[turn % otherPlaces.length] ?? expect.fail("no language");
  return { name, brief, totals, ...place };
});

/** What an offer says its total is, where it has one. */
const offerTotals: Record<string, string> = {
  "demo-phases":
    "Gesamt: 5,99 €/Mon. | Monat 7–12: 19,99 €/Mon. | ab Monat 13: 24,99 €/Mon. | Einmalig: 44,98 € | inkl. MwSt. und 4,99 € Versand",
  "demo-instalments":
    "Gesamt: 97,97 €/Mon. | Monat 25–36: 89,98 €/Mon. | ab Monat 37: 79,98 €/Mon. | Einmalig: 54,99 € | inkl. MwSt. und 4,99 € Versand",
  "prices-discount": "Gesamt: 1,00 €/Mon. | ab Monat 7: 20,00 €/Mon. | inkl. MwSt.",
  "prices-five":
    "Gesamt: 0,00 €/Mon. | Monat 4–6: 9,99 €/Mon. | Monat 7–12: 14,99 €/Mon. | Monat 13–24: 19,99 €/Mon. | ab Monat 25: 34,99 €/Mon. | inkl. MwSt.",
  "prices-free-at-the-end":
    "Gesamt: 20,00 €/Mon. | Monat 23–24: 0,00 €/Mon. | ab Monat 25: 20,00 €/Mon. | inkl. MwSt.",
  "prices-discount-later": "Gesamt: 20,00 €/Mon. | ab Monat 4: 15,00 €/Mon. | inkl. MwSt.",
  "prices-credit":
    "Gesamt: 20,00 €/Mon. | Einmalig, Monat 1: 39,99 € | Einmalig, Monat 7: −50,00 € | inkl. MwSt.",
  "prices-fee-waived": "Gesamt: 20,00 €/Mon. | inkl. MwSt.",
  "prices-pack-monthly": "Gesamt: 20,00 €/Mon. | ab Monat 4: 24,99 €/Mon. | inkl. MwSt.",
  "prices-after-term": "Gesamt: 20,00 €/Mon. | ab Monat 25: 29,99 €/Mon. | inkl. MwSt.",
  "prices-negative": "Gesamt: −2,50 €/Mon. | Einmalig: −10,00 € | inkl. MwSt.",
  "prices-four-digits":
    "Gesamt: 1.250,50 €/Mon. | Monat 7–24: 2.349,49 €/Mon. | ab Monat 25: 1.099,99 €/Mon. | Einmalig: 1.303,99 € | inkl. MwSt. und 4,99 € Versand",
};

describe.each(cases)("$name", ({ name, totals, language, brand, german }) => {
  test("in the offer", async () => {
    const offer = await portal.browser().get(`/angebot/${fresh(name)}`);
    const hasTotal = name in offerTotals;
    const { text, ways } = totalOf(offer);
    expect(text).toBe(offerTotals[name] ?? "");
    const call = hasTotal || !isHotlineOpen() ? [] : ["030 23125 102 anrufen"];
    expect(ways).toEqual([...call, "Weiter zur Bestellung"]);
    expect(plain(offer.text)).toContain(totals);
    expect(offer.text.includes("Fragen Sie uns vor dem Bestellen nach dem Gesamtpreis.")).toBe(!hasTotal);
  });

  test(`has the same amounts in ${language}, in its own words`, async () => {
    const page = await portal.browser().get(`/${language}/angebot/${fresh(name)}?brand=${brand}`);
    const { text } = totalOf(page);
    expect(amountsIn(text)).toEqual(amountsIn(offerTotals[name] ?? ""));
    expect(text).not.toMatch(german);
  });
});

/** What is paid in each month or period of 28 days, and once in a month, in cents. */
type Paid = Record<string, number>;
/** As far as any price here changes. */
const lastPayment = 40;
const cents = (amount: string) =>
  Math.round(Number(amount.replace("−", "-").replace(".", "").replace(",", ".")) * 100);

/** Reads a price as customers do: "27,99 €/Mon. 24 Raten, dazu einmalig 49,00 €". */
function paidBy(text: string): Paid {
  const paid: Paid = {};
  const add = (key: string, amount: string) => {
    paid[key] = (paid[key] ?? 0) + cents(amount);
  };
  const amount = String.raw`([−-]?\d[\d.]*,\d\d) €`;
  const isFourWeekly = /alle 4 Wochen/i.test(text);
  const isRunning = isFourWeekly || text.includes("€/Mon.");
  const once = isRunning ? (/dazu einmalig (.*?)(?:, inkl|$)/.exec(text)?.[1] ?? "") : text;
  for (const [, month = "1", sum = ""] of once.matchAll(new RegExp(`(?:Monat (\\d+): )?${amount}`, "g")))
    add(`once, ${/einmalig, Monat (\d+)/i.exec(text)?.[1] ?? month}`, sum);
  if (!isRunning) return paid;
  const period = isFourWeekly ? "28 days" : "month";
  const starts = [...text.matchAll(new RegExp(`ab (\\d+)\\. (?:Monat|Zahlung) ${amount}`, "g"))];
  const [, first = ""] = new RegExp(amount).exec(text) ?? [];
  const [, open, from = "1", until = open ? undefined : from] =
    /(ab )?(?:Monat|Zahlung) (\d+)(?:–(\d+))?$/.exec(text) ?? ["", "ab"];
  const [, instalments] = /(\d+) Raten?\b/.exec(text) ?? [];
  const ends = Number(instalments ?? until ?? lastPayment);
  for (let at = Number(from); at <= Math.min(ends, lastPayment); at++)
    add(`${period} ${at}`, starts.findLast(([, start]) => Number(start) <= at)?.[2] ?? first);
  return paid;
}

/** All prices added up, without what adds up to nothing. */
function sumOf(texts: string[]): Paid {
  const sum: Paid = {};
  for (const text of texts)
    for (const [key, amount] of Object.entries(paidBy(text))) sum[key] = (sum[key] ?? 0) + amount;
  return Object.fromEntries(Object.entries(sum).filter(([, amount]) => amount !== 0));
}

/** A total's prices: the first one ends where the next of the same kind begins. */
function pricesOf({ rows }: ReturnType<typeof totalOf>): string[] {
  const [, next] =
    rows.find(({ label }) => /^(ab )?(Monat|Zahlung) /.test(label))?.label.match(/(\d+)/) ?? [];
  return rows.map(({ label, amount }, at) =>
    at === 0 && next ? `${amount} Monat 1–${Number(next) - 1}` : `${amount} ${label}`,
  );
}

/** The prices of the products, and the rows of discounts and fees below them. */
function rowsOf(page: Page): string[] {
  const prices = all(page.document, "p", { class: "price" }).filter(
    // What is paid for a whole contract is made of them.
    ({ parent }) => parent?.attributes.class !== "card-head",
  );
  const rowsIn = (kind: string) =>
    all(page.document, "div", { class: kind }).flatMap((list) =>
      all(list, "div").filter(({ parent }) => parent?.tag === "dl"),
    );
  const charges = rowsIn("stack charges");
  const noteOf = (row: (typeof charges)[number]) => all(row, "small").map(textOf).join();
  return [
    ...prices.map(textOf),
    // Prices that follow each other, each with its months.
    ...rowsIn("priced").map((row) =>
      `${all(row, "dd").map(textOf).join()} ${all(row, "dt").map(textOf).join()}`.trim(),
    ),
    ...charges.map((row) => `${all(row, "dd").map(textOf).join()} ${noteOf(row)}`),
  ].map(plain);
}

const shippedOffers = [
  ...Object.keys(priceCaseTokens).map((name) => ({ name, brand: "o2" })),
  ...offerUseCases.map((useCase) => ({ name: `demo-${useCase}`, brand: "o2" })),
  ...["demo-free", "demo-existing", "demo-dsl"].map((name) => ({ name, brand: "o2" })),
  ...brands.map(({ slug }) => ({ name: "demo", brand: slug })),
];
test.each(shippedOffers)("$name of $brand: its rows add up to its total", async ({ name, brand }) => {
  const page = await portal.browser().get(`/angebot/${fresh(name)}?brand=${brand}`);
  const total = totalOf(page);
  expect(rowsOf(page)).not.toHaveLength(0);
  const isKnown = !page.text.includes("Gesamtpreis nicht bekannt");
  expect(total.rows.length > 0).toBe(isKnown);
  if (isKnown) expect(sumOf(rowsOf(page))).toEqual(sumOf(pricesOf(total)));
});

test("a price is read by its months", () => {
  const first = (text: string) => {
    const { "month 1": one, "month 7": seven, "month 25": later, ...rest } = paidBy(text);
    return [one, seven, later, rest["once, 1"], rest["once, 7"]];
  };
  expect(first("27,99 €/Mon. 24 Raten, dazu einmalig 49,00 €")).toEqual([
    2799,
    2799,
    undefined,
    4900,
    undefined,
  ]);
  expect(first("1,00 €/Mon. · ab 7. Monat 20,00 €")).toEqual([100, 2000, 2000, undefined, undefined]);
  expect(first("−5,00 €/Mon. Monat 7–12")).toEqual([undefined, -500, undefined, undefined, undefined]);
  expect(first("−5,00 €/Mon. ab Monat 4")).toEqual([undefined, -500, -500, undefined, undefined]);
  expect(first("−50,00 € einmalig, Monat 7")).toEqual([undefined, undefined, undefined, undefined, -5000]);
});

/** One of each kind: phases, what goes on after the term, one-off amounts by month, refunds, no total. */
const ordered = ["demo-phases", "demo-instalments", "prices-credit", "prices-negative", "prices-gap"];
test.each(cases.filter(({ name }) => ordered.includes(name)))(
  "$name: the steps, the order's box, its confirmation and its mail say the same",
  async ({ name, brief, totals }) => {
    const token = fresh(name);
    const customer = portal.browser();
    await customer.get(`/angebot/${token}`);
    const form = await customer.get(`/angebot/${token}/meine-daten`);
    const [order] = all(form.document, "section", { "aria-label": "Ihre Bestellung" });
    // What the sum includes stands in the list below it.
    expect(plain(textOf(order))).toContain(brief.replace(/,? inkl\..*$/, ""));
    if (brief.includes("inkl.")) expect(plain(textOf(order))).toContain(totals);
    const summary = await goToSummary(customer, token);
    expect(boxOf(summary)).toContain(`${totals} zahlungspflichtig bestellen`);
    const confirmation = await customer.submit(summary, {}, { follow: true });
    expect([confirmation.name, plain(confirmation.text).includes(totals)]).toEqual(["confirmation", true]);
    const [mail] = await mailsAbout(portal.origin, token);
    for (const amount of amountsIn(totals) ?? []) expect(mail?.text).toContain(amount.replace("−", "-"));
  },
);

test.each([
  [
    "en",
    "ortel",
    "Total: 5,99 €/month | months 7–12: 19,99 €/month | from month 13: 24,99 €/month | One-time: 44,98 € | incl. VAT and 4,99 € shipping",
  ],
  [
    "tr",
    "ayyildiz",
    "Toplam: ayda 5,99 € | 7–12. ay: ayda 19,99 € | 13. aydan itibaren: ayda 24,99 € | Tek seferlik: 44,98 € | KDV ve 4,99 € kargo dâhil",
  ],
])("an introductory price in %s", async (language, brand, text) => {
  const page = await portal.browser().get(`/${language}/angebot/${fresh("demo-phases")}?brand=${brand}`);
  expect(totalOf(page).text).toBe(text);
});

const fourWeekly = "Gesamt alle 4 Wochen: 13,98 € | Einmalig: 9,99 € | inkl. MwSt., Versand kostenlos";
test.each([
  ["aldi", "", fourWeekly],
  ["nova", "", fourWeekly],
  ["spice", "", fourWeekly],
  ["ortel", "/en", "Total every 4 weeks: 13,98 € | One-time: 9,99 € | incl. VAT, free shipping"],
])("%s sells a bundle for four weeks, without a term and without an invoice", async (brand, prefix, text) => {
  const token = fresh("demo");
  const customer = portal.browser();
  const offer = await customer.get(`${prefix}/angebot/${token}?brand=${brand}`);
  expect(totalOf(offer).text).toBe(text);
  expect(plain(offer.text)).not.toMatch(/Rechnung|invoice|monatlich|per month|24 /i);
  const summary = await goToSummary(customer, token, entered.directDebit);
  expect(boxOf(summary)).toContain("13,98 €");
  await customer.submit(summary, {}, { follow: true });
  const [mail] = await mailsAbout(portal.origin, token);
  expect(mail?.text).toMatch(/(4 Wochen|4 weeks).*13,98 €/);
});
