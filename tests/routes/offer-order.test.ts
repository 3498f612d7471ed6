import { describe, expect, test } from "vitest";
import { actionsOf, fieldsOf, type Page } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { entered, goToSummary } from "../support/offer.ts";
import { mailsAbout } from "../support/outbox.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();

describe("the same order sent again", () => {
  test.each([
    ["out of the dialog", (refused: Page) => refused],
    ["of the summary", (_: Page, summary: Page) => summary],
  ])("after a refusal, by the form %s, it is a new attempt and one order", async (_, form) => {
    const token = fresh("accept-once-RESERVATION_RETRY_MODAL");
    const customer = portal.browser();
    const summary = await goToSummary(customer, token);
    const refused = await customer.submit(summary);
    expect(refused.state).toBe("ReservationRetryModal");
    const placed = await customer.submit(form(refused, summary), {}, { follow: true });
    expect(placed.name).toBe("confirmation");
    expect(await mailsAbout(portal.origin, token)).toHaveLength(1);
  });
});

test("a failed reset is offered once more, then there is the hotline", async () => {
  const customer = portal.browser();
  const path = "/angebot/reset-fail~twice/fehler";
  const page = await customer.post(path, { paymentAction: "clearError" });
  expect([page.state, ...actionsOf(page)]).toEqual(["OfferResetFailed", "reset", "hotline"]);
  const again = await customer.submit(page);
  expect([again.state, ...actionsOf(again)]).toEqual(["OfferResetFailed", "hotline", "shop"]);
  expect(page.text).toContain("Versuchen Sie es noch einmal");
  expect(again.text).not.toContain("Versuchen Sie");
});

test("the same reset sent again does not touch an order placed since", async () => {
  const token = fresh("demo");
  const customer = portal.browser();
  const order = await customer.submit(await goToSummary(customer, token, entered.card));
  await customer.post(order.location ?? "", { action: "abort" });
  const aborted = await customer.get(`/angebot/${token}/danke`);
  expect(aborted.state).toBe("PaymentAborted");
  await customer.submit(aborted);
  const placed = await customer.submit(await goToSummary(customer, token, entered.card));
  // With the back button, to the page that offered it.
  const again = await customer.submit(aborted, {}, { follow: true });
  expect(again.path).toBe(`/angebot/${token}/danke`);
  await customer.post(placed.location ?? "", { action: "pay" });
  expect((await customer.get(`/angebot/${token}/danke`)).name).toBe("confirmation");
});

describe("an order that was changed after its summary was shown", () => {
  test("is shown again before it is placed", async () => {
    const token = fresh("demo");
    const customer = portal.browser();
    const seen = await goToSummary(customer, token);
    // In a second tab.
    await customer.post(`/angebot/${token}/zahlung`, { paymentMethod: "invoice" });
    const answer = await customer.submit(seen, {}, { follow: true });
    expect([answer.status, answer.name]).toEqual([200, "summary"]);
    expect(answer.text).toContain("hat sich inzwischen geändert");
    expect(answer.text).toContain("Rechnung");
    expect(await mailsAbout(portal.origin, token)).toEqual([]);
    const placed = await customer.submit(answer, {}, { follow: true });
    expect(placed.name).toBe("confirmation");
    expect(placed.text).toContain("Rechnung");
  });

  test("is placed at once if its offer was only opened again", async () => {
    const token = fresh("demo");
    const customer = portal.browser();
    const seen = await goToSummary(customer, token, { paymentMethod: "invoice" });
    await customer.get(`/angebot/${token}`);
    expect((await customer.submit(seen, {}, { follow: true })).name).toBe("confirmation");
  });
});

describe("a preview that is reset", () => {
  test("opens the offer again for the customer who ordered it in the same browser", async () => {
    const token = fresh("demo");
    const customer = portal.browser();
    await customer.submit(await goToSummary(customer, token), {}, { follow: true });
    await customer.submit(await customer.get(`/angebot/preview/${token}`));
    const again = await customer.get(`/angebot/${token}/zusammenfassung`, { follow: true });
    // Input is forgotten once it is ordered.
    expect([again.status, again.name]).toEqual([200, "personal-data"]);
  });

  test("is reset again after a failed reset, not the offer", async () => {
    const customer = portal.browser();
    const token = "previewreset-once-http-500~again";
    const path = `/angebot/preview/${token}`;
    await customer.submit(await goToSummary(customer, token), {}, { follow: true });
    const failed = await customer.submit(await customer.get(path));
    expect([failed.status, failed.state]).toEqual([502, "OfferResetFailed"]);
    const done = await customer.submit(failed, {}, { follow: true });
    expect([done.path, done.name]).toEqual([path, "offer-preview"]);
    expect(done.text).toContain("zurückgesetzt");
  });
});

test("the summary shows everything the order sends, and a mandate only with direct debit", async () => {
  const customer = portal.browser();
  const token = fresh();
  await customer.get(`/angebot/${token}`);
  await customer.post(`/angebot/${token}/meine-daten`, { ...entered.personalData, salutation: "frau" });
  const page = await goToSummary(customer, token);
  for (const shown of [
    "Anrede",
    "Frau",
    "Ayşe Öztürk",
    "Stadt Köln",
    "Deutschland",
    `31.08.${entered.idData["expiryDate.year"]}`,
    "IBANDE89",
  ])
    expect(page.text).toContain(shown);
  expect(page.html).toContain("/SEPA_MANDATE");
  const card = await goToSummary(portal.browser(), fresh(), entered.card);
  expect(card.html).not.toContain("/SEPA_MANDATE");
});

test.each([
  ["BIRTHDATE_NOT_PRESENT", { "birthDate.day": "", "birthDate.month": "", "birthDate.year": "" }],
  ["PERSONAL_DATA_MISSING", {}],
])("an order refused with %s opens its step again with all that was typed", async (code, without) => {
  const token = fresh(`accept-${code}`);
  const customer = portal.browser();
  const page = await goToSummary(customer, token);
  const typed = { ...entered.personalData, "birthDate.month": "02", phone: "+4915228817386", ...without };
  const asked = await customer.submit(page, {}, { follow: true });
  expect([asked.status, asked.name]).toEqual([200, "personal-data"]);
  expect(fieldsOf(asked)).toMatchObject(typed);
  expect(asked.errors).toEqual(
    "birthDate.day" in without ? { birthDate: "Geben Sie Ihr Geburtsdatum ein." } : {},
  );
  for (const step of ["zusammenfassung", "zahlung"])
    expect((await customer.get(`/angebot/${token}/${step}`)).location).toBe(`/angebot/${token}/meine-daten`);
  // A reload shows the same, and once the data is complete the order continues.
  expect(fieldsOf(await customer.get(asked.path))).toMatchObject(typed);
  const next = await customer.submit(asked, entered.personalData, { follow: true });
  expect(next.name).toBe("id-data");
  expect(fieldsOf(next).issuingAuthority).toBe(entered.idData.issuingAuthority);
});
