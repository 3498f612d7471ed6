import { fresh } from "../tests/support/fresh.ts";
import { back, expectHeading, expectPage } from "./support/page.ts";
import { expect, hydrated, plain, test } from "./support/test.ts";

test("video leads to the provider and to success, in English", async ({ page }) => {
  const token = fresh("demo-ortel");
  await page.goto(`/en/idv/${token}?brand=ortel`);
  await expectHeading(page, "Confirm your identity");
  await page.getByRole("button", { name: /Video identification/ }).dblclick();
  await expect(page, "chosen once").toHaveURL(new RegExp(`/sandbox/ident/${token}/1$`));
  await page.getByRole("button", { name: "Confirm the identity" }).click();
  await expect(page).toHaveURL(new RegExp(`/en/idv/${token}/erfolgreich$`));
  await expectHeading(page, "Your identity is confirmed");
  // Going back shows the current status, not the choice.
  await Promise.all([page.waitForEvent("load"), back(page)]);
  await expectPage(page, "idv-success");
});

test("the branch has a coupon, in Turkish, and leads on to video", async ({ page }) => {
  const token = fresh("demo-ayyildiz");
  await page.goto(`/tr/idv/${token}?brand=ayyildiz`);
  await page.getByRole("button", { name: /Postanede \(PostIdent\)/ }).click();
  await expectHeading(page, "Postane için kuponunuz");
  await expect(page.getByRole("img")).toBeVisible();
  await page.locator("details summary").first().click();
  await page.getByRole("button", { name: /Görüntülü doğrulama/ }).press("Enter");
  await expect(page).toHaveURL(/\/sandbox\/ident\//);
  await back(page);
  await expectPage(page, "idv-selection");
});

test("a coupon whose mail has an unknown end waits without its button", plain, async ({ page }) => {
  await page.goto(`/idv/${fresh("mail-garbage")}/post-ident`);
  await page.locator("#mail-coupon button").click();
  await expect(page.locator("main[data-state=Waiting]")).toBeVisible();
  await expectHeading(page, "Wir prüfen, ob der Coupon unterwegs ist");
  await expect(page.locator("main form")).toHaveCount(0);
});

test("the waiting page leads to the result by itself", plain, async ({ page, request }) => {
  const token = fresh("pending");
  await page.goto(`/idv/${token}`);
  await expectHeading(page, "Identitätsprüfung in Bearbeitung");
  await request.post(`/sandbox/ident/${token}/office`, { form: { action: "approve" } });
  await expect(page).toHaveURL(new RegExp(`/idv/${token}/erfolgreich$`));
});

test("stopping the refresh does not stop what the page still loads", async ({ page }) => {
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

test("scripts poll without reloading, also when the customer returns, and outlive a failed poll", async ({
  page,
  request,
}) => {
  const token = fresh("pending");
  await page.goto(`/idv/${token}`);
  await hydrated(page);
  await page.evaluate(() => document.body.setAttribute("data-kept", ""));
  let asked = 0;
  await page.route("**/in-arbeit", async (route) => {
    if (route.request().method() !== "HEAD") return route.continue();
    asked += 1;
    await (asked === 2 ? route.fulfill({ status: 503 }) : route.continue());
  });
  const look = () => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await look();
  await expect.poll(() => asked).toBeGreaterThan(0);
  // The next one by itself.
  await expect.poll(() => asked).toBeGreaterThan(1);
  await expect(page.locator("body")).toHaveAttribute("data-kept", "");
  await request.post(`/sandbox/ident/${token}/office`, { form: { action: "approve" } });
  await look();
  await expect(page).toHaveURL(new RegExp(`/idv/${token}/erfolgreich$`));
});

test("the coupon prints with its code and without buttons", plain, async ({ page }) => {
  await page.goto("/idv/post-ident/post-ident");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("img")).toBeVisible();
  await expect(page.getByText(/^\d{4}\s\d{4}\s\d{4}$/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Coupon als PDF" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Coupon senden" })).toBeHidden();
});
