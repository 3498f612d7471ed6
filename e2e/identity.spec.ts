import { fresh } from "../tests/support/fresh.ts";
import { back, expectHeading, expectPage } from "./support/page.ts";
import { expect, hydrated, script, test } from "./support/test.ts";

/** What the customer reads on the way; the tests below and those of tracking go it in German. */
const languages = [
  {
    brand: "ortel",
    prefix: "/en",
    heading: "Confirm your identity",
    video: /Video identification/,
    confirm: "Confirm the identity",
    done: "Identity check successful",
    branch: /PostIdent at a branch/,
    coupon: "Your coupon for the branch",
  },
  {
    brand: "ayyildiz",
    prefix: "/tr",
    heading: "Kimliği doğrula",
    video: /Görüntülü doğrulama/,
    confirm: "Kimliği doğrula",
    done: "Kimlik doğrulama başarılı",
    branch: /Şubede PostIdent/,
    coupon: "Şube için kuponunuz",
  },
];

for (const texts of languages) {
  test(`${texts.brand}${texts.prefix}: video leads to the provider and to success`, async ({ page }) => {
    const token = fresh(`demo-${texts.brand}`);
    await page.goto(`${texts.prefix}/idv/${token}?brand=${texts.brand}`);
    await expectHeading(page, texts.heading);
    await page.getByRole("button", { name: texts.video }).click();
    await page.getByRole("button", { name: texts.confirm }).click();
    await expect(page).toHaveURL(new RegExp(`${texts.prefix}/idv/${token}/erfolgreich$`));
    await expectHeading(page, texts.done);
    // Going back shows the current status, not the choice.
    await Promise.all([page.waitForEvent("load"), back(page)]);
    await expectPage(page, "idv-success");
    await page.goto(`${texts.prefix}/idv/${token}`);
    await expectPage(page, "idv-success");
  });

  test(`${texts.brand}${texts.prefix}: the branch has a coupon`, async ({ page }) => {
    const token = fresh(`demo-${texts.brand}`);
    await page.goto(`${texts.prefix}/idv/${token}?brand=${texts.brand}`);
    await page.getByRole("button", { name: texts.branch }).click();
    await expectHeading(page, texts.coupon);
    await expect(page.getByRole("img")).toBeVisible();
    await page.locator("details summary").first().click();
    await page.getByRole("button", { name: texts.video }).click();
    await expect(page).toHaveURL(/\/sandbox\/ident\//);
    await back(page);
    await expectPage(page, "idv-selection");
    await page.goto(`${texts.prefix}/idv/${token}`);
    await expectPage(page, "idv-selection");
  });
}

test("the whole choice works with the keyboard", async ({ page }) => {
  const token = fresh("demo");
  await page.goto(`/idv/${token}`);
  const tile = page.getByRole("button", { name: /Foto-Ident/ });
  for (let presses = 0; presses < 20; presses += 1) {
    if (await tile.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await expect(tile).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/sandbox\/ident\//);
});

test("a double click chooses once", async ({ page }) => {
  const token = fresh("demo");
  await page.goto(`/idv/${token}`);
  await page.getByRole("button", { name: /Video-Ident/ }).dblclick();
  await expect(page).toHaveURL(new RegExp(`/sandbox/ident/${token}/1$`));
});

test("two tabs: the slower one is redirected to the current status", async ({ page, context }) => {
  const token = fresh("demo");
  const other = await context.newPage();
  await page.goto(`/idv/${token}`);
  await other.goto(`/idv/${token}`);
  await page.getByRole("button", { name: /Online-Ausweis/ }).click();
  await page.getByRole("button", { name: "Beginnen und später weitermachen" }).click();
  await expectPage(page, "idv-pending");
  await other.getByRole("button", { name: /Video-Ident/ }).click();
  await expectPage(other, "idv-pending");
});

test("three failures are final", async ({ page }) => {
  const token = fresh("failed-twice");
  await page.goto(`/idv/${token}`);
  await expect(page.getByRole("alert")).toContainText("Sie haben noch 1 Versuch.");
  await page.getByRole("button", { name: /Video-Ident/ }).click();
  await page.getByRole("button", { name: "Prüfung scheitern lassen" }).click();
  await expect(page).toHaveURL(new RegExp(`/idv/${token}/fehlgeschlagen$`));
  await expectHeading(page, "Identitätsprüfung fehlgeschlagen");
});

test("a coupon whose mail has an unknown end waits without its button", async ({ page }) => {
  await page.goto(`/idv/${fresh("mail-garbage")}/post-ident`);
  await page.locator("#mail-coupon button").click();
  await expect(page.locator("main[data-state=Waiting]")).toBeVisible();
  await expectHeading(page, "Wir prüfen, ob der Coupon unterwegs ist");
  await expect(page.locator("main form")).toHaveCount(0);
});

test("the waiting page leads to the result by itself", async ({ page, request }) => {
  const token = fresh("pending");
  await page.goto(`/idv/${token}`);
  await expectHeading(page, "Identitätsprüfung in Bearbeitung");
  await hydrated(page);
  await request.post(`/sandbox/ident/${token}/office`, { form: { action: "approve" } });
  await expect(page).toHaveURL(new RegExp(`/idv/${token}/erfolgreich$`));
});

test(
  "with JavaScript the waiting page polls without reloading, also when the customer returns",
  script,
  async ({ page }) => {
    const token = fresh("pending");
    await page.goto(`/idv/${token}`);
    await hydrated(page);
    await page.evaluate(() => document.body.setAttribute("data-kept", ""));
    const asked = page.waitForResponse(
      (answer) => answer.request().method() === "HEAD" && answer.url().endsWith("/in-arbeit"),
    );
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    expect((await asked).status()).toBe(200);
    await page.waitForResponse((answer) => answer.request().method() === "HEAD");
    await expect(page.locator("body")).toHaveAttribute("data-kept", "");
  },
);

test("stopping the refresh does not stop what the page still loads", script, async ({ page }) => {
  await page.route("**/*.svg", async (route) => {
    await page.waitForFunction(() => document.readyState !== "loading");
    await hydrated(page);
    await route.continue();
  });
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => {
      const image = new Image();
      image.addEventListener("load", () => document.body.setAttribute("data-image", "whole"));
      image.src = (document.querySelector("link[rel=icon]") as HTMLLinkElement).href;
    });
  });
  await page.goto(`/idv/${fresh("pending")}`, { waitUntil: "commit" });
  // Scripts start at the first interaction, even while the page is still loading.
  await page.waitForFunction(() => document.readyState !== "loading");
  await page.keyboard.press("Shift");
  await expect(page.locator("body")).toHaveAttribute("data-image", "whole");
});

test("a failed poll does not end the waiting", script, async ({ page, request }) => {
  const token = fresh("pending");
  await page.goto(`/idv/${token}`);
  await hydrated(page);
  await page.evaluate(() => document.body.setAttribute("data-kept", ""));
  let asked = 0;
  await page.route("**/in-arbeit", async (route) => {
    if (route.request().method() !== "HEAD") return route.continue();
    asked += 1;
    await (asked === 1 ? route.fulfill({ status: 503 }) : route.continue());
  });
  const look = () => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await look();
  await expect.poll(() => asked).toBe(1);
  await request.post(`/sandbox/ident/${token}/office`, { form: { action: "approve" } });
  await expect(page.locator("body")).toHaveAttribute("data-kept", "");
  await look();
  await expect(page).toHaveURL(new RegExp(`/idv/${token}/erfolgreich$`));
});

test("the coupon prints with its code and without buttons", async ({ page }) => {
  await page.goto("/idv/post-ident/post-ident");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("img")).toBeVisible();
  await expect(page.getByText(/^\d{4}\s\d{4}\s\d{4}$/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Coupon als PDF" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Coupon senden" })).toBeHidden();
});
