import type { Browser, Page } from "./browser.ts";
import { all } from "./html.ts";

/** Presses a method's button on a page of the verification. */
export const choose = (customer: Browser, page: Page, method: string) =>
  customer.submit(page, {}, { button: ["method", method] });
/** The methods that a page offers. */
export const tiles = (page: Page) =>
  all(page.document, "button", { name: "method" }).map(({ attributes }) => attributes.value);
/** Presses a button of the provider's page. */
export const atProvider = (customer: Browser, chosen: Page, action: string) =>
  customer.post(chosen.location ?? "", { action });
/** What the provider's staff does later. */
export const office = (customer: Browser, token: string, action: string) =>
  customer.post(`/sandbox/ident/${token}/office`, { action });
