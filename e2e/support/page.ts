import { expect, type Page } from "@playwright/test";

export const main = (page: Page) => page.locator("main");

/** Waits for the page with this `data-page`. */
export const expectPage = (page: Page, name: string) => expect(main(page)).toHaveAttribute("data-page", name);

/** Waits for the page with this error state. */
export const expectState = (page: Page, name: string) =>
  expect(main(page)).toHaveAttribute("data-state", name);

export const expectHeading = (page: Page, text: string) =>
  expect(page.getByRole("heading", { level: 1 })).toHaveText(text);

/** Pixels by which the page is wider than its window; a scroll bar, where the browser shows one, is part of neither. */
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** What can be pressed, with its size; links within a sentence are exempt (WCAG 2.2, 2.5.8). */
export const targets = (page: Page) =>
  page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      "a[href], button, input:not([type=hidden]), select, textarea, summary",
    );
    return [...controls].flatMap((control) => {
      const { width, height } = (
        control.closest<HTMLElement>("label.choice") ?? control
      ).getBoundingClientRect();
      // The content of closed details has a box too, over what follows.
      const isSeen = width > 0 && control.checkVisibility({ visibilityProperty: true });
      if (!isSeen || control.closest(".visually-hidden, .skip")) return [];
      const around = control.parentElement?.textContent ?? "";
      const inline =
        getComputedStyle(control).display === "inline" && around.trim() !== control.textContent?.trim();
      return inline ? [] : [{ html: control.outerHTML.slice(0, 90), width, height }];
    });
  });

/** Enters values into the page's form by the names of its fields. */
export async function fill(page: Page, fields: Record<string, string>) {
  for (const [name, value] of Object.entries(fields)) {
    const field = page.locator(`main [name="${name}"]`);
    const fold = page.locator(`main details:not([open]):has([name="${name}"]) > summary`);
    if (await fold.count()) await fold.click();
    const kind = await field.first().evaluate((one) => (one as HTMLInputElement).type);
    if (kind === "radio") await page.locator(`main [name="${name}"][value="${value}"]`).check();
    else if (kind === "checkbox") await field.check();
    // A German card hides the nationality, which follows from it.
    else if (kind === "select-one" && (await field.isHidden())) continue;
    else if (kind === "select-one") await field.selectOption(value);
    else await field.fill(value);
  }
}

/**
 * Goes one step in the browser's history. Look at what comes afterwards: Playwright's own `goBack` fails where the page
 * that is left, or that comes, starts a navigation of its own on the way. The page may be gone before it has answered.
 */
const go = (page: Page, steps: number) =>
  page
    .evaluate((delta) => history.go(delta), steps)
    .catch((error: Error) => {
      if (!error.message.includes("context was destroyed")) throw error;
    });
export const back = (page: Page) => go(page, -1);
export const forward = (page: Page) => go(page, 1);

/** Presses the first button that sends the page's form. */
export const send = (page: Page) =>
  main(page).locator('form[method="post"] button[type="submit"]').first().click();

interface Received {
  declaration: { customer: { lastName: string } };
  uploads: { name: string; size: number; type: string }[];
}
/** The terminations of a customer of this name that the provider has received. */
export async function terminationsOf(page: Page, lastName: string) {
  const all = await (await page.request.get("/sandbox/terminations.json")).json();
  return (all as Received[]).filter(({ declaration }) => declaration.customer.lastName === lastName);
}
