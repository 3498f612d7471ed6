import { expect, test } from "vitest";
import { brands } from "../support/brands.ts";
import type { Page } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { all, textOf } from "../support/html.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();

const messages = ({ document }: Page) =>
  ["notice info", "notice warning"].flatMap((kind) => all(document, "div", { class: kind })).map(textOf);
const totals = ({ document }: Page) => all(document, "div", { class: "action-bar" });
const drawings = ({ document }: Page) => all(document, "use").map(({ attributes }) => attributes.href);

test.each([
  ["demo", []],
  ["from-2099-12-24", ["Bestellbar ab 24.12.2099"]],
  ["demo-offer_dps", ["2 Verträge in einer Bestellung"]],
  ["prices-overlap", ["Gesamtpreis nicht bekannt"]],
  ["preview/demo", ["In der Vorschau lässt sich nichts bestellen"]],
])("what is unusual about %s is said above the offer", async (token, said) => {
  const page = await portal.browser().get(`/angebot/${fresh(token)}`);
  expect(messages(page)).toEqual(said.map((text) => expect.stringContaining(text)));
  expect([page.status, totals(page).length]).toEqual([200, 1]);
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
