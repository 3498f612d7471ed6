import { setTimeout as wait } from "node:timers/promises";
import type { APIResponse, Page } from "@playwright/test";
import type { Locale } from "../../app/i18n/locale.ts";
import type { Example } from "../../sandbox/portal/example.ts";
import { brands } from "../../tests/support/brands.ts";
import { freshExample } from "../../tests/support/examples.ts";

/** As a visit of the brand's home page would. */
export const chooseBrand = (page: Page, brand: string) =>
  page.context().addCookies([{ name: "brand", value: brand, domain: "localhost", path: "/" }]);

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

/** On a busy machine a store may be late: 503 says to send again. */
async function untilTaken(ask: () => Promise<APIResponse>) {
  for (let left = 20; left > 0 && (await ask()).status() === 503; left--) await wait(250);
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
    else
      await untilTaken(() =>
        step.send
          ? page.request.post(step.path, { form: step.send, maxRedirects: 0 })
          : page.request.get(step.path),
      );
  }
  if (post) await send(page, path, post);
  else await page.goto(path);
}

export interface Visit {
  example: Example;
  locale: Locale;
  brand: string;
  /** Another visit has shown this example in another language. */
  isAgain: boolean;
}

/** Each example once, each page in each language, and each brand in each of its languages. */
export function pairwise(examples: readonly Example[], locales: readonly Locale[]): Visit[] {
  const places = locales.map((locale) => ({
    locale,
    slugs: brands.filter(({ languages }) => languages.includes(locale)).map(({ slug }) => slug),
    visits: 0,
  }));
  const ofEachPage = Object.values(Object.groupBy(examples, ({ page }) => page));
  return ofEachPage.flatMap((all = []) =>
    Array.from({ length: Math.max(all.length, places.length) }, (_, at): Visit => {
      const example = all[at % all.length];
      const place = places[at % places.length];
      if (!example || !place) throw new Error("There is nothing to visit.");
      const { locale, slugs } = place;
      return {
        example,
        locale,
        brand: slugs[place.visits++ % slugs.length] ?? "",
        isAgain: at >= all.length,
      };
    }),
  );
}
