import type { Page } from "@playwright/test";
import { examples } from "../app/routes/sandbox/examples.ts";
import { brandRows } from "../tests/support/examples.ts";
import { openExample } from "./support/examples.ts";
import { accessibilityProblems, expect, hasScript, test } from "./support/test.ts";

// Walks the gallery: what the HTML tests cannot see, in a browser. One page is used for many examples, since opening
// browsers takes longer than looking at pages.
test.describe.configure({ mode: "parallel" });
test.beforeEach(() => test.skip(!hasScript(), "Looks at pages by scripts; the HTML is the same without."));

/** Parts of the frame and of the page that are smaller than WCAG 2.2 (2.5.8) asks for, with its exceptions. */
const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      "a[href], button, input:not([type=hidden]), select, textarea, summary",
    );
    return [...controls].flatMap((control) => {
      const target = control.closest<HTMLElement>("label.choice") ?? control;
      const box = target.getBoundingClientRect();
      const style = getComputedStyle(control);
      const unseen = box.width === 0 || style.visibility === "hidden" || control.closest(".visually-hidden, .skip");
      // A link in a sentence is as high as its line; its neighbours are text.
      const inline = style.display === "inline" && (control.parentElement?.textContent ?? "") !== control.textContent;
      if (unseen || inline || (box.width >= 24 && box.height >= 24)) return [];
      return [`${control.outerHTML.slice(0, 90)}: ${Math.round(box.width)} × ${Math.round(box.height)}`];
    });
  });

const sidewaysBy = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

interface Walk {
  brand: string;
  locale: string;
  names: (name: string) => boolean;
}

const telling = new Set(["Home", "Parts", "Parts, modal", "Offer", "Personal data, invalid", "Termination, invalid"]);
const walks: Walk[] = [
  ...["a", "b", "c"].flatMap((_, part) => [
    { brand: "o2", locale: "de", names: (name: string) => shardOf(name) === part },
    { brand: "ayyildiz", locale: "tr", names: (name: string) => shardOf(name) === part },
  ]),
  ...brandRows
    .filter(({ slug }) => slug !== "o2")
    .map(({ slug }) => ({ brand: slug, locale: "de", names: (name: string) => telling.has(name) })),
];
function shardOf(name: string): number {
  return examples.findIndex((example) => example.name === name) % 3;
}

for (const [index, { brand, locale, names }] of walks.entries()) {
  test(`${brand} in ${locale}, walk ${index}: axe, targets, no sideways scrolling`, async ({ page }) => {
    test.setTimeout(180_000);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`/?brand=${brand}`);
    const found: string[] = [];
    for (const example of examples.filter(({ name }) => names(name))) {
      await openExample(page, example, brand, locale);
      const main = page.locator("main");
      expect(await main.getAttribute("data-page"), example.name).toBe(example.page);
      for (const scheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
        for (const problem of await accessibilityProblems(page, scheme === "light" ? "all" : "colours"))
          found.push(`${example.name}, ${scheme}: ${problem}`);
      }
      await page.emulateMedia({ colorScheme: "light" });
      const sideways = await sidewaysBy(page);
      if (sideways > 0) found.push(`${example.name}: scrolls sideways by ${sideways} px`);
      for (const target of await smallTargets(page)) found.push(`${example.name}: small target ${target}`);
    }
    expect(found).toEqual([]);
  });
}
