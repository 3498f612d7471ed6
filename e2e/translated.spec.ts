import type { Page } from "@playwright/test";
import { fresh } from "../tests/support/fresh.ts";
import { entered } from "../tests/support/offer.ts";
import { translate } from "../tests/support/translate.ts";
import { openStep, steps } from "./support/offer.ts";
import { fill, main } from "./support/page.ts";
import { expect, hydrated, test } from "./support/test.ts";

interface Form {
  open: (page: Page) => Promise<unknown>;
  typed?: Record<string, string>;
  /** What is refused; the others have nothing to refuse. */
  wrong?: Record<string, string>;
  /** Opens what the form's button stands in. */
  ask?: (page: Page) => Promise<void>;
  ends: RegExp;
}

const goTo = (path: string) => async (page: Page) => {
  await page.goto(path);
  await hydrated(page);
};
const contact = { firstName: "Ayşe", lastName: "Öztürk", email: "ayse@example.com" };

const forms: Record<string, Form> = {
  "personal data": {
    open: (page) => openStep(page, "meine-daten"),
    typed: steps["meine-daten"],
    wrong: { postalCode: "1" },
    ends: /ausweisdaten$/,
  },
  "identity card": {
    open: (page) => openStep(page, "ausweisdaten"),
    typed: steps.ausweisdaten,
    wrong: { documentNumber: "1" },
    ends: /zahlung$/,
  },
  payment: {
    open: (page) => openStep(page, "zahlung"),
    typed: steps.zahlung,
    wrong: { iban: "DE" },
    ends: /zusammenfassung$/,
  },
  order: { open: (page) => openStep(page, "zusammenfassung"), ends: /danke$/ },
  termination: {
    open: goTo("/kuendigung"),
    typed: { ...contact, contractNumber: "V-100" },
    wrong: { firstName: "", lastName: "" },
    ends: /kuendigung\/bestaetigung/,
  },
  "selfcare termination": {
    open: async (page) => goTo(`/selfcarekuendigung?data=${fresh()}`)(page),
    typed: { cancellationType: "special", reason: "SonstigerGrund", reasonText: "Preis erhöht" },
    ask: (page) => main(page).getByRole("button", { name: "jetzt kündigen" }).first().click(),
    ends: /selfcarekuendigung\/bestaetigung/,
  },
  withdrawal: {
    open: goTo("/widerruf"),
    typed: { ...contact, contractReference: "V-100" },
    wrong: { firstName: "", lastName: "" },
    ends: /widerruf\/bestaetigung/,
  },
  objection: {
    open: async (page) => goTo(`/email-ablehnung?token=${fresh()}`)(page),
    ends: /email-ablehnung/,
  },
  "customer's data": {
    open: async (page) => {
      await goTo(`/kundendaten/${fresh("demo")}`)(page);
      await page.evaluate(() => {
        for (const fold of document.querySelectorAll("main details")) fold.setAttribute("open", "");
      });
    },
    typed: { email: "neu@example.com", accountHolder: entered.directDebit.accountHolder },
    wrong: { email: "neu" },
    ends: /kundendaten/,
  },
  "choice of how to identify": {
    open: async (page) => goTo(`/idv/${fresh("demo")}`)(page),
    ends: /sandbox\/ident|post-ident$/,
  },
};

/** React adds an empty style to a page that it renders anew, which is refused, and the console reports what breaks. */
const isExpected = (error: string) => /style-src|net::ERR/.test(error);

for (const moment of ["before", "after"] as const)
  for (const [name, { open, typed = {}, wrong, ask, ends }] of Object.entries(forms))
    test(`${name}, translated ${moment} its scripts run`, async ({ page, pageErrors }) => {
      if (moment === "before") await page.addInitScript(`addEventListener("DOMContentLoaded", ${translate})`);
      await open(page);
      if (moment === "after") await page.evaluate(translate);
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const form = main(page).locator("form[method=post]").last();
      const button = ask ? "[data-confirm]" : "form[method=post] button[type=submit]:visible";
      const values = () => form.evaluate((one: HTMLFormElement) => [...new FormData(one)].map(String));
      const press = async () => {
        await ask?.(page);
        await main(page).locator(button).first().click();
      };
      await fill(page, typed);
      await page.clock.install();

      if (wrong) {
        await fill(page, wrong);
        const sent = await values();
        await page.route("**/*.data*", async (route) => {
          await released;
          await route.continue();
        });
        await press();
        await expect(main(page).locator(".sending").last()).toContainText("Wird gesendet");
        await page.clock.fastForward(5000);
        await expect(main(page).locator(".sending").last()).toContainText("Das dauert länger");
        release();
        await expect(main(page).locator("[data-error-summary]")).toBeVisible();
        expect(await values()).toEqual(sent);
        await page.unrouteAll();
        // Some forms show their messages in a dialog, too.
        await page.keyboard.press("Escape");
        await fill(page, Object.fromEntries(Object.keys(wrong).map((field) => [field, typed[field] ?? ""])));
      }

      const sent = await values();
      await page.route(/\.data|robots/, (route) => route.abort());
      await press();
      await expect(
        page.getByRole("alert").filter({ hasText: "Die Verbindung ist abgebrochen" }),
      ).toBeVisible();
      expect(await values()).toEqual(sent);
      await page.unrouteAll();
      await page.clock.fastForward(40_000);
      await expect(page).toHaveURL(ends);
      await expect(main(page)).not.toHaveAttribute("data-page", "unexpected-error");
      pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !isExpected(error)));
    });
