import { readFileSync } from "node:fs";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect } from "vitest";
import { offer } from "#app/backend/contract/offer.ts";
import { formatDate } from "#app/domain/calendar.ts";
import { formatPrice } from "#app/domain/prices.ts";
import { type OfferUseCase, offerUseCases } from "#app/domain/use-cases.ts";
import { defaultLocale, localeCookie } from "#app/i18n/locale.ts";
import { traceCookie } from "#app/request/trace-id.server.ts";
import { detailsOfUseCase, ecommerceOf, ecommerceProducts } from "#app/tracking/ecommerce.ts";
import { hotlineLabel, terminationLabel } from "#app/tracking/labels.ts";
import { thirdPartiesOf } from "#app/tracking/third-parties.server.ts";
import { Accordion } from "#app/ui/accordion.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Modal } from "#app/ui/modal.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { TileLink } from "#app/ui/tile-link.tsx";
import { heldBy, sectionEnds, statement, statementsFrom } from "./statement.ts";

const widthsIn = (part: ReactNode) =>
  [...renderToStaticMarkup(part).matchAll(/<svg[^>]*width="(\d+)"/g)].map(([, width]) => Number(width));
/** The rules of a selector in the stylesheet of what flies out, one after the other. */
const css = ["gallery", "tooltip"].map((name) => readFileSync(`app/ui/${name}.css`, "utf8")).join("");
const rulesOf = (selector: string) =>
  [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, names = "", rules = ""]) =>
    names.split(",").some((name) => name.trim() === selector) ? [rules] : [],
  );
const day = 24 * 60 * 60;

statement("9.1", () => expect(localeCookie.maxAge).toBe(365 * day));
statement("9.2", () => expect(traceCookie.maxAge).toBe(30 * day));
heldBy("9.3", "tests/components/stale-chunk.test.ts", "reloads once in ten seconds");
statement("9.4", () => {
  expect(defaultLocale).toBe("de");
  expect(formatDate("2026-11-21", "de")).toBe("21.11.2026");
});
statement("9.5", () => {
  expect(formatPrice(1234.5)).toBe("1.234,50 €");
  expect(formatPrice(0)).toBe("0,00 €");
});
statement("9.6", () => expect(formatPrice(5, { negative: true })).toBe("-5,00 €"));

const cart = offer.parse({
  offerId: "1",
  brand: "O2",
  offerUseCase: "orange_vvl",
  offers: [
    {
      id: "a",
      hardware: { id: "p1", name: "Phone", prices: [{ type: "once", amount: 49 }, { type: "monthly", amount: 20 }] },
      tariff: {
        id: "t1",
        name: "Tariff",
        minimumTermMonths: 24,
        noticePeriodMonths: 1,
        prices: [{ type: "once", amount: 39.99 }, { type: "monthly", amount: 27.99 }],
      },
      packs: [{ id: "k1", name: "Pack", prices: [{ type: "monthly", amount: 4.99 }] }],
    },
    { id: "b", packs: [{ id: "k2", name: "Free", prices: [] }] },
  ],
}); // biome-ignore format: one look at the cart

statement("9.7", () => expect(ecommerceOf(cart, { affiliation: "o2" }).currency).toBe("EUR"));

statement("9.8", () => {
  const ids = { tagManager: { name: "layer", id: "1" }, trboId: "t", userCentrics: { id: "u", slug: "s" } };
  const servicesAt = (path: string) => thirdPartiesOf(ids, path)?.gated.map(({ service }) => service) ?? [];
  for (const path of ["/kuendigung", "/selfcarekuendigung", "/en/kuendigung"])
    expect(servicesAt(path)).toContain("trbo");
  for (const path of ["/", "/angebot", "/widerruf"]) expect(servicesAt(path)).not.toContain("trbo");
});

const alternatives = offerUseCases.filter((useCase) => /^(orange|yellow|green)/.test(useCase));
const typeOf = (useCase: string) => detailsOfUseCase(useCase).useCase;
statementsFrom(
  "9.9",
  [
    ["initial_offer", ["offer", "offer_coc", "offer_vvl", "offer_tm"]],
    ["lead_offer_via_dealer_pencil_selling", ["offer_dps", "offer_dps_vvl"]],
    ["alternative_offer", alternatives],
    ["dealer_correction", ["dealer_correction"]],
    ["Others", ["anything", "", "constructor"]],
  ] as [type: string, useCases: string[]][],
  ([type, useCases]) => {
    expect(useCases.length).toBeGreaterThan(0);
    for (const useCase of useCases) expect([useCase, typeOf(useCase)]).toEqual([useCase, type]);
  },
);

statement("9.14", () => {
  const codeOf = (useCase: OfferUseCase) => {
    if (!alternatives.includes(useCase)) return 0;
    return useCase.includes("_vvl") ? 31 : useCase.includes("_tm") ? 32 : 30;
  };
  for (const useCase of offerUseCases)
    expect([useCase, detailsOfUseCase(useCase).useCaseCode]).toEqual([useCase, codeOf(useCase)]);
});

statement("9.15", () => {
  const prices = ecommerceProducts(cart.offers).map(({ id, price }) => [id, price]);
  expect(prices).toEqual([["p1", 49], ["t1", 27.99], ["k1", 4.99], ["k2", undefined]]);
}); // biome-ignore format: a row

statement("9.16", () => {
  const rows = ecommerceProducts(cart.offers).map(({ category, position, quantity }) => [category, position, quantity]);
  expect(rows).toEqual([["Handy", 1, 1], ["Tarif", 1, 1], ["Pack", 1, 1], ["Pack", 2, 1]]);
}); // biome-ignore format: a row

statement("9.17", () => {
  const regular = {
    serviceType: "mobile",
    cancellationType: "regular",
    selectTerminationDate: "now",
  } as const;
  const special = {
    serviceType: "dsl",
    cancellationType: "special",
    selectTerminationDate: "later",
  } as const;
  expect(terminationLabel(regular)).toBe("mobile - regular - now");
  expect(terminationLabel(special, "success")).toBe("success - dsl - special - later");
  expect(terminationLabel({ ...regular, serviceType: undefined }, "failure")).toBe("failure - regular - now");
});

statement("9.18", () => expect(hotlineLabel("030 23125 102")).toBe("hotline 030 23125 102"));

statement("9.19", () => {
  const sizes = ["small", "medium", "large"] as const;
  expect(sizes.flatMap((size) => widthsIn(<Spinner size={size} />))).toEqual([16, 24, 64]);
});

statement("9.20", () => {
  expect(widthsIn(<Button icon="download">PDF</Button>)).toEqual([18]);
  expect(
    widthsIn(
      <ButtonLink href="/" icon="cart">
        Start
      </ButtonLink>,
    ),
  ).toEqual([18]);
});

statement("9.21", () => {
  const modal = (props: { closable?: boolean; fullScreenOnMobile?: boolean }) =>
    renderToStaticMarkup(
      <Modal id="m" title="Titel" closeLabel="Schließen" {...props}>
        Text
      </Modal>,
    );
  expect(modal({})).toContain("Schließen");
  expect(modal({ closable: false })).not.toContain("Schließen");
  expect([
    modal({}).includes("modal full"),
    modal({ fullScreenOnMobile: true }).includes("modal full"),
  ]).toEqual([false, true]);
});

// Measured in a browser: e2e/gallery.
statement("9.22", () => {
  const [bubble = ""] = rulesOf(".tooltip > :last-child").filter((rules) => rules.includes("bottom"));
  expect(bubble).toContain("bottom: calc(100% + 5px)");
  expect(bubble).toContain("transition: 150ms");
  expect(rulesOf(".tooltip:hover > :last-child").join()).toContain("transition-delay: 200ms");
});

statement("9.23", () => {
  expect(rulesOf(".flyout").join()).toContain("top: 100%");
  expect(readFileSync("app/ui/dropdown.tsx", "utf8")).toContain("<details");
});

statement("9.24", () => {
  expect(rulesOf(".menu .flyout").join()).toMatch(/visibility 0s 400ms/);
  expect(rulesOf(".menu:hover .flyout").join()).toContain("visibility: visible");
  expect(rulesOf(".menu:focus-within .flyout").join()).toContain("visibility: visible");
});

statement("9.25", () => {
  const lines = [...renderToStaticMarkup(<Skeleton lines={6} />).matchAll(/width="(\d+)%" height="(\d+)"/g)];
  const widths = lines.map(([, width]) => Number(width));
  expect([lines.length, Math.max(...widths), Math.min(...widths) >= 80]).toEqual([6, 100, true]);
  expect(new Set(lines.map(([, , height]) => height))).toEqual(new Set(["16"]));
});

const items = [{ id: "a", title: "A", content: "a" }];
statement("9.26", () =>
  expect(renderToStaticMarkup(<Accordion id="x" items={items} />)).toBe(
    renderToStaticMarkup(<Accordion id="x" items={items} icon="chevron-down" />),
  ),
);

statement("9.27", () =>
  expect(widthsIn(<TileLink href="/x" prefixIcon="mail" title="Post" />)).toEqual([18, 14]),
);

sectionEnds(9);
