import { existsSync } from "node:fs";
import type { Page } from "@playwright/test";
import { launchOptions } from "./support/chromium.ts";
import { back, expectPage, fill, main } from "./support/page.ts";
import { expect, hydrated, test } from "./support/test.ts";

/** The headless shell has no back-forward cache, and Playwright turns it off. */
const chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  existsSync,
);
test.skip(!chromium, "There is no whole Chromium.");
test.use({
  launchOptions: {
    ...launchOptions,
    executablePath: chromium,
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  },
});

const open = async (page: Page) => {
  await page.goto("/kuendigung?brand=blau");
  await hydrated(page);
  await fill(page, { firstName: "Ada", lastName: "Muster", contractNumber: "V-100" });
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
};
const isSameDocument = (page: Page) => page.evaluate(() => "sameDocument" in window);

test.describe("a page that the browser has kept whole", () => {
  test("comes back as it was left", async ({ page }) => {
    await open(page);
    await page.getByRole("link", { name: "Barrierefreiheit" }).click();
    await expectPage(page, "accessibility");
    await back(page);
    await expectPage(page, "termination");
    expect(await isSameDocument(page)).toBe(true);
    await expect(page.getByLabel("Nachname")).toHaveValue("Muster");
  });

  test("comes back ready to be sent after its form was sent", async ({ page }) => {
    await open(page);
    await fill(page, { email: "ada@example.com" });
    const button = main(page).getByRole("button", { name: "jetzt kündigen" });
    await button.click();
    await expectPage(page, "termination-confirmation");
    await back(page);
    await expectPage(page, "termination");
    await hydrated(page);
    await expect(button).not.toHaveAttribute("aria-busy");
    await fill(page, {
      firstName: "Eva",
      lastName: "Muster",
      contractNumber: "V-2",
      email: "eva@example.com",
    });
    await button.click();
    await expectPage(page, "termination-confirmation");
    await expect(main(page)).toContainText("Eva");
  });
});
