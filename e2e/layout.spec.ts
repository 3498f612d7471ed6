import type { Locator, Page } from "@playwright/test";
import { examples } from "../sandbox/portal/examples.ts";
import { openExample } from "./support/examples.ts";
import { expect, script, test } from "./support/test.ts";

// Layout on a phone that the checks of the gallery cannot know about.
async function open(page: Page, name: string, brand: string, locale = "de") {
  const example = examples.find((one) => one.name === name);
  if (!example) throw new Error(`No example is called ${name}.`);
  await page.goto(`/?brand=${brand}`);
  await openExample(page, example, brand, locale);
}

const boxes = (all: Locator) =>
  all.evaluateAll((found) => found.map((element) => element.getBoundingClientRect().toJSON() as DOMRect));

for (const [brand, locale] of [
  ["o2", "de"],
  ["ortel", "en"],
  ["ayyildiz", "tr"],
] as const)
  test(`the salutations are one row, ${locale}`, script, async ({ page }) => {
    await open(page, "Personal data", brand, locale);
    await page.locator(".fold > summary").click();
    const answers = await boxes(page.locator(".row .choice"));
    expect(answers).toHaveLength(3);
    expect(new Set(answers.map(({ y }) => y)).size).toBe(1);
  });

for (const brand of ["nova", "ayyildiz"])
  test(`the tiles of ${brand} leave no gap`, script, async ({ page }) => {
    await open(page, "Home", brand);
    const [list] = await boxes(page.locator(".tiles"));
    expect((await boxes(page.locator(".tile"))).at(-1)?.right).toBe(list?.right);
    const titles = await boxes(page.locator(".tile strong"));
    const texts = await boxes(page.locator(".tile strong + span"));
    expect(texts.map(({ y }) => y)).toEqual(titles.map(({ bottom }) => bottom));
  });

test("unchecked choices have the brand's colours in the dark", script, async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await open(page, "Personal data", "o2");
  const colours = await page
    .locator("body, .choice input:not(:checked)")
    .evaluateAll((found) => found.map((element) => getComputedStyle(element).backgroundColor));
  expect(colours.length).toBeGreaterThan(4);
  expect(new Set(colours)).toEqual(new Set(["rgb(7, 13, 36)"]));
});

for (const brand of ["o2", "nova", "spice"])
  test(`cards of ${brand} have a line where the colours are the reader's own`, script, async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active" });
    await open(page, "Home", brand);
    const lines = await page
      .locator(".tile, .card, .accordion")
      .evaluateAll((found) => found.map((element) => getComputedStyle(element).borderTopWidth));
    expect(lines.length).toBeGreaterThan(3);
    expect(new Set(lines)).toEqual(new Set(["1px"]));
  });

for (const name of ["Termination received", "Withdrawal received"])
  test(`${name} is short on a phone`, script, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await open(page, name, "o2");
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1600);
  });

test("the error number fits on one line", script, async ({ page }) => {
  await open(page, "Unknown path", "o2");
  const [number] = await boxes(page.locator(".status-meta code"));
  expect(number?.height).toBeLessThan(30);
});

test("a tariff's figures leave room for the drawing", script, async ({ page }) => {
  await open(page, "Offer of a fixed line", "ayyildiz", "tr");
  const [drawing] = await boxes(page.locator(".device-art"));
  const figures = await boxes(page.locator(".figures strong"));
  expect(figures).not.toHaveLength(0);
  for (const { right } of figures) expect(right).toBeLessThanOrEqual(drawing?.left ?? 0);
});

for (const [name, brand, locale] of [
  ["Offer: NoHardwareStock", "ayyildiz", "tr"],
  ["Termination received", "ortel", "en"],
  ["Termination received, proof missing", "ayyildiz", "tr"],
  ["Coupon", "ortel", "en"],
  ["Offer: PaymentFailed", "o2", "de"],
] as const)
  test(`labels of buttons fit on one line: ${name}, ${locale}`, script, async ({ page }) => {
    await open(page, name, brand, locale);
    const buttons = await boxes(page.locator("main .button"));
    expect(buttons).not.toHaveLength(0);
    for (const { height } of buttons) expect(height).toBeLessThan(52);
  });

test("a message inside a box keeps clear of its border", script, async ({ page }) => {
  await open(page, "Payment, invalid", "o2");
  const [message] = await boxes(page.locator("#sepaMandate-error"));
  const [box] = await boxes(page.locator(".field:has(> #sepaMandate-error)"));
  expect((message?.left ?? 0) - (box?.left ?? 0)).toBeGreaterThanOrEqual(12);
  expect((box?.right ?? 0) - (message?.right ?? 0)).toBeGreaterThanOrEqual(12);
});

for (const [name, beside] of [
  ["Termination received", "keep"],
  ["Withdrawal received", "keep"],
  ["Confirmation", "next"],
] as const)
  test(`${name} has a second column on a wide screen`, script, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await open(page, name, "o2");
    const [status] = await boxes(page.locator("main > .status"));
    const [card] = await boxes(page.locator(`main > .card:has(#${beside})`));
    expect(card?.left).toBeGreaterThan(status?.right ?? Number.POSITIVE_INFINITY);
    expect(card?.top).toBe(status?.top);
    for (const { right } of await boxes(page.locator("main > :not(.card)")))
      expect(right).toBeLessThanOrEqual(status?.right ?? 0);
  });

test("what a consent is about keeps clear of the line below it", script, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await open(page, "Personal data", "o2");
  const words = await boxes(page.locator(".rows .choice > span"));
  const rows = await boxes(page.locator(".rows > .field"));
  expect(words).toHaveLength(rows.length);
  for (const [at, { bottom }] of words.entries())
    expect((rows[at]?.bottom ?? 0) - bottom).toBeGreaterThanOrEqual(8);
});
