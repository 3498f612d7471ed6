import type { Page } from "@playwright/test";
import { fresh } from "../tests/support/fresh.ts";
import { entered } from "../tests/support/offer.ts";
import { openStep } from "./support/offer.ts";
import { back, expectPage, expectState, forward } from "./support/page.ts";
import { both, expect, hasScript, hydrated, plain, test } from "./support/test.ts";

const { personalData, idData, directDebit } = entered;

async function fillPersonalData(page: Page) {
  await page.getByLabel("Vorname").fill(personalData.firstName);
  await page.getByLabel("Nachname").fill(personalData.lastName);
  await page.getByLabel("Tag").fill(personalData["birthDate.day"]);
  await page.getByLabel("Monat").fill(personalData["birthDate.month"]);
  await page.getByLabel("Jahr").fill(personalData["birthDate.year"]);
  await page.getByLabel("Straße").fill(personalData.street);
  await page.getByLabel("Hausnummer").fill(personalData.houseNumber);
  await page.getByLabel("Postleitzahl").fill(personalData.postalCode);
  await page.getByLabel("Ort", { exact: true }).fill(personalData.city);
  await page.getByLabel("E-Mail-Adresse").fill(personalData.email);
  await page.getByLabel("Telefonnummer").fill(personalData.phone);
}

async function fillIdData(page: Page) {
  await page.getByLabel("Deutscher Personalausweis").check();
  await page.getByLabel("Ausweisnummer").fill(idData.documentNumber);
  await page.getByLabel("Ausstellende Behörde").fill(idData.issuingAuthority);
  await page.getByLabel("Tag").fill(idData["expiryDate.day"]);
  await page.getByLabel("Monat").fill(idData["expiryDate.month"]);
  await page.getByLabel("Jahr").fill(idData["expiryDate.year"]);
}

async function fillDirectDebit(page: Page) {
  await page.getByRole("radio", { name: "Lastschrift" }).check();
  await page.locator('[name="accountHolder"]').fill(directDebit.accountHolder);
  await page.getByLabel("IBAN", { exact: true }).fill(directDebit.iban);
  await page.locator('[name="sepaMandate"]').check();
}

const next = (page: Page) => page.getByRole("button", { name: "Weiter", exact: true });

test("a customer opens an offer, orders and gets the confirmation", {
  tag: [both.tag, "@§1.1", "@§1.4", "@§4.1"],
}, async ({ page }) => {
  const token = fresh("demo");
  await page.goto(`/angebot/${token}`);
  await expectPage(page, "offer");
  await page.getByRole("link", { name: /^Weiter/ }).click();
  await expectPage(page, "personal-data");
  await expect(page).toHaveTitle(/^Meine Daten/);
  await hydrated(page);

  // Bad input first: the summary leads to the field, and nothing typed is lost.
  await page.getByLabel("Vorname").fill(personalData.firstName);
  await next(page).click();
  const summary = page.locator("[data-error-summary]");
  await expect(summary).toBeVisible();
  await expect(page).toHaveTitle(/^Fehler: Meine Daten/);
  await expect(page.getByLabel("Vorname")).toHaveValue(personalData.firstName);
  if (hasScript()) await expect(summary).toBeFocused();
  await summary.getByText("Alle Hinweise anzeigen").click();
  await summary.getByRole("link", { name: "Geben Sie Ihren Nachnamen ein." }).click();
  await expect(page.getByLabel("Nachname")).toBeFocused();
  await expect(page.getByLabel("Nachname")).toHaveAttribute("aria-invalid", "true");

  await fillPersonalData(page);
  await next(page).click();
  await expectPage(page, "id-data");
  await expect(page).toHaveTitle(/^Ausweisdaten/);
  await fillIdData(page);
  await next(page).click();
  await expectPage(page, "payment");
  await fillDirectDebit(page);
  await next(page).click();
  await expectPage(page, "summary");

  // Back and forward show the steps as they were left.
  await back(page);
  await expectPage(page, "payment");
  await expect(page.getByText("DE89 •••• •••• 3000")).toBeVisible();
  await forward(page);
  await expectPage(page, "summary");

  await page.getByRole("button", { name: "zahlungspflichtig bestellen" }).click();
  await expectPage(page, "confirmation");
  await page.reload();
  await expectPage(page, "confirmation");
  await page.goto(`/angebot/${token}`);
  await expectPage(page, "confirmation");
});

test(
  "on a phone the link to the order stays in view from the first product to the last price",
  plain,
  async ({ page }) => {
    await page.goto(`/angebot/${fresh("demo")}`);
    const order = page.getByRole("link", { name: "Weiter zur Bestellung" });
    await expect(order).toBeInViewport({ ratio: 1 });
    // Beyond its own place in the text it neither floats nor covers what follows.
    await page.getByRole("heading", { name: "Dokumente" }).scrollIntoViewIfNeeded();
    await page.getByText("Weitere Dokumente").click();
    await page.getByRole("link", { name: /^SEPA-Lastschriftmandat/ }).scrollIntoViewIfNeeded();
    await expect(order).not.toBeInViewport({ ratio: 1 });
  },
);

test("Back from the payment page shows that the payment is open, and leads to the same page to pay", async ({
  page,
}) => {
  await openStep(page, "zahlung");
  await page.getByRole("radio", { name: "Kreditkarte" }).check();
  await next(page).click();
  await expectPage(page, "summary");
  await page.getByRole("button", { name: "zahlungspflichtig bestellen" }).click();
  await page.waitForURL(/\/sandbox\/pay\//);
  const payAt = page.url();
  await back(page);
  await expectState(page, "PaymentOpen");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ihre Bestellung ist noch nicht bezahlt");
  await expect(page.getByRole("button", { name: "zahlungspflichtig bestellen" })).toHaveCount(0);
  await page.getByRole("link", { name: "Jetzt bezahlen" }).click();
  await page.waitForURL(payAt);
  await page.getByRole("button").first().click();
  await expectPage(page, "confirmation");
  await expect(page.getByText("bezahlt", { exact: false }).first()).toBeVisible();
});

// How often, and when not, is in tests/components/stale-chunk.test.ts.
test("a missing chunk reloads the page", { tag: ["@§2.37"] }, async ({ page }) => {
  await page.goto("/kuendigung");
  await hydrated(page);
  const reloaded = page.waitForEvent("load");
  await page.evaluate(() => dispatchEvent(new Event("vite:preloadError", { cancelable: true })));
  await reloaded;
});
