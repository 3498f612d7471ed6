import type { Page } from "@playwright/test";
import { fresh } from "../tests/support/fresh.ts";
import { expectHeading, expectPage, main } from "./support/page.ts";
import { both, expect, expectAccessible, hasScript, hydrated, test } from "./support/test.ts";

async function open(page: Page, scenario: string) {
  await page.goto(`/kundendaten/${fresh(scenario)}`);
  await expectPage(page, "customer-data");
  await hydrated(page);
}
/** Opens a part of the data to change it. */
const change = (page: Page, part: string) => page.getByText(new RegExp(`^${part} .* Ändern`)).click();
const save = (page: Page) => page.getByRole("button", { name: "Änderungen speichern" }).click();

test.describe("customer data", () => {
  test("wrong input, suggestions, receipt", async ({ page }) => {
    await open(page, "demo");
    await change(page, "Adresse");
    await page.getByLabel("Straße").fill("Korrekturweg");
    await page.locator("summary", { hasText: "Bankverbindung" }).press("Enter");
    await page.getByLabel("IBAN").fill("DE12");
    await page.getByLabel("Ich erteile").check();
    await save(page);
    const summary = page.locator("[data-error-summary]");
    await expect(summary.getByRole("link")).toHaveCount(2);
    await expect(summary).toBeFocused();
    await summary.getByRole("link").first().click();
    await expect(page.getByLabel("Kontoinhaberin oder Kontoinhaber")).toBeFocused();
    await expect(page.getByLabel("Straße")).toHaveValue("Korrekturweg");
    await page.getByLabel("Kontoinhaberin oder Kontoinhaber").fill("Kim Beispiel");
    await page.getByLabel("IBAN").fill("NL91 ABNA 0417 1643 00");
    await save(page);
    await page.getByRole("radio", { name: "Musterstraße 12, 50667 Köln" }).check();
    await expectAccessible(page);
    await save(page);
    await expectHeading(page, "Ihre Änderungen sind gespeichert");
    await expect(main(page)).toContainText("Musterstraße 12, 50667 Köln");
    await expect(main(page)).toContainText("NL91 •••• •••• 4300");
    await expect(page.getByRole("button", { name: "Drucken" })).toHaveCount(1);
    await expectAccessible(page);
    await expect(main(page)).toContainText("Das SEPA-Lastschriftmandat für dieses Konto haben Sie erteilt.");
    await page.getByRole("link", { name: "Weitere Angaben ändern" }).click();
    await expect(page.getByLabel("Straße")).toHaveValue("Musterstraße");
  });

  test("a concurrent change shows both versions; mine can be saved over it", async ({ page }) => {
    await open(page, "stale");
    await change(page, "E-Mail-Adresse");
    await page.getByLabel("Neue E-Mail-Adresse").fill("neu@example.com");
    await save(page);
    await expect(main(page)).toContainText("Ihre Daten wurden inzwischen geändert");
    const table = page.getByRole("table");
    await expect(table).toContainText("Lindenallee 7, 10115 Berlin");
    await expect(table).toContainText("neu@example.com");
    // Untouched fields now show the concurrent change.
    await expect(page.getByLabel("Straße")).toHaveValue("Lindenallee");
    await expect(main(page)).toContainText("+49 •••• 5222");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Meine Eingabe speichern" }).click();
    await expectHeading(page, "Ihre Änderungen sind gespeichert");
    await expect(main(page)).not.toContainText("Musterweg");
  });

  test("a save that fails keeps what was typed; the second try works", async ({ page }) => {
    await open(page, "save-once-DOWNTIME");
    await change(page, "Telefonnummer");
    await page.getByLabel("Neue Telefonnummer").fill("030 23125 777");
    await save(page);
    await expect(page.getByRole("alert").first()).toContainText(
      "Wir können gerade nicht bestätigen, dass Ihre Änderungen gespeichert sind",
    );
    await expect(page.getByLabel("Neue Telefonnummer")).toHaveValue("030 23125 777");
    await expectAccessible(page);
    await save(page);
    await expectHeading(page, "Ihre Änderungen sind gespeichert");
  });

  test("a closed part is not changed; a part with typed text opens after a reload", async ({ page }) => {
    // A brand without a consent tool keeps what was typed.
    await page.goto("/?brand=nova");
    await open(page, "demo");
    await change(page, "E-Mail-Adresse");
    await page.getByLabel("Neue E-Mail-Adresse").fill("doch@example.com");
    await change(page, "Telefonnummer");
    await page.getByLabel("Neue Telefonnummer").fill("030 23125 777");
    await change(page, "E-Mail-Adresse");
    await page.reload();
    await expect(page.getByLabel("Neue Telefonnummer")).toHaveValue("030 23125 777");
    await expect(page.getByLabel("Neue E-Mail-Adresse")).toBeHidden();
    await save(page);
    await expectHeading(page, "Ihre Änderungen sind gespeichert");
    await expect(main(page)).not.toContainText("doch@example.com");
  });
});

test.describe("advertising mails", () => {
  test("are declined with one button, from the mail's own link", both, async ({ page, pageErrors }) => {
    await page.goto("/sandbox/outbox");
    await page.getByRole("button", { name: "Werbe-E‑Mail verschicken lassen" }).click();
    const mail = page.locator("article", { hasText: "Neue Tarife für Sie" }).first();
    await expect(mail).toContainText("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    await mail.frameLocator("iframe").getByRole("link").click();
    // The mail's frame lets no script read what is stored, not even this test's.
    pageErrors.length = 0;
    await expectPage(page, "email-rejection");
    await hydrated(page);
    await page.getByRole("button", { name: "Werbung per E-Mail abbestellen", exact: true }).click();
    await expectHeading(page, "Sie haben die Werbung per E‑Mail abbestellt");
    await expect(page.getByRole("button", { name: "Drucken" })).toHaveCount(hasScript() ? 1 : 0);
    await expectAccessible(page);
    await page.reload();
    await expectHeading(page, "Sie haben die Werbung per E‑Mail abbestellt");
  });
});

test.describe("a barrier", () => {
  test("is reported from the statement, with or without scripts", both, async ({ page }) => {
    await page.goto("/barrierefreiheit");
    await page.getByRole("link", { name: "Barriere melden" }).click();
    await expectPage(page, "barrier");
    await hydrated(page);
    await expectAccessible(page);
    await page.getByLabel("Auf welcher Seite?").fill("/kuendigung");
    await page.getByRole("button", { name: "Meldung senden" }).click();
    await expect(page.locator("[data-error-summary]").getByRole("link")).toHaveCount(1);
    await expect(page.getByLabel("Auf welcher Seite?")).toHaveValue("/kuendigung");
    await page.getByLabel("Was klappt nicht?").fill(`Zu kleine Schrift ${fresh()}`);
    await page.getByRole("button", { name: "Meldung senden" }).click();
    await expectHeading(page, "Ihre Meldung ist eingegangen");
    await expect(main(page)).toContainText("/kuendigung");
    await expectAccessible(page);
  });
});

test.describe("consents", () => {
  test("are withdrawn one by one, by the keyboard, and then all at once", both, async ({ page }) => {
    const link = `/einwilligungen?token=${fresh("demo")}`;
    await page.goto(link);
    await expectPage(page, "revocation");
    await hydrated(page);
    await expectAccessible(page);
    const buttons = page.getByRole("button", { name: /^Widerrufen ?: / });
    await page.getByRole("button", { name: /^Widerrufen ?: Angebote am Telefon/ }).press("Enter");
    await expectHeading(page, "Ihre Einwilligung ist widerrufen");
    await expect(main(page)).toContainText("meine Einwilligung in: Angebote am Telefon.");
    await expectAccessible(page);
    await page.getByRole("link", { name: "Einwilligungen ansehen" }).click();
    await expect(buttons).toHaveCount(2);
    await hydrated(page);
    await page.getByRole("button", { name: "Alle Einwilligungen widerrufen" }).click();
    await expectHeading(page, "Ihre Einwilligungen sind widerrufen");
    await page.goto(link);
    await expect(buttons).toHaveCount(0);
  });
});
