import type { Page } from "@playwright/test";
import { fresh } from "../tests/support/fresh.ts";
import { back, expectHeading, forward, overflow, terminationsOf } from "./support/page.ts";
import { both, expect, expectAccessible, hasScript, hydrated, plain, test } from "./support/test.ts";

const button = { name: "jetzt kündigen" };

async function open(page: Page, path: string) {
  await page.goto(path);
  await hydrated(page);
}

async function fillTermination(page: Page) {
  const service = page.getByLabel("Was möchten Sie kündigen?");
  if (await service.count()) await service.selectOption("mobile");
  await page.getByLabel("Vorname").fill("Ada");
  await page.getByLabel("Nachname").fill("Muster");
  await page.getByLabel("Vertrags-Nr.").fill("V-100");
  await page.getByLabel("E-Mail-Adresse").fill("ada@example.com");
}

test.describe("before consent was asked for", () => {
  test.use({ consent: "none" });
  test("the whole form and its button are in view at once, covered by nothing, with a banner or without", async ({
    page,
  }) => {
    for (const slug of ["o2", "aetka"]) {
      await open(page, `/kuendigung?brand=${slug}`);
      if (slug === "o2") await expect(page.getByRole("button", { name: "Ablehnen" })).toBeVisible();
      for (const viewport of [
        { width: 1280, height: 720 },
        { width: 320, height: 568 },
        { width: 360, height: 640 },
      ]) {
        await page.setViewportSize(viewport);
        await expect(page.getByRole("button", button), slug).toBeInViewport({ ratio: 1 });
        expect(await page.getByRole("button", button).evaluate(isOnTop), slug).toBe(true);
        expect(await overflow(page), slug).toBe(0);
      }
    }
  });
});

/** Whether a click into the middle of the element, where it is now, reaches it. */
function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}

test("the form shows the fields that a choice needs", plain, async ({ page }) => {
  await open(page, "/kuendigung?brand=aldi");
  const reason = page.getByLabel(/^Grund/);
  const country = page.getByLabel("Land, in das Sie ziehen");
  const address = page.getByLabel("Neue Adresse");
  const proof = page.getByLabel(/^Nachweis/);
  await expect(reason).toBeHidden();
  await expect(proof).toBeHidden();
  await page.getByLabel(/Außerordentlich kündigen/).check();
  await expect(reason).toBeVisible();
  await expect(proof).toBeVisible();
  // Below its choice, and last in the form: the declaration is read before the file.
  await expect(
    page.getByRole("group", { name: "Kündigung", exact: true }).getByLabel(/^Nachweis/),
  ).toBeVisible();
  await expect(page.locator("main form :is(input, select, textarea)").last()).toHaveAttribute("name", "file");
  await expect(country).toBeHidden();
  await reason.selectOption("UmzugAusland");
  await expect(country).toBeVisible();
  await expect(address).toBeHidden();
  await reason.selectOption("UmzugInland");
  await expect(address).toBeVisible();
  await expect(page.getByLabel("IBAN")).toBeHidden();
  await page.getByLabel(/Restguthaben/).check();
  await expect(page.getByLabel("IBAN")).toBeVisible();
  await page.getByLabel("Zu einem späteren Datum").check();
  await expect(page.getByRole("group", { name: "Gewünschtes Vertragsende" })).toBeVisible();
});

test(
  "what is entered without a number is sent though it is folded, and in sight when the form comes back",
  both,
  async ({ page }) => {
    await open(page, "/kuendigung?brand=aldi");
    const fold = page.getByText("Keine Nummer zur Hand?");
    const town = page.getByLabel("Ort", { exact: true });
    await expect(town).toBeHidden();
    await fold.click();
    await town.fill("Köln");
    await fold.click();
    await expect(town).toBeHidden();
    await page.getByRole("button", button).click();
    if (hasScript()) await page.getByRole("button", { name: "Zurück zum Formular" }).click();
    await expect(page.locator("[data-error-summary]")).toBeVisible();
    await expect(town).toBeVisible();
    await expect(town).toHaveValue("Köln");
    await fillTermination(page);
    await fold.click();
    await page.getByRole("button", button).click();
    await expectHeading(page, "Ihre Kündigung ist eingegangen");
    await expect(page.locator("#receipt-declared")).toContainText("Köln");
  },
);

test("terminates by keyboard alone, once, despite reload and back", both, async ({ page }) => {
  const lastName = hasScript() ? "Tasten" : "Tastatur";
  await open(page, "/kuendigung?brand=blau");
  const typed: Record<string, string> = {
    firstName: "Ada",
    lastName,
    contractNumber: "V-1",
    email: "ada@example.com",
  };
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null;
      const box = element?.getBoundingClientRect();
      const top = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return {
        name: element?.getAttribute("name") ?? "",
        submit: element?.textContent?.trim() === "jetzt kündigen",
        covered: element?.tagName === "INPUT" && top?.closest(".form-actions") !== null,
      };
    });
    expect(at.covered, `${at.name} is under the button`).toBe(false);
    const text = typed[at.name];
    if (text) await page.keyboard.type(text);
    if (at.submit) break;
  }
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/kuendigung\/bestaetigung\?brand=/);
  await expectHeading(page, "Ihre Kündigung ist eingegangen");
  await page.reload();
  await expectHeading(page, "Ihre Kündigung ist eingegangen");
  await back(page);
  await expectHeading(page, "Vertrag kündigen");
  await forward(page);
  await expectHeading(page, "Ihre Kündigung ist eingegangen");
  expect(await terminationsOf(page, lastName)).toHaveLength(1);
});

test("missing fields are named in a dialog and beside the field", async ({ page }) => {
  await open(page, "/kuendigung?brand=blau");
  await page.getByLabel("Vorname").fill("Ada");
  await page.getByRole("button", button).click();
  const summary = page.locator("[data-error-summary]");
  await expect(summary).toContainText("Damit wir Ihren Vertrag finden, brauchen wir eine Angabe dazu");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  // The dialog announces it; the list below must not announce it again.
  await expect(summary).toHaveAttribute("aria-live", "off");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.locator("#phoneNumber")).toBeFocused();
  await expect(page.getByLabel("Vorname")).toHaveValue("Ada");
  await fillTermination(page);
  await page.getByRole("button", button).click();
  await expect(page).toHaveURL(/bestaetigung/);
});

test("late JavaScript on a refused page does not move the focus", async ({ page }) => {
  const { promise: late, resolve: arrive } = Promise.withResolvers<void>();
  await page.route("**/assets/**", (route) => late.then(() => route.continue()).catch(() => {}));
  await page.goto("/kuendigung?brand=blau", { waitUntil: "commit" });
  await page.getByRole("button", button).click();
  await expect(page.locator("#firstName-error")).toBeVisible();
  await page.getByLabel("Nachname").fill("Must");
  arrive();
  await hydrated(page);
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByLabel("Nachname")).toBeFocused();
  await page.keyboard.type("er");
  await expect(page.getByLabel("Nachname")).toHaveValue("Muster");
});

test("offers and explanations open only from secondary links", {
  tag: ["@§2.41", "@§2.51", "@§2.53"],
}, async ({ page }) => {
  await open(page, "/kuendigung?brand=blau");
  await expect(page.getByRole("dialog")).toBeHidden();
  const teaser = page.locator("#teaser");
  const cancel = page.getByRole("link", { name: "Abbrechen und zur Startseite" });
  await expect(cancel).toHaveAttribute("href", "/");
  await expect(cancel).toHaveClass("button quiet");
  await expect(teaser.getByRole("list")).toBeHidden();
  await teaser.getByText("So geht es weiter").focus();
  await page.keyboard.press("Enter");
  await expect(teaser.getByRole("list")).toContainText("Rufnummer");
  await fillTermination(page);
  await page.getByRole("button", button).click();
  const discount = page.getByRole("button", { name: "Doch bleiben? Angebot erfragen" });
  await discount.click();
  await expect(page.getByRole("dialog").getByRole("link").first()).toHaveAttribute("href", /^tel:/);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(discount).toBeFocused();
  await discount.click();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("a selfcare link is prefilled, summarised and terminated", both, async ({ page }) => {
  await open(page, `/selfcarekuendigung?data=${fresh()}&brand=blau`);
  await expect(page).toHaveURL(/\/selfcarekuendigung$/);
  await expect(page.getByText(/V-2024-/).first()).toBeVisible();
  await expect(page.getByRole("button", button)).toBeInViewport({ ratio: 1 });
  await page.getByRole("button", button).click();
  if (hasScript()) {
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("Zum nächstmöglichen Zeitpunkt");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await page.setViewportSize({ width: 360, height: 640 });
    await page.getByRole("button", button).click();
    await expect(dialog.getByRole("button", button)).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Escape");
    await page.getByLabel(/Außerordentlich kündigen/).check();
    await page.getByLabel(/^Grund/).selectOption("UmzugAusland");
    const year = new Date().getFullYear() + 1;
    const moves = page.getByRole("group", { name: "Umzugsdatum" });
    await moves.getByLabel("Tag").fill("1");
    await moves.getByLabel("Monat").fill("3");
    await moves.getByLabel("Jahr").fill(String(year));
    await page.getByLabel("Land, in das Sie ziehen").fill("Türkei");
    await page.getByLabel(/Rufnummer zu einem anderen Anbieter/).check();
    await expectAccessible(page);
    await page.getByRole("button", button).click();
    for (const chosen of ["Umzug ins Ausland", `1.3.${year}`, "Türkei", "Ich möchte meine Rufnummer"])
      await expect(dialog).toContainText(chosen);
    await dialog.getByRole("button", button).click();
  }
  await expect(page).toHaveURL(/\/selfcarekuendigung\/bestaetigung\?brand=/);
  await expectHeading(page, "Ihre Kündigung ist eingegangen");
});

test("the confirmation prints with its notes, without buttons and links", plain, async ({ page }) => {
  await open(page, "/kuendigung?brand=blau");
  await fillTermination(page);
  await page.getByLabel("Außerordentlich kündigen").check();
  await page.getByRole("button", button).click();
  await expect(page).toHaveURL(/bestaetigung/);
  // As consent tools do.
  await page.evaluate(() => {
    const banner = document.createElement("section");
    banner.append("Dürfen wir messen?");
    document.body.prepend(banner);
  });
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("Eingegangen am")).toBeVisible();
  await expect(page.getByText("Sie haben keinen Grund angegeben.")).toBeVisible();
  await expect(page.getByText("Dürfen wir messen?")).toBeHidden();
  for (const link of ["Bestätigung als PDF", "Weiteren Vertrag kündigen"])
    await expect(page.getByRole("link", { name: link })).toBeHidden();
});
