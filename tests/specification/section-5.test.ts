import { expect } from "vitest";
import { apiErrorOf, idvErrorOf, offerErrorOf } from "#app/errors/errors.ts";
import enValidation from "#locales/en/validation.json";
import { fresh } from "../support/fresh.ts";
import { all, first } from "../support/html.ts";
import { entered } from "../support/offer.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import { sectionEnds, statement } from "./statement.ts";

const portal = await portalForTests();

async function personalData(street: string) {
  const customer = portal.browser();
  const token = fresh("demo");
  await customer.get(`/angebot/${token}`);
  return customer.post(`/angebot/${token}/meine-daten`, { ...entered.personalData, street });
}

statement("5.1", async () => {
  expect((await personalData("Musterweg")).status).toBe(303);
  const corrected = await personalData("Korrektur");
  expect(all(corrected.document, "input", { name: "addressChoice" }).length).toBeGreaterThan(1);
});

statement("5.2", async () => {
  const customer = portal.browser();
  const token = fresh("demo-existing");
  await customer.get(`/angebot/${token}`);
  // The sandbox's list of IBANs says what the provider answers.
  const refused = { ...entered.directDebit, iban: "DE60123456780000000003" };
  const page = await customer.post(`/angebot/${token}/zahlung`, refused);
  expect([page.status, Object.keys(page.errors)]).toEqual([422, ["iban"]]);
});

statement("5.3", () => {
  const errors = [{ field: "email", code: "invalid" }];
  for (const errorOf of [offerErrorOf, idvErrorOf, apiErrorOf])
    expect(errorOf(422, { errors })).toMatchObject({
      code: "form-field-error",
      message: "Validation failed.",
      errors,
    });
});

statement("5.4", async () => {
  const customer = portal.browser();
  const token = fresh("demo");
  await customer.get(`/angebot/${token}`);
  const page = await customer.get(`/angebot/${token}/meine-daten`);
  const isRequired = (name: string) =>
    first(page.document, "input", { name })?.attributes.required !== undefined;
  expect(["firstName", "city", "addressSupplement"].map(isRequired)).toEqual([true, true, false]);
  const answer = await customer.post(`/angebot/${token}/meine-daten`, {});
  expect(Object.keys(answer.errors)).toEqual(expect.arrayContaining(["firstName", "city"]));
  expect(answer.errors).not.toHaveProperty("addressSupplement");
});

statement("5.5", () => expect(enValidation.form.required).toBe("{{path}} is a required field"));

sectionEnds(5);
