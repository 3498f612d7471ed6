import type { Page } from "@playwright/test";
import { openStep } from "./support/offer.ts";
import { back, expectPage, expectState, main } from "./support/page.ts";
import { expect, hydrated, test } from "./support/test.ts";

/** What scripts have kept of typed fields in this tab. */
const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("draft")).length);

test("one who leaves a shared device finds the way out of a step, and nothing is left behind", async ({
  page,
}) => {
  // No third party may run there, so drafts are kept.
  await page.request.get("/?brand=nova");
  const token = await openStep(page, "ausweisdaten");
  await page.getByLabel("Ausstellende Behörde").fill("Stadt Köln");
  await page.goto(`/angebot/${token}/meine-daten`);
  await hydrated(page);
  await page.getByLabel("Vorname").fill("Fatma");
  await expect.poll(() => drafts(page)).toBeGreaterThan(0);
  await page.getByRole("contentinfo").getByRole("link", { name: "Eingaben löschen" }).click();
  await expectPage(page, "session-end");
  await main(page).getByRole("button", { name: "Jetzt löschen" }).click();
  await expectState(page, "Ended");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ihre Eingaben sind gelöscht");
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name }) => name).filter((name) => name !== "brand" && name !== "locale")).toEqual([]);
  expect(await drafts(page)).toBe(0);
  // The steps before show nothing of it, whether the browser has kept them or asks again.
  await back(page);
  await back(page);
  await expect(page.locator("body")).not.toContainText("Öztürk");
  await page.goto(`/angebot/${token}`);
  await page.goto(`/angebot/${token}/meine-daten`);
  await expect(page.getByLabel("Vorname")).toHaveValue("");
});

/** Types into the termination's form, looks at another page, and steps back, past another page that lies between. */
async function typeAndLeave(page: Page, elsewhere: (page: Page) => Promise<void>, before = "termination") {
  await page.goto("/kuendigung?brand=nova");
  await hydrated(page);
  await page.getByLabel("Vorname").fill("Fatma");
  await elsewhere(page);
  await back(page);
  await expectPage(page, before);
  await expect(main(page)).not.toHaveAttribute("data-state", "Ended");
  if (before !== "termination") await back(page);
  await expectPage(page, "termination");
  await hydrated(page);
}
const lookElsewhere = async (page: Page) => void (await page.goto("/barrierefreiheit"));
const end = async (page: Page) => {
  await page.goto("/eingaben-loeschen");
  await main(page).getByText("Nutzen noch andere dieses Gerät?").click();
  await main(page).getByRole("button", { name: "Jetzt löschen" }).click();
  await expectState(page, "Ended");
};

test("back shows the form as it was typed, and empty once the visit has ended", async ({ page }) => {
  await typeAndLeave(page, lookElsewhere);
  await expect(page.getByLabel("Vorname")).toHaveValue("Fatma");
  await typeAndLeave(page, end, "session-end");
  await expect(page.getByLabel("Vorname")).toHaveValue("");
  // What is typed now belongs to the next visit.
  await typeAndLeave(page, lookElsewhere);
  await expect(page.getByLabel("Vorname")).toHaveValue("Fatma");
});
