import type { Locator, Page } from "@playwright/test";
import { examples } from "../sandbox/portal/examples.ts";
import { chooseBrand, openExample } from "./support/examples.ts";
import { overflow } from "./support/page.ts";
import { expect, plain, test } from "./support/test.ts";

// Layout on a phone that the checks of the gallery cannot know about.
async function open(page: Page, name: string, brand: string, locale = "de") {
  const example = examples.find((one) => one.name === name);
  if (!example) throw new Error(`No example is called ${name}.`);
  await chooseBrand(page, brand);
  await openExample(page, example, brand, locale);
}

const boxes = (all: Locator) =>
  all.evaluateAll((found) => found.map((element) => element.getBoundingClientRect().toJSON() as DOMRect));

test("the salutations are one row, in each language", plain, async ({ page }) => {
  for (const [brand, locale] of [
    ["o2", "de"],
    ["ortel", "en"],
    ["ayyildiz", "tr"],
  ] as const) {
    await open(page, "Personal data", brand, locale);
    await page.locator(".fold > summary").click();
    const answers = await boxes(page.locator(".row .choice"));
    expect(answers, locale).toHaveLength(3);
    expect(new Set(answers.map(({ y }) => y)).size, locale).toBe(1);
  }
});

test("the form for ID data begins with its choice: the drawn card follows it", plain, async ({ page }) => {
  await open(page, "ID data", "o2");
  const drawn = page.locator(".where-on-card");
  await expect(drawn).toBeHidden();
  await page.getByLabel("Deutscher Personalausweis").check();
  await expect(drawn).toBeVisible();
  await page.getByLabel("Deutscher Reisepass").check();
  await expect(drawn).toBeHidden();
});

test("tiles leave no gap", plain, async ({ page }) => {
  for (const brand of ["nova", "ayyildiz"]) {
    await open(page, "Home", brand);
    const [list] = await boxes(page.locator(".tiles"));
    expect((await boxes(page.locator(".tile"))).at(-1)?.right, brand).toBe(list?.right);
    const titles = await boxes(page.locator(".tile strong"));
    const texts = await boxes(page.locator(".tile strong + span"));
    expect(
      texts.map(({ y }) => y),
      brand,
    ).toEqual(titles.map(({ bottom }) => bottom));
  }
});

test("unchecked choices have their card's ground in the dark", plain, async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await open(page, "Personal data", "o2");
  const colours = await page
    .locator(".form > .section, .choice input:not(:checked)")
    .evaluateAll((found) => found.map((element) => getComputedStyle(element).backgroundColor));
  expect(colours.length).toBeGreaterThan(4);
  expect(new Set(colours)).toEqual(new Set(["rgb(16, 25, 56)"]));
});

test("choices stay on the page in letters of twice the size", plain, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  for (const name of ["Termination", "Payment", "Personal data"]) {
    await open(page, name, "o2");
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    const choices = await boxes(page.locator("main .choice:visible"));
    expect(choices, name).not.toHaveLength(0);
    for (const { right } of choices) expect(right, name).toBeLessThanOrEqual(360);
  }
});

/** As much room between lines, words and letters as readers may want (WCAG 2.2, 1.4.12). */
const setTextSpacing = (page: Page) =>
  page.evaluate(() => {
    for (const { style } of document.querySelectorAll<HTMLElement>("body *")) {
      style?.setProperty("line-height", "1.5", "important");
      style?.setProperty("letter-spacing", "0.12em", "important");
      style?.setProperty("word-spacing", "0.16em", "important");
    }
  });

/** Texts of which a part is cut off; what only screen readers get is cut off by itself. */
const cutTexts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("body *")]
      .filter((element) => [...element.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE))
      .filter((element) => element.checkVisibility() && element.clientWidth > 1)
      .filter((element) => {
        const { overflowX, overflowY } = getComputedStyle(element);
        const isWide = overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1;
        return isWide || (overflowY !== "visible" && element.scrollHeight > element.clientHeight + 1);
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 80)),
  );

test(
  "no text is cut off, and nothing scrolls sideways, with wide spacing of the text",
  plain,
  async ({ page }) => {
    for (const name of [
      "Offer",
      "Personal data, invalid",
      "Payment",
      "Summary",
      "Confirmation",
      "Termination",
    ])
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await open(page, name, "o2");
        await setTextSpacing(page);
        expect(await overflow(page), `${name}, ${width} px`).toBe(0);
        expect(await cutTexts(page), `${name}, ${width} px`).toEqual([]);
      }
  },
);

test("cards have a line where the colours are the reader's own", plain, async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  for (const brand of ["o2", "nova", "spice"]) {
    await open(page, "Home", brand);
    const lines = await page
      // What a link leads to are tiles that open, each a card of its own.
      .locator(".tile, .card, .accordion:not(.with-link *), .with-link details")
      .evaluateAll((found) => found.map((element) => getComputedStyle(element).borderTopWidth));
    expect(lines.length, brand).toBeGreaterThan(3);
    expect(new Set(lines), brand).toEqual(new Set(["1px"]));
  }
});

test("receipts are short on a phone, and have a second column on a wide screen", plain, async ({ page }) => {
  for (const [name, beside] of [
    ["Termination received", "received"],
    ["Withdrawal received", "received"],
    ["Offer, declined", "received"],
    ["Barrier reported", "received"],
    ["Confirmation", "next"],
    ["Offer: OfferConsumed", "next"],
  ] as const) {
    await page.setViewportSize({ width: 360, height: 800 });
    await open(page, name, "o2");
    if (beside === "received")
      expect(await page.evaluate(() => document.documentElement.scrollHeight), name).toBeLessThanOrEqual(
        1400,
      );
    await page.setViewportSize({ width: 1280, height: 800 });
    // The ground of an order is as wide as both columns.
    const [words] = await boxes(page.locator("main > .status > h1"));
    const [card] = await boxes(page.locator(`main .card:has(#${beside})`));
    expect(card?.left, name).toBeGreaterThan(words?.right ?? Number.POSITIVE_INFINITY);
    // An order's has a ground of its own, which begins above its words.
    const [begin] = await boxes(page.locator("main > .status > :first-child"));
    expect(card?.top, name).toBe(begin?.top);
    // A confirmation's line about shared devices ends the second column.
    const first = "main > :not(.card, .ordered, .status, [data-page=confirmation] > .shared-device)";
    for (const { right } of await boxes(page.locator(first)))
      expect(right, name).toBeLessThanOrEqual(words?.right ?? 0);
  }
});

test("the error number fits on one line", plain, async ({ page }) => {
  await open(page, "Unknown path", "o2");
  const [number] = await boxes(page.locator(".status-meta code"));
  expect(number?.height).toBeLessThan(30);
});

test("a tariff's figures stand clear of its drawing", plain, async ({ page }) => {
  for (const width of [360, 1280])
    for (const [example, brand, language] of [
      ["Offer of a fixed line", "ayyildiz", "tr"],
      ["Offer", "aldi", "de"],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await open(page, example, brand, language);
      const [drawing] = await boxes(page.locator(".device-art"));
      const figures = await boxes(page.locator(".figures strong"));
      expect(figures).not.toHaveLength(0);
      for (const { left, top } of figures)
        if (width === 360) expect(top).toBeGreaterThanOrEqual(drawing?.bottom ?? Number.POSITIVE_INFINITY);
        else expect(left).toBeGreaterThanOrEqual(drawing?.right ?? Number.POSITIVE_INFINITY);
    }
});

test("a row's note stays clear of its price", plain, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await open(page, "Offer, prices in phases", "o2");
  for (const row of await page.locator(".charges .prices > div").all()) {
    const [price] = await boxes(row.locator("dd"));
    for (const { right, bottom } of await boxes(row.locator("small")))
      expect(right <= (price?.left ?? 0) || bottom <= (price?.top ?? 0)).toBe(true);
  }
});

test("help leads to the number to call", plain, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const name of ["Offer", "Personal data", "Summary"]) {
    await open(page, name, "o2");
    const hotline = page.locator("footer .phone");
    await expect(hotline, name).not.toBeInViewport();
    await page.getByRole("link", { name: "Hilfe" }).click();
    await expect(hotline, name).toBeInViewport();
  }
});

test("no method of payment is a box in a box", plain, async ({ page }) => {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await open(page, "Payment", "o2");
    await page.locator('[value="direct_debit"]').check();
    const framed = await page
      .locator("main .form, main .form :is(fieldset, .choices, .choice, .asks, .field)")
      .evaluateAll((found) =>
        found
          .map((element) => getComputedStyle(element))
          .filter(({ borderLeftWidth, boxShadow }) => borderLeftWidth !== "0px" || boxShadow !== "none")
          .map(({ backgroundColor }) => backgroundColor),
      );
    expect(framed, `${width} px`).toHaveLength(1);
  }
});

test("labels of buttons fit on one line", plain, async ({ page }) => {
  for (const [name, brand, locale] of [
    ["Offer: NoHardwareStock", "ayyildiz", "tr"],
    ["Termination received", "ortel", "en"],
    ["Termination received, proof missing", "ayyildiz", "tr"],
    ["Coupon", "ortel", "en"],
    ["Offer: PaymentFailed", "o2", "de"],
  ] as const) {
    await open(page, name, brand, locale);
    const buttons = await boxes(page.locator("main .button"));
    expect(buttons, name).not.toHaveLength(0);
    for (const { height } of buttons) expect(height, name).toBeLessThan(52);
  }
});

test("a link to take along is one row, and one press marks all of it", plain, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await open(page, "Handover", "o2");
  const link = page.locator(".copied code");
  await expect(link).not.toBeVisible();
  await page.locator("#ways-link > summary").click();
  const [row] = await boxes(link);
  expect(row?.height).toBeLessThan(56);
  await link.click();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(await link.textContent());
});

test("a message inside a box keeps clear of its border", plain, async ({ page }) => {
  await open(page, "Payment, invalid", "o2");
  const [message] = await boxes(page.locator("#sepaMandate-error"));
  const [box] = await boxes(page.locator(".field:has(> #sepaMandate-error)"));
  expect((message?.left ?? 0) - (box?.left ?? 0)).toBeGreaterThanOrEqual(12);
  expect((box?.right ?? 0) - (message?.right ?? 0)).toBeGreaterThanOrEqual(12);
});

test("what a consent is about keeps clear of the line below it", plain, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await open(page, "Personal data", "o2");
  const words = await boxes(page.locator(".rows .choice > span"));
  const rows = await boxes(page.locator(".rows > .field"));
  expect(words).toHaveLength(rows.length);
  for (const [at, { bottom }] of words.entries())
    expect((rows[at]?.bottom ?? 0) - bottom).toBeGreaterThanOrEqual(8);
});

test(
  "the next action of an order is in view on a phone, and it prints on one page",
  plain,
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const [name, brand, locale] of [
      ["Confirmation, identity check open", "o2", "de"],
      ["Confirmation, identity check open", "ayyildiz", "tr"],
      ["Confirmation, identity check open", "ortel", "en"],
      ["Order, not paid yet", "o2", "de"],
    ] as const) {
      await open(page, name, brand, locale);
      const [button] = await boxes(page.locator("main .button.primary"));
      expect(button?.bottom, `${name}, ${locale}`).toBeLessThan(700);
      const pdf = await page.pdf({
        format: "A4",
        margin: { top: "1cm", bottom: "1cm", left: "1cm", right: "1cm" },
      });
      expect(pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length, name).toBe(1);
    }
  },
);
