import { fresh } from "../tests/support/fresh.ts";
import { expectHeading } from "./support/page.ts";
import { expect, expectAccessibleModal, hydrated, test } from "./support/test.ts";

test("what was typed survives a change of language; Enter sends the form and leaves the language alone", async ({
  page,
}) => {
  const token = fresh();
  await page.goto(`/angebot/${token}?brand=ortel`);
  await page.goto(`/angebot/${token}/meine-daten?x=1`);
  await hydrated(page);
  await page.getByLabel("Vorname").fill("Ayşe „Süd“ & Söhne");
  await page.getByLabel("Tag").fill("29");
  await page.getByText("Anrede und Titel").click();
  await page.getByRole("radio", { name: "Frau" }).check();
  await page.getByRole("checkbox").first().check();

  await page.getByRole("button", { name: "English" }).click();
  await expect(page).toHaveURL(`/en/angebot/${token}/meine-daten?x=1`);
  await expectHeading(page, "Your details");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  const firstName = page.getByLabel("First name", { exact: true });
  await expect(firstName).toHaveValue("Ayşe „Süd“ & Söhne");
  await expect(page.locator("[name='birthDate.day']")).toHaveValue("29");
  await expect(page.locator("[name=salutation][value=frau]")).toBeChecked();
  await expect(page.getByRole("checkbox").first()).toBeChecked();
  await expect(page.locator("[data-error-summary]")).toHaveCount(0);

  await hydrated(page);
  await page.locator("#city").fill("Köln");
  await firstName.press("Enter");
  await expect(page.locator("[data-error-summary]")).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.getByRole("button", { name: "Deutsch" }).click();
  await expect(page).toHaveURL(`/angebot/${token}/meine-daten?x=1`);
  await expect(page.getByLabel("Vorname")).toHaveValue("Ayşe „Süd“ & Söhne");
  await expect(page.locator("#city")).toHaveValue("Köln");
});

test("an error in the browser is a modal over the page; Escape closes it, with what was typed", {
  tag: ["@§2.35", "@§8.42"],
}, async ({ page, pageErrors }) => {
  const token = fresh();
  await page.goto(`/angebot/${token}`);
  await page.goto(`/angebot/${token}/meine-daten`);
  await hydrated(page);
  // An answer that the page cannot show. What somebody else answers is no error: the form stays.
  await page.route("**/*.data*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll('"errors"', '"mistakes"') });
  });
  await page.getByLabel("Vorname").fill("Ayşe");
  await page.getByRole("button", { name: "Weiter", exact: true }).click();
  const modal = page.getByRole("dialog", { name: "Something went wrong! Unerwarteter Fehler" });
  await expect(modal).toBeVisible();
  await expect(page.getByText("Something went wrong!")).toHaveAttribute("lang", "en");
  await expect(modal).toHaveCSS("position", "fixed");
  // The page stays behind it, out of reach.
  await expect(page.locator("[inert] h1")).toHaveText("Meine Daten");
  await expect(page.locator("[inert]").getByLabel("Vorname")).toHaveValue("Ayşe");
  await expectAccessibleModal(page);
  await page.unroute("**/*.data*");
  await page.keyboard.press("Escape");
  await expect(modal).toHaveCount(0);
  await expect(page.locator("[inert]")).toHaveCount(0);
  await expectHeading(page, "Meine Daten");
  await expect(page.getByLabel("Vorname")).toHaveValue("Ayşe");
  // React reports the error that the page shows.
  expect(pageErrors.length).toBeGreaterThan(0);
  expect(pageErrors.splice(0).join()).not.toContain("style-src");
});
