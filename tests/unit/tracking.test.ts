import { describe, expect, test, vi } from "vitest";
import { offer, offerUseCases } from "#app/backend/contract/offer.ts";
import { dataLayerEvent, eventById, type TrackingEvent, trackingEvents } from "#app/tracking/catalogue.ts";
import { detailsOfUseCase, ecommerceOf, ecommerceProducts } from "#app/tracking/ecommerce.ts";
import { hotlineLabel, idvLabels, idvOutcomeEvents, terminationLabel } from "#app/tracking/labels.ts";

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

describe("the catalogue", () => {
  test("has every event of the specification, offers in the order of a journey", () => {
    expect(Object.keys(trackingEvents)).toEqual([
      ...["offerLoaded", "offerLoadError", "documentsDownloaded", "documentsLoadError", "personalDataSaved"],
      ...["paymentDataSaved", "offerSubmitted", "offerSubmitFailed", "offerConfirmation", "offerPurchase"],
      "offerErrorPage",
      ...["idvSelection", "idvSuccess", "idvError", "idvCancelled", "idvPending"],
      ...["terminationLoaded", "terminationSubmitted", "terminationSubmitFailed", "terminationCancelled"],
      ...["terminationTeaserViewed", "terminationRequiredFieldsViewed", "terminationRequiredFieldsClosed"],
      ...["terminationDiscountViewed", "terminationDiscountClosed", "terminationDiscountPhoneClicked"],
      "terminationDiscountSubmitClicked",
      ...["selfcareSubmitted", "selfcareSubmitFailed", "selfcareSubmitClicked", "selfcareModalDisplayed"],
      "selfcareModalClosed",
    ]);
  });

  test.each(Object.keys(trackingEvents) as TrackingEvent[])("%s reports nobody as logged in", (id) => {
    expect(dataLayerEvent(id)).toMatchObject({
      event: id,
      application: "permissions",
      customerLoginStatus: "no",
      pageContent: expect.any(String),
      category: expect.any(String),
    });
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

  test("knows every use case, and Others for the rest", () => {
    const codes = offerUseCases.map((useCase) => detailsOfUseCase(useCase).useCaseCode);
    expect(codes.filter((code) => code === 0)).toHaveLength(7);
    expect(detailsOfUseCase("orange_vvl")).toEqual({ useCase: "alternative_offer", useCaseCode: 31 });
    expect(detailsOfUseCase("yellow_tm")).toEqual({ useCase: "alternative_offer", useCaseCode: 32 });
    expect(detailsOfUseCase("greenApm")).toEqual({ useCase: "alternative_offer", useCaseCode: 30 });
    expect(detailsOfUseCase("offer_coc")).toEqual({ useCase: "initial_offer", useCaseCode: 0 });
    expect(detailsOfUseCase("offer_dps")).toMatchObject({ useCase: "lead_offer_via_dealer_pencil_selling" });
    expect(detailsOfUseCase("dealer_correction")).toMatchObject({ useCase: "dealer_correction" });
    expect(detailsOfUseCase("anything")).toEqual({ useCase: "Others", useCaseCode: 0 });
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
    const label = (outcome: keyof typeof idvOutcomeEvents) => idvLabels[idvOutcomeEvents[outcome].label];
    expect(label("IdvSuccess")).toBe("Identitätsprüfung abgeschlossen");
    expect(label("NoMoreIdvPossible")).toBe("Identitätsprüfung fehlgeschlagen");
    expect(label("OfferCancelled")).toBe("Die Bestellung wurde storniert");
    expect(idvLabels.pending).toBe("Identitätsprüfung in Bearbeitung");
  });
});
