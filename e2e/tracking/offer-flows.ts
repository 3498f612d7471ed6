import type { Page } from "@playwright/test";
import type { Ecommerce } from "#app/tracking/ecommerce.ts";
import { fresh } from "../../tests/support/fresh.ts";
import { entered } from "../../tests/support/offer.ts";
import { openStep } from "../support/offer.ts";
import { expectPage, expectState, fill, main, send } from "../support/page.ts";
import { expect, hydrated } from "../support/test.ts";
import { common, type Flow, type Visit } from "./recording.ts";

const allSteps = {
  "personal-data": entered.personalData,
  "id-data": entered.idData,
  payment: entered.directDebit,
  summary: {},
};

/** From the offer through its steps; all of them unless said otherwise. */
export async function order(
  page: Page,
  token: string,
  {
    prefix = "",
    steps = allSteps,
    atOffer,
  }: {
    prefix?: string;
    steps?: Partial<typeof allSteps>;
    atOffer?: (() => Promise<unknown>) | undefined;
  } = {},
) {
  await page.goto(`${prefix}/angebot/${token}`);
  await atOffer?.();
  await main(page).locator(`a[href="${prefix}/angebot/${token}/meine-daten"]`).click();
  for (const [step, fields] of Object.entries(steps)) {
    await expectPage(page, step);
    await hydrated(page);
    await fill(page, fields);
    await send(page);
  }
}

const offer = { ...common, pageContent: "offer page", category: "offer" } as const;
const demo = { useCase: "initial_offer", useCaseCode: 0 } as const;
const ecommerce: Ecommerce = {
  currency: "EUR",
  revenue: 162.94,
  tax: 26.02,
  shipping: 4.99,
  affiliation: "o2",
  products: [
    { id: "hw-nordlicht-12-pro", name: "Nordlicht 12 Pro", category: "Handy", price: 49, position: 1, quantity: 1 },
    { id: "tf-mobil-m", name: "Mobil M", category: "Tarif", price: 32.99, position: 1, quantity: 1 },
    { id: "pk-geraeteschutz", name: "Geräteschutz Komplett", category: "Pack", price: 7.99, position: 1, quantity: 1 },
    { id: "pk-reise", name: "Reisepaket Welt 2 GB", category: "Pack", price: 4.99, position: 1, quantity: 1 },
  ],
}; // biome-ignore format: a table of products

export const offerFlows: Flow[] = [
  {
    name: "an order with a document",
    async run(page) {
      const token = fresh("demo");
      await page.goto(`/angebot/${token}`);
      const href = await page.locator('main a[href*="/dokumente/"]').first().getAttribute("href");
      expect((await page.request.get(href ?? "")).status()).toBe(200);
      await order(page, token);
      await expectPage(page, "confirmation");
      await page.reload();
      await expectPage(page, "confirmation");
    },
    expected: [
      { event: "offerLoaded", ...offer, ...demo, ecommerce },
      { event: "documentsDownloaded", ...offer, ...demo },
      { event: "offerLoaded", ...offer, ...demo, ecommerce },
      { event: "personalDataSaved", ...offer, ...demo },
      { event: "paymentDataSaved", ...offer, ...demo },
      { event: "offerSubmitted", ...offer, ...demo },
      { event: "offerConfirmation", ...offer, ...demo, pageContent: "offer confirmation" },
      {
        event: "offerPurchase",
        ...offer,
        ...demo,
        pageContent: "offer confirmation",
        ecommerce: { ...ecommerce, payment: "direct_debit" },
      },
    ],
  },
  {
    name: "an order whose payment fails",
    async run(page) {
      await openStep(page, "zusammenfassung", fresh("accept-PAYMENT_FAILED"));
      await send(page);
      await expectState(page, "PaymentFailed");
    },
    expected: [
      { event: "personalDataSaved", ...offer, ...demo },
      { event: "paymentDataSaved", ...offer, ...demo },
      { event: "offerSubmitFailed", ...offer, ...demo, description: "Place order failed: PaymentFailed" },
    ],
  },
  {
    name: "documents that cannot be loaded",
    async run(page) {
      await openStep(page, "zusammenfassung", fresh("documents-fail"));
      await expectState(page, "DocumentsNotLoaded");
    },
    expected: [
      { event: "personalDataSaved", ...offer, ...demo },
      { event: "paymentDataSaved", ...offer, ...demo },
      {
        event: "documentsLoadError",
        ...offer,
        ...demo,
        description: "Loading documents failed: DocumentsNotLoaded",
      },
    ],
  },
];

export const offerVisits: Visit[] = [
  {
    path: () => "/angebot/state-OFFER_EXPIRED",
    expected: {
      event: "offerLoadError",
      ...offer,
      ...demo,
      pageContent: "offer error page",
      description: "Loading cart failed: OfferExpired",
    },
  },
  {
    path: () => "/angebot/state-OFFER_EXPIRED/fehler",
    expected: {
      event: "offerErrorPage",
      ...offer,
      ...demo,
      pageContent: "offer error page",
      description: "Error page: OfferExpired",
    },
  },
];
