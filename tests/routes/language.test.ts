import { describe, expect, test } from "vitest";
import { type Browser, fieldsOf, linkTo, type Page } from "../support/browser.ts";
import { all, type Element, first, formValues, textOf } from "../support/html.ts";
import { entered } from "../support/offer.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();

const year = 365 * 24 * 60 * 60;
const cookieOf = (page: Page, name: string) =>
  page.headers.getSetCookie().find((line) => line.startsWith(`${name}=`));

function switcher(page: Page): Element {
  const form = first(page.document, "*", { class: "languages" });
  if (!form) throw new Error(`No language switcher on ${page.path}`);
  return form;
}
const offered = (page: Page) => all(switcher(page), "button", { name: "locale" });

/** Presses a language button as a browser without JavaScript does: it submits the form it belongs to. */
function choose(customer: Browser, page: Page, locale: string, typed: Record<string, string> = {}) {
  const button = offered(page).find(({ attributes }) => attributes.value === locale);
  if (!button) throw new Error(`${page.path} does not offer ${locale}`);
  const { form: id, formaction } = button.attributes;
  const form = id ? first(page.document, "form", { id }) : switcher(page);
  if (!form) throw new Error(`There is no form ${id}`);
  const fields = { ...Object.fromEntries(formValues(form)), ...typed, locale };
  return customer.post(formaction ?? form.attributes.action ?? "", fields);
}

describe("which language a page speaks", () => {
  test.each([
    ["/", {}, "de"],
    ["/en", {}, "en"],
    ["/en/angebot", {}, "en"],
    ["/EN/Kuendigung", {}, "en"],
    ["/angebot", { "Accept-Language": "en-GB,en;q=0.9,de;q=0.5" }, "en"],
    ["/angebot", { "Accept-Language": "de-AT,en;q=0.9" }, "de"],
    ["/angebot", { "Accept-Language": "tr,en;q=0.8,de;q=0.2" }, "en"],
    ["/angebot", { "Accept-Language": "fr,pl" }, "de"],
    ["/angebot", { "Accept-Language": "*" }, "de"],
    ["/angebot", { "Accept-Language": "%%;;q=x,,," }, "de"],
    ["/angebot", { Cookie: "locale=en; brand=ortel" }, "en"],
    ["/angebot", { Cookie: "locale=tr; brand=ortel" }, "de"],
    ["/angebot", { Cookie: "locale=nonsense; brand=ortel", "Accept-Language": "en" }, "en"],
    ["/angebot", { Cookie: "locale=de; brand=ortel", "Accept-Language": "en" }, "de"],
    ["/en/angebot", { Cookie: "locale=de; brand=ortel", "Accept-Language": "de" }, "en"],
  ] as [string, Record<string, string>, string][])("%s with %j: %s", async (path, headers, lang) => {
    const page = await portal.browser({ Cookie: "brand=ortel", ...headers }).get(path);
    expect(page.status).toBe(200);
    expect(page.lang).toBe(lang);
  });

  test("a page in a language keeps to it in its links", async () => {
    const page = await portal.browser().get("/tr?brand=ayyildiz");
    expect(page.heading).toBe("Ne yapmak istersiniz?");
    expect(linkTo(page, /^Sözleşmeleri buradan/)).toBe("/tr/kuendigung");
    expect(linkTo(page, "Erişilebilirlik")).toBe("/tr/barrierefreiheit");
  });

  test("opening a page in a language sets no cookie", async () => {
    const page = await portal.browser().get("/en?brand=ortel");
    expect(cookieOf(page, "locale")).toBeUndefined();
  });
});

describe("prefixes", () => {
  test.each([
    ["/en", "/"],
    ["/en/angebot?x=1&y=%C3%BC", "/angebot?x=1&y=%C3%BC"],
    ["/tr/angebot/demo/meine-daten", "/angebot/demo/meine-daten"],
    ["/en//elsewhere.example/x", "/elsewhere.example/x"],
    ["/tr/.///elsewhere.example", "/elsewhere.example"],
  ])("%s under a brand without that language leads to %s", async (path, target) => {
    const page = await portal.browser({ Cookie: "brand=o2" }).get(path);
    expect(page.status).toBe(302);
    expect(page.location).toBe(target);
  });

  test.each(["/de", "/de/angebot", "/fr/angebot", "/xx", "/DE/angebot", "/en/de/angebot", "/en/en/angebot"])(
    "%s is no page",
    async (path) => {
      const page = await portal.browser({ Cookie: "brand=ortel" }).get(path);
      expect(page.status).toBe(404);
      expect(page.name).toBe("not-found");
      expect(page.text).toContain(`Page Not Found: ${path}`);
    },
  );

  test("a page that does not exist speaks the language of its prefix", async () => {
    const page = await portal.browser({ Cookie: "brand=ortel" }).get("/en/no/such/page");
    expect(page.lang).toBe("en");
    expect(page.heading).toBe("Page not found");
    expect(linkTo(page, "Go to the home page")).toBe("/en");
  });
});

describe("the switcher", () => {
  test.each([
    ["o2", []],
    ["ayyildiz", ["de", "tr"]],
    ["ortel", ["de", "en"]],
  ])("%s offers %j", async (brand, codes) => {
    const page = await portal.browser().get(`/?brand=${brand}`);
    if (codes.length === 0) return expect(first(page.document, "*", { class: "languages" })).toBeUndefined();
    expect(offered(page).map(({ attributes }) => attributes.value)).toEqual(codes);
    const current = offered(page).filter(({ attributes }) => attributes["aria-current"]);
    expect(current.map(textOf)).toEqual(["Deutsch"]);
  });

  test("keeps page and query, and stores the choice for a year", async () => {
    const customer = portal.browser();
    const page = await customer.get("/angebot?brand=ayyildiz&x=1%262");
    const answer = await choose(customer, page, "tr");
    expect(answer.status).toBe(303);
    expect(answer.location).toBe("/tr/angebot?brand=ayyildiz&x=1%262");
    expect(cookieOf(answer, "locale")).toMatch(/^locale=tr;.*Max-Age=31536000/);
    expect(year).toBe(31536000);
    // From now on also without a prefix.
    expect((await customer.get("/barrierefreiheit")).lang).toBe("tr");
  });

  test("German has no prefix, whatever page it is chosen on", async () => {
    const customer = portal.browser();
    const page = await customer.get("/en/barrierefreiheit?brand=ortel");
    const answer = await choose(customer, page, "de");
    expect(answer.location).toBe("/barrierefreiheit?brand=ortel");
    expect((await customer.get("/angebot", { headers: { "Accept-Language": "en" } })).lang).toBe("de");
  });

  test.each(["tr", "xx", "", "__proto__"])(
    "a language that the brand does not speak (%j) changes nothing",
    async (locale) => {
      const customer = portal.browser({ Cookie: "brand=ortel" });
      const answer = await customer.post("/sprache", { locale, returnTo: "/en/angebot" });
      expect(answer.status).toBe(303);
      expect(answer.location).toBe("/angebot");
      expect(cookieOf(answer, "locale")).toBeUndefined();
    },
  );

  test.each([
    "https://elsewhere.example/x",
    "//elsewhere.example/x",
    "/\\elsewhere.example/x",
    "/x/..//elsewhere.example/x",
    "/en//elsewhere.example/x",
    "javascript:alert(1)",
    "http://[",
    "",
  ])("never leads to another site: %s", async (returnTo) => {
    const customer = portal.browser({ Cookie: "brand=ortel" });
    for (const locale of ["de", "en"]) {
      const answer = await customer.post("/sprache", { locale, returnTo });
      expect(answer.status).toBe(303);
      expect(answer.headers.get("Location")).toMatch(/^\/(?![/\\])/);
    }
  });

  test("a GET of its address leads home", async () => {
    const answer = await portal.browser().get("/sprache");
    expect(answer.location).toBe("/");
  });

  test("is refused from another site", async () => {
    const answer = await portal
      .browser()
      .post("/sprache", { locale: "de" }, { headers: { Origin: "https://elsewhere.example" } });
    expect(answer.status).toBe(403);
  });
});

describe("what was typed stays when the language changes", () => {
  async function personalData(brand: string, token: string) {
    const customer = portal.browser({});
    await customer.get(`/angebot/${token}?brand=${brand}`);
    return { customer, page: await customer.get(`/angebot/${token}/meine-daten`) };
  }

  test.each([
    ["ortel", "en"],
    ["ayyildiz", "tr"],
  ])("%s, from German and back", async (brand, locale) => {
    const { customer, page } = await personalData(brand, `demo~typed-${brand}`);
    expect(page.name).toBe("personal-data");
    const typed = { ...entered.personalData, street: "Bäckerweg „Süd“ & <b>", email: "noch nicht fertig" };
    const answer = await choose(customer, page, locale, typed);
    expect(answer.status).toBe(303);
    const switched = await customer.get(answer.location ?? "");
    expect(switched.path).toBe(`/${locale}${page.path}`);
    expect(switched.lang).toBe(locale);
    expect(fieldsOf(switched)).toMatchObject(typed);
    // Nothing was checked, nothing sent.
    expect(switched.errors).toEqual({});

    const changed = { ...typed, firstName: "Elif" };
    const back = await choose(customer, switched, "de", changed);
    const german = await customer.get(back.location ?? "");
    expect(german.path).toBe(page.path);
    expect(fieldsOf(german)).toMatchObject(changed);
  });

  test("ticked boxes stay ticked, and unticked ones empty", async () => {
    const { customer, page } = await personalData("ortel", "demo~boxes");
    const boxes = all(page.document, "input", { type: "checkbox" }).map(({ attributes }) => attributes);
    const { name = "", value = "" } = boxes[0] ?? {};
    expect(boxes.length).toBeGreaterThan(1);
    const answer = await choose(customer, page, "en", { [name]: value });
    const switched = await customer.get(answer.location ?? "");
    const ticked = all(switched.document, "input", { type: "checkbox", checked: true });
    expect(ticked.map(({ attributes }) => attributes.name)).toEqual([name]);
  });

  test("it is shown once, only to this customer and only on this page", async () => {
    const { customer, page } = await personalData("ortel", "demo~once");
    const answer = await choose(customer, page, "en", { firstName: "Elif" });
    expect(fieldsOf(await customer.get(answer.location ?? "")).firstName).toBe("Elif");
    expect(fieldsOf(await customer.get(answer.location ?? "")).firstName).toBe("");

    await choose(customer, page, "en", { firstName: "Elif" });
    const other = await personalData("ortel", "demo~once");
    expect(fieldsOf(other.page).firstName).toBe("");
    await customer.get("/angebot/demo~once-more");
    expect(fieldsOf(await customer.get("/angebot/demo~once-more/meine-daten")).firstName).toBe("");
  });

  test("Enter in a field sends the form: the first button of the form on the page is its own", async () => {
    const { page } = await personalData("ayyildiz", "demo~enter");
    const form = all(page.document, "form").find(({ attributes }) => attributes.class === "form");
    const id = form?.attributes.id;
    const buttons = all(page.document, "button").filter(
      (button) => button.attributes.form === id || (form && isWithin(button, form)),
    );
    expect(buttons[0]?.attributes).toMatchObject({ type: "submit", form: id });
    expect(buttons[0]?.attributes).not.toHaveProperty("formaction");
    expect(buttons[0]?.attributes).not.toHaveProperty("name");
  });
});

function isWithin(element: Element, ancestor: Element): boolean {
  for (let parent = element.parent; parent; parent = parent.parent) if (parent === ancestor) return true;
  return false;
}

describe("links to legal documents say that these are in German", () => {
  test.each([
    ["/en?brand=spice", ["Legal notice (German)", "Privacy (German)", "Terms (German)"]],
    ["/tr?brand=ayyildiz", ["Künye (Almanca)", "Gizlilik (Almanca)", "Genel koşullar (Almanca)"]],
  ])("%s", async (path, labels) => {
    const page = await portal.browser().get(path);
    const links = all(page.document, "a").filter((link) => labels.includes(textOf(link)));
    expect(links.map(({ attributes }) => attributes.hreflang)).toEqual(["de", "de", "de"]);
  });
});

test("prices keep the German form in every language, dates and words do not", async () => {
  const customer = portal.browser();
  const page = await customer.get("/en/angebot/demo~prices?brand=ortel");
  expect(page.lang).toBe("en");
  expect(page.text).toContain("27,99 € per month");
  expect(page.text).not.toMatch(/€\s?27|27\.99/);
  const statement = await customer.get("/en/barrierefreiheit");
  expect(statement.text).toContain("November\u00a016,\u00a02026");
  expect((await customer.get("/barrierefreiheit", { headers: { "Accept-Language": "de" } })).text).toContain(
    "16.11.2026",
  );
});
