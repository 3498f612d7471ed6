import type { Page, Request } from "@playwright/test";
import { expect, hydrated, test } from "./support/test.ts";

const isFace = (request: Request) => request.url().endsWith(".woff2");

/** Moves that the visitor did not cause. */
const shifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => resolve(list.getEntries().length));
        observer.observe({ type: "layout-shift", buffered: true });
        // With nothing buffered, the observer is never called.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
      }),
  );
/** Where the headline's letters are: another face makes them wider or narrower. */
const headline = (page: Page) =>
  page.getByRole("heading", { level: 1 }).evaluate((heading) => {
    const range = document.createRange();
    range.selectNodeContents(heading);
    return range.getBoundingClientRect().toJSON();
  });

test("a face that comes late changes nothing on the page that asked for it", async ({ page }) => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/\.woff2$/, async (route) => {
    await arrived;
    await route.continue();
  });
  const asked = page.waitForRequest(isFace);
  await page.goto("/kuendigung?brand=spice", { waitUntil: "domcontentloaded" });
  await asked;
  const before = await headline(page);
  const finished = page.waitForEvent("requestfinished", isFace);
  arrive();
  await finished;
  await hydrated(page);
  await page.evaluate(() => document.fonts.ready);
  expect(await headline(page)).toEqual(before);
  expect(await shifts(page)).toBe(0);
});

test("the page after it has the face, and does not move either", async ({ page }) => {
  const finished = page.waitForEvent("requestfinished", isFace);
  await page.goto("/?brand=nova");
  await finished;
  await page.goto("/barrierefreiheit");
  await page.evaluate(() => document.fonts.ready);
  expect(await page.evaluate(() => [...document.fonts].map(({ status }) => status))).toContain("loaded");
  expect(await shifts(page)).toBe(0);
});
