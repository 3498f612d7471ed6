import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeAll, describe, expect, test } from "vitest";
import type { Cart } from "#app/routes/offer/cart/cart.server.ts";
import { fieldsOf, linkTo, type Page } from "../support/browser.ts";
import { changeSession } from "../support/change-session.ts";
import { fresh } from "../support/fresh.ts";
import { all, type Element, textOf } from "../support/html.ts";
import { entered, goToSummary } from "../support/offer.ts";
import { mailsAbout } from "../support/outbox.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();

describe("an offer's journey", () => {
  test.each([
    ["HEAD", "", false],
    ["GET", "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)", false],
    ["GET", "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)", false],
    ["GET", "curl/8.5.0", true],
    ["GET", "Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0.0.0 Safari/537.36", true],
    ["GET", "Mozilla/5.0 (Linux; Android 11; CUBOT X50) Chrome/138.0 Mobile Safari/537.36", true],
  ])("a %s by %j begins a session: %s, as no robot goes on", async (method, agent, begun) => {
    const headers = { "User-Agent": agent };
    const answer = await fetch(`${portal.origin}/angebot/demo~looked`, { method, headers });
    const cookies = answer.headers.getSetCookie().filter((cookie) => cookie.startsWith("sid="));
    expect([answer.status, cookies.length > 0]).toEqual([200, begun]);
  });

  test.each([
    ["brand-BLAU", "o2", "/angebot/", 409, "OfferMismatch"],
    ["brand-BLAU", "o2", "/angebot/preview/", 409, "OfferMismatch"],
    ["brand-BLAU", "blau", "/angebot/", 200, undefined],
    // A brand without a portal can only be ordered here.
    ["brand-TELEFONICA", "o2", "/angebot/", 200, undefined],
  ])("the offer %s, opened at %s (%s), answers %i", async (scenario, brand, path, status, state) => {
    const page = await portal.browser({ Cookie: `brand=${brand}` }).get(path + fresh(scenario));
    expect([page.status, page.state]).toEqual([status, state]);
  });

  test("shows devices, tariffs, packs and their prices, and nothing for a type without a price", {
    tags: ["§3.7", "§3.8", "§3.18", "§3.24", "§1.5", "§3.5"],
  }, async () => {
    const page = await portal.browser().get("/angebot/demo~prices");
    for (const said of [
      "Polarblau",
      "256 GB",
      "27,99 €/Mon. 24\u00a0Raten, dazu einmalig 49,00\u00a0€",
      "Gesamt monatlich",
    ])
      expect(page.text).toContain(said);
    expect(page.text, "beside its document").toMatch(/(?<!zur )Geräteversicherung/);
    const tariff = page.text.slice(page.text.indexOf("Mobil M"), page.text.indexOf("Geräteschutz"));
    expect(tariff).toContain("€/Mon.");
    expect(tariff).not.toContain("einmalig");
  });

  test("has only the steps that an existing customer needs, goes to the first, and says who gets the mandate", async () => {
    const customer = portal.browser();
    const token = fresh("demo-existing");
    const offer = await customer.get(`/angebot/${token}`);
    const [steps] = all(offer.document, "nav", { class: "steps" });
    expect(textOf(steps)).toMatch(/^Schritt 1 von 4: .*Meine Daten.*Zahlung.*Zusammenfassung/);
    expect(textOf(steps)).not.toContain("Ausweisdaten");
    expect(offer.text).toMatch(/Gültig\sbis\s\d\d\.\d\d\.\d{4}/);
    const payment = await customer.get(linkTo(offer, /^Weiter/));
    expect([payment.path, payment.name]).toEqual([`/angebot/${token}/zahlung`, "payment"]);
    expect(payment.text).toContain("Gläubiger-ID lautet DE98ZZZ09999999999,");
  });

  test("a cart in an older format counts as absent: the offer is loaded again", async () => {
    const customer = portal.browser();
    const token = fresh();
    const path = `/angebot/${token}`;
    await customer.get(path);
    await customer.post(`${path}/meine-daten`, entered.personalData);
    const step = await customer.get(`${path}/ausweisdaten`);
    expect(step.status).toBe(200);
    await changeSession<Cart>(portal, customer, ["offer", token], (cart) => {
      const entries = Object.entries(cart.customer ?? {}).map(([name, field]) => [name, field?.value]);
      expect(entries).toContainEqual(["firstName", "Ayşe"]);
      return { ...cart, customer: Object.fromEntries(entries) };
    });
    const opened = await customer.get(step.path);
    expect([opened.status, opened.location]).toEqual([302, path]);
    const posted = await customer.submit(step);
    expect([posted.status, posted.location?.split("?")[0]]).toEqual([303, path]);
    const offer = await customer.get(posted.location ?? "");
    expect([offer.status, offer.name]).toEqual([200, "offer"]);
    expect(offer.text).toContain("wurde nichts bestellt.");
    expect((await customer.get(`${path}/meine-daten`)).name).toBe("personal-data");
  });

  test("shows the provider's consents, never preselected or required, and keeps the customer's choice", async () => {
    const token = fresh("demo");
    const customer = portal.browser();
    await customer.get(`/angebot/${token}`);
    const page = await customer.get(`/angebot/${token}/meine-daten`);
    const boxesOf = ({ document }: Page) => all(document, "input", { type: "checkbox" });
    const [first] = boxesOf(page);
    expect(boxesOf(page).length).toBeGreaterThan(2);
    for (const { attributes } of boxesOf(page)) {
      expect(attributes).not.toHaveProperty("required");
      expect(attributes).not.toHaveProperty("checked");
      expect(attributes.value).toMatch(/^20\d\d-\d\d$/);
    }
    expect(page.text).toContain("am Telefon über Tarife, Geräte und Aktionen informiert");
    const name = first?.attributes.name ?? "";
    const tickedOf = (page: Page) =>
      boxesOf(page)
        .filter(({ attributes }) => "checked" in attributes)
        .map(({ attributes }) => attributes.name);
    // A text that has changed is shown again, unticked.
    const changed = await customer.submit(page, { ...entered.personalData, [name]: "2019-01" });
    expect([changed.status, Object.keys(changed.errors), tickedOf(changed)]).toEqual([422, [name], []]);
    await customer.submit(page, { ...entered.personalData, [name]: first?.attributes.value });
    expect(tickedOf(await customer.get(page.path))).toEqual([name]);
  });

  test("keeps a look for an hour, and what was entered for 20 hours and more", async () => {
    const path = `/angebot/${fresh("demo")}`;
    const customer = portal.browser();
    const sessions = new DatabaseSync(join(portal.folder, "sessions.sqlite"), { readOnly: true });
    const hoursLeft = () => {
      const { last } = sessions
        .prepare("SELECT expires AS last FROM session ORDER BY number DESC LIMIT 1")
        .get() as { last: number };
      return (last - Date.now() / 1000) / 3600;
    };
    await customer.get(path);
    const looked = hoursLeft();
    await customer.submit(await customer.get(`${path}/meine-daten`), { ...entered.personalData, city: "" });
    const refused = hoursLeft();
    await customer.submit(await customer.get(`${path}/meine-daten`), entered.personalData);
    expect([looked, refused, hoursLeft()].map(Math.round)).toEqual([1, 1, 21]);
    sessions.close();
  });

  test("two tabs with two offers never mix", { tags: ["§3.3"] }, async () => {
    const customer = portal.browser();
    const paths = { Anna: `/angebot/${fresh("demo")}`, Berta: `/angebot/${fresh("demo")}` };
    for (const path of Object.values(paths)) await customer.get(path);
    const each = Object.entries(paths).map(([name, path]) => [name, `${path}/meine-daten`] as const);
    await Promise.all(
      each.map(([firstName, path]) => customer.post(path, { ...entered.personalData, firstName })),
    );
    for (const [name, path] of each) expect(fieldsOf(await customer.get(path)).firstName).toBe(name);
  });

  test("a payment known to the provider is shown, and can be changed", async () => {
    const token = fresh("demo-offer_tm");
    const summary = await goToSummary(portal.browser(), token);
    expect(summary.text).toContain("ZahlungsartWie in Ihrem laufenden Vertrag");
    expect(linkTo(summary, /^Ändern: Zahlung$/)).toBe(`/angebot/${token}/zahlung?aendern`);
  });
});

describe("an order", () => {
  // With a device at a prepaid brand, which speaks English.
  const token = fresh("demo-stock");
  const path = `/angebot/${token}/zusammenfassung`;
  const customer = portal.browser();
  let summary: Page;
  beforeAll(async () => {
    await customer.get("/?brand=ortel");
    summary = await goToSummary(customer, token);
  });

  test("stands directly above its button, which has the legal wording", () => {
    const [form] = all(summary.document, "form", { id: "order" });
    expect(textOf(form)).toMatch(
      /EinmaligNordlicht.*MonatlichNordlicht.*Mobil M 30\u00a0GB, 300\u00a0Mbit\/s, 5G, Allnet-Flat, EU-Roaming inklusive, Mindestlaufzeit 24\u00a0Monate, Kündigungsfrist 1\u00a0Monat32,99.*Geräteschutz Komplett Mindestlaufzeit 24\u00a0Monate7,99.*Gesamt einmalig.*93,98 €.*Gesamt monatlich.*Monat 1–24 68,96 €ab Monat 25 40,97 € zahlungspflichtig bestellen/,
    );
  });

  test("is kept by nobody, and neither log nor summary has its secrets", () => {
    expect(summary.headers.get("Cache-Control")).toBe("no-store");
    expect(summary.headers.get("Referrer-Policy")).toBe("same-origin");
    expect(summary.headers.get("X-Robots-Tag")).toBe("noindex");
    expect(summary.text).toContain("01522 8817386");
    expect(summary.text).toContain("DE89 •••• •••• 3000");
    expect(summary.html.replaceAll(" ", ""), "not even as the form's example").not.toContain("DE8937040044");
    const log = portal.log.join("\n");
    for (const secret of [token, "Öztürk", "ayse@example.com", "DE8937", "L01X00T47"])
      expect(log).not.toContain(secret);
  });

  test("shows each answer open, with a link to its field", async () => {
    const [entered] = all(summary.document, "div", { class: "entered stack" });
    const [checked] = all(summary.document, "div", { class: "checked" });
    const listsOf = (within?: Element) => all(within as Element, "dl").map(textOf);
    const linksOf = (within?: Element) =>
      all(within as Element, "a")
        .filter((link) => textOf(link).startsWith("Ändern"))
        .map(({ attributes }) => attributes.href);
    expect(listsOf(checked), "before the button").toEqual([
      expect.stringMatching(/^NameAyşe Öztürk.*Adresse.*\d{5} /),
      expect.stringMatching(
        /^ZahlungsartSEPA-Lastschrift.*Kontoinhaberin oder KontoinhaberAyşe Öztürk.*IBANDE89 •••• •••• 3000/,
      ),
    ]);
    expect(linksOf(checked)).toEqual(["meine-daten?aendern", "zahlung?aendern"]);
    expect(listsOf(entered), "below it").toEqual([
      expect.stringMatching(
        /^Geburtsdatum29.02.1988.*E‑Mailayse@example.com.*Telefon01522 8817386.*EinwilligungenKeine/,
      ),
      expect.stringMatching(/NummerL0••••••71.*Gültig bis/),
    ]);
    expect(linksOf(entered)).toEqual(["meine-daten?aendern", "ausweisdaten?aendern"]);
  });

  test("names its terms as links to the documents", async () => {
    const [terms] = all(summary.document, "div", { class: "terms muted" });
    const links = all(terms as Element, "a").map((link): [string, string] => [
      textOf(link),
      link.attributes.href ?? "",
    ]);
    expect(links.map(([text]) => text)).toEqual(["Vertragszusammenfassung", "AGB", "Widerrufsbelehrung"]);
    for (const [, href] of links) {
      const document = await customer.get(`/angebot/${token}/${href}`);
      expect(document.headers.get("Content-Type")).toBe("application/pdf");
    }
  });

  test("leads back to its summary after a change made from it, and masks numbers that are kept", async () => {
    const saved = {
      "Ihre Daten": /Meine Daten/,
      Ausweis: /L0••••••71/,
      Zahlung: /Gespeichert: DE89 •••• •••• 3000\..*haben Sie das Mandat schon erteilt/s,
    };
    for (const [of, text] of Object.entries(saved)) {
      const step = await customer.get(linkTo(summary, `Ändern: ${of}`));
      expect((await customer.submit(step, { leave: "back" })).location).toBe(path);
      expect(step.text).toMatch(text);
      expect(step.html).not.toMatch(/L01X00T471|DE89370400440532013000/);
      expect((await customer.submit(step)).location).toBe(path);
    }
    const step = await customer.get(linkTo(summary, "Ändern: Ihre Daten"));
    expect(fieldsOf(step)).toMatchObject({ firstName: "Ayşe", city: "Köln", phone: "+4915228817386" });
    const refused = await customer.submit(step, { firstName: "" });
    expect(refused.status).toBe(422);
    expect((await customer.submit(refused, { firstName: "Sabine" })).location).toBe(path);
    const onTheWay = await customer.get(`/angebot/${token}/meine-daten`);
    expect((await customer.submit(onTheWay)).location).toMatch(/ausweisdaten$/);
  });

  test("needs another number for another document, and another mandate for another account or holder", async () => {
    const id = await customer.get(`/angebot/${token}/ausweisdaten`);
    const other = await customer.submit(id, { documentType: "REISEPASS", documentNumber: "" });
    expect([other.status, Object.keys(other.errors)]).toEqual([422, ["documentNumber"]]);
    const payment = await customer.get(`/angebot/${token}/zahlung`);
    const iban = "DE02 1203 0000 0000 2020 51";
    for (const other of [{ iban }, { accountHolder: "Sabine Öztürk" }])
      expect(Object.keys((await customer.submit(payment, other)).errors)).toEqual(["sepaMandate"]);
    expect((await customer.submit(payment, { iban, sepaMandate: "yes" })).status).toBe(303);
  });

  test("names products in the language of the page; sent five times at once it is one order", async () => {
    expect(summary.text).toContain("Polarblau");
    const english = await customer.get(`/en${path}`);
    expect(english.text).toContain("Polar blue");
    expect(english.text).not.toMatch(/Polarblau|Geräteschutz|Versand|Anschlusspreis|Online-Vorteil/);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => customer.submit(english)));
    const confirmation = `/en/angebot/${token}/danke`;
    expect(answers.map(({ status, location }) => [status, location])).toEqual(
      answers.map(() => [303, confirmation]),
    );
    expect((await customer.get(confirmation)).text).toContain("EU roaming included");
    const german = await customer.get(`/angebot/${token}/danke`);
    expect(german.text).toContain("Lastschrift, DE02 •••• •••• 2051");
    expect(german.html.match(/drawings\.svg#phone/g), "at the top and in the list").toHaveLength(2);
    expect(linkTo(german, /^Vertrag widerrufen$/)).toBe("/widerruf");
    expect(await mailsAbout(portal.origin, token)).toHaveLength(1);
  });
});

describe("guards", () => {
  const steps = ["meine-daten", "ausweisdaten", "zahlung", "zusammenfassung", "login"];
  const start = "/angebot/demo~guard";

  test("a step without a cart leads to the offer, and a post of it says why", async () => {
    for (const step of steps) {
      const page = await portal.browser().get(`${start}/${step}`);
      expect([step, page.status, page.location]).toEqual([step, 302, start]);
      const customer = portal.browser();
      const answer = await customer.post(`${start}/${step}`, entered.directDebit);
      expect([step, answer.status, answer.location?.split("?")[0]]).toEqual([step, 303, start]);
      for (const said of [true, false])
        expect((await customer.get(answer.location ?? "")).text.includes("wurde nichts bestellt")).toBe(said);
    }
  });

  test("a customer without cookies learns why they cannot continue", async () => {
    const headers = { Referer: portal.origin + start };
    const customer = portal.browser();
    const look = async (path: string) => {
      customer.cookies.clear();
      return customer.get(path, { headers });
    };
    const sentBack = await look(`${start}/meine-daten`);
    expect([sentBack.status, sentBack.location]).toEqual([302, start]);
    expect((await look(start)).text).toContain("nimmt hier keine Cookies an");
    // A link from elsewhere has none, and a customer with a session sees no notice.
    expect((await portal.browser().get(start)).text).not.toContain("keine Cookies");
    expect((await customer.get(start, { headers })).text).not.toContain("keine Cookies");
  });
});

describe("the order in view", () => {
  test("names product, price and the whole list on each step", async () => {
    const start = `/tr/angebot/${fresh("demo")}`;
    const customer = portal.browser();
    await customer.get(`${start}?brand=ayyildiz`);
    const listOf = (page: Page) => all(page.document, "section", { "aria-label": "Siparişiniz" });
    for (const [step, fields] of [
      ["meine-daten", entered.personalData],
      ["ausweisdaten", entered.idData],
      ["zahlung", entered.card],
    ] as const) {
      const page = await customer.get(`${start}/${step}`);
      const [order] = listOf(page);
      const [bar] = all(order as Element, "summary");
      expect([step, textOf(bar)]).toEqual([
        step,
        "Nordlicht 12 Pro Toplam ayda 68,96 € · 25. aydan itibaren 40,97 €, ayrıca tek seferlik 93,98\u00a0€",
      ]);
      expect(textOf(order)).toMatch(/Ay Allnet M.*32,99 €.*93,98 €/);
      await customer.submit(page, fields);
    }
    const summary = await customer.get(`${start}/zusammenfassung`);
    expect([summary.name, listOf(summary)]).toEqual(["summary", []]);
  });

  test("names the first of several offers, and a one-off price where nothing is paid each month", async () => {
    const several = fresh("demo-offer_dps");
    const customer = portal.browser();
    await customer.get(`/angebot/${several}`);
    const page = await customer.get(`/angebot/${several}/meine-daten`);
    expect(page.text).toMatch(/ \+ 1 Gesamt [\d,]+ €\/Mon\./);
    const free = fresh("demo-free");
    await customer.get(`/angebot/${free}`);
    expect((await customer.get(`/angebot/${free}/meine-daten`)).text).toContain(
      "Nordlicht 12 Pro Gesamt 0,00 €",
    );
  });
});

describe("payment providers", () => {
  test("a payment that failed leads back to it with everything entered", async () => {
    const token = fresh("pay-failed");
    const customer = portal.browser();
    await customer.submit(await goToSummary(customer, token, entered.card));
    const failed = await customer.get(`/angebot/${token}/danke`);
    expect([failed.status, failed.state]).toEqual([409, "PaymentFailed"]);
    const again = await customer.submit(failed, {}, { follow: true });
    expect(again.name).toBe("payment");
    const summary = await customer.submit(again, { paymentMethod: "paypal" }, { follow: true });
    expect([summary.name, summary.text]).toEqual(["summary", expect.stringContaining("PayPal")]);
  });

  test("pay-wait refreshes itself until the payment is captured", async () => {
    const token = fresh("pay-wait");
    const customer = portal.browser();
    await customer.submit(await goToSummary(customer, token, entered.card));
    let page = await customer.get(`/angebot/${token}/danke`);
    const pauses: number[] = [];
    while (page.state === "OfferPaymentWaitForCapture") {
      expect(page.status).toBe(202);
      const [, seconds = "", path = ""] = /^(\d+); url=(.+)$/.exec(page.headers.get("Refresh") ?? "") ?? [];
      pauses.push(Number(seconds));
      page = await customer.get(path);
    }
    expect(page.name).toBe("confirmation");
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(pauses.length).toBeGreaterThan(0);
  });
});

describe("scripts", () => {
  const scripts = (page: Page) => all(page.document, "script");

  test("are only on pages that need them", async () => {
    const customer = portal.browser();
    // A brand without a data layer: its event would be a script as well.
    const offer = await customer.get("/angebot/demo~scripts?brand=nova");
    expect(scripts(offer)).toEqual([]);
    const form = await customer.get("/angebot/demo~scripts/meine-daten");
    expect(scripts(form)).not.toEqual([]);
    // The loader data is there in one synchronous pass; without it the page could not be hydrated.
    expect(form.html).toContain("streamController.enqueue(");
    expect(form.html).toContain("streamController.close()");
  });
});
