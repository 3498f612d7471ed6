import { expect } from "vitest";
import type { Browser, Page } from "./browser.ts";

/** Presses the button of a step's form that keeps what is typed and leads to the link's page. */
export const pressLater = (customer: Browser, page: Page, typed = {}) =>
  customer.submit(page, { ...typed, leave: "later" }, { follow: true });

/** Follows "Später weitermachen" on a step. @returns the path of the link that is shown */
export async function takeAlong(customer: Browser, token: string, step = "/meine-daten"): Promise<string> {
  const page = await customer.get(`/angebot/${token}${step}`);
  const asked = await pressLater(customer, page);
  const shown = await customer.submit(asked, {}, { follow: true });
  expect([shown.status, shown.name, shown.path]).toEqual([
    200,
    "handover",
    `/angebot/${encodeURIComponent(token)}/weitermachen`,
  ]);
  const link = /https?:\/\/[^\s<]+\/weitermachen\/[^\s<]+/.exec(shown.html)?.[0] ?? "";
  const { pathname, search } = new URL(link);
  return pathname + search;
}
