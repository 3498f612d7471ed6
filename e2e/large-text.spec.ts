import { examples } from "../sandbox/portal/examples.ts";
import { launchOptions } from "./support/chromium.ts";
import { openExample } from "./support/examples.ts";
import { overflow } from "./support/page.ts";
import { expect, script, test } from "./support/test.ts";

test.use({
  launchOptions: { ...launchOptions, args: [...launchOptions.args, "--blink-settings=defaultFontSize=32"] },
  // On desktop the layout viewport does not grow with its content.
  isMobile: false,
});

// German has the longest words, Turkish the longest figures.
for (const [brand, locale] of [
  ["o2", "de"],
  ["ayyildiz", "tr"],
] as const)
  test(
    `no page scrolls horizontally at 360 px with 200 percent text, ${locale}`,
    script,
    async ({ page }) => {
      const pages = new Map(examples.filter(({ status }) => status === 200).map((one) => [one.path, one]));
      const tooWide: string[] = [];
      await page.goto(`/?brand=${brand}`);
      for (const example of pages.values()) {
        await openExample(page, example, brand, locale);
        const pixels = await overflow(page);
        if (pixels > 0) tooWide.push(`${example.name}: ${pixels}`);
      }
      expect(tooWide).toEqual([]);
    },
  );
