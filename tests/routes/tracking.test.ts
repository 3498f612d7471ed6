import { describe, expect, test } from "vitest";
import type { DataLayerEvent } from "#app/tracking/catalogue.ts";
import type { Browser, Page } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { all } from "../support/html.ts";
import { entered, goToSummary } from "../support/offer.ts";
import { startPortal } from "../support/portal.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import { declaration } from "../support/termination.ts";

const portal = await portalForTests();

/** The events that the page's own script pushes, run with an empty window. */
function pushesOf(page: Page, layer = "o2DataLayer"): DataLayerEvent[] {
  const window: Record<string, DataLayerEvent[]> = {};
  for (const script of all(page.document, "script"))
    if (script.children.join("").startsWith("(window["))
      new Function("window", String(script.children[0]))(window);
  expect(Object.keys(window).filter((name) => name !== layer)).toEqual([]);
  return window[layer] ?? [];
}
const idsOf = (page: Page, layer?: string) => pushesOf(page, layer).map(({ event }) => event);
const scriptsOf = (page: Page) => all(page.document, "script").map(({ attributes }) => attributes);
const thirdParty = (page: Page) =>
  scriptsOf(page).filter(({ src = "" }) => /third-parties|thirdparty|example/.test(src));
const at = (customer: Browser, path: string) => customer.get(path, { follow: true });

describe("events in the page", () => {
  test("an offer's journey in the order of the specification, the purchase once", {
    tags: ["§1.11", "§3.6", "§9.7", "§4.48", "§2.42", "§2.43"],
  }, async () => {
    const token = fresh("demo");
    const customer = portal.browser();
    const seen: string[] = [];
    const see = (page: Page) => {
      seen.push(...idsOf(page));
      return page;
    };
    let page = see(await at(customer, `/angebot/${token}`));
    const document = all(page.document, "a").find(({ attributes }) =>
      attributes.href?.includes("/dokumente/"),
    );
    expect((await customer.get(document?.attributes.href ?? "")).status).toBe(200);
    page = see(await at(customer, `/angebot/${token}/meine-daten`));
    for (const fields of [entered.personalData, entered.idData, entered.directDebit, {}])
      page = see(await customer.submit(page, fields, { follow: true }));
    expect(page.name).toBe("confirmation");
    expect(seen).toEqual([
      "offerLoaded",
      "documentsDownloaded",
      "personalDataSaved",
      "paymentDataSaved",
      "offerSubmitted",
      "offerConfirmation",
      "offerPurchase",
    ]);
    const purchase = pushesOf(page).at(-1);
    expect(purchase?.ecommerce).toMatchObject({
      currency: "EUR",
      payment: "direct_debit",
      affiliation: "o2",
    });
    expect(idsOf(await customer.get(page.path)), "another look").toEqual([]);
    expect(idsOf(await at(portal.browser(), page.path)), "somebody with the link").toEqual([]);
  });

  test("concurrent confirmations push submission and purchase once in total", async () => {
    const customer = portal.browser();
    const ordered = await customer.submit(await goToSummary(customer, fresh("demo")), {});
    const path = new URL(ordered.headers.get("Location") ?? "", portal.origin).pathname;
    const pages = await Promise.all(Array.from({ length: 8 }, () => customer.get(path)));
    const sent = pages.flatMap((page) => idsOf(page));
    expect(sent.filter((event) => event === "offerPurchase")).toHaveLength(1);
    expect(sent.filter((event) => event === "offerSubmitted")).toHaveLength(1);
    expect(sent.filter((event) => event === "offerConfirmation")).toHaveLength(1);
  });

  test("a session that did not order pushes no purchase", async () => {
    const token = fresh("demo");
    const customer = portal.browser();
    await customer.submit(await goToSummary(customer, token), {}, { follow: true });
    const page = await at(portal.browser(), `/angebot/${token}/danke`);
    expect(idsOf(page)).not.toContain("offerPurchase");
  });

  test("a form that returns with messages pushes nothing again", async () => {
    const token = fresh("demo");
    const customer = portal.browser();
    await customer.get(`/angebot/${token}`);
    const form = await customer.get(`/angebot/${token}/meine-daten`);
    const refused = await customer.submit(form, { ...entered.personalData, email: "" });
    expect(refused.status).toBe(422);
    expect(pushesOf(refused)).toEqual([]);
    const termination = await customer.submit(await customer.get("/kuendigung"), {});
    expect(termination.status).toBe(422);
    expect(pushesOf(termination)).toEqual([]);
  });

  test.each([
    ["/angebot/state-OFFER_EXPIRED", "offerLoadError", "Loading cart failed: OfferExpired"],
    ["/angebot/state-OFFER_EXPIRED/fehler", "offerErrorPage", "Error page: OfferExpired"],
    ["/angebot/fehler", "offerErrorPage", "Error page: NotFound"],
  ])("%s pushes %s", async (path, event, description) => {
    expect(pushesOf(await portal.browser().get(path))).toEqual([
      expect.objectContaining({ event, description }),
    ]);
  });

  test("a missing document, whatever code the backend gives", async () => {
    const token = fresh("demo");
    const customer = portal.browser();
    await customer.get(`/angebot/${token}`);
    const page = await customer.get(`/angebot/${token}/dokumente/nothing/PRODUCT_INFO`);
    expect(page.status).toBe(404);
    expect(pushesOf(page)).toEqual([
      expect.objectContaining({
        event: "documentsLoadError",
        description: "Loading documents failed: NotFound",
      }),
    ]);
  });

  test("an order that is refused", async () => {
    const customer = portal.browser();
    const summary = await goToSummary(customer, fresh("accept-PAYMENT_FAILED"));
    const page = await customer.submit(summary, {}, { follow: true });
    expect(page.state).toBe("PaymentFailed");
    expect(idsOf(page)).toContain("offerSubmitFailed");
    expect(idsOf(page)).not.toContain("offerSubmitted");
  });

  test("a pending payment is no failure, and is tracked once however often the page polls", async () => {
    const token = fresh("pay-wait");
    const customer = portal.browser();
    await customer.submit(await goToSummary(customer, token, entered.card));
    let page = await customer.get(`/angebot/${token}/danke`);
    const seen: string[] = [];
    while (page.state === "OfferPaymentWaitForCapture") {
      seen.push(...idsOf(page));
      page = await customer.get(/url=(.+)$/.exec(page.headers.get("Refresh") ?? "")?.[1] ?? "");
    }
    seen.push(...idsOf(page));
    expect(seen).toEqual(["offerSubmitted", "offerErrorPage", "offerConfirmation", "offerPurchase"]);
  });

  test("a purchase counts once, when it is paid: not while its payment is open", async () => {
    const token = fresh("demo");
    const customer = portal.browser();
    const { location = "" } = await customer.submit(await goToSummary(customer, token, entered.card));
    const danke = `/angebot/${token}/danke`;
    const seen = [...idsOf(await customer.get(danke)), ...idsOf(await customer.get(danke))];
    expect(seen).toEqual(["offerSubmitted"]);
    await customer.post(location, { action: "pay" });
    seen.push(...idsOf(await customer.get(danke)), ...idsOf(await customer.get(danke)));
    expect(seen).toEqual(["offerSubmitted", "offerConfirmation", "offerPurchase"]);
  });

  test("labels of identity verification are German in every language", async () => {
    const page = await at(portal.browser(), "/tr/idv/state-OFFER_CANCELLED?brand=ayyildiz");
    expect(page.lang).toBe("tr");
    expect(pushesOf(page, "dataLayer")).toEqual([
      {
        event: "idvCancelled",
        pageContent: "idv cancelled",
        application: "permissions",
        category: "idv",
        customerLoginStatus: "no",
        idvLabel: "Die Bestellung wurde storniert",
      },
    ]);
  });

  test("neither a customer's input nor a token", async () => {
    const token = fresh("demo-orange_vvl");
    const customer = portal.browser();
    const pages = [await at(customer, `/angebot/${token}`)];
    const summary = await goToSummary(customer, token);
    pages.push(summary, await customer.submit(summary, {}, { follow: true }));
    const sent = JSON.stringify(pages.flatMap((page) => pushesOf(page)));
    expect(sent).toContain("alternative_offer");
    const typed = Object.values({ ...entered.personalData, ...entered.idData, ...entered.directDebit });
    for (const value of [token, ...typed].filter((text) => text.length > 4 && text !== "direct_debit"))
      expect(sent).not.toContain(value);
    for (const page of pages) for (const { src = "" } of thirdParty(page)) expect(src).not.toContain(token);
  });
});

describe("scripts of third parties", () => {
  test("wait for consent; personalisation is for terminations only", {
    tags: ["§1.28", "§9.8", "§1.27"],
  }, async () => {
    const customer = portal.browser();
    const home = await customer.get("/?brand=blau");
    const services = (page: Page) => scriptsOf(page).flatMap((script) => script["data-usercentrics"] ?? []);
    expect(services(home)).toEqual(["Google Tag Manager"]);
    const termination = await customer.get("/kuendigung");
    expect(services(termination)).toEqual(["Google Tag Manager", "trbo"]);
    for (const script of thirdParty(termination)) {
      expect(script.defer ?? script.type).toBeDefined();
      if (script["data-usercentrics"]) expect(script.type).toBe("text/plain");
    }
  });

  test.each([
    ["a brand without a consent tool", "/?brand=nova", {}],
    ["Save-Data", "/kuendigung?brand=blau", { "Save-Data": "on" }],
    ["2g", "/kuendigung?brand=blau", { ECT: "2g" }],
    ["a bot", "/kuendigung?brand=blau", { "User-Agent": "Googlebot/2.1" }],
    ["the sandbox's own pages", "/sandbox?brand=blau", {}],
    ["a page on which a handover's code is typed", "/weitermachen?brand=blau", {}],
  ])("%s gets none", async (_, path, headers) => {
    const page = await portal.browser(headers as Record<string, string>).get(path);
    expect(page.status).toBe(200);
    expect(thirdParty(page)).toEqual([]);
    expect(idsOf(page)).toEqual([]);
    expect(page.headers.get("Content-Security-Policy")).not.toContain("http");
  });

  test("receipts, handovers and customer data load none, and elsewhere tags learn a pattern instead of an address", async () => {
    const customer = portal.browser();
    const receipt = await customer.post("/kuendigung?brand=blau", declaration(), { follow: true });
    expect(receipt.name).toBe("termination-confirmation");
    const details = await customer.get(`/kundendaten/${fresh()}`);
    expect(details.name).toBe("customer-data");
    for (const page of [receipt, details]) {
      expect(thirdParty(page)).toEqual([]);
      expect(page.headers.get("Content-Security-Policy")).not.toContain("http");
    }
    const offer = await customer.get(`/tr/angebot/${fresh("demo")}?brand=ayyildiz`);
    const starter = scriptsOf(offer).find((script) => script["data-settings"]);
    expect(starter?.["data-pattern"]).toBe("/tr/angebot/:token");
  });

  test("the policy names exactly the configured hosts", async () => {
    const other = await startPortal({
      CONSENT_MANAGER_URL: "https://consent.example/loader.js",
      TAG_MANAGER_URL: "https://tags.example/tag.js",
      PERSONALISATION_URL: "https://personal.example/p.js",
      PAGES_WITHOUT_THIRD_PARTIES: "offer-landing",
    });
    try {
      const hosts = async (path: string) => {
        const page = await other.browser().get(path);
        const policy = page.headers.get("Content-Security-Policy") ?? "";
        const script = policy.split("; ").find((one) => one.startsWith("script-src")) ?? "";
        const named = script.split(" ").filter((one) => one.startsWith("http"));
        // Consent tools bring styles of their own.
        expect(policy.includes("style-src 'unsafe-inline'")).toBe(named.length > 0);
        expect(script).not.toMatch(/unsafe|nonce/);
        return named;
      };
      expect(await hosts("/?brand=blau")).toEqual(["https://consent.example", "https://tags.example"]);
      expect(await hosts("/kuendigung?brand=blau")).toEqual([
        "https://consent.example",
        "https://tags.example",
        "https://personal.example",
      ]);
      expect(await hosts("/?brand=nova"), "no consent tool").toEqual([]);
      expect(await hosts("/sandbox?brand=blau")).toEqual([]);
      expect(await hosts("/angebot?brand=blau"), "by the settings").toEqual([]);
      const saving = other.browser({ "Save-Data": "on" });
      const plain = await saving.get("/?brand=blau");
      expect(plain.headers.get("Content-Security-Policy")).not.toContain("https:");
    } finally {
      await other.stop();
    }
  });
});
