import { type ConfigData, HtmlValidate } from "html-validate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { examples } from "#app/routes/sandbox/examples.ts";
import { freshExample, goToExample } from "../support/examples.ts";
import { all, type Element, first } from "../support/html.ts";
import { type Portal, startPortal } from "../support/portal.ts";

/** What the WHATWG checker objects to. Off is what is style, and what the standard allows. */
const rules: ConfigData = {
  root: true,
  extends: ["html-validate:standard", "html-validate:a11y"],
  rules: {
    // React writes `<!DOCTYPE html>` and attributes as in its own names; HTML does not care about their case.
    "doctype-style": "off",
    "attr-case": "off",
    // Allowed by the standard; a person can be helped with one line less to read.
    "no-implicit-button-type": "off",
    "long-title": "off",
    // The standard lets `<dl>` group its pairs in `<div>`, and labels stand beside their inputs: both are valid.
    "wcag/h30": "error",
    // Phone numbers stand in an element that does not break.
    "tel-non-breaking": "off",
    // A tooltip's and a label's text is named by its own content.
    "prefer-native-element": "off",
    // `tabindex` and `role="alert"` on the error summary: focus is moved there.
    "no-redundant-role": "error",
    "unique-landmark": "error",
  },
};
const validator = new HtmlValidate(rules);

/** `[field name, missing attribute]` of what a person types in without help of the browser. */
function fieldsWithoutAutocomplete(main: Element): string[] {
  const typed = all(main, "input").filter(({ attributes }) =>
    ["text", "email", "tel", undefined].includes(attributes.type),
  );
  const wanted = /name|street|house|postal|city|email|phone|birth|iban|holder|number/i;
  return typed
    .filter(({ attributes: { name = "", autocomplete } }) => wanted.test(name) && !autocomplete)
    .map(({ attributes }) => attributes.name ?? "");
}

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

// Every language, and brands that sell on account and in advance.
describe.each([
  ["o2", "de"],
  ["ayyildiz", "tr"],
  ["ortel", "en"],
])("%s in %s", (brand, locale) => {
  test.each(examples.map((example) => [example.name, example] as const))("%s", async (_, example) => {
    const customer = portal.browser({ "Accept-Language": "de" });
    await customer.get(`/?brand=${brand}`);
    const page = await goToExample(customer, freshExample(example, brand, locale));
    expect(page.status).toBe(example.status);

    const { results } = await validator.validateString(page.html);
    const found = results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
    );
    expect(found).toEqual([]);

    const main = first(page.document, "main");
    expect(all(page.document, "h1")).toHaveLength(1);
    for (const landmark of ["header", "main", "footer"])
      expect(all(page.document, landmark), landmark).toHaveLength(1);
    expect(all(page.document, "nav").length).toBeGreaterThan(0);
    expect(page.title).not.toBe("");
    expect(main && fieldsWithoutAutocomplete(main), "fields without autocomplete").toEqual([]);
  });
});
