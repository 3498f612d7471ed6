import { describe, expect, test, vi } from "vitest";
import { offer } from "#app/backend/contract/offer.ts";
import { brokenPageEvent, categoryOf } from "#app/tracking/broken-page.ts";
import { dataLayerEvent, eventById } from "#app/tracking/catalogue.ts";
import { ecommerceOf } from "#app/tracking/ecommerce.ts";

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
  ["revocation", "email rejection"],
  ["login-return", "offer"],
  ["home", undefined],
  ["barrier", undefined],
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
  test("carries only the details of its row", () => {
    const details = { label: "success", description: "Error page: NotFound", useCase: "Others" };
    expect(dataLayerEvent("terminationLoaded", details)).not.toHaveProperty("label");
    expect(dataLayerEvent("offerLoadError", details)).toMatchObject({
      description: "Error page: NotFound",
      useCase: "Others",
    });
    expect(dataLayerEvent("offerLoadError", details)).not.toHaveProperty("label");
  });
});

describe("ecommerce", () => {
  test("adds up in euros, VAT included", { tags: ["§3.6"] }, () => {
    expect(ecommerceOf(cart, { affiliation: "o2", payment: "paypal" })).toMatchObject({
      currency: "EUR",
      revenue: 141.96,
      tax: 22.67,
      shipping: 4.99,
      affiliation: "o2",
      payment: "paypal",
    });
  });
});

test("an id that is none pushes nothing, and is a warning in the console", { tags: ["§4.51"] }, () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  for (const id of ["nothing", "constructor", "toString", ""]) expect(eventById(id)).toBeUndefined();
  expect(warn).toHaveBeenCalledTimes(4);
  warn.mockRestore();
});
