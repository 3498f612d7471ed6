import { describe, expect, test, vi } from "vitest";
import { offer } from "#app/backend/contract/offer.ts";
import { type OfferUseCase, offerUseCases } from "#app/domain/use-cases.ts";
import { type IdvOutcome, idvOutcomes } from "#app/errors/idv-outcomes.ts";
import { brokenPageEvent, categoryOf } from "#app/tracking/broken-page.ts";
import { dataLayerEvent, eventById, type TrackingEvent, trackingEvents } from "#app/tracking/catalogue.ts";
import { detailsOfUseCase, ecommerceOf, ecommerceProducts } from "#app/tracking/ecommerce.ts";
import { hotlineLabel, idvLabels, terminationLabel } from "#app/tracking/labels.ts";

const cart = offer.parse({
  offerId: "1",
  brand: "O2",
  offerUseCase: "orange_vvl",
  offerType: "Standard",
  productTypes: ["myHandy"],
  offers: [
    {
      id: "a",
      category: "mobile",
      hardware: { id: "p1", name: "Phone", prices: [{ type: "once", amount: 49 }, { type: "monthly", amount: 20 }] },
      tariff: {
        id: "t1",
        name: "Tariff",
        itemKind: "Tariff",
        minimumTermMonths: 24,
        noticePeriodMonths: 1,
        prices: [{ type: "once", amount: 39.99 }, { type: "monthly", amount: 27.99 }],
      },
      packs: [{ id: "k1", name: "Pack", itemKind: "Pack", prices: [{ type: "monthly", amount: 4.99 }] }],
    },
    { id: "b", category: "ott", packs: [{ id: "k2", name: "Free", itemKind: "Pack", prices: [] }] },
  ],
  charges: [
    { type: "shippingfee", frequency: "once", name: "Shipping", amount: 4.99 },
    { type: "discount", frequency: "monthly", name: "Discount", amount: -5 },
  ],
  documents: [],
  paymentMethods: [],
}); // biome-ignore format: one look at the cart

test.each([
  ["idv-pending", "idv"],
  ["customer-data", "customer data"],
  ["termination-receipt", "termination"],
  ["selfcare-error", "selfcare termination"],
  ["withdrawal", "withdrawal"],
  ["payment", "offer"],
  ["email-rejection", "email rejection"],
  ["objection-receipt", "email rejection"],
  ["login-return", "offer"],
  ["home", undefined],
  ["not-found", undefined],
  ["constructor", undefined],
])("a failure on the page %s counts as one of %s", (page, category) =>
  expect(categoryOf(page)).toBe(category),
);

test("a page outside any journey has an error page of its own in analytics, without a category", () => {
  const { pageContent, category, description } = brokenPageEvent("not-found", "NotFound");
  expect([pageContent, category, description]).toEqual(["error page", undefined, "Error page: NotFound"]);
});

describe("prices that change with time", () => {
  const priced = (prices: object[]) => ({
    ...cart,
    offers: [{ ...cart.offers[1], tariff: { ...cart.offers[0]?.tariff, prices } }] as typeof cart.offers,
  });
  const first = [{ type: "monthly", amount: 1, months: 6 }];

  test("count with their first month, and all that is paid once", () => {
    const introduced = priced([
      ...first,
      { type: "monthly", amount: 20, from: 7 },
      { type: "once", amount: 39.99 },
    ]);
    const { revenue, tax, products } = ecommerceOf(introduced, { affiliation: "o2" });
    expect(products[0]).toMatchObject({ category: "Tarif", price: 1 });
    // 1 + 39.99 + shipping 4.99 - discount 5
    expect([revenue, tax]).toEqual([40.98, 6.54]);
  });

  test("have neither price nor revenue where nobody can tell", () => {
    const ecommerce = ecommerceOf(priced([...first, { type: "monthly", amount: 20 }]), { affiliation: "o2" });
    expect(ecommerce).not.toHaveProperty("revenue");
    expect(ecommerce).not.toHaveProperty("tax");
    expect(ecommerce.products[0]).not.toHaveProperty("price");
    expect(ecommerce.shipping).toBe(4.99);
  });
});

describe("the catalogue", () => {
  test("has every event of the specification, offers in the order of a journey", () => {
    expect(Object.keys(trackingEvents)).toEqual([
      ...["offerLoaded", "offerLoadError", "documentsDownloaded", "documentsLoadError", "personalDataSaved"],
      ...["paymentDataSaved", "offerSubmitted", "offerSubmitFailed", "offerConfirmation", "offerPurchase"],
      ...["offerErrorPage", "errorPage"],
      ...["idvSelection", "idvSuccess", "idvError", "idvCancelled", "idvPending", "idvSubmitted"],
      ...["terminationLoaded", "terminationSubmitted", "terminationSubmitFailed", "terminationCancelled"],
      ...["terminationTeaserViewed", "terminationRequiredFieldsViewed", "terminationRequiredFieldsClosed"],
      ...["terminationDiscountViewed", "terminationDiscountClosed", "terminationDiscountPhoneClicked"],
      "terminationDiscountSubmitClicked",
      ...["selfcareSubmitted", "selfcareSubmitFailed", "selfcareSubmitClicked", "selfcareModalDisplayed"],
      "selfcareModalClosed",
    ]);
  });

  test("every event reports the customer as not logged in", () => {
    for (const id of Object.keys(trackingEvents) as TrackingEvent[]) {
      const common = {
        application: "permissions",
        customerLoginStatus: "no",
        pageContent: expect.any(String),
        ...(id !== "errorPage" && { category: expect.any(String) }),
      };
      expect(dataLayerEvent(id)).toMatchObject({ event: id, ...common });
    }
  });

  test("carries only the details of its row", () => {
    const details = { label: "success", description: "Error page: NotFound", useCase: "Others" };
    expect(dataLayerEvent("terminationLoaded", details)).not.toHaveProperty("label");
    expect(dataLayerEvent("offerLoadError", details)).toMatchObject({
      description: "Error page: NotFound",
      useCase: "Others",
    });
    expect(dataLayerEvent("offerLoadError", details)).not.toHaveProperty("label");
  });

  test.each(["nothing", "constructor", "toString", ""])("warns of %o and does nothing else", (id) => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    expect(eventById(id)).toBeUndefined();
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });
});

describe("ecommerce", () => {
  test("takes a phone's one-time price, the monthly one of tariff and pack, and counts offers from 1", () => {
    expect(ecommerceProducts(cart.offers)).toEqual([
      { id: "p1", name: "Phone", category: "Handy", price: 49, position: 1, quantity: 1 },
      { id: "t1", name: "Tariff", category: "Tarif", price: 27.99, position: 1, quantity: 1 },
      { id: "k1", name: "Pack", category: "Pack", price: 4.99, position: 1, quantity: 1 },
      { id: "k2", name: "Free", category: "Pack", position: 2, quantity: 1 },
    ]);
  });

  test("adds up in euros, VAT included", () => {
    expect(ecommerceOf(cart, { affiliation: "o2", payment: "paypal" })).toMatchObject({
      currency: "EUR",
      revenue: 141.96,
      tax: 22.67,
      shipping: 4.99,
      affiliation: "o2",
      payment: "paypal",
    });
  });

  const initial = "initial_offer";
  const lead = "lead_offer_via_dealer_pencil_selling";
  const alternative = "alternative_offer";
  const analytics = {
    offer: [initial, 0], offer_coc: [initial, 0], offer_vvl: [initial, 0], offer_tm: [initial, 0],
    offer_dps: [lead, 0], offer_dps_vvl: [lead, 0],
    orange: [alternative, 30], orange_vvl: [alternative, 31], orange_tm: [alternative, 32],
    yellow: [alternative, 30], yellow_vvl: [alternative, 31], yellow_tm: [alternative, 32],
    greenApm: [alternative, 30], greenApm_vvl: [alternative, 31], greenApm_tm: [alternative, 32],
    green_idv: [alternative, 30], green_idv_vvl: [alternative, 31], green_idv_tm: [alternative, 32],
    green_idv_otp: [alternative, 30], green_idv_vvl_otp: [alternative, 31], green_idv_tm_otp: [alternative, 32],
    dealer_correction: ["dealer_correction", 0],
  } satisfies Record<OfferUseCase, [string, number]>; // biome-ignore format: a row per kind of offer

  test("knows the type and variant of each kind of offer", () => {
    for (const useCase of [...offerUseCases, "anything", undefined]) {
      const [type, code] = analytics[useCase as OfferUseCase] ?? ["Others", 0];
      expect(detailsOfUseCase(useCase), useCase).toEqual({ useCase: type, useCaseCode: code });
    }
  });
});

describe("labels", () => {
  test.each([
    [{ serviceType: "mobile", cancellationType: "regular", selectTerminationDate: "now" }, undefined, "mobile - regular - now"],
    [{ serviceType: "dsl", cancellationType: "special", selectTerminationDate: "later" }, "success", "success - dsl - special - later"],
    [{ cancellationType: "regular", selectTerminationDate: "now" }, "failure", "failure - regular - now"],
  ] as const)("termination %#", (facts, result, label) => {
    expect(terminationLabel(facts, result)).toBe(label);
  }); // biome-ignore format: a table

  test("the discount modal names the hotline", () => {
    expect(hotlineLabel("030 23125 102")).toBe("hotline 030 23125 102");
  });

  test("identity verification speaks German", () => {
    const label = (outcome: IdvOutcome) => idvLabels[idvOutcomes[outcome].tracking];
    expect(label("IdvSuccess")).toBe("Identitätsprüfung abgeschlossen");
    expect(label("NoMoreIdvPossible")).toBe("Identitätsprüfung fehlgeschlagen");
    expect(label("OfferCancelled")).toBe("Die Bestellung wurde storniert");
    expect(idvLabels.pending).toBe("Identitätsprüfung in Bearbeitung");
  });
});
