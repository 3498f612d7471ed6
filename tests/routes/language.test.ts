import { describe, expect, onTestFinished, test } from "vitest";
import { type Browser, fieldsOf, linkTo, type Page } from "../support/browser.ts";
import { all, type Element, first, formValues, textOf } from "../support/html.ts";
import { entered } from "../support/offer.ts";
import { startPortal } from "../support/portal.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();

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
    ["/en/angebot", {}, "en"],
    ["/EN/Kuendigung", {}, "en"],
    ["/angebot", { "Accept-Language": "en-GB,en;q=0.9,de;q=0.5" }, "en"],
    ["/angebot", { Cookie: "locale=en; brand=ortel" }, "en"],
    ["/angebot", { Cookie: "locale=en-US; brand=ortel" }, "en"],
    ["/angebot", { Cookie: "locale=tr; brand=ortel" }, "de"],
    ["/angebot", { Cookie: "locale=nonsense; brand=ortel", "Accept-Language": "en" }, "en"],
    ["/angebot", { Cookie: "locale=de; brand=ortel", "Accept-Language": "en" }, "de"],
    ["/en/angebot", { Cookie: "locale=de; brand=ortel", "Accept-Language": "de" }, "en"],
  ] as [string, Record<string, string>, string][])(
    "%s with %j: %s",
    { tags: ["§2.2"] },
    async (path, headers, lang) => {
      const page = await portal.browser({ Cookie: "brand=ortel", ...headers }).get(path);
      expect(page.status).toBe(200);
      expect(page.lang).toBe(lang);
    },
  );

  test.each([
    ["/", ["Merhaba", "tr"]],
    ["/tr", undefined],
  ])(
    "at %s, a greeting in another language is marked as such, and one in the page's is not",
    async (path, greeting) => {
      const page = await portal.browser({ Cookie: "brand=ayyildiz" }).get(path);
      expect(page.heading).toMatch(/^Merhaba! /);
      const [marked] = all(page.document, "h1").flatMap((heading) => all(heading, "span", { lang: true }));
      expect(marked && [textOf(marked), marked.attributes.lang]).toEqual(greeting);
    },
  );

  test("a page in a language keeps to it in its links, and sets no cookie", async () => {
    const page = await portal.browser().get("/tr?brand=ayyildiz");
    expect(page.heading).toBe("Merhaba! Ne yapmak istersiniz?");
    expect(linkTo(page, /^Sözleşmeleri buradan/)).toBe("/tr/kuendigung");
    expect(linkTo(page, "Erişilebilirlik")).toBe("/tr/barrierefreiheit");
    expect(cookieOf(page, "locale")).toBeUndefined();
    const legal = ["Künye (Almanca)", "Gizlilik (Almanca)", "Genel işlem koşulları (Almanca)"];
    const links = all(page.document, "a").filter((link) => legal.includes(textOf(link)));
    expect(links.map(({ attributes }) => attributes.hreflang)).toEqual(["de", "de", "de"]);
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

  test.each([
    ["/angebot/demo/meine-daten/?x=1", "/angebot/demo/meine-daten?x=1"],
    ["/en/angebot//", "/en/angebot"],
    ["/tr/", "/"],
  ])("%s, whose relative links would lead nowhere, leads to %s", async (path, target) => {
    const page = await portal.browser({ Cookie: "brand=ortel" }).get(path);
    expect([page.status, page.location]).toEqual([302, target]);
  });

  test.each(["/", "//", "//elsewhere.example//"])("%s leads nowhere else", async (path) => {
    expect((await portal.browser().get(portal.origin + path)).location).toBeUndefined();
  });

  test.each(["/de/angebot", "/fr/angebot", "/DE", "/en/en/angebot"])("%s is no page", async (path) => {
    const page = await portal.browser({ Cookie: "brand=ortel" }).get(path);
    expect([page.status, page.name]).toEqual([404, "not-found"]);
    expect(page.text).toContain(`Page Not Found: ${path}`);
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

  test("keeps page and query, and stores the choice for a year", { tags: ["§2.3", "§9.1"] }, async () => {
    const customer = portal.browser();
    const page = await customer.get("/angebot?brand=ayyildiz&x=1%262");
    const answer = await choose(customer, page, "tr");
    expect(answer.status).toBe(303);
    expect(answer.location).toBe("/tr/angebot?brand=ayyildiz&x=1%262");
    expect(cookieOf(answer, "locale")).toMatch(/^locale=tr;.*Max-Age=31536000/);
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

  test("is its page's, though another tab shows another brand by now", async () => {
    const customer = portal.browser({ "Accept-Language": "de" });
    await customer.get("/?brand=ortel");
    for (const path of ["/barrierefreiheit", "/angebot"]) {
      const page = await customer.get(path);
      await customer.get("/?brand=o2");
      const answer = await choose(customer, page, "en");
      expect(answer.location).toBe(`/en${path}`);
      expect((await customer.get(`/en${path}`)).html).toContain('<html lang="en" data-brand="ortel">');
      await choose(customer, page, "de");
    }
  });

  test("changes no form that another tab shows: it is answered in the language of its page", async () => {
    const customer = portal.browser({ "Accept-Language": "de" });
    const page = await customer.get("/widerruf?brand=ayyildiz");
    await choose(customer, await customer.get("/angebot"), "tr");
    const send = (typed: Record<string, string>) => customer.post(page.path, { ...fieldsOf(page), ...typed });
    const refused = await send({});
    expect([refused.status, refused.lang]).toEqual([422, "de"]);
    expect(fieldsOf(refused).lang).toBe("de");
    const sent = await send({ lastName: "Muster", email: "ada@example.com" });
    expect((await customer.get(sent.location ?? "")).lang).toBe("de");
    expect((await customer.get("/tr/widerruf")).html).not.toContain('name="lang"');
  });

  test("a language that the brand does not speak changes nothing", async () => {
    const customer = portal.browser({ Cookie: "brand=ortel" });
    for (const locale of ["tr", "xx", "", "__proto__"]) {
      const answer = await customer.post("/sprache", { locale, returnTo: "/en/angebot" });
      expect([locale, answer.status, answer.location]).toEqual([locale, 303, "/angebot"]);
      expect(cookieOf(answer, "locale")).toBeUndefined();
    }
  });

  test("never leads to another site, and a GET of its address leads home", async () => {
    const customer = portal.browser({ Cookie: "brand=ortel" });
    for (const returnTo of [
      "https://elsewhere.example/x",
      "//elsewhere.example/x",
      "/\\elsewhere.example/x",
      "/x/..//elsewhere.example/x",
      "/en//elsewhere.example/x",
      "javascript:alert(1)",
      "http://[",
      "",
    ])
      for (const locale of ["de", "en"]) {
        const { status, headers } = await customer.post("/sprache", { locale, returnTo });
        expect([returnTo, status]).toEqual([returnTo, 303]);
        expect(headers.get("Location")).toMatch(/^\/(?![/\\])/);
      }
    expect((await customer.get("/sprache")).location).toBe("/");
  });
});

describe("what was typed stays when the language changes", () => {
  async function personalData(brand: string, token: string) {
    const customer = portal.browser({});
    await customer.get(`/angebot/${token}?brand=${brand}`);
    return { customer, page: await customer.get(`/angebot/${token}/meine-daten`) };
  }

  test("from German and back, boxes too", async () => {
    const { customer, page } = await personalData("ortel", "demo~typed");
    expect(page.name).toBe("personal-data");
    const boxes = all(page.document, "input", { type: "checkbox" }).map(({ attributes }) => attributes);
    const { name = "", value = "" } = boxes[0] ?? {};
    expect(boxes.length).toBeGreaterThan(1);
    const typed = { ...entered.personalData, street: "Bäckerweg „Süd“ & <b>", email: "noch nicht fertig" };
    const answer = await choose(customer, page, "en", { ...typed, [name]: value });
    expect(answer.status).toBe(303);
    const switched = await customer.get(answer.location ?? "");
    expect([switched.path, switched.lang]).toEqual([`/en${page.path}`, "en"]);
    expect(fieldsOf(switched)).toMatchObject(typed);
    expect(fieldsOf(await customer.get(switched.path)), "until it is sent").toMatchObject(typed);
    const ticked = all(switched.document, "input", { type: "checkbox", checked: true });
    expect(ticked.map(({ attributes }) => attributes.name)).toEqual([name]);
    // Nothing was checked, nothing sent.
    expect(switched.errors).toEqual({});

    const changed = { ...typed, firstName: "Elif" };
    const back = await choose(customer, switched, "de", changed);
    const german = await customer.get(back.location ?? "");
    expect(german.path).toBe(page.path);
    expect(fieldsOf(german)).toMatchObject(changed);
  });

  test("it is shown only to this customer and only on this page", async () => {
    const { customer, page } = await personalData("ortel", "demo~own");
    await choose(customer, page, "en", { firstName: "Elif" });
    const other = await personalData("ortel", "demo~own");
    expect(fieldsOf(other.page).firstName).toBe("");
    await customer.get("/angebot/demo~another");
    expect(fieldsOf(await customer.get("/angebot/demo~another/meine-daten")).firstName).toBe("");
  });

  test("Enter in a field sends the form: the first button of the form on the page is its own", async () => {
    const { page } = await personalData("ayyildiz", "demo~enter");
    const form = all(page.document, "form").find(({ attributes }) => attributes.class === "form") as Element;
    const { id } = form.attributes;
    const within = all(form, "button");
    const buttons = all(page.document, "button").filter(
      (button) => button.attributes.form === id || within.includes(button),
    );
    expect(buttons[0]?.attributes).toMatchObject({ type: "submit", form: id });
    expect(buttons[0]?.attributes).not.toHaveProperty("formaction");
    expect(buttons[0]?.attributes).not.toHaveProperty("name");
  });
});

test("prices keep the German form in every language, dates and words do not", {
  tags: ["§1.3", "§9.4", "§9.5"],
}, async () => {
  const customer = portal.browser();
  const page = await customer.get("/en/angebot/demo~prices?brand=ortel");
  expect(page.lang).toBe("en");
  expect(page.text).toContain("Every 4 weeks 9,99 €");
  expect(page.text).not.toMatch(/€\s?9|9\.99/);
  const statement = await customer.get("/en/barrierefreiheit");
  expect(statement.text).toContain("November\u00a016,\u00a02026");
  expect((await customer.get("/barrierefreiheit", { headers: { "Accept-Language": "de" } })).text).toContain(
    "16.11.2026",
  );
});

test("?texte=keys shows translators the key of each text, in the sandbox only", async () => {
  const keys = await portal.browser().get("/kuendigung?texte=keys");
  expect(keys.html).toContain(">termination:form.title<");
  expect(keys.html).not.toContain(">Vertrag kündigen<");
  expect((await portal.browser().get("/angebot/state-OFFER_EXPIRED?texte=keys")).heading).toBe(
    "errors:offer.OfferExpired.headline",
  );
  expect((await portal.browser().get("/kuendigung")).heading).toBe("Vertrag kündigen");
  const live = await startPortal({ API_BASE_URL: "http://127.0.0.1:9" });
  onTestFinished(live.stop);
  expect((await live.browser().get("/kuendigung?texte=keys")).heading).toBe("Vertrag kündigen");
});
