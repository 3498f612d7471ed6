import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test as base, expect, type Page } from "@playwright/test";
import type axe from "axe-core";
import type { Portal } from "../../tests/support/portal.ts";
import { answerConsent, type Consent, startPortalForBrowsers } from "./visitor.ts";

export { expect };

/**
 * Playwright's test that also fails on any error in the page: a thrown one, a refused script, a broken file. Each worker
 * has a portal of its own. The customer has answered the consent tools, unless `consent` says otherwise.
 */
export const test = base.extend<{ consent: Consent; pageErrors: string[] }, { portal: Portal }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
    async ({}, use) => {
      const portal = await startPortalForBrowsers();
      await use(portal);
      await portal.stop();
    },
    { scope: "worker" },
  ],
  baseURL: ({ portal }, use) => use(portal.origin),
  consent: ["rejected", { option: true }],
  context: async ({ context, consent }, use) => {
    await answerConsent(context, consent);
    await use(context);
  },
  pageErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(String(error)));
      page.on("console", (message) => {
        // An error page's own status is no error in the page.
        const isStatus = message
          .text()
          .startsWith("Failed to load resource: the server responded with a status of");
        const { url } = message.location();
        if (message.type() === "error" && !isStatus) errors.push(`${message.text()} (${url})`);
      });
      await use(errors);
      expect(errors, "errors in the page").toEqual([]);
    },
    { auto: true },
  ],
});

/** Marks a test that runs without JavaScript, too: each journey once. The route tests walk the others' ways without. */
export const both = { tag: "@both" };
/** Marks a test of what the browser does by itself: it runs without JavaScript only, which takes half as long. */
export const plain = { tag: "@plain" };

/** Whether the project runs with JavaScript. */
export const hasScript = () => test.info().project.use.javaScriptEnabled !== false;

type Judged = "all" | "colours" | "all but colours";
const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * axe's findings on the page by WCAG 2.2 AA; `colours` checks contrast only, which takes half of its time. Behind an open modal the page is inert, yet
 * axe takes half-covered targets for small ones, so modal and page are checked separately.
 */
export async function accessibilityProblems(page: Page, what: Judged = "all"): Promise<string[]> {
  await settled(page);
  const run = (within: string) => runAxe(page, within, what);
  const modal = (
    await page.evaluateHandle(() => document.querySelector<HTMLDialogElement>("dialog:modal"))
  ).asElement();
  const inModal = modal ? await run("dialog:modal") : [];
  await modal?.evaluate((dialog) => dialog.close());
  const violations = await run("html");
  await modal?.evaluate((dialog) => dialog.showModal());
  return [...inModal, ...violations].map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`,
  );
}

/** Minified, since it is sent to every page. */
const axeSource = readFileSync(join(import.meta.dirname, "../../node_modules/axe-core/axe.min.js"), "utf8");

async function runAxe(page: Page, within: string, what: Judged) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  const options: axe.RunOptions = {
    runOnly: what === "colours" ? ["color-contrast"] : wcag,
    ...(what === "all but colours" && { rules: { "color-contrast": { enabled: false } } }),
    // Passing elements take most of axe's time; styles are inline, and there are no frames.
    resultTypes: ["violations"],
    preload: false,
    iframes: false,
  };
  // Colours between two states are nobody's.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one instanceof CSSTransition)
        .map(({ finished }) => finished),
    ),
  );
  const results = await page.evaluate(
    ([within, options]) => (window as typeof window & { axe: typeof axe }).axe.run(within, options),
    [within, options] as const,
  );
  return results.violations;
}

/** Axe finds nothing in the open modal, which closing would change. */
export async function expectAccessibleModal(page: Page): Promise<void> {
  await settled(page);
  expect(await runAxe(page, "dialog:modal", "all"), "axe").toEqual([]);
}

/** Axe finds nothing. It runs in the page, so only where JavaScript does; the HTML is the same without. */
export async function expectAccessible(page: Page): Promise<void> {
  if (!hasScript()) return;
  expect(await accessibilityProblems(page), "axe").toEqual([]);
}

/** Resolves when React has hydrated the page; at once without JavaScript. */
export async function hydrated(page: Page): Promise<void> {
  if (hasScript()) await takenOver(page);
}

/** By an observer: polling in each frame costs a tenth of what opening a page does. */
async function takenOver(page: Page): Promise<void> {
  const marked = () =>
    new Promise<void>((resolve) => {
      const observer = new PerformanceObserver((list) => {
        if (list.getEntriesByName("hydrated").length > 0) resolve();
      });
      observer.observe({ type: "mark", buffered: true });
    });
  await page.evaluate(marked).catch((error: Error) => {
    // The next document is asked.
    if (!error.message.includes("context was destroyed")) throw error;
    return takenOver(page);
  });
}

/** Resolves when React has hydrated the page and run its first effects, such as opening a modal. */
export async function settled(page: Page): Promise<void> {
  if (!(await page.evaluate(() => "__reactRouterContext" in window))) return;
  await takenOver(page);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })));
}
