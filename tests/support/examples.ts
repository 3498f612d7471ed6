import { randomUUID } from "node:crypto";
import { type Example, exampleFor } from "#sandbox/portal/example.ts";
import { brands } from "./brands.ts";
import type { Browser, Fields, Page } from "./browser.ts";
import { all, first } from "./html.ts";

/** Fills in an example's paths and fields, with a unique customer and id. */
export function freshExample(example: Example, brand: string, locale: string) {
  const id = randomUUID();
  const prepaid = brands.some(({ slug, prepaid }) => slug === brand && prepaid);
  return exampleFor({ brand, prepaid, locale, customer: `x${id.slice(0, 8)}`, id })(example);
}
export type FreshExample = ReturnType<typeof freshExample>;

/** Follows the steps to an example and returns its page. */
export async function goToExample(customer: Browser, { path, before, post }: FreshExample): Promise<Page> {
  for (const step of before) {
    const answer = step.send
      ? await fillIn(customer, step.path, step.send)
      : await customer.get(step.path, { follow: true });
    // The codes of an eSIM are the answer itself.
    if (step.send && answer.status !== 303 && answer.status !== 200) {
      const why = `${answer.status} ${answer.state} ${JSON.stringify(answer.errors)}`;
      throw new Error(`On the way to ${path}: sending ${step.path} answered ${why}`);
    }
  }
  return post ? fillIn(customer, path, post) : customer.get(path, { follow: true });
}

/** Opens the page and sends its form, or the fields alone if it has none. */
async function fillIn(customer: Browser, path: string, fields: Fields): Promise<Page> {
  const page = await customer.get(path);
  const main = first(page.document, "main");
  const form = main && all(main, "form").find(({ attributes }) => attributes.method === "post");
  return form ? customer.submit(page, fields, { form }) : customer.post(path, fields);
}
