import type { Page } from "@playwright/test";
import { expect, hydrated, test } from "./support/test.ts";

/** Each a card of the page: what is pressed, and what the card says then. */
const features: Record<string, { press: string; says: string }> = {
  form: { press: "Formular senden", says: "gesendet" },
  submit: { press: "Per Skript senden", says: "gesendet" },
  transition: { press: "Übergang beginnen", says: "fertig" },
  suspense: { press: "Laden", says: "geladen" },
};

const card = (page: Page, id: string) => page.locator("section", { has: page.locator(`h2#${id}`) });

test("the production build leaves nothing of React and React Router out", async ({ page }) => {
  await page.goto("/sandbox/gallery/react");
  await hydrated(page);
  for (const [id, { press, says }] of Object.entries(features))
    await test.step(id, async () => {
      await page.getByRole("button", { name: press }).click();
      await expect(card(page, id).locator("output")).toHaveText(says);
    });
  await test.step("style", async () => {
    for (const width of ["100px", "200px"]) {
      await page.getByRole("button", { name: "Verbreitern" }).click();
      await expect(card(page, "style").locator("p")).toHaveCSS("width", width);
    }
  });
  await test.step("selection", async () => {
    await page.getByLabel("Markieren").press("ControlOrMeta+a");
    await expect(card(page, "selection").locator("output")).toHaveText("markiert");
  });
});
