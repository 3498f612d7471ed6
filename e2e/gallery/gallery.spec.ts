import type { CDPSession, Page } from "@playwright/test";
import { languageCodes } from "../../app/domain/languages.ts";
import type { Example } from "../../sandbox/portal/example.ts";
import { examples } from "../../sandbox/portal/examples.ts";
import { chooseBrand, openExample, pairwise } from "../support/examples.ts";
import { overflow, targets } from "../support/page.ts";
import { accessibilityProblems, expect, hydrated, plain, settled, test } from "../support/test.ts";

// Walks the gallery in a browser, for what the HTML tests cannot see. One page serves many examples, since opening
// browsers takes longer than looking at pages.
test.describe.configure({ mode: "parallel" });
// On desktop the layout viewport does not grow with its content.
test.use({ isMobile: false });

/** Targets under 24 px, wherever they stand (WCAG 2.2, 2.5.8, asks that of those near others). */
const smallTargets = async (page: Page) =>
  (await targets(page))
    .filter(({ width, height }) => width < 24 || height < 24)
    .map(({ html, width, height }) => `${html}: ${width} × ${height}`);

/** Texts that are cut off, that overlap (floating parts may), or that break across lines although they belong together. */
const brokenTexts = (page: Page) =>
  page.evaluate(() => {
    /** Floats over the page, or is for screen readers only. */
    const isApart = (element: Element | null): boolean => {
      if (!element) return false;
      const { position, clipPath } = getComputedStyle(element);
      return ["sticky", "fixed"].includes(position) || clipPath !== "none" || isApart(element.parentElement);
    };
    const clips = (element: Element) => getComputedStyle(element).overflowX !== "visible";
    const cutBy = (element: Element | null, box: DOMRect): boolean => {
      if (!element || element === document.body) return false;
      const { left, right } = element.getBoundingClientRect();
      return (
        (clips(element) && (box.left < left - 1 || box.right > right + 1)) ||
        cutBy(element.parentElement, box)
      );
    };
    /** E-Mail, a number with its unit, opening hours. */
    const oneLine =
      /e[-‑](?:mail|posta)|\d\s(?:[GM]B|Monate|ay|Tagen|gün)(?!\p{L})|\d\d:\d\d–\u2060?\d\d:\d\d/giu;
    const lines: { text: string; node: Node; box: DOMRect; layer: Element | null }[] = [];
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? "";
      const parent = node.parentElement;
      if (!text || !parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      // A link to copy is longer than its row, as an address in a field is: one press marks all of it.
      if (parent.closest(".skip, select, textarea, .copied > [data-value]") || isApart(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        if (box.width < 2) continue;
        if (cutBy(parent, box)) found.push(`cut off: ${text}`);
        lines.push({ text, node, box, layer: parent.closest("dialog") });
      }
      for (const { 0: whole, index } of node.textContent?.matchAll(oneLine) ?? []) {
        range.setStart(node, index);
        range.setEnd(node, index + whole.length);
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (tops.size > 1) found.push(`broken: ${whole} in ${text}`);
      }
    }
    for (const [index, one] of lines.entries()) {
      for (const other of lines.slice(index + 1)) {
        if (one.node === other.node || one.layer !== other.layer) continue;
        const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        // A font's own box may be higher than its line.
        const shared = height / Math.min(one.box.height, other.box.height);
        if (width > 2 && shared > 0.4) found.push(`overlapping: ${one.text} | ${other.text}`);
      }
    }
    return found;
  });

/** The narrowest phone, and a desk. */
const narrow = { width: 320, height: 640 };
const wide = { width: 1280, height: 800 };

/** Opens all folds, and puts in the longest that customers and their products are called. */
const openFoldsWithLongNames = (page: Page) =>
  page.evaluate(() => {
    for (const fold of document.querySelectorAll("details")) fold.open = true;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      text.textContent =
        text.textContent?.replace(
          /\S+@\S+\w/g,
          "maximiliane.von-und-zu-hohenstein@versicherungsmakler.example",
        ) ?? "";
    for (const name of document.querySelectorAll(".prices dt, .price-line > :first-child, .summary dd"))
      name.append(" Grundstücksverkehrsgenehmigungszuständigkeit");
  });

/** Where large text leaves no room: fields that show no four characters, and amounts that break. */
const squeezed = (page: Page) =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>("input.input:not([type=file])")];
    const tight = fields.flatMap((field) => {
      const { fontSize, paddingLeft, paddingRight } = getComputedStyle(field);
      const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      // Digits are half as wide as the font is high, or a little more. A field in a closed fold has no width.
      const isTight = field.checkVisibility() && room < 2 * Number.parseFloat(fontSize);
      return isTight ? [`no room: ${field.id}, ${room} px`] : [];
    });
    const range = document.createRange();
    const texts = document.createTreeWalker(document.querySelector("main") ?? document, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (const { 0: amount, index } of text.textContent?.matchAll(/^[−-]?\d[\d.,]*\s€$/gu) ?? []) {
        range.setStart(text, index);
        range.setEnd(text, index + amount.length);
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (tops.size > 1) broken.push(`broken: ${amount} in ${text.textContent}`);
      }
    return [...tight, ...broken];
  });

async function setTextSize(page: Page, devtools: CDPSession, pixels: number) {
  await devtools.send("Page.setFontSizes", { fontSizes: { standard: pixels } });
  const size = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
  expect(size).toBe(`${pixels}px`);
}

/** On all pages so far: what stops Tab, by what it looks like. */
const focused = new Set<string>();

/** What stops Tab without a pixel that changes (WCAG 2.2, 2.4.7), of what has not been seen on another page. */
async function invisibleFocus(page: Page, devtools: CDPSession): Promise<string[]> {
  // From now on, what gets the focus shows it.
  await page.keyboard.press("Tab");
  const stops = await page.evaluate(
    (seen) => {
      // A caret would be such a pixel.
      document.documentElement.style.caretColor = "transparent";
      const all = document.querySelectorAll<HTMLElement>(
        "a, button, input, select, textarea, summary, [tabindex]",
      );
      const looks = (element: Element) =>
        [element, element.parentElement].map((one) => `${one?.localName}.${one?.className}`).join(" in ");
      return [...all].flatMap((element, at) => {
        const look = looks(element);
        const isStop = element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true });
        if (!isStop || seen.includes(look)) return [];
        seen.push(look);
        element.dataset.stop = String(at);
        return [{ at, look }];
      });
    },
    [...focused],
  );
  const invisible: string[] = [];
  for (const { at, look } of stops) {
    const around = await page.evaluate((stop) => {
      const element = document.querySelector<HTMLElement>(`[data-stop="${stop}"]`);
      (document.activeElement as HTMLElement).blur();
      element?.scrollIntoView({ block: "center" });
      const { top = 0 } = element?.getBoundingClientRect() ?? {};
      return { x: 0, y: Math.max(0, scrollY + top - 100), width: innerWidth, height: 200, scale: 1 };
    }, at);
    const shown = async () =>
      (await devtools.send("Page.captureScreenshot", { clip: around, optimizeForSpeed: true })).data;
    const before = await shown();
    const hasFocus = await page.evaluate((stop) => {
      const element = document.querySelector<HTMLElement>(`[data-stop="${stop}"]`);
      element?.focus({ preventScroll: true });
      return document.activeElement === element;
    }, at);
    // What a dialog covers has none.
    if (!hasFocus) continue;
    focused.add(look);
    if (before === (await shown())) invisible.push(look);
  }
  return invisible;
}

/** The second is how a walk goes on. */
const schemes = ["dark", "light"] as const;
/** With what the others have, too: on them axe judges colours. */
const representative = [
  "Home",
  "Parts",
  "Parts, modal",
  "Forms",
  "Offer",
  "Personal data, invalid",
  "Termination, invalid",
];
/**
 * The HTML tests see each page in each brand: here, brands differ by what a unit test computes of their tokens. German has
 * the longest words, Turkish the longest figures: what has been shown in one of them needs no English.
 */
const walks = Object.groupBy(
  pairwise(examples, languageCodes).filter(({ locale, isAgain }) => !isAgain || locale === "tr"),
  ({ brand, locale, isAgain }) => `${brand} in ${locale}${isAgain ? ", after another language" : ""}`,
);

/** What axe judges each element by, but for ids, which the HTML tests judge, and colours, which are the brand's. */
const markup = (page: Page) =>
  page.evaluate(() => {
    const judged = ["class", "role", "type"];
    const describe = (part: Element) => [
      part.localName,
      part.textContent === "",
      part.matches("dialog:modal"),
      ...[...part.attributes].map(({ name, value }) => (judged.includes(name) ? value : name)),
    ];
    const inParent = (part: Element) =>
      JSON.stringify([part, part.parentElement].map((one) => one && describe(one)));
    return [...new Set([...document.querySelectorAll("main *")].map(inParent))];
  });
/** One state of each page, and what scripts open, is seen with scripts; the others as with Save-Data, which takes half as long. */
const needsScripts = ({ name, page }: Example) =>
  /modal|invalid/i.test(name) || examples.find((one) => one.page === page)?.name === name;
/** Without a locator, for which Playwright compiles its selectors anew in each document. */
const shownPage = (page: Page) => page.evaluate(() => document.querySelector("main")?.dataset.page);

/** Most states are made of elements that others have shown. */
const judged = new Set<string>();

for (const [name, walk = []] of Object.entries(walks)) {
  const isAgain = walk[0]?.isAgain;
  test(
    `${name}: ${isAgain ? "" : "axe, targets, "}texts, no horizontal scrolling`,
    isAgain ? plain : {},
    async ({ page }) => {
      // A third of a minute where nothing else runs.
      test.slow();
      await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
      await chooseBrand(page, walk[0]?.brand ?? "");
      const devtools = await page.context().newCDPSession(page);
      const found: string[] = [];
      const note = (place: string, problems: string[]) =>
        found.push(...problems.map((problem) => `${place}: ${problem}`));
      const noteOverflow = async (place: string) => {
        const pixels = await overflow(page);
        if (pixels > 0) note(place, [`scrolls horizontally by ${pixels} px`]);
      };
      for (const { example, brand, locale } of walk) {
        if (!isAgain) await page.setExtraHTTPHeaders(needsScripts(example) ? {} : { "Save-Data": "on" });
        await openExample(page, example, brand, locale);
        expect(await shownPage(page), example.name).toBe(example.page);
        if (!isAgain) await settled(page);
        for (const viewport of isAgain ? [narrow] : [wide, narrow]) {
          await page.setViewportSize(viewport);
          await noteOverflow(`${example.name}, ${viewport.width} px`);
          note(`${example.name}, ${viewport.width} px`, await brokenTexts(page));
        }
        if (!isAgain) {
          note(`${example.name}, small target`, await smallTargets(page));
          for (const colorScheme of representative.includes(example.name) ? schemes : []) {
            await page.emulateMedia({ colorScheme });
            note(`${example.name}, ${colorScheme}`, await accessibilityProblems(page, "colours"));
          }
        }
        await page.setViewportSize({ width: 360, height: 740 });
        if (!isAgain) note(`${example.name}, focus`, await invisibleFocus(page, devtools));
        await openFoldsWithLongNames(page);
        for (const pixels of [20, 24, 32]) {
          await setTextSize(page, devtools, pixels);
          await noteOverflow(`${example.name}, text of ${pixels} px`);
        }
        note(`${example.name}, largest text`, await squeezed(page));
        await setTextSize(page, devtools, 16);
        if (isAgain) continue;
        const parts = await markup(page);
        if (parts.some((part) => !judged.has(part)))
          note(example.name, await accessibilityProblems(page, "all but colours"));
        for (const part of parts) judged.add(part);
      }
      expect(found).toEqual([]);
    },
  );
}

// Sizes are checked in tests/components/parts.test.tsx.
test("tooltip and menu keep the specification's delays and distances", { tag: ["@§9.22", "@§9.24"] }, async ({
  page,
}) => {
  await page.goto("/sandbox/gallery/parts");
  const style = (selector: string, name: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);
  const bubble = "[role=tooltip]";
  expect(await style(bubble, "transition-duration")).toBe("0.15s");
  expect(await style(bubble, "transition-delay")).toBe("0s");
  const [tip, label] = await Promise.all(
    [bubble, ".tooltip-label"].map((part) => page.locator(part).first().boundingBox()),
  );
  // Within its line box the label may be a pixel lower than the box below the bubble.
  expect(Math.round((label?.y ?? 0) - ((tip?.y ?? 0) + (tip?.height ?? 0)))).toBeGreaterThanOrEqual(5);
  await page.locator(".tooltip-label").focus();
  expect(await style(bubble, "transition-delay")).toBe("0.2s");
  expect(await style(".menu .flyout", "transition-delay")).toMatch(/^0\.4s/);
});

test("every part works by keyboard alone", {
  tag: ["@§2.39", "@§2.40", "@§4.52", "@§4.53", "@§9.21", "@§9.23"],
}, async ({ page }) => {
  await page.goto("/sandbox/gallery/parts");
  await hydrated(page);

  const loading = page.locator("#loading-button");
  const before = await loading.boundingBox();
  await loading.focus();
  await page.keyboard.press("Enter");
  await expect(loading).toHaveAttribute("aria-busy", "true");
  await expect(loading).toBeFocused();
  expect((await loading.boundingBox())?.width).toBe(before?.width);

  await expect(page.locator("#one-q0")).toHaveAttribute("open", "");
  const second = page.locator("#one-q1");
  await second.locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect(second).toHaveAttribute("open", "");
  await expect(page.locator("#one-q0")).not.toHaveAttribute("open", "");
  await expect(page.locator("#several-q0")).toHaveAttribute("open", "");

  await page.locator(".tooltip-label").focus();
  await expect(page.getByRole("tooltip")).toHaveCSS("visibility", "visible");
  await page.keyboard.press("Escape");
  await expect(page.locator("[role=tooltip]")).toBeHidden();

  const dropdown = page.locator(".dropdown");
  await dropdown.locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect(dropdown.locator(".flyout")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(dropdown.locator("a").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dropdown.locator("summary")).toBeFocused();
  await expect(dropdown.locator(".flyout")).toBeHidden();

  const menu = page.locator(".menu");
  await menu.locator("button").focus();
  await expect(menu.locator(".flyout")).toHaveCSS("visibility", "visible");
  await page.keyboard.press("Tab");
  await expect(menu.locator("a").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu.locator(".flyout")).toHaveCSS("visibility", "hidden");

  const opener = page.getByRole("button", { name: "Schließbar" });
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("#modal-closable")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator("#modal-closable")).toBeHidden();
  await expect(opener).toBeFocused();

  await page.getByRole("button", { name: "Nur mit einer Antwort" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(page.locator("#modal-fixed")).toBeVisible();
  await page.locator("#modal-fixed").getByRole("button", { name: "Verstanden" }).press("Enter");
  await expect(page.locator("#modal-fixed")).toBeHidden();

  // A tile is one target.
  await page.locator("a.tile").first().focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toHaveAttribute("data-page", "offer-landing");
});
