import type { Page } from "@playwright/test";
import { fresh } from "../../tests/support/fresh.ts";
import { entered } from "../../tests/support/offer.ts";
import { hydrated } from "./test.ts";

/** What a customer enters on each step of an offer, by the step's path. */
export const steps = {
  "meine-daten": entered.personalData,
  ausweisdaten: entered.idData,
  zahlung: entered.directDebit,
} as const;

/** Opens a step of an offer whose earlier steps are done. Returns the offer's token. */
export async function openStep(
  page: Page,
  step: keyof typeof steps | "zusammenfassung",
  token = fresh("demo"),
): Promise<string> {
  const base = `/angebot/${token}`;
  await page.request.get(base);
  for (const [done, form] of Object.entries(steps)) {
    if (done === step) break;
    await page.request.post(`${base}/${done}`, { form, maxRedirects: 0 });
  }
  await page.goto(`${base}/${step}`);
  await hydrated(page);
  return token;
}
