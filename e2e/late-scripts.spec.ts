import type { Page } from "@playwright/test";
import { expect, hydrated, test } from "./support/test.ts";

/** Types into a form before its scripts arrive, and lets them arrive after `before`. */
async function typeBeforeScripts(page: Page, before: () => Promise<void>) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto("/kuendigung", { waitUntil: "commit" });
  const name = page.getByLabel("Nachname");
  await name.pressSequentially("Musterfrau");
  await name.press("ArrowLeft");
  await page.getByText("Außerordentlich kündigen").click();
  await name.focus();
  await before();
  resolve();
  await hydrated(page);
}

async function expectTyped(page: Page) {
  const name = page.getByLabel("Nachname");
  await expect(name).toHaveValue("Musterfrau");
  await expect(name).toBeFocused();
  expect(await name.evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(9);
  await expect(page.locator("input[name=cancellationType]:checked")).toHaveValue("special");
}

/** Changes texts as a browser's translator does. */
function translateLabels() {
  for (const label of document.querySelectorAll("main h1, main label")) {
    const translated = document.createElement("font");
    translated.append(...label.childNodes);
    label.append(translated);
  }
}

/** React adds an empty style to a page that it renders anew, which is refused. */
function expectOnlyRefusedStyles(errors: string[]) {
  for (const error of errors.splice(0)) expect(error).toContain("style-src");
}

test.describe("scripts that come late", () => {
  test("wait for the page to load, and keep what was typed, focus and caret", async ({ page }) => {
    await typeBeforeScripts(page, () => page.evaluate(() => window.scrollTo(0, 120)));
    await expectTyped(page);
    expect(await page.evaluate(() => window.scrollY)).toBe(120);
  });

  test("keep what was typed into a page that a translator has changed", async ({ page, pageErrors }) => {
    await typeBeforeScripts(page, () => page.evaluate(translateLabels));
    await expect(page.locator("main font")).toHaveCount(0);
    await expectTyped(page);
    expectOnlyRefusedStyles(pageErrors);
    // Those that came with the page stay.
    expect(await page.locator("style").first().textContent()).toContain(":root");
  });

  test("keep the focus that comes while such a page is rendered anew", async ({ page, pageErrors }) => {
    const focusOnceRendering = () =>
      Object.defineProperty(document, "activeElement", {
        configurable: true,
        get() {
          Reflect.deleteProperty(document, "activeElement");
          queueMicrotask(() => document.querySelector<HTMLInputElement>("input[name=firstName]")?.focus());
          return document.activeElement;
        },
      });
    await typeBeforeScripts(page, async () => {
      await page.evaluate(translateLabels);
      await page.evaluate(focusOnceRendering);
    });
    await expect(page.locator("main font")).toHaveCount(0);
    await expect(page.getByLabel("Vorname")).toBeFocused();
    await expect(page.getByLabel("Nachname")).toHaveValue("Musterfrau");
    expectOnlyRefusedStyles(pageErrors);
  });

  test("are requested before they may run, and start at the first interaction, whose click works", async ({
    page,
  }) => {
    // A script of the consent tool that never arrives: the page is not loaded as long as it is awaited.
    await page.route("**/assets/third-parties-*.js", () => {});
    const files = ["vendor", "parts", "root", "entry.client"];
    const asked = files.map((name) => page.waitForResponse(`**/assets/${name}-*.js`));
    await page.goto("/kuendigung", { waitUntil: "commit" });
    await Promise.all(asked);
    await expect(page.locator("script[data-files]")).toHaveCount(1);
    expect(await page.evaluate(() => performance.getEntriesByName("hydrated").length)).toBe(0);
    await page.getByLabel("Nachname").click();
    await hydrated(page);
    await expect(page.getByLabel("Nachname")).toBeFocused();
  });
});
