import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import type { Cart } from "#app/routes/offer/cart.server.ts";
import { fieldsOf, linkTo, type Page } from "../support/browser.ts";
import { changeSession } from "../support/change-session.ts";
import { fresh } from "../support/fresh.ts";
import { all, type Element, textOf } from "../support/html.ts";
import { entered, goToSummary } from "../support/offer.ts";
import { mailsAbout } from "../support/outbox.ts";
import { startPortal } from "../support/portal.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();

describe("an offer's journey", () => {
  test.each([
    ["demo", ["offer", "personal-data", "id-data", "payment", "summary"]],
    ["demo-existing", ["offer", "personal-data", "payment", "summary"]],
    ["demo-free", ["offer", "personal-data", "id-data", "summary"]],
    ["demo-offer_vvl", ["offer", "personal-data", "payment", "summary"]],
  ])("%s has only the steps that it needs", async (scenario, steps) => {
    const customer = portal.browser();
    const page = await customer.get(`/angebot/${fresh(scenario)}`);
    expect(page.status).toBe(200);
    expect(page.name).toBe("offer");
    const indicated = all(page.document, "nav", { class: "steps" }).flatMap((nav) => all(nav, "li"));
    expect(indicated).toHaveLength(steps.length);
  });

  test.each([
    ["HEAD", "", false],
    ["GET", "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)", false],
    ["GET", "WhatsApp/2.23.20.0", false],
    ["GET", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", false],
    ["GET", "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)", false],
    ["GET", "curl/8.5.0", true],
    ["GET", "Go-http-client/1.1", true],
    [
      "GET",
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/140.0.0.0 Safari/537.36",
      true,
    ],
    [
      "GET",
      "Mozilla/5.0 (Linux; Android 11; CUBOT X50) AppleWebKit/537.36 Chrome/138.0 Mobile Safari/537.36",
      true,
    ],
  ])(
    "a %s by %j begins a session: %s, since nobody goes on from a robot's look",
    async (method, agent, begun) => {
      const headers = { "User-Agent": agent };
      const answer = await fetch(`${portal.origin}/angebot/demo~looked`, { method, headers });
      const cookies = answer.headers.getSetCookie().filter((cookie) => cookie.startsWith("sid="));
      expect([answer.status, cookies.length > 0]).toEqual([200, begun]);
    },
  );

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

  test("shows devices, tariffs, packs and their prices, and nothing for a type without a price", async () => {
    const page = await portal.browser().get("/angebot/demo~prices");
    for (const said of ["Polarblau", "256 GB", "27,99 € monatlich", "49,00 € einmalig", "Gesamt monatlich"])
      expect(page.text).toContain(said);
    const tariff = page.text.slice(page.text.indexOf("Tarif"), page.text.indexOf("Geräteversicherung"));
    expect(tariff).toContain("monatlich");
    expect(tariff).not.toContain("einmalig");
  });

  test("names products in the language of the page, also after it was switched on the way", async () => {
    const customer = portal.browser();
    await customer.get("/?brand=ortel");
    const token = fresh("demo");
    const german = await goToSummary(customer, token);
    expect(german.text).toContain("Polarblau");
    const english = await customer.get(`/en/angebot/${token}/zusammenfassung`);
    expect(english.text).toContain("Polar blue");
    expect(english.text).not.toMatch(/Polarblau|Geräteschutz|Versand|Anschlusspreis|Online-Vorteil/);
    const placed = await customer.submit(english, {}, { follow: true });
    expect(placed.text).toContain("EU roaming included");
  });

  test("says how long the offer is valid, and who gets the mandate", async () => {
    const customer = portal.browser();
    const token = fresh("demo-existing");
    expect((await customer.get(`/angebot/${token}`)).text).toMatch(/Gültig bis \d\d\.\d\d\.\d{4}/);
    const payment = await customer.get(`/angebot/${token}/zahlung`);
    expect(payment.text).toContain("Gläubiger-ID lautet DE98ZZZ09999999999,");
  });

  test("a cart in an older format counts as absent: the offer is loaded again", async () => {
    const customer = portal.browser();
    const token = fresh();
    const path = `/angebot/${token}`;
    const summary = await goToSummary(customer, token);
    expect(summary.name).toBe("summary");
    await changeSession<Cart>(portal, customer, ["offer", token], (cart) => {
      const entries = Object.entries(cart.customer ?? {}).map(([name, field]) => [name, field?.value]);
      expect(entries).toContainEqual(["firstName", "Ayşe"]);
      return { ...cart, customer: Object.fromEntries(entries) };
    });
    const opened = await customer.get(summary.path);
    expect([opened.status, opened.location]).toEqual([302, path]);
    const posted = await customer.submit(summary);
    expect([posted.status, posted.location]).toEqual([303, path]);
    const offer = await customer.get(path);
    expect([offer.status, offer.name]).toEqual([200, "offer"]);
    expect(offer.text).toContain("Es wurde nichts bestellt.");
    expect((await goToSummary(customer, token)).name).toBe("summary");
  });

  test("an existing customer goes straight to the first incomplete step", async () => {
    const token = fresh("demo-existing");
    const page = await portal.browser().get(`/angebot/${token}`);
    expect(linkTo(page, /^Weiter/)).toBe(`/angebot/${encodeURIComponent(token)}/zahlung`);
  });

  test("no consent is marked as required", async () => {
    const token = fresh("demo");
    const customer = portal.browser();
    await customer.get(`/angebot/${token}`);
    const { document } = await customer.get(`/angebot/${token}/meine-daten`);
    const boxes = all(document, "input", { type: "checkbox" });
    expect(boxes.length).toBeGreaterThan(0);
    expect(boxes.filter(({ attributes }) => "required" in attributes)).toEqual([]);
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

  test("keeps input, masks numbers, and replaces them only if they are typed again", async () => {
    const token = fresh("demo");
    const customer = portal.browser();
    await goToSummary(customer, token);
    const personal = await customer.get(`/angebot/${token}/meine-daten`);
    expect(fieldsOf(personal)).toMatchObject({ firstName: "Ayşe", city: "Köln", phone: "+4915228817386" });
    const id = await customer.get(`/angebot/${token}/ausweisdaten`);
    expect(id.html).not.toContain("L01X00T471");
    expect(id.text).toContain("L0••••••71");
    expect((await customer.submit(id, { documentNumber: "" })).status).toBe(303);
    const payment = await customer.get(`/angebot/${token}/zahlung`);
    expect(payment.html).not.toContain("DE89370400440532013000");
    expect(payment.text).toContain("Gespeichert: DE89 •••• •••• 3000.");
    expect((await customer.submit(payment, { sepaMandate: "yes" })).status).toBe(303);
    // Another document needs its own number.
    const other = await customer.submit(id, { documentType: "REISEPASS", documentNumber: "" });
    expect(other.status).toBe(422);
    expect(Object.keys(other.errors)).toEqual(["documentNumber"]);
  });

  test("leads back to the summary after a change made from it, also after a message", async () => {
    const token = fresh("demo");
    const customer = portal.browser();
    const summary = await goToSummary(customer, token);
    const back = `/angebot/${encodeURIComponent(token)}/zusammenfassung`;
    for (const of of ["Ihre Daten", "Ausweis", "Zahlung"]) {
      const step = await customer.get(linkTo(summary, new RegExp(`^Ändern: ${of}`)));
      expect(linkTo(step, /^Zurück/)).toBe(back);
      expect((await customer.submit(step, {})).location).toBe(back);
    }
    const step = await customer.get(linkTo(summary, /^Ändern: Ihre/));
    const refused = await customer.submit(step, { firstName: "" });
    expect(refused.status).toBe(422);
    expect((await customer.submit(refused, { firstName: "Sabine" })).location).toBe(back);
    const onTheWay = await customer.get(`/angebot/${token}/meine-daten`);
    expect((await customer.submit(onTheWay, {})).location).toMatch(/ausweisdaten$/);
  });

  test("asks for the mandate once for each account and holder", async () => {
    const token = fresh("demo");
    const customer = portal.browser();
    await goToSummary(customer, token);
    const payment = await customer.get(`/angebot/${token}/zahlung`);
    expect(payment.text).toContain("haben Sie das Mandat schon erteilt");
    expect((await customer.submit(payment, {})).status).toBe(303);
    for (const other of [{ iban: "DE02 1203 0000 0000 2020 51" }, { accountHolder: "Sabine Öztürk" }]) {
      const refused = await customer.submit(payment, other);
      expect(Object.keys(refused.errors)).toEqual(["sepaMandate"]);
    }
    const given = { iban: "DE02 1203 0000 0000 2020 51", sepaMandate: "yes" };
    expect((await customer.submit(payment, given)).status).toBe(303);
  });

  test("two tabs with two offers never mix", async () => {
    const customer = portal.browser();
    const [one, two] = [fresh("demo"), fresh("demo")];
    await customer.get(`/angebot/${one}`);
    await customer.get(`/angebot/${two}`);
    const posts = [
      [one, "Anna"],
      [two, "Berta"],
    ] as const;
    await Promise.all(
      posts.map(([token, firstName]) =>
        customer.post(`/angebot/${token}/meine-daten`, { ...entered.personalData, firstName }),
      ),
    );
    for (const [token, firstName] of posts)
      expect(fieldsOf(await customer.get(`/angebot/${token}/meine-daten`)).firstName).toBe(firstName);
  });

  test("the order button has the legal wording, and nothing separates it from the order", async () => {
    const page = await goToSummary(portal.browser(), fresh("demo"));
    const [form] = all(page.document, "form", { id: "order" });
    const said = textOf(form);
    expect(said).toMatch(
      /EinmaligNordlicht.*MonatlichNordlicht.*Mobil M Mindestlaufzeit 24\u00a0Monate, Kündigungsfrist 1\u00a0Monat32,99.*Geräteschutz Komplett Mindestlaufzeit 24\u00a0Monate7,99.*Gesamt einmalig.*93,98 €.*Gesamt monatlich.*68,96 € zahlungspflichtig bestellen/,
    );
  });

  test("numbers look the same before and after the order", async () => {
    const customer = portal.browser();
    const summary = await goToSummary(customer, fresh("demo"));
    expect(summary.text).toContain("01522 8817386");
    expect(summary.text).toContain("DE89 •••• •••• 3000");
    expect(summary.html.replaceAll(" ", ""), "not even as the form's example").not.toContain("DE8937040044");
    const placed = await customer.submit(summary, {}, { follow: true });
    expect(placed.text).toContain("Lastschrift, DE89 •••• •••• 3000");
    expect(linkTo(placed, /^Vertrag widerrufen$/)).toBe("/widerruf");
  });

  test("a payment known to the provider is shown, and can be changed", async () => {
    const token = fresh("demo-offer_tm");
    const summary = await goToSummary(portal.browser(), token);
    expect(summary.text).toContain("ZahlungsartWie in Ihrem laufenden Vertrag");
    expect(linkTo(summary, /^Ändern: Zahlung$/)).toBe(`/angebot/${token}/zahlung?aendern`);
  });

  test("five concurrent orders are one order", async () => {
    const token = fresh("demo");
    const customer = portal.browser();
    const page = await goToSummary(customer, token);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => customer.submit(page)));
    expect(answers.map(({ status, location }) => [status, location])).toEqual(
      answers.map(() => [303, `/angebot/${token}/danke`]),
    );
    expect(await mailsAbout(portal.origin, token)).toHaveLength(1);
  });

  test("after a lost answer nothing is ordered twice", async () => {
    const token = fresh("accept-lost");
    const customer = portal.browser();
    const page = await goToSummary(customer, token);
    const first = await customer.submit(page, {}, { follow: true });
    const last = first.name === "confirmation" ? first : await customer.submit(page, {}, { follow: true });
    expect(last.name).toBe("confirmation");
    expect(await mailsAbout(portal.origin, token)).toHaveLength(1);
  });

  test("after a kill between two steps the customer continues where they were", async () => {
    const own = await startPortal();
    try {
      const customer = own.browser();
      await customer.get("/angebot/demo~killed");
      const personal = await customer.get("/angebot/demo~killed/meine-daten");
      await customer.submit(personal, entered.personalData);
      await own.restart();
      const id = await customer.get("/angebot/demo~killed/ausweisdaten");
      expect(id.status).toBe(200);
      const next = await customer.submit(id, entered.idData);
      expect(next.location).toBe("/angebot/demo~killed/zahlung");
    } finally {
      await own.stop();
    }
  });
});

describe("the address check", () => {
  const start = async (street: string) => {
    const token = fresh("demo");
    const customer = portal.browser();
    await customer.get(`/angebot/${token}`);
    const page = await customer.post(`/angebot/${token}/meine-daten`, { ...entered.personalData, street });
    return { token, customer, page };
  };

  test.each(["Korrektur", "Auswahl"])(
    "proposes addresses for %s and keeps what was typed",
    async (street) => {
      const { page, customer, token } = await start(`${street}weg`);
      expect(page.status).toBe(422);
      expect(page.errors.addressChoice).toBeTruthy();
      expect(fieldsOf(page).street).toBe(`${street}weg`);
      const choices = all(page.document, "input", { name: "addressChoice" });
      expect(choices.length).toBe(street === "Korrektur" ? 2 : 4);
      const chosen = await customer.submit(page, { addressChoice: "0" });
      expect(chosen.status).toBe(303);
      const again = await customer.get(`/angebot/${token}/meine-daten`);
      expect(fieldsOf(again).street).not.toBe(`${street}weg`);
    },
  );

  test("takes the customer's own spelling", async () => {
    const { page, customer, token } = await start("Korrekturweg");
    expect((await customer.submit(page, { addressChoice: "entered" })).status).toBe(303);
    expect(fieldsOf(await customer.get(`/angebot/${token}/meine-daten`)).street).toBe("Korrekturweg");
  });

  test("a choice made for another address does not count", async () => {
    const { page, customer } = await start("Korrekturweg");
    const other = await customer.submit(page, { street: "Auswahlweg", addressChoice: "0" });
    expect(other.status).toBe(422);
    expect(all(other.document, "input", { name: "addressChoice" })).toHaveLength(4);
  });

  test("stops nobody while it is down", async () => {
    const { page } = await start("Ausfallweg");
    expect(page.status).toBe(303);
  });
});

describe("guards", () => {
  test.each(["meine-daten", "ausweisdaten", "zahlung", "zusammenfassung", "login"])(
    "%s without a cart leads to the offer",
    async (step) => {
      const page = await portal.browser().get(`/angebot/demo~guard/${step}`);
      expect([page.status, page.location]).toEqual([302, "/angebot/demo~guard"]);
    },
  );

  test("a step with missing data leads to the step that asks for it", async () => {
    const customer = portal.browser();
    await customer.get("/angebot/demo~order");
    const page = await customer.get("/angebot/demo~order/zahlung");
    expect([page.status, page.location]).toEqual([302, "/angebot/demo~order/meine-daten"]);
    expect((await customer.get("/angebot/demo~order/meine-daten")).text).toContain("fehlen noch Angaben");
  });

  test("a customer without cookies learns why they cannot continue", async () => {
    const start = "/angebot/demo~cookies";
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

  test.each(["meine-daten", "ausweisdaten", "zahlung", "zusammenfassung", "login"])(
    "a post of %s without a session leads to the start and says why",
    async (step) => {
      const customer = portal.browser();
      const answer = await customer.post(`/angebot/demo~lost/${step}`, entered.directDebit);
      expect([answer.status, answer.location]).toEqual([303, "/angebot/demo~lost"]);
      const page = await customer.get("/angebot/demo~lost");
      expect(page.text).toContain("Es wurde nichts bestellt");
      expect((await customer.get("/angebot/demo~lost")).text).not.toContain("Es wurde nichts bestellt");
    },
  );
});

describe("the order in view", () => {
  test.each([
    ["de", "", "o2", "Ihre Bestellung", "68,96 €/Monat"],
    ["en", "/en", "ortel", "Your order", "68,96 €/month"],
    ["tr", "/tr", "ayyildiz", "Siparişiniz", "ayda 68,96 €"],
  ])("names product, price and the whole list on each step (%s)", async (_, prefix, brand, title, price) => {
    const token = fresh("demo");
    const customer = portal.browser();
    let page = await customer.get(`${prefix}/angebot/${token}?brand=${brand}`);
    const seen = (path: string) => customer.get(`${prefix}/angebot/${token}/${path}`);
    for (const [path, fields] of [
      ["meine-daten", entered.personalData],
      ["ausweisdaten", entered.idData],
      ["zahlung", entered.card],
    ] as const) {
      page = await seen(path);
      const [order] = all(page.document, "section", { "aria-label": title });
      const [bar] = all(order as Element, "summary");
      expect([path, textOf(bar)]).toEqual([path, `Nordlicht 12 Pro ${price}`]);
      expect(textOf(order)).toMatch(/Mobil M.*32,99 €.*93,98 €/);
      await customer.submit(page, fields);
    }
    page = await seen("zusammenfassung");
    expect([page.name, all(page.document, "section", { "aria-label": title })]).toEqual(["summary", []]);
  });

  test("names the first of several offers, and a one-off price where nothing is paid each month", async () => {
    const several = fresh("demo-offer_dps");
    const customer = portal.browser();
    await customer.get(`/angebot/${several}`);
    const page = await customer.get(`/angebot/${several}/meine-daten`);
    expect(page.text).toMatch(/ \+ 1 [\d,]+ €\/Monat/);
    const free = fresh("demo-free");
    await customer.get(`/angebot/${free}`);
    expect((await customer.get(`/angebot/${free}/meine-daten`)).text).toContain("Nordlicht 12 Pro 0,00 €");
  });
});

test.each([
  ["aldi", "prepaid", "Das Gesetz verlangt, dass wir Ihre Identität prüfen"],
  ["o2", "postpaid", "Wir müssen wissen, mit wem wir den Vertrag schließen"],
])(
  "%s, %s, gives the true reason for asking for an ID, and understands a nationality by name",
  async (brand, _, reason) => {
    const token = fresh("demo");
    const customer = portal.browser();
    await customer.get(`/angebot/${token}?brand=${brand}`);
    await customer.submit(await customer.get(`/angebot/${token}/meine-daten`), entered.personalData);
    const page = await customer.get(`/angebot/${token}/ausweisdaten`);
    expect(page.text).toContain(reason);
    const next = await customer.submit(page, { ...entered.idData, nationality: "deutsch" });
    expect(next.location).toMatch(/zahlung$/);
  },
);

describe("payment providers", () => {
  test("leads to the provider and shows nothing as paid before the backend says so", async () => {
    const token = fresh("demo");
    const customer = portal.browser();
    const page = await goToSummary(customer, token, entered.card);
    const provider = await customer.submit(page);
    expect(provider.status).toBe(303);
    expect(provider.location).toMatch(/^\/sandbox\/pay\//);
    const early = await customer.get(`/angebot/${token}/danke`);
    expect([early.name, early.state]).toEqual(["offer-error", "PaymentOpen"]);
  });

  test.each([
    ["pay-aborted", "PaymentAborted", 200],
    ["pay-failed", "PaymentFailed", 409],
  ])(
    "%s shows %s, and a reset leads back to the payment with everything entered",
    async (scenario, state, status) => {
      const token = fresh(scenario);
      const customer = portal.browser();
      const page = await goToSummary(customer, token, entered.card);
      await customer.submit(page);
      const failed = await customer.get(`/angebot/${token}/danke`);
      expect([failed.status, failed.state]).toEqual([status, state]);
      const again = await customer.submit(failed, {}, { follow: true });
      expect(again.name).toBe("payment");
      const summary = await customer.submit(again, { paymentMethod: "paypal" }, { follow: true });
      expect(summary.name).toBe("summary");
      expect(summary.text).toContain("PayPal");
    },
  );

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

describe("security", () => {
  test("a foreign origin is refused and nothing is done", async () => {
    const token = fresh("demo");
    const customer = portal.browser();
    const page = await goToSummary(customer, token);
    const refused = await customer.submit(page, {}, { headers: { Origin: "https://evil.example" } });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.status).toBeLessThan(500);
    expect((await customer.get(`/angebot/${token}`)).status).toBe(200);
  });

  test("behind a trusted TLS proxy a same-origin post passes", async () => {
    const token = fresh("demo");
    const host = new URL(portal.origin).host;
    const customer = portal.browser({ "X-Forwarded-Proto": "https", Origin: `https://${host}` });
    const opened = await customer.get(`/angebot/${token}`);
    expect(opened.headers.getSetCookie().join()).toContain("Secure");
    expect(opened.headers.get("Strict-Transport-Security")).toBeTruthy();
    const answer = await customer.post(`/angebot/${token}/meine-daten`, entered.personalData);
    expect(answer.status).toBe(303);
  });

  test("pages with a token are not cached, and the log has neither token nor personal data", async () => {
    const token = fresh("demo");
    const customer = portal.browser();
    const page = await goToSummary(customer, token);
    expect(page.headers.get("Cache-Control")).toBe("no-store");
    expect(page.headers.get("Referrer-Policy")).toBe("same-origin");
    expect(page.headers.get("X-Robots-Tag")).toBe("noindex");
    const log = portal.log.join("\n");
    for (const secret of [token, "Öztürk", "ayse@example.com", "DE8937", "L01X00T47"])
      expect(log).not.toContain(secret);
  });
});

describe("preview", () => {
  test("shows a read-only offer and is reset by a post", async () => {
    const customer = portal.browser();
    const page = await customer.get("/angebot/preview/demo~preview");
    expect([page.status, page.name]).toEqual([200, "offer-preview"]);
    expect(page.text).not.toContain("Weiter zur Bestellung");
    const reset = await customer.submit(page, {}, { follow: true });
    expect(reset.text).toContain("zurückgesetzt");
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

  test.each([
    ["Save-Data", "on"],
    ["ECT", "2g"],
    ["ECT", "slow-2g"],
  ])("are not sent for %s: %s", async (header, value) => {
    const customer = portal.browser({ [header]: value });
    await customer.get("/angebot/demo~saving");
    expect(scripts(await customer.get("/angebot/demo~saving/meine-daten"))).toEqual([]);
  });
});
