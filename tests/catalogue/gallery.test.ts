import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ConfigData, HtmlValidate, StaticConfigLoader } from "html-validate";
import { matchRoutes } from "react-router";
import { describe, expect, onTestFinished, test } from "vitest";
import { withoutPrefix } from "#app/i18n/locale.ts";
import { pageTable } from "#app/page-table.server.ts";
import { pageNamed } from "#app/pages.ts";
import { exampleGroups, examples } from "#sandbox/portal/examples.ts";
import { sandboxPages } from "#sandbox/portal/pages.ts";
import { brands, placesFor } from "../support/brands.ts";
import { mainForm, type Page } from "../support/browser.ts";
import { freshExample, goToExample } from "../support/examples.ts";
import { all, type Element, first, formValues, textOf } from "../support/html.ts";
import { startPortal } from "../support/portal.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const pages = { ...pageTable, ...sandboxPages };
const root = join(import.meta.dirname, "../..");
const portal = await portalForTests();

test("the table of examples has each page that people see, and each name once", () => {
  const routes = Object.entries(pages).map(([id, { path }]) => ({ id, path }));
  const shown = examples.map(
    ({ path }) => matchRoutes(routes, new URL(path, "http://x").pathname)?.at(-1)?.route.id,
  );
  const seen = Object.entries(pages).filter(([, { file }]) => file.endsWith(".tsx"));
  expect(seen.map(([id]) => id).filter((id) => !shown.includes(id))).toEqual([]);
  const names = examples.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test("the gallery of parts shows every part of app/ui", () => {
  const sources = readdirSync(join(root, "sandbox/portal"))
    .filter((file) => file.startsWith("gallery"))
    .map((file) => readFileSync(join(root, "sandbox/portal", file), "utf8"))
    .join("\n");
  // Parts that occur on every page.
  const elsewhere = new Set(["language-switcher", "server-content", "unbroken", "named"]);
  const parts = readdirSync(join(root, "app/ui")).flatMap((file) => file.match(/^(.*)\.tsx$/)?.[1] ?? []);
  const missing = parts.filter((part) => !elsewhere.has(part) && !sources.includes(`/app/ui/${part}.tsx`));
  expect(missing).toEqual([]);
});

test.each([
  ["o2", "de"],
  ["ayyildiz", "tr"],
])("the gallery of %s in %s leads to every example and to every brand and language", async (slug, locale) => {
  const at = `${locale === "de" ? "" : `/${locale}`}/sandbox/gallery?brand=${slug}`;
  const page = await portal.browser().get(at);
  expect({ brand: page.brand, lang: page.lang, name: page.name }).toEqual({
    brand: slug,
    lang: locale,
    name: "gallery",
  });
  const main = first(page.document, "main");
  const opened = main ? all(main, "a", { "data-example": true }).map(textOf) : [];
  const sent = main ? all(main, "button").map(textOf) : [];
  expect([...opened, ...sent]).toEqual(expect.arrayContaining(examples.map(({ name }) => name)));
  const brandLinks = main ? all(main, "a", { hreflang: true }) : [];
  expect(brandLinks).toHaveLength(brands.flatMap((brand) => brand.languages).length);
  for (const group of exampleGroups) expect(page.html).toContain(`id="${group.id}"`);
});

test("a form of the gallery opens its example", async () => {
  const customer = portal.browser();
  const gallery = await customer.get("/sandbox/gallery?brand=ayyildiz");
  const button = all(gallery.document, "button").find((part) => textOf(part) === "Withdrawal, invalid");
  const page = await customer.submit(gallery, {}, { form: button?.parent });
  expect([page.status, page.name, page.brand]).toEqual([422, "withdrawal", "ayyildiz"]);
  expect(mainForm(page)).toBeDefined();
});

test("without the sandbox there is none of its pages", async () => {
  const real = await startPortal({ API_BASE_URL: "http://127.0.0.1:9", SESSION_SECRET: "x".repeat(40) });
  onTestFinished(() => real.stop());
  for (const { path, file } of Object.values(sandboxPages)) {
    if (!file.endsWith(".tsx")) continue;
    const page = await real.browser().get(path);
    expect([path, page.status, page.name]).toEqual([path, 404, "not-found"]);
  }
});

/** Rules as in the WHATWG checker; matters of style are off. */
const rules: ConfigData = {
  root: true,
  extends: ["html-validate:standard", "html-validate:a11y"],
  rules: {
    // React's spelling of the doctype and of attributes: HTML ignores case.
    "doctype-style": "off",
    "attr-case": "off",
    // A button without a type submits, as intended here.
    "no-implicit-button-type": "off",
    // Style, not validity.
    "long-title": "off",
    "tel-non-breaking": "off",
    // Roles on other elements are left to axe, which sees the whole page.
    "prefer-native-element": "off",
    // The gallery of fields has forms without a button.
    "wcag/h32": "off",
  },
};
/** By default its tables are read again for every page, which takes as long as checking it. */
class ReadOnce extends StaticConfigLoader {
  private readonly read = super.getConfigFor("");
  override getConfigFor() {
    return this.read;
  }
}
const validator = new HtmlValidate(new ReadOnce(rules));

/** Fields about a person without `autocomplete`. */
function fieldsWithoutAutocomplete(main: Element): string[] {
  const typed = all(main, "input").filter(({ attributes }) =>
    ["text", "email", "tel", undefined].includes(attributes.type),
  );
  const wanted = /name|street|house|postal|city|email|phone|birth|iban|holder|number/i;
  return typed
    .filter(({ attributes: { name = "", autocomplete } }) => wanted.test(name) && !autocomplete)
    .map(({ attributes }) => attributes.name ?? "");
}

/**
 * Fields, none of them a bank card's, by which a browser could offer one. Their names are given. With "Vertragsnummer" above
 * it, Chromium 156 fills in a saved card's number, and the date when the contract ends is taken for the card's.
 */
const fieldsOfCards = (main: Element) => [
  ...all(main, "input")
    .filter(({ attributes }) => attributes.type !== "checkbox")
    .map(({ attributes: { id = "", autocomplete = "" } }) => `${id} ${autocomplete}`)
    .filter((words) => /expir|exp-|\bcc-|card/i.test(words)),
  ...all(main, "label")
    .map(textOf)
    .filter((label) => /^Vertragsnummer/.test(label)),
];

/** Messages that no invalid field points to; a group of buttons, and one with a fold, cannot be invalid (WAI-ARIA 1.2). */
function messagesWithoutField({ document, errors }: Page): string[] {
  const described = all(document, "*", { "aria-describedby": true })
    .filter(
      (element) =>
        element.attributes["aria-invalid"] === "true" ||
        element.attributes.role === "group" ||
        (element.tag === "fieldset" && all(element, "details").length > 0),
    )
    .flatMap(({ attributes }) => attributes["aria-describedby"]?.split(" ") ?? []);
  return Object.keys(errors).filter((name) => !described.includes(`${name}-error`));
}

const references = ["form", "for", "headers", "list"];

/** Ids that an attribute refers to and no element has. */
function deadReferences(document: Element): string[] {
  const elements = all(document, "*");
  const ids = new Set(elements.map(({ attributes }) => attributes.id));
  return elements.flatMap(({ tag, attributes }) =>
    Object.entries(attributes)
      .filter(([name]) => references.includes(name) || /^aria-.*(?:by|controls|owns|details)$/.test(name))
      .flatMap(([name, value]) =>
        value.split(" ").flatMap((id) => (ids.has(id) ? [] : `${tag} ${name}=${id}`)),
      ),
  );
}

/** What text browsers show of a button, and what screen readers call a part of the page. */
function nameless(document: Element): string[] {
  const buttons = all(document, "button").filter(
    (button) => !textOf(button) && !button.attributes["aria-label"],
  );
  const hasNamedPicture = (link: Element) => all(link, "img").some(({ attributes }) => attributes.alt);
  const links = all(document, "a").filter((link) => !textOf(link) && !hasNamedPicture(link));
  const asides = all(document, "aside").filter(
    ({ attributes }) => !attributes["aria-label"] && !attributes["aria-labelledby"],
  );
  return [...buttons, ...links, ...asides].map(
    ({ tag, attributes }) => `${tag} ${JSON.stringify(attributes)}`,
  );
}

/** Whose post needs no id: the session or the content decides, or it acts once anyway. */
const knownOtherwise = [
  ...["offer-landing", "personal-data", "id-data", "payment", "termination", "withdrawal", "barrier"],
  // They act on nothing.
  ...["ask-email", "withdraw", "another"],
];

/** Forms whose post has no id, and needs one. */
const formsWithoutId = (document: Element) =>
  all(document, "form", { method: "post" })
    .filter(({ attributes: { id = "", action } }) => !knownOtherwise.includes(id) && action !== "/sprache")
    .filter((form) => !Object.fromEntries(formValues(form)).submissionId?.match(/^[\da-f]{8}-[\da-f-]{27}$/))
    .map(({ attributes }) => attributes.id ?? attributes.action);

/** What is typed into the page's own form and would be lost with a change of language. */
function forgotten({ name, document }: Page): string[] {
  const form = name && !pageNamed(name)?.form && first(document, "form", { id: name });
  return (form ? all(form) : [])
    .filter(({ tag, attributes }) => boxes.includes(tag) && attributes.type !== "hidden")
    .map(({ attributes }) => attributes.name ?? "");
}

/** Elements that text browsers write on one line without a space between them; `legend` for w3m. */
const inline =
  "a button code details fieldset label legend small span strong summary input select textarea".split(" ");
const boxes = ["input", "select", "textarea"];
const unseen = ["script", "style", "svg"];

/** Words and boxes that only styles separate. */
function glued(body: Element | undefined): string[] {
  const found: string[] = [];
  let before = "";
  let isApart = false;
  const put = (text: string) => {
    if (isApart && /[\p{L}\d.)\]]$/u.test(before) && /^[\p{L}\d([]/u.test(text))
      found.push(`${before.slice(-20)}|${text.slice(0, 20)}`);
    before = text;
    isApart = false;
  };
  const walk = (node: Element | string) => {
    if (typeof node === "string") return put(node);
    const { tag, attributes, children } = node;
    if (unseen.includes(tag) || attributes.type === "hidden") return;
    isApart = true;
    if (boxes.includes(tag)) put("[ ]");
    else {
      if (!inline.includes(tag)) before = "";
      for (const child of children) walk(child);
      if (!inline.includes(tag)) before = "";
    }
    isApart = true;
  };
  if (body) walk(body);
  return found;
}

/** Words that each sentence has, and no other of these languages. Paths and names of scenarios are none. */
const functionWords: Record<string, string[]> = {
  de: "und der die das nicht ist für mit auf bei oder wird werden von zum zur eine einen Ihr Ihre".split(" "),
  en: "the and your with for you this that from please".split(" "),
  tr: "ve bir için ile bu veya değil".split(" "),
};
const sayingIn = (language: string) =>
  new RegExp(`(?<![\\p{L}/_-])(?:${functionWords[language]?.join("|")})(?![\\p{L}/_-])`, "iu");

/** What a screen reader would read in the wrong language (WCAG 3.1.2). What people have typed is theirs. */
function unmarkedLanguages(element: Element, language: string): string[] {
  return element.children.flatMap((child) => {
    if (typeof child === "string") {
      const others = Object.keys(functionWords).filter((one) => one !== language);
      return others.some((one) => sayingIn(one).test(child)) ? `${language}: ${child}` : [];
    }
    const { lang = language, translate } = child.attributes;
    const isRead = translate !== "no" && ![...boxes, ...unseen].includes(child.tag);
    return isRead ? unmarkedLanguages(child, lang) : [];
  });
}

/** Outside dialogs: text browsers show what styles hide. */
function numbersToCall(document: Element): string[] {
  const closed = all(document, "dialog").filter(({ attributes }) => attributes.open === undefined);
  const inDialogs = closed.flatMap((dialog) => all(dialog, "a"));
  return all(document, "a").flatMap((link) => {
    const { href = "" } = link.attributes;
    return href.startsWith("tel:") && !inDialogs.includes(link) ? href : [];
  });
}

/** Texts with the brand's name that a browser would translate with everything else. */
function namesToTranslate(within: Element, name: string): string[] {
  return within.children.flatMap((child) => {
    if (typeof child === "string")
      return new RegExp(`(?<![\\p{L}@=])${name}(?!\\p{L})`, "u").test(child) ? child : [];
    const isFixed = child.attributes.translate === "no" || [...boxes, ...unseen].includes(child.tag);
    return isFixed ? [] : namesToTranslate(child, name);
  });
}

/** Client-side links to pages whose styles are not in the document; home needs only the shared ones. */
function linksWithoutStyles({ path, document }: Page): string[] {
  const journey = (address = "") => withoutPrefix(address).split(/[/?#]/)[1];
  if (journey(path) === "sandbox") return [];
  return all(document, "a", { "data-discover": true })
    .map(({ attributes }) => attributes.href ?? "")
    .filter((href) => ![journey(path), ""].includes(journey(href)));
}

/** The page's text and state, without ids and times. */
function visibleText(main: Element | undefined): string {
  if (!main) return "";
  const open = all(main, "dialog").map(({ attributes }) => "open" in attributes);
  const values = all(main, "input").map(({ attributes }) => attributes.value);
  const kinds = all(main, "section").map(({ attributes }) => attributes.class);
  return JSON.stringify([textOf(main), main.attributes["data-state"], kinds, open, values])
    .replace(/[\da-f]{8}-[\da-f-]{27}/g, "id")
    .replace(/\d\d:\d\d(:\d\d)?/g, "time");
}

test.each(["/tr/sandbox", "/tr/sandbox/gallery"])("%s marks its words, which are English", async (path) => {
  const page = await portal.browser().get(`${path}?brand=ayyildiz`);
  const body = first(page.document, "body");
  expect([page.lang, body && unmarkedLanguages(body, "tr")]).toEqual(["tr", []]);
});

describe("an example", { tags: ["§1.2", "§2.1"] }, () => {
  const shown = new Map<string, string>();
  // The states of a page share its shell: one of them is seen in another brand, too.
  const firsts = new Set([...new Map(examples.toReversed().map((one) => [one.page, one])).values()]);
  const visits = examples.flatMap((example, turn) =>
    placesFor(turn)
      .slice(0, firsts.has(example) ? 2 : 1)
      .map((place) => ({ example, name: example.name, ...place })),
  );

  test.each(visits)("$name of $slug in $locale", async ({ example, slug, locale }) => {
    const customer = portal.browser({ "Accept-Language": "de" });
    customer.cookies.set("brand", slug);
    const page = await goToExample(customer, freshExample(example, slug, locale));
    const { name, state, status, brand, lang, path, location } = page;
    expect({ name, state, status, brand, lang }, `${path} → ${location}`).toEqual({
      name: example.page,
      state: example.state ?? state,
      status: example.status,
      brand: slug,
      lang: locale,
    });

    const { results } = await validator.validateString(page.html);
    const found = results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
    );
    expect(found).toEqual([]);

    expect(deadReferences(page.document), "references to nothing").toEqual([]);
    expect(nameless(page.document), "without a name").toEqual([]);
    expect(glued(first(page.document, "body")), "words without a blank between").toEqual([]);
    const body = first(page.document, "body");
    expect(body && unmarkedLanguages(body, locale), "words of another language").toEqual([]);
    const numbers = numbersToCall(page.document);
    expect(numbers.length, "numbers to call").toBeGreaterThan(0);
    expect(new Set(numbers).size, "numbers to call, each once").toBe(numbers.length);
    const [styles] = all(page.document, "style").map(textOf);
    // Chrome understands `width >=` and `not (…)` from 104 on; before, it would show no page as a phone's.
    expect(styles?.match(/@media[^{]*(?:[<>]|not \()[^{]*/g) ?? [], "queries of new browsers").toEqual([]);
    expect(formsWithoutId(page.document), "forms without a submission id").toEqual([]);
    expect(forgotten(page), "fields of a page without `form` in app/pages.ts").toEqual([]);
    for (const { attributes } of all(page.document, "script", { type: "text/plain" }))
      expect(attributes.src, "address of a script that is data").toBeUndefined();

    expect(linksWithoutStyles(page), "links to pages of other styles").toEqual([]);

    const main = first(page.document, "main");
    const { name: own } = brands.find((row) => row.slug === slug) ?? { name: "" };
    const isOurs = name !== undefined && !(name in sandboxPages);
    expect(main && isOurs ? namesToTranslate(main, own) : [], "names that are translated").toEqual([]);
    expect(all(page.document, "h1")).toHaveLength(1);
    for (const landmark of ["header", "main", "footer"])
      expect(all(page.document, landmark), landmark).toHaveLength(1);
    expect(all(page.document, "nav").length).toBeGreaterThan(0);
    expect(page.title).not.toBe("");
    expect(messagesWithoutField(page), "messages without a field").toEqual([]);
    if (slug === "o2") {
      const seen = visibleText(main);
      expect(shown.get(seen), "shows just what this example shows").toBeUndefined();
      shown.set(seen, example.name);
    }
    expect(main && fieldsWithoutAutocomplete(main), "fields without autocomplete").toEqual([]);
    expect(main && fieldsOfCards(main), "fields that a saved card would fill").toEqual([]);
  });
});
