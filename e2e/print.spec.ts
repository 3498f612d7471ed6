import type { Page } from "@playwright/test";
import type { Browser } from "../tests/support/browser.ts";
import { declarations } from "../tests/support/declared.ts";
import { fresh } from "../tests/support/fresh.ts";
import { entered, goToSummary } from "../tests/support/offer.ts";
import type { Portal } from "../tests/support/portal.ts";
import { expect, plain, test } from "./support/test.ts";

/** Opens what this customer has got, with all that their browser has. */
async function open(page: Page, portal: Portal, customer: Browser, path: string) {
  const url = new URL(path, portal.origin).href;
  await page
    .context()
    .addCookies([...customer.cookies].map(([name, value]) => ({ name, value, url: portal.origin })));
  await page.goto(url);
}

async function sheets(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: "A4", preferCSSPageSize: true });
  return pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length ?? 0;
}

/** What a paper has to say, and what would be in its way. */
async function expectComplete(page: Page) {
  await page.emulateMedia({ media: "print" });
  const facts = page.locator("main :is(dt, dd, .list li)");
  await expect(facts.filter({ visible: false })).toHaveCount(0);
  const controls = page.locator("main :is(button, .button, input:not([type=hidden]))");
  await expect(controls.filter({ visible: true })).toHaveCount(0);
}

for (const [kind, rows] of Object.entries(declarations))
  for (const [what, { declares }] of Object.entries(rows))
    test(`${kind} ${what} prints on one sheet, with all its facts`, plain, async ({ page, portal }) => {
      const customer = portal.browser();
      await open(page, portal, customer, (await declares(customer)).path);
      await expectComplete(page);
      expect(await sheets(page)).toBe(1);
    });

/** Each order, and what its customer chooses of the line. */
const orders: Record<string, Record<string, string>> = {
  demo: {},
  "demo-yellow": {},
  "demo-esim": { sim: "esim" },
  "demo-idv-esim": { sim: "esim" },
  "demo-dsl": {},
  "demo-arrived": {},
  "demo-offer_vvl": {},
  "demo-instalments": {},
  "demo-porting": entered.number,
  "demo-porting-stopped": entered.number,
  "demo-porting-two": entered.number,
};
for (const [scenario, line] of Object.entries(orders))
  test(`the order ${scenario} prints on one sheet`, plain, async ({ page, portal }) => {
    const token = fresh(scenario);
    const customer = portal.browser();
    await customer.get(`/angebot/${token}`);
    await customer.post(`/angebot/${token}/meine-daten`, { ...entered.personalData, sim: "card", ...line });
    await customer.submit(await goToSummary(customer, token), {}, { follow: true });
    await open(page, portal, customer, `/angebot/${token}/danke`);
    expect(await sheets(page)).toBe(1);
  });
