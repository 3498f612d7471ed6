import { entered } from "../tests/support/offer.ts";
import { openStep } from "./support/offer.ts";
import { back, expectPage, fill, forward, main, send } from "./support/page.ts";
import { expect, hydrated, plain, test } from "./support/test.ts";

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

test("a refused form adds no step to the history", async ({ page }) => {
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

test(
  "what is typed outlives a press without a network and a refusal",
  plain,
  async ({ page, context, pageErrors }) => {
    const lastName = page.getByLabel("Nachname");
    const pressOffline = async () => {
      await context.setOffline(true);
      await send(page);
      await expect.poll(() => page.url()).toContain("chrome-error:");
    };
    await page.goto("/barrierefreiheit?brand=blau");
    await page.goto("/kuendigung");
    // Again, as Chromium notes what was typed a moment later, and a person takes that long until the press.
    await expect(async () => {
      await fill(page, { lastName: "Muster" });
      await pressOffline();
      await page.goBack();
      await expect(page).toHaveURL("/kuendigung");
      await expect(lastName, "still without a network").toHaveValue("Muster", { timeout: 5_000 });
    }).toPass();
    await context.setOffline(false);
    await page.reload();
    await fill(page, { lastName: "", email: "ada@example.com" });
    await send(page);
    await expect(page.locator("[data-error-summary]")).toBeVisible();
    await pressOffline();
    await page.goBack();
    await expect(page, "a refused form is one step").toHaveURL("/kuendigung");
    await expect(page.locator("main [name=email]")).toHaveValue("ada@example.com");
    // The console reports the pages that could not be loaded.
    pageErrors.length = 0;
  },
);

test("a reload keeps what is typed where third parties' scripts may run, and the end of the visit removes it", async ({
  page,
}) => {
  for (const path of ["/kuendigung", "/widerruf"]) {
    await page.goto(`${path}?brand=o2`);
    await hydrated(page);
    await expect(page.locator("script[data-settings]")).toHaveCount(1);
    await page.getByLabel("Nachname").first().fill("Öztürk");
    await page.reload();
    await hydrated(page);
    await expect(page.getByLabel("Nachname").first()).toHaveValue("Öztürk");
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("Öztürk");
    // As at the end of a visit, which removes the number of it.
    await page.evaluate(() => localStorage.removeItem("visit"));
    await page.reload();
    await hydrated(page);
    await expect(page.getByLabel("Nachname").first()).toHaveValue("");
  }
});

test("a step of an order keeps what is typed over a reload, but no date of birth", async ({ page }) => {
  await page.goto("/?brand=o2");
  await openStep(page, "meine-daten");
  await hydrated(page);
  await page.getByLabel("Vorname").fill("Fatma");
  await page.getByLabel("Jahr").fill("1988");
  await page.reload();
  await hydrated(page);
  await expect(page.getByLabel("Vorname")).toHaveValue("Fatma");
  // Beside it stand a number of the visit and a time, which may have these digits.
  const kept = await page.evaluate(() => JSON.stringify(JSON.parse(history.state.draft.draft).typed));
  expect(kept).toContain("Fatma");
  expect(kept).not.toContain("1988");
});
