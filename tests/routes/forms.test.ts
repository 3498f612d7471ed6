import { describe, expect, test } from "vitest";
import { addressFields } from "#app/domain/address.ts";
import type { FormPage } from "#app/pages.ts";
import { type Browser, type Fields, fieldsOf, mainForm, type Page } from "../support/browser.ts";
import { filledForms, typedInto } from "../support/filled-forms.ts";
import { fresh } from "../support/fresh.ts";
import { all, formValues } from "../support/html.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

// Whatever is typed into a form is there again, wherever the customer has been.
const portal = await portalForTests();
const pages = Object.keys(filledForms) as FormPage[];
const steps = pages.filter((page) => ["personal-data", "id-data", "payment"].includes(page));
/** Their browsers have a session, which has it all. */
const withSession: FormPage[] = [...steps, "order-email", "order-porting"];
/** Never in a page again once it is stored: shown masked. */
const masked = ["documentNumber", "iban"];

/** The inputs that customers see, by name. */
const inputsOf = (page: Page) =>
  new Set(
    all(mainForm(page))
      .filter(({ tag, attributes }) => ["input", "select", "textarea"].includes(tag) && attributes.name)
      .filter(({ attributes }) => !["hidden", "file"].includes(attributes.type ?? ""))
      .map(({ attributes }) => attributes.name as string),
  );

async function open(page: FormPage, brand: string) {
  const customer = portal.browser();
  customer.cookies.set("brand", brand);
  const key = fresh(filledForms[page].scenario);
  const shown = await filledForms[page].open(customer, key);
  expect([shown.status, shown.name, shown.brand]).toEqual([200, page, brand]);
  const inputs = inputsOf(shown);
  const typed = Object.fromEntries(Object.entries(typedInto(page)).filter(([name]) => inputs.has(name)));
  // Every box of consents is ticked; its value is its wording's version.
  for (const { attributes } of all(mainForm(shown), "input", { type: "checkbox" }))
    if (attributes.name?.startsWith("consents.")) typed[attributes.name] = attributes.value;
  return { customer, key, shown, typed };
}

/** The values of a page's form, of those that were typed. */
const valuesOf = (page: Page, typed: Fields) => {
  const values = fieldsOf(page);
  return Object.fromEntries(Object.keys(typed).map((name) => [name, values[name]]));
};

/** What travels sealed fills empty fields alone, ticks no box, and has no number of an account or a document. */
function carriedOf(typed: Fields, shown: Page, before: Fields): Fields {
  const boxes = all(mainForm(shown), "input", { type: "checkbox" }).map(({ attributes }) => attributes.name);
  const isSaved = (name: string) =>
    Boolean(before[name]) && !["cancellationType", "selectTerminationDate"].includes(name);
  const hasAddress = addressFields.some(isSaved);
  const stays = (name: string) =>
    boxes.includes(name) ||
    masked.includes(name) ||
    isSaved(name) ||
    (hasAddress && addressFields.some((field) => field === name));
  return { ...typed, ...pick(before, Object.keys(typed).filter(stays)) };
}

test.each(pages)("%s shows each of its fields, and no other", async (page) => {
  const shown = new Set<string>();
  // A field may need a brand of several services, another one a prepaid brand.
  for (const brand of ["o2", "ortel"])
    for (const name of inputsOf((await open(page, brand)).shown))
      if (!name.startsWith("consents.") || name in typedInto(page)) shown.add(name);
  expect([...shown].sort()).toEqual(Object.keys(typedInto(page)).sort());
});

const hasFields = (page: FormPage) => Object.keys(typedInto(page)).length > 0;

describe.each(pages.filter(hasFields))("%s", (page) => {
  const { wrong, refused = Object.keys(wrong) } = filledForms[page];

  test.skipIf(refused.length === 0)("keeps what was typed when it is refused", async () => {
    const { customer, shown, typed } = await open(page, "ortel");
    const answer = await customer.submit(shown, { ...typed, ...wrong });
    expect([answer.status, Object.keys(answer.errors)]).toEqual([422, refused]);
    expect(valuesOf(answer, typed)).toEqual({ ...typed, ...wrong });
  });

  test("keeps what was typed when the language changes", async () => {
    const { customer, shown, typed } = await open(page, "ayyildiz");
    const answer = await chooseLanguage(customer, shown, "tr", { ...typed, ...wrong });
    const switched = await customer.get(answer.location ?? "");
    expect([switched.name, switched.lang, switched.errors]).toEqual([page, "tr", {}]);
    const whole = { ...typed, ...wrong };
    const before = valuesOf(shown, typed);
    const expected = withSession.includes(page) ? whole : carriedOf(whole, shown, before);
    expect(valuesOf(switched, typed)).toEqual(expected);
    const isCarried =
      !withSession.includes(page) && Object.keys(whole).some((name) => expected[name] !== before[name]);
    expect(switched.text.includes("Önceki bilgileriniz formda hazır.")).toBe(isCarried);
  });
});

describe.each(steps)("%s", (page) => {
  test("has what was typed when its session is lost, and says so", async () => {
    const { customer, key, shown, typed } = await open(page, "ortel");
    customer.cookies.delete("sid");
    const start = await customer.submit(shown, typed, { follow: true });
    expect([start.status, start.name]).toEqual([200, "offer"]);
    for (const step of steps.slice(0, steps.indexOf(page)))
      await customer.submit(await filledStep(customer, key, step), typedInto(step));
    const again = await filledStep(customer, key, page);
    expect(valuesOf(again, typed)).toEqual(carriedOf(typed, shown, emptied(typed)));
    expect(again.text).toContain("Ihre Angaben von vorher stehen schon im Formular.");
  });

  test("shows what is stored on going back, and masks what is secret", async () => {
    const { customer, shown, ...filled } = await open(page, "ayyildiz");
    // With the box, the expiry date counts for nothing.
    const { noExpiry: _, ...typed } = filled.typed;
    const next = await customer.submit(shown, typed);
    expect([next.status, next.errors]).toEqual([303, {}]);
    const again = await customer.get(shown.path);
    // A mandate stays with its account, and is not given once more.
    const empty = [...masked, "sepaMandate"].filter((name) => name in typed);
    expect(valuesOf(again, typed)).toEqual({ ...normalized(typed), ...valuesOf(again, pick(typed, empty)) });
    for (const name of masked.filter((one) => one in typed)) {
      expect(valuesOf(again, typed)[name]).toBe("");
      expect(again.html).not.toContain(String(typed[name]).replaceAll(" ", ""));
      expect(again.text).toMatch(/•/);
    }
    const summary = await customer.submit(again, {}, { follow: true });
    expect([summary.status, summary.errors]).toEqual([200, {}]);
  });
});

const filledStep = (customer: Browser, key: string, page: FormPage) => {
  const paths: Partial<Record<FormPage, string>> = {
    "personal-data": "meine-daten",
    "id-data": "ausweisdaten",
    payment: "zahlung",
  };
  return customer.get(`/angebot/${key}/${paths[page]}`);
};

/** As of an offer that is opened anew. */
const emptied = (typed: Fields): Fields =>
  Object.fromEntries(Object.keys(typed).map((name) => [name, masked.includes(name) ? "" : undefined]));

const pick = (typed: Fields, names: string[]) => Object.fromEntries(names.map((name) => [name, typed[name]]));

/** As it is stored: phone numbers with their country. */
const normalized = (typed: Fields): Fields => {
  const phones = ["phone", "portingNumber"].filter((name) => name in typed);
  const stored = (name: string) => String(typed[name]).replace(/^0/, "+49").replaceAll(" ", "");
  return { ...typed, ...Object.fromEntries(phones.map((name) => [name, stored(name)])) };
};

function chooseLanguage(customer: Browser, page: Page, locale: string, typed: Fields) {
  const button = all(page.document, "button", { name: "locale", value: locale })[0];
  const { form = "", formaction = "" } = button?.attributes ?? {};
  expect(form).toBe(mainForm(page).attributes.id);
  return customer.post(formaction, { ...Object.fromEntries(formValues(mainForm(page))), ...typed, locale });
}
