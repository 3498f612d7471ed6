import type { Page } from "@playwright/test";
import { fresh } from "../tests/support/fresh.ts";
import { expect, plain, test } from "./support/test.ts";

const files = "**/sandbox/pictures/*";
const picture = (page: Page) => page.locator(".offer-item img");

/** Positions and sizes of everything in the device's card except its picture. */
const layout = (page: Page) =>
  page.locator(".offer-item").evaluate((item) => {
    const { x, y } = item.getBoundingClientRect();
    return [...item.querySelectorAll(":not(picture, picture *)")].map((part) => {
      const box = part.getBoundingClientRect();
      return [part.tagName, box.x - x, box.y - y, box.width, box.height].join(" ");
    });
  });

const drawing = (page: Page) => page.locator(".offer-item .device-art");

/** Opens an offer with a picture, and scrolls to it. The drawing is there: it comes from a file of its own. */
async function goToPicture(page: Page) {
  await page.goto(`/angebot/${fresh("demo-orange")}`, { waitUntil: "domcontentloaded" });
  await picture(page).scrollIntoViewIfNeeded();
  const drawn = () => drawing(page).locator("use").boundingBox();
  await expect.poll(async () => (await drawn())?.width).toBeGreaterThan(0);
}

test("a late picture shifts nothing", plain, async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const asked = page.waitForRequest(files);
  await page.route(files, (route) => released.then(() => route.continue()));
  await goToPicture(page);
  expect((await asked).url()).toMatch(/\.avif$/);
  const before = await layout(page);
  expect(before.some((part) => /^svg .* 100 136$/.test(part))).toBe(true);
  release();
  await expect.poll(() => picture(page).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(264);
  expect(await layout(page)).toEqual(before);
  expect(await picture(page).boundingBox()).toEqual(await drawing(page).boundingBox());
});

test("a missing picture leaves the drawing visible", plain, async ({ page }) => {
  const answered = page.waitForResponse(files);
  await page.route(files, (route) => route.fulfill({ status: 404 }));
  await goToPicture(page);
  await answered;
  await expect.poll(() => picture(page).evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
  const shown = await drawing(page).screenshot();
  // Neither a frame nor a broken-image icon covers it.
  await picture(page).evaluate((image) => image.remove());
  expect(shown.equals(await drawing(page).screenshot())).toBe(true);
});
