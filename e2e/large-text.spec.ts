import { examples } from "../sandbox/portal/examples.ts";
import { launchOptions } from "./support/chromium.ts";
import { openExample, pairwise } from "./support/examples.ts";
import { overflow } from "./support/page.ts";
import { expect, script, test } from "./support/test.ts";

test.use({
  launchOptions: { ...launchOptions, args: [...launchOptions.args, "--blink-settings=defaultFontSize=32"] },
  // On desktop the layout viewport does not grow with its content.
  isMobile: false,
});

const shown = examples.filter(({ status }) => status === 200);
// German has the longest words, Turkish the longest figures.
const visits = pairwise([...new Map(shown.map((one) => [one.path, one])).values()], ["de", "tr"]);

for (const [locale, walk = []] of Object.entries(Object.groupBy(visits, (visit) => visit.locale)))
  test(
    `no page scrolls horizontally at 360 px with 200 percent text, ${locale}`,
    script,
    async ({ page }) => {
      // Brands have the same layout.
      const brand = locale === "tr" ? "ayyildiz" : "o2";
      const tooWide: string[] = [];
      await page.goto(`/?brand=${brand}`);
      for (const { example } of walk) {
        await openExample(page, example, brand, locale);
        await page.evaluate(() => {
          for (const fold of document.querySelectorAll("details")) fold.open = true;
        });
        const pixels = await overflow(page);
        if (pixels > 0) tooWide.push(`${example.name}: ${pixels}`);
      }
      expect(tooWide).toEqual([]);
    },
  );
