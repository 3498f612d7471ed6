import type { Page } from "@playwright/test";
import type { Example } from "../../sandbox/portal/example.ts";
import { freshExample } from "../../tests/support/examples.ts";

/** Sends fields with the page's form, or with a new one, as plain HTML does. */
async function send(page: Page, path: string, fields: Readonly<Record<string, string>>) {
  await page.goto(path);
  // Not a navigation: the router makes one of its own when it takes over.
  const answered = page.waitForEvent("load");
  await page.evaluate(
    ({ path, fields }) => {
      const form = document.createElement("form");
      form.method = "post";
      form.action = path;
      const found = document.querySelector<HTMLFormElement>("main form[method=post]");
      const values = found ? [...new FormData(found)] : [];
      const all = {
        ...Object.fromEntries(values.filter(([, value]) => typeof value === "string")),
        ...fields,
      };
      for (const [name, value] of Object.entries(all)) {
        const input = document.createElement("input");
        Object.assign(input, { type: "hidden", name, value });
        form.append(input);
      }
      document.body.append(form);
      form.submit();
    },
    { path, fields },
  );
  await answered;
}

/** Opens an example in the browser, with everything that has to be done before. */
export async function openExample(
  page: Page,
  example: Example,
  brand: string,
  locale: string,
): Promise<void> {
  const { before, path, post } = freshExample(example, brand, locale);
  for (const step of before) {
    // The steps before need no page: requests with its cookies are faster.
    if (step.ownForm) await send(page, step.path, step.send ?? {});
    else if (step.send) await page.request.post(step.path, { form: step.send, maxRedirects: 0 });
    else await page.request.get(step.path);
  }
  if (post) await send(page, path, post);
  else await page.goto(path);
}
