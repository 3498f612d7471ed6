import type { Page } from "@playwright/test";
import { fresh } from "../../tests/support/fresh.ts";
import { expectPage } from "../support/page.ts";
import { expect, expectAccessible, hydrated, script, test } from "../support/test.ts";
import { order } from "./offer-flows.ts";
import { askedForAll, consentToolRuns, listen } from "./third-parties.ts";

test.use({ consent: "none" });

const banner = (page: Page) => page.locator("#sandbox-consent");
const personalised = (page: Page) => page.locator("html[data-personalisation]");

test("third parties run after consent only, and stop when it is withdrawn", script, async ({ page }) => {
  const { sent, asked, reported } = listen(page);
  await page.goto("/kuendigung");
  await expect(banner(page)).toBeVisible();
  await hydrated(page);
  await expectAccessible(page);
  expect(asked()).toEqual(["consent-manager"]);

  await banner(page).getByRole("button", { name: "Akzeptieren" }).click();
  await expect(personalised(page)).toHaveCount(1);
  await page.locator('[data-modal="teaser"]').click();
  // What was tracked before consent is dropped, not replayed.
  await expect
    .poll(() => reported().toSorted())
    .toEqual(["personalisation started", "terminationTeaserViewed"]);

  await page.goto("/angebot/state-OFFER_EXPIRED");
  await expect.poll(reported).toContain("offerLoadError");
  await expect(personalised(page)).toHaveCount(0);

  await page.goto("/kuendigung");
  await expect(personalised(page)).toHaveCount(1);
  await expect.poll(() => reported().filter((event) => event === "terminationLoaded")).toHaveLength(1);
  await page.getByRole("link", { name: "Cookie-Einstellungen" }).click();
  await banner(page).getByRole("button", { name: "Ablehnen" }).click();
  await expect(personalised(page)).toHaveCount(0);
  await hydrated(page);
  const before = reported();
  await page.locator('[data-modal="teaser"]').click();
  await expect(page.getByRole("dialog")).toBeVisible();
  const earlier = sent.length;
  await page.goto("/angebot/state-OFFER_EXPIRED");
  await consentToolRuns(page);
  expect(asked().slice(earlier)).toEqual(["consent-manager"]);
  expect(reported()).toEqual(before);
});

test("rejecting loads nothing more", script, async ({ page }) => {
  const { asked } = listen(page);
  await page.goto("/kuendigung");
  await banner(page).getByRole("button", { name: "Ablehnen" }).click();
  await expect(banner(page)).toHaveCount(0);
  await askedForAll(page);
  expect(asked()).toEqual(["consent-manager"]);
});

const silent: [string, string][] = [
  ["a brand without anything", "/kuendigung?brand=nova"],
  ["the gallery", "/sandbox/gallery?brand=o2"],
];
for (const [name, path] of silent)
  test(`${name} asks no third party for anything`, script, async ({ page }) => {
    const { sent } = listen(page);
    await page.goto(path);
    await askedForAll(page);
    expect(sent).toEqual([]);
  });

const visitors = {
  "a browser that saves data": { extraHTTPHeaders: { "Save-Data": "on" } },
  "a bot": { userAgent: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" },
};
for (const [name, visitor] of Object.entries(visitors))
  test.describe(name, () => {
    test.use(visitor);
    test("loads no third party and pushes no event", script, async ({ page }) => {
      const { sent } = listen(page);
      await page.goto("/kuendigung");
      await askedForAll(page);
      // A bot's page works as for people; a browser that saves data has no scripts.
      const teaser = page.locator('[data-modal="teaser"]');
      await expect(teaser).toHaveCount("userAgent" in visitor ? 1 : 0);
      if (await teaser.count()) await teaser.click();
      expect(sent).toEqual([]);
      expect(await page.evaluate(() => "o2DataLayer" in window)).toBe(false);
    });
  });

test("third parties load after the first paint and block no part of the page", script, async ({ page }) => {
  // Third parties never answer. Their script is looked at as it enters the page.
  await page.route("http://127.0.0.1:*/**", () => {});
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const script = document.querySelector<HTMLElement>("#usercentrics-cmp");
      if (!script) return;
      observer.disconnect();
      const paints = performance.getEntriesByName("first-contentful-paint").length;
      script.dataset.after = `${document.readyState}, ${paints} paint`;
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto("/kuendigung", { waitUntil: "domcontentloaded" });
  await expect(page.locator("#usercentrics-cmp")).toHaveAttribute("data-after", "complete, 1 paint");
  await hydrated(page);
  await page.locator('[data-modal="teaser"]').click();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("a customer can order with every third party blocked", script, async ({ page, pageErrors }) => {
  const thirdParties = "http://127.0.0.1:";
  await page.route(`${thirdParties}*/**`, (route) => route.abort());
  await order(page, fresh("demo"));
  await expectPage(page, "confirmation");
  await page.getByRole("link", { name: "Verträge hier kündigen" }).click();
  await expectPage(page, "termination");
  // The console reports the missing files, in the browser's own words, and nothing else.
  expect(pageErrors.splice(0).filter((error) => !error.includes(`(${thirdParties}`))).toEqual([]);
});
