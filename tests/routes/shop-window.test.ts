import { expect, test } from "vitest";
import { brands } from "../support/brands.ts";
import type { Page } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { isHotlineOpen } from "../support/hotline.ts";
import { all, textOf } from "../support/html.ts";
import { goToSummary } from "../support/offer.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();

const plain = (element: Parameters<typeof textOf>[0]) => textOf(element).replaceAll("\u00a0", " ").trim();
const messages = ({ document }: Page) =>
  ["notice info", "notice warning"].flatMap((kind) => all(document, "div", { class: kind })).map(textOf);
const totals = ({ document }: Page) => all(document, "div", { class: "action-bar" });
const drawings = ({ document }: Page) => all(document, "use").map(({ attributes }) => attributes.href);

test.each([
  ["demo", []],
  ["from-2099-12-24", ["Bestellbar ab 24.12.2099"]],
  ["demo-offer_dps", []],
  ["prices-overlap", ["Gesamtpreis nicht bekannt"]],
  ["preview/demo", ["In der Vorschau lässt sich nichts bestellen"]],
])("what is unusual about %s is said above the offer", async (token, said) => {
  const page = await portal.browser().get(`/angebot/${fresh(token)}`);
  expect(messages(page)).toEqual(said.map((text) => expect.stringContaining(text)));
  expect([page.status, totals(page).length]).toEqual([200, 1]);
});

const asked = isHotlineOpen() ? ["call", "button quiet"] : ["button secondary"];
test.each([
  ["demo", ["button primary"], 0],
  ["prices-overlap", asked, 2],
  ["prices-gap", asked, 2],
])(
  "%s: without a total, its prices are marked, and whom to ask is the main way while somebody answers",
  async (token, kinds, marks) => {
    const page = await portal.browser().get(`/angebot/${fresh(token)}`);
    const isCall = ({ attributes }: ReturnType<typeof all>[number]) => attributes.href?.startsWith("tel:");
    const ways = totals(page).flatMap((bar) => all(bar, "a"));
    expect(ways.map((way) => (isCall(way) ? "call" : way.attributes.class))).toEqual(kinds);
    const told = all(page.document, "div", { class: "notice warning" }).flatMap((notice) => all(notice, "a"));
    // The number stands on the page once.
    expect(told.filter(isCall).length).toBe(marks > 0 && kinds[0] !== "call" ? 1 : 0);
    expect(page.text.split("bitte erfragen").length - 1).toBe(marks);
  },
);

test("each of several contracts says what is paid for it", async () => {
  const { document } = await portal.browser().get(`/angebot/${fresh("demo-offer_dps")}`);
  const [lead] = all(document, "p", { class: "lead" }).map(plain);
  expect(lead).toMatch(/^2 Verträge in einer Bestellung\. /);
  const heads = all(document, "div", { class: "card-head" }).map(plain);
  expect(heads.slice(0, 2)).toEqual([
    "Vertrag 181,96 €/Mon. · ab 25. Monat 53,97 €, dazu einmalig 58,99 €",
    "Vertrag 224,98 €/Mon. · ab 25. Monat 14,99 €, dazu einmalig 29,00 €",
  ]);
});

test.each([
  ["o2", "Lieferung voraussichtlich"],
  ["aldi", "Bestellt am"],
])("what %s has sold is told with its number, and when it comes or was ordered", async (brand, label) => {
  const token = fresh("demo");
  const customer = portal.browser();
  await customer.get(`/angebot/${token}?brand=${brand}`);
  const page = await customer.submit(await goToSummary(customer, token), {}, { follow: true });
  const facts = all(page.document, "dl", { class: "order-facts" }).flatMap((list) => all(list, "dt"));
  expect([page.name, facts.map(textOf)]).toEqual(["confirmation", ["Bestellnummer", label]]);
});

test("where there is no device, what there is to look at is the plan's own picture", async () => {
  for (const [path, drawn] of [
    ["demo-orange_tm", "/drawings.svg#sim"],
    ["demo-dsl", "/drawings.svg#router"],
    ["preview/demo-orange_tm", "/drawings.svg#sim"],
  ] as const) {
    const page = await portal.browser().get(`/angebot/${fresh(path)}`);
    expect([path, drawings(page), all(page.document, "img").length]).toEqual([path, [drawn], 0]);
  }
});

test.each(brands)(
  "home of $slug has one main way: topping up, where there is credit",
  async ({ slug, prepaid }) => {
    const { document } = await portal.browser().get(`/?brand=${slug}`);
    const [nav] = all(document, "nav", { class: "tiles" });
    const ways = nav ? all(nav, "a") : [];
    expect(ways.map(({ attributes }) => attributes.class === "tile main")).toEqual(
      ways.map((_, at) => at === 0),
    );
    expect(textOf(ways[0]).includes("Guthaben aufladen")).toBe(prepaid);
  },
);
