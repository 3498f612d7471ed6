import { expect, test } from "vitest";
import { offer } from "#app/backend/contract/offer.ts";
import enValidation from "#locales/en/validation.json";

// Names of the specification that are read and shown nowhere: that they are known is all that can be held.
const read = (more: object, item: object = {}) =>
  offer.parse({ offerId: "1", brand: "O2", offerUseCase: "offer", offers: [{ id: "a", ...item }], ...more });

test.each(["Standard", "Novum"])("the offer type %s is known", { tags: ["§3.23"] }, (offerType) =>
  expect(read({ offerType }).offerType).toBe(offerType),
);

test.each(["none", "bundle", "o2you"])("the bundle type %s is known", { tags: ["§3.22"] }, (bundleType) =>
  expect(read({}, { bundleType }).offers[0]?.bundleType).toBe(bundleType),
);

test.each(["dsl", "mobile", "myHandy", "logistics", "ott", "fms", "onlineSchutz"])(
  "the product category %s is known",
  { tags: ["§3.20"] },
  (category) => expect(read({}, { category }).offers[0]?.category).toBe(category),
);

test("the generic message of a required field is there", { tags: ["§5.5"] }, () =>
  expect(enValidation.form.required).toBe("{{path}} is a required field"),
);
