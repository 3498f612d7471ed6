import { examples } from "../sandbox/portal/examples.ts";
import { openExample, pairwise } from "./support/examples.ts";
import { overflow } from "./support/page.ts";
import { expect, plain, test } from "./support/test.ts";

// On desktop the layout viewport does not grow with its content.
test.use({ isMobile: false });

const shown = examples.filter(({ status }) => status === 200);
// German has the longest words, Turkish the longest figures.
const visits = pairwise([...new Map(shown.map((one) => [one.path, one])).values()], ["de", "tr"]);

for (const [locale, walk = []] of Object.entries(Object.groupBy(visits, (visit) => visit.locale)))
  test(`no page scrolls horizontally at 360 px with 200 percent text, ${locale}`, plain, async ({ page }) => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
    // Brands have the same layout; aetka has the widest logo.
    const brand = locale === "tr" ? "ayyildiz" : "aetka";
    const tooWide: string[] = [];
    await page.goto(`/?brand=${brand}`);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
    for (const { example } of walk) {
      await openExample(page, example, brand, locale);
      await page.evaluate(() => {
        for (const fold of document.querySelectorAll("details")) fold.open = true;
      });
      const pixels = await overflow(page);
      if (pixels > 0) tooWide.push(`${example.name}: ${pixels}`);
    }
    expect(tooWide).toEqual([]);
  });
