import { createInstance } from "i18next";
import { expect } from "vitest";
import { z } from "zod";
import { calls } from "#app/backend/contract/calls.ts";
import { dataSource, priceEntry } from "#app/backend/contract/common.ts";
import { charge, hardware, offer, offerItem, pack, salutation, tariff } from "#app/backend/contract/offer.ts";
import { addressCheck } from "#app/backend/contract/services.ts";
import { termination, terminationReason } from "#app/backend/contract/termination.ts";
import { readBrands } from "#app/brand/read-brands.server.ts";
import { brandSchema } from "#app/brand/schema.ts";
import { prices } from "#app/domain/prices.ts";
import { offerUseCases } from "#app/domain/use-cases.ts";
import { ApiError, FormFieldError, idvErrorIn, offerErrorIn, offerErrorOf } from "#app/errors/errors.ts";
import { fixedT, i18nextOptions } from "#app/i18n/i18next.server.ts";
import { ecommerceOf } from "#app/tracking/ecommerce.ts";
import deOffer from "#locales/de/offer.json";
import { dataOf, fieldsOf } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { all, textOf } from "../support/html.ts";
import { logIn } from "../support/login.ts";
import { entered, goToSummary } from "../support/offer.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import { sectionEnds, statement, statementsFrom } from "./statement.ts";

const portal = await portalForTests();
/** The enumerations within a schema of the contract, without our word for an unknown value. */
const enumsIn = (schema: z.ZodType) =>
  [
    ...JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })).matchAll(
      /"enum":(\[[^\]]*\])/g,
    ),
  ].map(([, values = "[]"]) =>
    (JSON.parse(values) as string[]).filter((value) => value !== "unknown").join(", "),
  );
const keysOf = (schema: { shape: object }) => Object.keys(schema.shape);

statement("3.1", () => {
  const brand = readBrands("brands").get("o2") ?? expect.fail("no o2");
  expect(Object.keys(brand)).toEqual(
    expect.arrayContaining([
      "id",
      "slug",
      "backendEnum",
      "name",
      "nameForTitle",
      "logo",
      "prepaid",
      "availableLanguages",
    ]),
  );
  for (const name of ["tagManager", "trboId", "userCentrics"] as const)
    expect(brandSchema.shape[name].safeParse(undefined).success, name).toBe(true);
});

statement("3.2", () => {
  expect(keysOf(brandSchema.shape.tagManager.unwrap())).toEqual(["name", "id"]);
  expect(keysOf(brandSchema.shape.userCentrics.unwrap())).toEqual(["id", "slug"]);
});

statement("3.3", async () => {
  const customer = portal.browser();
  const token = fresh("demo");
  await customer.get(`/angebot/${token}`);
  // Without another look at the offer.
  expect((await customer.get(`/angebot/${token}/meine-daten`)).status).toBe(200);
});

statement("3.4", () => {
  expect(keysOf(offer)).toEqual(
    expect.arrayContaining(["productTypes", "offers", "offerUseCase", "offerId"]),
  );
  expect(offer.shape.productTypes.parse(["myHandy"])).toEqual(["myHandy"]);
});

statement("3.5", () => {
  expect(keysOf(offerItem)).toContain("packs");
  expect(enumsIn(pack)).toContain("Pack, DeviceInsurance");
});

const cart = { offers: [], charges: [] };
statement("3.6", () => {
  const ecommerce = ecommerceOf(cart, { affiliation: "o2", payment: "paypal" });
  expect(Object.keys(ecommerce)).toEqual(
    expect.arrayContaining(["revenue", "tax", "shipping", "affiliation", "payment", "products"]),
  );
});

statement("3.7", () => {
  for (const product of [hardware, tariff, pack])
    expect(keysOf(product)).toEqual(expect.arrayContaining(["name", "id", "prices"]));
  expect(keysOf(hardware)).toEqual(expect.arrayContaining(["color", "capacity"]));
});

statement("3.8", () => {
  expect(enumsIn(priceEntry)).toContain("monthly, once");
  expect(priceEntry.parse({ type: "once", amount: 49 })).toMatchObject({ type: "once", amount: 49 });
});

statement("3.9", () => {
  expect(prices([])).toEqual({});
  expect(prices([{ type: "once", amount: 5 }])).toEqual({
    once: { type: "once", amount: 5, formattedPrice: "5,00 €" },
  });
});

statement("3.10", async () => {
  const customer = portal.browser();
  const token = fresh("demo-orange_vvl");
  const { location = "" } = await customer.submit(await goToSummary(customer, token, entered.card));
  await customer.post(location, { action: "pay" });
  const page = await customer.get(`/angebot/${token}/danke`);
  // Its use case in the title, what was ordered, and that the payment provider was paid.
  expect(page.heading).toBe("Vielen Dank, Ihre Verlängerung ist beauftragt");
  expect(page.text).toContain(", bezahlt");
});

statement("3.11", () => {
  expect(keysOf(termination)).toEqual(
    expect.arrayContaining(["serviceType", "cancellationType", "selectTerminationDate"]),
  );
  expect(enumsIn(termination)).toContain("now, later");
});

statement("3.12", async () => {
  const customer = portal.browser();
  const token = fresh("demo-orange_vvl");
  await customer.get(`/angebot/${token}`);
  const page = await customer.get(`/angebot/${token}`, { headers: { Accept: "application/json" } });
  const { tracking } = dataOf(page);
  expect(tracking[0]).toMatchObject({ useCase: "alternative_offer", useCaseCode: 31 });
});

statement("3.13", async () => {
  const customer = portal.browser();
  const token = fresh("demo");
  await customer.submit(await customer.get(`/idv/${token}`), { method: "video" });
  expect((await portal.browser().get(`/idv/${token}`)).text).toContain("Video");
});

statement("3.14", async () => {
  const customer = portal.browser();
  const token = fresh("login");
  const back = await logIn(customer, token);
  expect([back.status, back.name]).toEqual([200, "offer"]);
  expect((await customer.get(`/angebot/${token}`)).status, "also later").toBe(200);
  expect(back.html).not.toContain("Bearer");
});

statement("3.15", async () => {
  const customer = portal.browser();
  const page = await customer.get(`/angebot/${fresh("demo")}`);
  const cookie = page.headers.getSetCookie().find((line) => line.startsWith("trace-id="));
  expect(cookie).toContain(`Max-Age=${30 * 24 * 60 * 60}`);
});

statement("3.16", async () => {
  expect(salutation.options).toEqual(["frau", "herr"]);
  const customer = portal.browser();
  const token = fresh("demo");
  await customer.get(`/angebot/${token}`);
  const page = await customer.get(`/angebot/${token}/meine-daten`);
  const shown = all(page.document, "label").map(textOf);
  expect(shown).toEqual(expect.arrayContaining(["Frau", "Herr"]));
});

statementsFrom(
  "3.17",
  [
    [dataSource, "validated, entered"],
    [charge, "monthly, once"],
    [charge, "charge, discount, shippingfee, connectionfee"],
    [offerItem, "dsl, mobile, myHandy, logistics, ott, fms, onlineSchutz"],
  ] as [z.ZodType, string][],
  ([schema, values]) => expect(enumsIn(schema)).toContain(values),
);

statement("3.21", async () => {
  for (const [technology, text] of Object.entries(deOffer.technologies)) {
    const page = await portal.browser().get(`/angebot/${fresh(`demo-${technology}`)}`);
    expect([technology, page.status, page.text.includes(text)]).toEqual([technology, 200, true]);
  }
});

statement("3.22", () => expect(enumsIn(offerItem)).toContain("none, bundle, o2you"));
statement("3.23", () => expect(enumsIn(offer)).toContain("Standard, Novum"));
statement("3.24", () => {
  expect(enumsIn(pack)).toContain("Pack, DeviceInsurance");
  expect(JSON.stringify(z.toJSONSchema(tariff, { io: "input", unrepresentable: "any" }))).toContain(
    '"Tariff"',
  );
});
statement("3.25", () => {
  expect(enumsIn(addressCheck)).toContain("corrected, choice");
  expect(addressCheck.safeParse({ result: "valid" }).success).toBe(true);
});
statement("3.26", () => {
  expect(enumsIn(calls.acceptOffer.answer)).toContain("none, paymentProvider, thankYou");
  const refusal = calls.acceptOffer.refusal ?? expect.fail("there is no refusal");
  expect(refusal.safeParse({ step: "error", code: "PAYMENT_FAILED" }).success).toBe(true);
});

// What each does is our choice (decision 0031): `tracking` is the purchase, once, on the confirmation.
statement("3.27", async () => {
  const actionAt = async (token: string) =>
    fieldsOf(await portal.browser().get(`/angebot/${fresh(token)}`)).paymentAction;
  expect(await actionAt("state-PAYMENT_FAILED")).toBe("resetPayment");
  expect(await actionAt("state-OFFER_ABANDONED_PAYMENT")).toBe("clearError");
});

statement("3.28", () => expect(enumsIn(calls.loadTermination.answer)).toContain("None, Regular, Special"));
statement("3.29", () =>
  expect(enumsIn(terminationReason).join()).toBe(
    "None, PersönlicheUmstände, SterbefallVertragsinhaber, SterbefallNutzer, TechnischeProbleme, UmzugInland, UmzugAusland, SonstigerGrund",
  ),
);
statement("3.30", () => {
  const specified =
    `offer, orange, orange_tm, orange_vvl, yellow, yellow_tm, yellow_vvl, greenApm, greenApm_tm, greenApm_vvl,
    dealer_correction, offer_tm, offer_vvl, offer_coc, offer_dps, offer_dps_vvl, green_idv, green_idv_vvl, green_idv_tm,
    green_idv_otp, green_idv_vvl_otp, green_idv_tm_otp`.split(/,\s+/);
  expect([...offerUseCases].sort()).toEqual(specified.sort());
});

const said = { offerUseCase: "orange_vvl", downtime: "2026-11-21T06:00:00Z", shopHotline: "030 23125111" };
statement("3.31", () => {
  const cause = new Error("late");
  expect(offerErrorIn("Unexpected", said, { cause })).toMatchObject({
    ...{ code: "Unexpected", message: expect.any(String), cause },
  });
  expect(new ApiError("other", { cause })).toMatchObject({
    code: "no-answer",
    message: expect.any(String),
    cause,
  });
});
statement("3.32", () => {
  const errors = [{ field: "email" }];
  expect(new FormFieldError(errors).errors).toEqual(errors);
});
statement("3.33", () =>
  expect(offerErrorOf(409, { ...said, code: "OFFER_BLOCKED" })).toMatchObject({
    ...{ useCase: said.offerUseCase, downtime: said.downtime, shopHotline: said.shopHotline },
  }),
);
statement("3.34", () =>
  expect(idvErrorIn("OfferExpired", said)).toMatchObject({
    useCase: said.offerUseCase,
    downtime: said.downtime,
  }),
);

statement("3.35", () => {
  const i18next = createInstance(i18nextOptions);
  i18next.init({ lng: "en" });
  const o2 = readBrands("brands").get("o2") ?? expect.fail("no o2");
  let made = 0;
  const title = (files: string[], locale: "en" | "de" = "en") => {
    made += 1;
    const texts = { [locale]: Object.fromEntries(files.map((file) => [file, { offer: { title: file } }])) };
    return fixedT(i18next, "offer", "offer", { ...o2, slug: `made-${made}`, texts }, "offer_vvl")("title");
  };
  expect(title(["offer@offer_vvl", "offer"])).toBe("offer@offer_vvl");
  expect(title(["offer"])).toBe("offer");
  expect(title([])).toBe("Your contract extension");
  // German comes last: not even a brand's wording for the use case beats the plain text of the language.
  expect(title(["offer@offer_vvl"], "de")).toBe("Your contract extension");
});

sectionEnds(3);
