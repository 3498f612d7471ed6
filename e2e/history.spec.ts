import { entered } from "../tests/support/offer.ts";
import { openStep } from "./support/offer.ts";
import { back, expectPage, fill, forward, main, send } from "./support/page.ts";
import { expect, hydrated, script, test } from "./support/test.ts";

test("back, forward and reload lead through the pages of a journey, and send nothing again", async ({
  page,
}) => {
  await openStep(page, "ausweisdaten");
  const posts: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
  await fill(page, entered.idData);
  await send(page);
  await expectPage(page, "payment");
  await hydrated(page);
  await fill(page, entered.directDebit);
  await send(page);
  await expectPage(page, "summary");
  expect(posts).toHaveLength(2);
  await back(page);
  await expectPage(page, "payment");
  await expect(page).toHaveURL(/zahlung$/);
  await expect(main(page)).toContainText("DE89 •••• •••• 3000");
  await back(page);
  await expectPage(page, "id-data");
  await expect(page.getByLabel("Ausstellende Behörde")).toHaveValue(entered.idData.issuingAuthority);
  await page.reload();
  await expectPage(page, "id-data");
  await forward(page);
  await expectPage(page, "payment");
  await forward(page);
  await expectPage(page, "summary");
  expect(posts).toHaveLength(2);
});

test("a refused form adds no step to the history", script, async ({ page }) => {
  await page.goto("/barrierefreiheit");
  await page.goto("/widerruf");
  await hydrated(page);
  await send(page);
  await expect(page.locator("[data-error-summary]")).toBeVisible();
  await expect(page).toHaveURL(/widerruf$/);
  await back(page);
  await expectPage(page, "accessibility");
  await forward(page);
  await expectPage(page, "withdrawal");
});
