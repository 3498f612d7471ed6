import type { Page } from "@playwright/test";
import { fresh } from "../../tests/support/fresh.ts";
import { entered } from "../../tests/support/offer.ts";
import { expectPage, fill, main } from "../support/page.ts";
import { expect, hydrated } from "../support/test.ts";
import { common, type Flow } from "./recording.ts";

const { firstName, lastName, email } = entered.personalData;
const termination = { ...common, pageContent: "termination page", category: "termination" } as const;
const selfcare = {
  ...common,
  pageContent: "selfcare termination page",
  category: "selfcare termination",
} as const;
const discount = {
  ...termination,
  pageContent: "termination page: discount modal",
  label: "hotline 030 23125 102",
} as const;
const terminate = (contractNumber: string) => async (page: Page) => {
  await page.goto("/kuendigung");
  await hydrated(page);
  const service = page.locator('main select[name="serviceType"]');
  if (await service.count()) await service.selectOption({ index: 1 });
  await fill(page, { firstName, lastName, contractNumber, email });
  await page.getByRole("button", { name: "jetzt kündigen" }).click();
};
const openSelfcare = (data: string) => async (page: Page) => {
  await page.goto(`/selfcarekuendigung?data=${data}`);
  await hydrated(page);
  await main(page).getByRole("button", { name: "jetzt kündigen" }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
};

export const terminationFlows: Flow[] = [
  {
    name: "a termination, and the way to an offer after it",
    async run(page) {
      await terminate("V-100200")(page);
      await expectPage(page, "termination-confirmation");
      await page.locator('[data-modal="discount"]').click();
      const dialog = page.getByRole("dialog");
      const call = dialog.getByRole("link", { name: "Angebot am Telefon erfragen" });
      await call.evaluate((link) => link.addEventListener("click", (event) => event.preventDefault()));
      await call.click();
      await dialog.getByRole("button", { name: "Schließen" }).click();
      await expect(dialog).toBeHidden();
      await page.reload();
      await expectPage(page, "termination-confirmation");
      await page.locator('[data-modal="discount"]').click();
      await dialog.getByRole("link", { name: "Ich habe schon ein Angebot" }).click();
      await expectPage(page, "offer-landing");
    },
    expected: [
      { event: "terminationLoaded", ...termination },
      { event: "terminationSubmitted", ...termination, label: "success - mobile - regular - now" },
      { event: "terminationDiscountViewed", ...discount },
      { event: "terminationDiscountPhoneClicked", ...discount },
      { event: "terminationDiscountClosed", ...discount },
      { event: "terminationDiscountViewed", ...discount },
      { event: "terminationDiscountSubmitClicked", ...discount },
    ],
  },
  {
    name: "a termination that the customer leaves",
    async run(page) {
      await page.goto("/kuendigung");
      await hydrated(page);
      await fill(page, {
        serviceType: "mobile",
        cancellationType: "special",
        selectTerminationDate: "later",
      });
      await page.getByRole("link", { name: "Abbrechen und zur Startseite" }).click();
      await expectPage(page, "home");
    },
    expected: [
      { event: "terminationLoaded", ...termination },
      { event: "terminationCancelled", ...termination, label: "mobile - special - later" },
    ],
  },
  {
    name: "a termination form with gaps, and what comes after",
    async run(page) {
      await page.goto("/kuendigung");
      await hydrated(page);
      await page.locator("#teaser > summary").click();
      await page.getByRole("button", { name: "jetzt kündigen" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Zum Formular" }).click();
      await expect(page.getByRole("dialog")).toBeHidden();
    },
    expected: [
      { event: "terminationLoaded", ...termination },
      { event: "terminationTeaserViewed", ...termination, pageContent: "termination page: teaser" },
      {
        event: "terminationRequiredFieldsViewed",
        ...termination,
        pageContent: "termination page: required-fields modal",
      },
      {
        event: "terminationRequiredFieldsClosed",
        ...termination,
        pageContent: "termination page: required-fields modal",
      },
    ],
  },
  {
    name: "a termination while the provider is away",
    async run(page) {
      await terminate("post-DOWNTIME")(page);
      await expectPage(page, "termination-confirmation");
    },
    expected: [
      { event: "terminationLoaded", ...termination },
      { event: "terminationSubmitted", ...termination, label: "success - mobile - regular - now" },
    ],
  },
  {
    name: "a selfcare termination, closed once before it is sent",
    async run(page) {
      await openSelfcare(fresh("demo"))(page);
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: "Schließen" }).click();
      await expect(dialog).toBeHidden();
      await main(page).getByRole("button", { name: "jetzt kündigen" }).first().click();
      await dialog.getByRole("button", { name: "jetzt kündigen" }).click();
      await expectPage(page, "selfcare-confirmation");
    },
    expected: [
      {
        event: "selfcareModalDisplayed",
        ...selfcare,
        pageContent: "selfcare termination page: submit modal",
      },
      { event: "selfcareModalClosed", ...selfcare, pageContent: "selfcare termination page: submit modal" },
      {
        event: "selfcareModalDisplayed",
        ...selfcare,
        pageContent: "selfcare termination page: submit modal",
      },
      { event: "selfcareSubmitClicked", ...selfcare, label: "mobile - regular - now" },
      { event: "selfcareSubmitted", ...selfcare, label: "success - mobile - regular - now" },
    ],
  },
];
