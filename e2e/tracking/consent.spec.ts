import type { Page } from "@playwright/test";
import { fresh } from "../../tests/support/fresh.ts";
import { entered } from "../../tests/support/offer.ts";
import { expectPage } from "../support/page.ts";
import { expect, expectAccessible, hydrated, test } from "../support/test.ts";
import { order } from "./offer-flows.ts";
import { askedForAll, consentToolRuns, listen } from "./third-parties.ts";

test.use({ consent: "none" });

const banner = (page: Page) => page.locator("#sandbox-consent");
const personalised = (page: Page) => page.locator("html[data-personalisation]");

test("third parties run after consent only, and stop when it is withdrawn", {
  tag: ["@§1.12", "@§7.33", "@§7.34"],
}, async ({ page }) => {
  const { sent, asked, reported } = listen(page);
  await page.goto("/kuendigung");
  await expect(banner(page)).toBeVisible();
  await hydrated(page);
  await expectAccessible(page);
  expect(asked()).toEqual(["consent-manager"]);
  await expect(page.locator("#usercentrics-cmp")).toHaveAttribute("data-eu-mode", "true");

  const teaser = page.locator("#teaser > summary");
  await teaser.click();
  await teaser.click();
  await banner(page).getByRole("button", { name: "Akzeptieren" }).click();
  await expect(personalised(page)).toHaveCount(1);
  await teaser.click();
  // The page is counted; what was done there before consent is dropped, not replayed.
  await expect
    .poll(() => reported().toSorted())
    .toEqual(["personalisation started", "terminationLoaded", "terminationTeaserViewed"]);

  await page.goto("/angebot/state-OFFER_EXPIRED");
  await expect.poll(reported).toContain("offerLoadError");
  const { origin } = new URL(page.url());
  const [first] = await page.evaluate(() => (window as { o2DataLayer?: unknown[] }).o2DataLayer ?? []);
  expect(first).toEqual({ page_location: `${origin}/angebot/:token`, page_referrer: "" });
  await expect(personalised(page)).toHaveCount(0);

  await page.goto("/kuendigung");
  await expect(personalised(page)).toHaveCount(1);
  await expect.poll(() => reported().filter((event) => event === "terminationLoaded")).toHaveLength(2);
  await page.getByRole("link", { name: "Cookie-Einstellungen" }).click();
  await banner(page).getByRole("button", { name: "Ablehnen" }).click();
  await expect(personalised(page)).toHaveCount(0);
  await hydrated(page);
  const before = reported();
  await teaser.click();
  await expect(page.locator("#teaser").getByRole("list")).toBeVisible();
  const earlier = sent.length;
  await page.goto("/angebot/state-OFFER_EXPIRED");
  await consentToolRuns(page);
  expect(asked().slice(earlier)).toEqual(["consent-manager"]);
  expect(reported()).toEqual(before);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 640 } });
  test("the banner moves nothing, and covers neither the button that the law protects nor what has the focus", async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) shifts.push((shift as unknown as { value: number }).value);
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto("/kuendigung");
    await expect(banner(page)).toBeVisible();
    const covered = (what: string) =>
      page.evaluate(async (selector) => {
        await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
        const [over, below] = ["#sandbox-consent", selector].map(
          (one) => document.querySelector(one) as Element,
        );
        if (getComputedStyle(over as Element).visibility === "hidden") return false;
        const [a, b] = [over, below].map((one) => (one as Element).getBoundingClientRect()) as [
          DOMRect,
          DOMRect,
        ];
        return a.top < b.bottom && b.top < a.bottom;
      }, what);
    const button = "main button.primary[type=submit]";
    const top = (await page.locator(button).boundingBox())?.y ?? 0;
    // The button at each edge and in the middle of where the banner lies.
    for (const offset of [640, 630, 580, 540, 500]) {
      await page.evaluate((y) => scrollTo({ top: y, behavior: "instant" }), top - offset);
      expect([offset, await covered(button)]).toEqual([offset, false]);
    }
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    for (let step = 0; step < 25; step++) {
      await page.keyboard.press("Tab");
      if (await banner(page).evaluate((element) => element.contains(document.activeElement))) break;
      expect(await covered(":focus")).toBe(false);
    }
  });
});

test.describe("enlarged, with a tool that stays at the lower edge", () => {
  test.use({ viewport: { width: 320, height: 256 } });
  test("what has the focus is scrolled out from under it, to the page's end, until it is answered", async ({
    page,
  }) => {
    // As consent tools are: its own element in the body, over half the page, with its content in a shadow.
    await page.route("**/thirdparty/consent-manager", (route) =>
      route.fulfill({
        contentType: "text/javascript",
        body: `const tool = document.createElement("div");
          tool.id = "tool";
          tool.attachShadow({ mode: "open" }).innerHTML = "<section>Dürfen wir messen?</section>";
          document.body.append(tool);
          const { style } = tool.shadowRoot.firstChild;
          Object.assign(style, { position: "fixed", inset: "50vh 0 0", zIndex: 9, background: "#fff" });`,
      }),
    );
    await page.goto("/kuendigung");
    await expect(page.locator("#tool")).toBeAttached();
    const seen = new Set<string>();
    const hidden: string[] = [];
    const look = () =>
      page.evaluate(async () => {
        await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
        const element = document.activeElement as HTMLElement;
        const { left, width, top, height } = element.getBoundingClientRect();
        const under = [0.1, 0.5, 0.9].filter((down) => {
          const at = document.elementFromPoint(left + width / 2, top + down * height);
          return at === null || at.id === "tool";
        });
        return { name: element.outerHTML.slice(0, 80), isHidden: under.length > 0 };
      });
    for (const key of ["Tab", "Shift+Tab"])
      for (let step = 0; step < 70; step++) {
        await page.keyboard.press(key);
        const { name, isHidden } = await look();
        if (name.startsWith("<body")) break;
        seen.add(name);
        if (isHidden) hidden.push(`${key}: ${name}`);
      }
    expect(hidden).toEqual([]);
    expect(
      [...seen].some((name) => name.includes("barrierefreiheit")),
      "the page's end",
    ).toBe(true);
    const room = () => page.evaluate(() => document.documentElement.style.paddingBottom);
    expect(await room()).not.toBe("");
    await page.evaluate(() => {
      const detail = { source: "BUTTON", type: "DENY_ALL" };
      dispatchEvent(new CustomEvent("UC_UI_CMP_EVENT", { detail }));
    });
    expect(await room()).toBe("");
  });
});

test("rejecting loads nothing more", async ({ page }) => {
  const { asked } = listen(page);
  await page.goto("/kuendigung");
  await banner(page).getByRole("button", { name: "Ablehnen" }).click();
  await expect(banner(page)).toHaveCount(0);
  await askedForAll(page);
  expect(asked()).toEqual(["consent-manager"]);
});

// Who else gets none is in tests/routes/tracking.test.ts.
test.describe("a bot", () => {
  test.use({ userAgent: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" });
  test("loads no third party and pushes no event", async ({ page }) => {
    const { sent } = listen(page);
    await page.goto("/kuendigung");
    await askedForAll(page);
    await page.locator("#teaser > summary").click();
    expect(sent).toEqual([]);
    expect(await page.evaluate(() => "o2DataLayer" in window)).toBe(false);
  });
});

test("third parties load after the first paint and block no part of the page", async ({ page }) => {
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
  await page.locator("#teaser > summary").click();
  await expect(page.locator("#teaser").getByRole("list")).toBeVisible();
});

test("a customer gets on with every third party blocked", async ({ page, pageErrors }) => {
  const thirdParties = "http://127.0.0.1:";
  await page.route(`${thirdParties}*/**`, (route) => route.abort());
  await order(page, fresh("demo"), { steps: { "personal-data": entered.personalData } });
  await expectPage(page, "id-data");
  await page.getByRole("link", { name: "Verträge hier kündigen" }).click();
  await expectPage(page, "termination");
  // The console reports the missing files, in the browser's own words, and nothing else.
  expect(pageErrors.splice(0).filter((error) => !error.includes(`(${thirdParties}`))).toEqual([]);
});
