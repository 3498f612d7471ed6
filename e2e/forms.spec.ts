import type { Page } from "@playwright/test";
import { openStep, steps } from "./support/offer.ts";
import { expectPage, fill, main, send } from "./support/page.ts";
import { expect, test } from "./support/test.ts";

const change = (page: Page, what: string) =>
  page
    .getByRole("link", { name: new RegExp(`Ändern ?: ${what}$`) })
    .first()
    .click();

test("a date of birth in one field counts, and goes to its three where it can", async ({ page }) => {
  await openStep(page, "meine-daten");
  const {
    "birthDate.day": day,
    "birthDate.month": month,
    "birthDate.year": year,
    ...rest
  } = steps["meine-daten"];
  await fill(page, { ...rest, "birthDate.day": `${day}.${month}.${year}` });
  await expect(page.getByLabel("Jahr")).toHaveValue(year);
  await send(page);
  await expectPage(page, "id-data");
});

test("what is changed from the summary leads back to it; the mandate stays given", async ({ page }) => {
  await openStep(page, "zusammenfassung");
  await change(page, "Zahlung");
  await expectPage(page, "payment");
  await expect(main(page)).toContainText("Für das gespeicherte Konto haben Sie das Mandat schon erteilt.");
  await send(page);
  await expectPage(page, "summary");
  await change(page, "Ihre Daten");
  await fill(page, { lastName: "Yılmaz" });
  await send(page);
  await expectPage(page, "summary");
  await expect(main(page)).toContainText("Yılmaz");
  await expect(main(page)).toContainText("DE89 •••• •••• 3000");
});

test("a message goes once its field is right, without a network too; then it is sent", async ({
  page,
  pageErrors,
}) => {
  await openStep(page, "meine-daten");
  await fill(page, { ...steps["meine-daten"], city: "", postalCode: "1" });
  await send(page);
  const lines = page.locator("[data-error-summary] li");
  await expect(lines).toHaveCount(2);
  await page.context().setOffline(true);
  await fill(page, { city: "Köln" });
  await page.getByLabel("Telefonnummer").focus();
  await expect(lines).toHaveCount(1);
  await fill(page, { postalCode: "50667" });
  await page.getByLabel("Telefonnummer").focus();
  await expect(page.locator("[data-error-summary]")).toHaveCount(0);
  await send(page);
  await expect(page.getByRole("alert")).toContainText("Es wurde nichts gesendet");
  await page.context().setOffline(false);
  await send(page);
  await expectPage(page, "id-data");
  pageErrors.length = 0;
});
