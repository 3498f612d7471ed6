import type { Page } from "@playwright/test";
import { fresh } from "../tests/support/fresh.ts";
import { entered } from "../tests/support/offer.ts";
import { openStep } from "./support/offer.ts";
import { expectPage } from "./support/page.ts";
import { expect, test } from "./support/test.ts";

const { personalData, idData, directDebit } = entered;

interface Focused {
  name: string;
  value: string;
  text: string;
  /** Has an outline, or its label has. */
  isMarked: boolean;
}

const focused = (page: Page) =>
  page.evaluate((): Focused => {
    const element = document.activeElement as HTMLInputElement;
    const marked = [element, ...(element.labels ?? [])].some(
      (one) => getComputedStyle(one).outlineStyle !== "none",
    );
    const { name = "", value = "" } = element;
    const text = element === document.body ? "" : element.textContent.trim();
    return { name, value, text, isMarked: marked };
  });

/** Presses Tab until what is wanted has the focus; whatever has it on the way shows that. */
async function tabTo(page: Page, what: string, isWanted: (at: Focused) => boolean) {
  const passed: string[] = [];
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press("Tab");
    const at = await focused(page);
    const name = at.name || at.text;
    if (name) expect(at.isMarked, `${name} shows its focus`).toBe(true);
    if (isWanted(at)) return;
    passed.push(name);
  }
  throw new Error(`${what} is not reached, but ${passed.join(", ")}.`);
}

/** In the order in which they stand on the page: each is reached from the one before. */
async function type(page: Page, values: Record<string, string>) {
  for (const [name, text] of Object.entries(values)) {
    await tabTo(page, name, (at) => at.name === name);
    await page.keyboard.type(text);
  }
}

async function press(page: Page, text: string) {
  await tabTo(page, text, (at) => at.text === text);
  await page.keyboard.press("Enter");
}

test("orders in Turkish by Tab, Space and Enter alone", async ({ page }) => {
  // Seven pages, with a step for each focus.
  test.slow();
  await page.goto(`/tr/angebot/${fresh("demo")}?brand=ayyildiz`);
  await press(page, "Siparişe geç");
  await expectPage(page, "personal-data");
  const { firstName, lastName, street, houseNumber, postalCode, city, email, phone } = personalData;
  const { "birthDate.day": day, "birthDate.month": month, "birthDate.year": year } = personalData;
  const birth = { "birthDate.day": day, "birthDate.month": month, "birthDate.year": year };
  await type(page, { firstName, lastName, ...birth, street, houseNumber, postalCode, city, email, phone });
  await press(page, "Devam et");

  await expectPage(page, "id-data");
  await tabTo(page, "documentType", ({ name }) => name === "documentType");
  await page.keyboard.press("Space");
  await expect(page.locator('[name="nationality"]')).toBeHidden();
  // Into the fold of other documents, and from the first one round to the last.
  for (const key of ["Tab", "Enter", "Shift+Tab", "ArrowUp"]) await page.keyboard.press(key);
  await expect(page.locator('[value="FOREIGN_ID"]')).toBeChecked();
  await type(page, { documentNumber: idData.documentNumber, issuingAuthority: idData.issuingAuthority });
  // The list is searched by its beginnings, which "Polonyalı" shares.
  await type(page, { nationality: "polon" });
  await expect(page.locator('[name="nationality"]')).toHaveValue("PL");
  await type(page, {
    "expiryDate.day": idData["expiryDate.day"],
    "expiryDate.month": idData["expiryDate.month"],
    "expiryDate.year": idData["expiryDate.year"],
  });
  await press(page, "Devam et");

  await expectPage(page, "payment");
  await tabTo(page, "payment method", ({ value }) => value === directDebit.paymentMethod);
  await page.keyboard.press("Space");
  await type(page, { iban: directDebit.iban });
  await tabTo(page, "sepaMandate", ({ name }) => name === "sepaMandate");
  await page.keyboard.press("Space");
  await press(page, "Devam et");

  await expectPage(page, "summary");
  await press(page, "Ödeme yükümlülüğüyle sipariş ver");
  await expectPage(page, "confirmation");
});

test("Escape closes a tooltip on a step's page, by keyboard and by pointer", async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 740 });
  await openStep(page, "zahlung");
  const label = page.locator(".order .tooltip-label").first();
  const bubble = page.locator(".order [role=tooltip]").first();
  await expect(bubble).toHaveCSS("visibility", "hidden");
  for (const visit of [() => label.focus(), () => label.hover()]) {
    await visit();
    await expect(bubble).toHaveCSS("visibility", "visible");
    await page.keyboard.press("Escape");
    await expect(bubble).toBeHidden();
    // It is back for the next visit.
    await page.locator("h1").hover();
    await label.blur();
    await expect(bubble).toHaveCSS("display", "block");
  }
});

/** What has the focus, if less than half of it is seen (WCAG 2.2, 2.4.11): what stays in sight may cover it. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement;
    if (element === document.body) return [];
    const shown =
      element.labels?.[0] && ["radio", "checkbox"].includes(element.type) ? element.labels[0] : element;
    const { left, top, width, height } = shown.getBoundingClientRect();
    const places = [0.1, 0.5, 0.9].flatMap((across) =>
      [0.1, 0.5, 0.9].map((down) => [across, down] as const),
    );
    const seen = places.filter(([across, down]) => {
      const at = document.elementFromPoint(left + across * width, top + down * height);
      return at !== null && (shown.contains(at) || at.contains(shown));
    });
    return seen.length < 5 ? [element.name || element.textContent] : [];
  });

test("what has the focus is seen where a page is enlarged four times, forwards and back", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  const hidden: (string | null)[] = [];
  const steps = async (key: string) => {
    for (let step = 0; step < 30; step++) {
      await page.keyboard.press(key);
      hidden.push(...(await covered(page)));
    }
  };
  await page.goto("/kuendigung");
  await steps("Tab");
  await steps("Shift+Tab");
  await openStep(page, "meine-daten");
  await steps("Tab");
  expect(hidden).toEqual([]);
});
