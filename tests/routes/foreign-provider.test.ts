import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Fields, linkTo, type Page } from "../support/browser.ts";
import { type ForeignProvider, links, startForeignProvider } from "../support/foreign-provider/server.ts";
import { entered, goToSummary } from "../support/offer.ts";
import { type Portal, startPortal } from "../support/portal.ts";
import { declaration, passedOn, pdfOf } from "../support/termination.ts";

// The journeys with a provider that was written from the specification alone.
let provider: ForeignProvider;
let portal: Portal;
beforeAll(async () => {
  provider = await startForeignProvider();
  portal = await startPortal({
    API_BASE_URL: provider.origin,
    REDIRECT_ORIGINS: provider.origin,
    LOGIN_URL: `${provider.origin}/login`,
    DECLARATION_RETRY_MS: "50",
  });
});
afterAll(async () => {
  await portal.stop();
  await provider.stop();
});

let count = 0;
/** A link of its own for every test. */
const link = (name: keyof typeof links) => `${links[name]}-${count++}`;
const seen = ({ status, name, state }: Page) => [status, name, state];

describe("an offer", () => {
  test.each<[string, Fields]>([
    ["by invoice", { paymentMethod: "invoice" }],
    ["by direct debit", entered.directDebit],
  ])("is ordered %s", async (_, payment) => {
    const token = link("newCustomer");
    const customer = portal.browser();
    const offer = await customer.get(`/angebot/${token}`);
    expect(seen(offer)).toEqual([200, "offer", undefined]);
    expect(offer.text).toMatch(/Adler 3.*Weitblick M/s);
    const summary = await goToSummary(customer, token, payment);
    expect(seen(summary)).toEqual([200, "summary", undefined]);
    expect(summary.text).toContain("zahlungspflichtig bestellen");
    const done = await customer.submit(summary, {}, { follow: true });
    expect(seen(done)).toEqual([200, "confirmation", undefined]);
    expect(seen(await customer.get(`/angebot/${token}`, { follow: true }))).toEqual([
      410,
      "offer-error",
      "OfferConsumed",
    ]);
  });

  test("is paid at a payment provider", async () => {
    const token = link("newCustomer");
    const customer = portal.browser();
    const away = await customer.submit(await goToSummary(customer, token, entered.card));
    expect([away.status, away.location]).toEqual([303, expect.stringContaining(`${provider.origin}/pay/`)]);
    await fetch(away.location ?? "", { redirect: "manual" });
    expect(seen(await customer.get(`/angebot/${token}/danke`))).toEqual([200, "confirmation", undefined]);
  });

  test("of a known customer is ordered with what the provider knows", async () => {
    const token = link("knownCustomer");
    const customer = portal.browser();
    const summary = await goToSummary(customer, token, { paymentMethod: "invoice" });
    expect(seen(summary)).toEqual([200, "summary", undefined]);
    expect(summary.text).toContain("Fremd");
    expect(seen(await customer.submit(summary, {}, { follow: true }))).toEqual([
      200,
      "confirmation",
      undefined,
    ]);
  });

  test("opens after a login, as a preview, and with its documents", async () => {
    const token = link("needsLogin");
    const customer = portal.browser();
    const refused = await customer.get(`/angebot/${token}`);
    expect(seen(refused)).toEqual([401, "offer-error", "Unauthorized"]);
    const away = await customer.submit(await customer.get(linkTo(refused, "Zur Anmeldung")));
    const back = new URL(new URL(away.location ?? "").searchParams.get("redirect_uri") ?? "", portal.origin);
    back.searchParams.set("code", "1");
    back.searchParams.set("state", new URL(away.location ?? "").searchParams.get("state") ?? "");
    expect(seen(await customer.get(back.pathname + back.search, { follow: true }))).toEqual([
      200,
      "offer",
      undefined,
    ]);
    const open = link("newCustomer");
    expect(seen(await customer.get(`/angebot/preview/${open}`))).toEqual([200, "offer-preview", undefined]);
    await customer.get(`/angebot/${open}`);
    const document = await customer.get(`/angebot/${open}/dokumente/all/CONTRACT_SUMMARY`);
    expect([document.status, document.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
  });

  test.each([
    ["expired", 410, "OfferExpired"],
    ["blocked", 409, "OfferBlocked"],
    ["down", 503, "Downtime"],
    ["odd", 500, "Unexpected"],
    ["nobody", 404, "NotFound"],
  ])("that is %s", async (name, status, state) => {
    const page = await portal.browser().get(`/angebot/${name}.${count++}`);
    expect(seen(page)).toEqual([status, "offer-error", state]);
  });

  test("begins with a Novum id", async () => {
    const page = await portal.browser().get(`/entry/novum?id=${links.novum}`, { follow: true });
    expect(seen(page)).toEqual([200, "offer", undefined]);
  });

  test("keeps an address that the provider corrects for the customer to choose", async () => {
    const token = link("newCustomer");
    const customer = portal.browser();
    await customer.get(`/angebot/${token}`);
    const page = await customer.get(`/angebot/${token}/meine-daten`);
    const choice = await customer.submit(page, { ...entered.personalData, street: "Falschweg" });
    expect([choice.status, choice.text]).toEqual([422, expect.stringContaining("Richtigweg")]);
    expect(page.text).toContain("Ja, ich möchte Post von Ihnen.");
  });
});

describe("a verification", () => {
  test("goes on at the counter with its coupon", async () => {
    const token = link("idv");
    const customer = portal.browser();
    const page = await customer.get(`/idv/${token}`);
    expect(seen(page)).toEqual([200, "idv-selection", undefined]);
    const coupon = await customer.submit(page, {}, { button: ["method", "5"], follow: true });
    expect(seen(coupon)).toEqual([200, "idv-post-ident", undefined]);
    expect(coupon.text.replaceAll(/\s/g, "")).toContain("123456789012");
  });

  test("goes on by video, and waits for its result", async () => {
    const token = link("idv");
    const customer = portal.browser();
    const away = await customer.submit(await customer.get(`/idv/${token}`), {}, { button: ["method", "6"] });
    expect([away.status, away.location]).toEqual([303, `${provider.origin}/video/${token}`]);
    expect(seen(await customer.get(`/idv/${token}`, { follow: true }))).toEqual([
      200,
      "idv-pending",
      undefined,
    ]);
  });

  test.each([
    ["expired", 410, "idv-expired", "OfferExpired"],
    ["down", 503, "idv-error", "Downtime"],
    ["nobody", 404, "idv-error", "NotFound"],
  ])("that is %s", async (name, ...expected) => {
    expect(seen(await portal.browser().get(`/idv/${name}.${count++}`, { follow: true }))).toEqual(expected);
  });
});

test("a customer's data is shown, and changed once", async () => {
  const id = link("customer");
  const customer = portal.browser();
  const page = await customer.get(`/kundendaten/${id}`);
  expect(seen(page)).toEqual([200, "customer-data", undefined]);
  expect(page.text).toContain("Am Ring 7");
  const older = await customer.get(`/kundendaten/${id}`);
  const saved = await customer.submit(page, { email: "neu@example.com" }, { follow: true });
  expect([saved.status, saved.heading]).toEqual([200, "Ihre Änderungen sind gespeichert"]);
  const stale = await customer.submit(older, { email: "alt@example.com" }, { follow: true });
  expect([stale.status, stale.name]).toEqual([409, "customer-data"]);
});

describe("declarations", () => {
  test("a termination is received and passed on, and its proof follows", async () => {
    const customer = portal.browser();
    expect((await customer.get("/kuendigung")).text).toContain("Festnetz");
    const fields = declaration({
      serviceType: "1",
      cancellationType: "special",
      reason: "PersönlicheUmstände",
    });
    const received = await customer.post("/kuendigung", fields, { follow: true });
    expect(seen(received)).toEqual([200, "termination-confirmation", undefined]);
    const page = await passedOn(customer, received);
    expect(page.text).toMatch(/Vertragsende/);
    const sent = await customer.submit(page, { file: pdfOf(1000) }, { follow: true });
    expect(sent.text).toContain("nachweis.pdf");
  });

  test("a termination from the selfcare pages", async () => {
    const customer = portal.browser();
    const page = await customer.get(`/selfcarekuendigung?data=${links.prefill}&brand=o2`, { follow: true });
    expect(seen(page)).toEqual([200, "selfcare-termination", undefined]);
    expect(page.text).toContain("Weitblick M");
    const received = await customer.submit(page, { email: "bo@example.com" }, { follow: true });
    expect((await passedOn(customer, received)).name).toBe("selfcare-confirmation");
    const unknown = await customer.get("/selfcarekuendigung?data=nobody&brand=o2", { follow: true });
    expect(unknown.name).toBe("selfcare-error");
  });

  test("a withdrawal", async () => {
    const customer = portal.browser();
    const fields = declaration({ contractReference: "B-1" });
    const received = await customer.post("/widerruf", fields, { follow: true });
    expect((await passedOn(customer, received)).name).toBe("withdrawal-confirmation");
  });

  test("an objection to advertising", async () => {
    const customer = portal.browser();
    const page = await customer.get("/email-ablehnung?token=T.1&brand=o2");
    expect((await customer.submit(page, {}, { follow: true })).heading).toBe(
      "Sie haben die Werbung abbestellt",
    );
  });
});
