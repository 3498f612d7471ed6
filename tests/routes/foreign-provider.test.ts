import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Browser, type Fields, linkTo, type Page } from "../support/browser.ts";
import { entered, goToSummary, knownEnd } from "../support/offer.ts";
import { type Portal, startPortal } from "../support/portal.ts";
import { links, type Provider, startProvider } from "../support/provider/server.ts";
import { statementTags } from "../support/statements.ts";
import { declaration, passedOn, pdfOf } from "../support/termination.ts";

interface Payload {
  query?: string[];
  mediaType?: string;
}
const json = "application/json";
/** Every call of the specification (§7), with what it sends. */
const specifiedCalls: [call: string, payload: Payload][] = [
  ["GET /api/auth/token", { query: ["code"] }],
  ["GET /api/{brand}/lists/nationalities", {}],
  ["GET /api/consent/{id}", {}],
  ["GET /api/{brand}/contracttermination/config", {}],
  ["POST /api/{brand}/contracttermination/{id}", { mediaType: json }],
  ["GET /api/{brand}/contracttermination/download/{id}", {}],
  ["POST /api/{brand}/contracttermination/upload/{id}", { mediaType: "multipart/form-data" }],
  ["GET /api/{brand}/prefilledcontracttermination/config", {}],
  ["POST /api/{brand}/prefilledcontracttermination/{id}", { mediaType: json }],
  ["GET /api/{brand}/prefilledcontracttermination/download/{id}", {}],
  ["GET /api/{brand}/prefilledcontracttermination/prefill", { query: ["data"] }],
  ["GET /api/offer/verify/{id}", {}],
  ["GET /api/offer/{id}", {}],
  ["GET /api/offer/{id}/preview", {}],
  ["POST /api/offer/accept/{id}", { mediaType: json }],
  ["GET /api/offer/summary/{id}", {}],
  ["GET /api/offer/documents/{a}/{b}/{c}", {}],
  ["PATCH /api/offer/{id}", {}],
  ["POST /api/offer/{id}/preview/reset", {}],
  ["GET /api/{brand}/customer/details/{id}", {}],
  ["POST /api/{brand}/customer/details/{id}", { mediaType: json }],
  ["POST /api/declinemail", { query: ["token", "brand"] }],
  ["GET /api/entry/novum", { query: ["id"] }],
  ["GET /api/idv/{id}", { query: ["language"] }],
  ["GET /api/idv/{id}/methods", {}],
  ["POST /api/idv/{id}/methods", { query: ["language"], mediaType: json }],
  ["POST /api/validation/{brand}/address", { mediaType: json }],
  ["POST /api/validation/{brand}/iban", { mediaType: json }],
];

// The journeys with a provider that was written from the specification alone: once with full answers, and once with plain words.
const tags = specifiedCalls.flatMap(([call]) =>
  statementTags(7, (statement) => statement.startsWith(`${call}: `)),
);
describe.each(["plain", "full"] as const)("in %s words:", { tags }, (words) => {
  let provider: Provider;
  let portal: Portal;
  let customer: Browser;
  beforeAll(async () => {
    provider = await startProvider({ words });
    portal = await startPortal({
      API_BASE_URL: provider.origin,
      REDIRECT_ORIGINS: provider.origin,
      LOGIN_URL: `${provider.origin}/login`,
      DECLARATION_RETRY_MS: "50",
    });
    customer = portal.browser();
  });
  afterAll(async () => {
    await portal.stop();
    await provider.stop();
  });

  test("there is nothing of the sandbox", async () => {
    const home = await portal.browser().get("/kuendigung");
    expect(home.html).not.toContain("/sandbox");
    const set = await portal.browser().post("/sandbox/clock", { token: "demo~x", add: "P1D" });
    expect(set.status).toBeGreaterThanOrEqual(404);
  });

  let count = 0;
  /** A link of its own for every test. */
  const link = (name: keyof typeof links) => `${links[name]}-${count++}`;
  function expectPage(
    { status, name, state }: Page,
    ...expected: [status: number, name: string, state?: string]
  ) {
    expect([status, name, state]).toEqual([...expected, undefined].slice(0, 3));
  }

  async function logIn(someone: Browser): Promise<Page> {
    const refused = await someone.get(`/angebot/${link("needsLogin")}`);
    expectPage(refused, 401, "offer-error", "Unauthorized");
    const { location = "" } = await someone.submit(await someone.get(linkTo(refused, "Zur Anmeldung")));
    const asked = new URL(location).searchParams;
    const back = new URL(asked.get("redirect_uri") ?? "", portal.origin);
    const search = new URLSearchParams({ code: "1", state: asked.get("state") ?? "" });
    return someone.get(`${back.pathname}?${search}`, { follow: true });
  }

  test.each([
    ["/angebot/expired", 410, "offer-error", "OfferExpired"],
    ["/angebot/blocked", 409, "offer-error", "OfferBlocked"],
    ["/angebot/down", 503, "offer-error", "Downtime"],
    ["/angebot/odd", 500, "offer-error", "Unexpected"],
    ["/angebot/nobody", 404, "offer-error", "NotFound"],
    ["/idv/expired", 410, "idv-expired", "OfferExpired"],
    ["/idv/down", 503, "idv-error", "Downtime"],
    ["/idv/nobody", 404, "idv-error", "NotFound"],
  ])("%s answers %i: %s %s", async (path, ...expected) => {
    expectPage(await customer.get(`${path}.${count++}`, { follow: true }), ...expected);
  });

  describe("an offer", () => {
    test("is ordered by direct debit, once", { tags: ["§7.1"] }, async () => {
      const token = link("newCustomer");
      const offer = await customer.get(`/angebot/${token}`);
      expectPage(offer, 200, "offer");
      expect(offer.text).toMatch(/Adler 3.*Weitblick M/s);
      const summary = await goToSummary(customer, token, entered.directDebit);
      expectPage(summary, 200, "summary");
      expect(summary.text).toMatch(/Anschlusspreis\s*39,90.*zahlungspflichtig bestellen/s);
      await customer.submit(summary);
      // In plain words, the acceptance leaves to the reads whether it acted; on a busy machine they may take a second look.
      expectPage(await knownEnd(customer, token), 200, "confirmation");
      const again = await customer.get(`/angebot/${token}`, { follow: true });
      expectPage(again, 200, "confirmation");
    });

    test("is paid at a payment provider", async () => {
      const token = link("newCustomer");
      const away = await customer.submit(await goToSummary(customer, token, entered.card));
      let payAt = away.location ?? "";
      if (words === "plain") {
        expect(payAt).toBe(`/angebot/${token}/danke`);
        const open = await knownEnd(customer, token);
        expectPage(open, 200, "offer-error", "PaymentOpen");
        payAt = linkTo(open, "Jetzt bezahlen");
      }
      expect([away.status, payAt]).toEqual([303, expect.stringContaining(`${provider.origin}/pay/`)]);
      await fetch(payAt, { redirect: "manual" });
      expectPage(await customer.get(`/angebot/${token}/danke`), 200, "confirmation");
    });

    test("of a known customer is ordered by invoice, with what the provider knows", async () => {
      const token = link("knownCustomer");
      const summary = await goToSummary(customer, token, { paymentMethod: "invoice" });
      expectPage(summary, 200, "summary");
      expect(summary.text).toContain("Fremd");
      const posted = await customer.submit(summary, {}, { follow: true });
      // A machine that is busy may take longer than the portal reads again.
      expectPage(words === "plain" ? await knownEnd(customer, token) : posted, 200, "confirmation");
    });

    test("opens after a login", async () => expectPage(await logIn(customer), 200, "offer"));

    test("begins with a Novum id, as a preview, and has documents", async () => {
      const novum = await customer.get(`/entry/novum?id=${links.novum}`, { follow: true });
      expectPage(novum, 200, "offer");
      const token = link("newCustomer");
      expectPage(await customer.get(`/angebot/preview/${token}`), 200, "offer-preview");
      await customer.get(`/angebot/${token}`);
      const document = await customer.get(`/angebot/${token}/dokumente/all/CONTRACT_SUMMARY`);
      expect([document.status, document.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
    });

    test("is put back to its start, and so is its preview", { tags: ["§4.2", "§4.3"] }, async () => {
      const token = link("newCustomer");
      const preview = await customer.get(`/angebot/preview/${token}`);
      const reset = await customer.submit(preview, {}, { follow: true });
      expect(reset.text).toContain("Die Vorschau wurde zurückgesetzt.");
      await customer.submit(await goToSummary(customer, token, entered.card));
      const open = await knownEnd(customer, token);
      expectPage(open, 200, "offer-error", "PaymentOpen");
      const form = customer.submit(open, {}, { follow: true });
      expectPage(await form, 200, "payment");
    });

    test("keeps an address that the provider corrects for the customer to choose", async () => {
      const token = link("newCustomer");
      await customer.get(`/angebot/${token}`);
      const page = await customer.get(`/angebot/${token}/meine-daten`);
      const choice = await customer.submit(page, { ...entered.personalData, street: "Falschweg" });
      expect([choice.status, choice.text]).toEqual([422, expect.stringContaining("Richtigweg")]);
      expect(page.text).toContain("Ja, ich möchte Post von Ihnen.");
    });
  });

  describe("a verification", () => {
    const choose = async (token: string, method: string) => {
      const page = await customer.get(`/idv/${token}`);
      expectPage(page, 200, "idv-selection");
      return customer.submit(page, {}, { button: ["method", method] });
    };

    test("says nothing of hours that the provider does not state, or not readably", async () => {
      const page = await customer.get(`/idv/${link("idv")}`);
      expect(page.text).toContain("Schalter eG");
      expect(page.text).not.toMatch(/Rund um die Uhr|Geöffnet|geschlossen/i);
    });

    test("goes on at the counter with its coupon", async () => {
      const coupon = await customer.get((await choose(link("idv"), "5")).location ?? "");
      expectPage(coupon, 200, "idv-post-ident");
      expect(coupon.text.replaceAll(/\s/g, "")).toContain("123456789012");
    });

    test("goes on by video, and waits for its result", async () => {
      const token = link("idv");
      const away = await choose(token, "6");
      expect([away.status, away.location]).toEqual([303, `${provider.origin}/video/${token}`]);
      expectPage(await customer.get(`/idv/${token}`, { follow: true }), 200, "idv-pending");
    });
  });

  test("a customer's data is shown, and changed once", async () => {
    const path = `/kundendaten/${link("customer")}`;
    const page = await customer.get(path);
    const older = await customer.get(path);
    expectPage(page, 200, "customer-data");
    expect(page.text).toContain("Am Ring 7");
    expect(page.text, "an account whose holder is not named").toContain("DE89 •••• •••• 3000");
    const saved = await customer.submit(page, { email: "neu@example.com" }, { follow: true });
    expect([saved.status, saved.heading]).toEqual([200, "Ihre Änderungen sind gespeichert"]);
    const stale = await customer.submit(older, { email: "alt@example.com" }, { follow: true });
    expect([stale.status, stale.name]).toEqual([409, "customer-data"]);
  });

  describe("declarations", () => {
    test("a termination is received and passed on, and its proof follows", async () => {
      expect((await customer.get("/kuendigung")).text).toContain("Festnetz");
      const special: Fields = { cancellationType: "special", reason: "PersönlicheUmstände" };
      const fields = declaration({ ...special, serviceType: "1" });
      const received = await customer.post("/kuendigung", fields, { follow: true });
      expectPage(received, 200, "termination-confirmation");
      const page = await passedOn(customer, received);
      await expect.poll(async () => (await customer.get(page.path)).text).toMatch(/Vertragsende/);
      const sent = await customer.submit(page, { file: pdfOf(1000) }, { follow: true });
      expect(sent.text).toContain("nachweis.pdf");
    });

    test("a termination from the selfcare pages", async () => {
      const open = (data: string) =>
        customer.get(`/selfcarekuendigung?data=${data}&brand=o2`, { follow: true });
      const page = await open(links.prefill);
      expectPage(page, 200, "selfcare-termination");
      expect(page.text).toContain("8801");
      const received = await customer.submit(page, { email: "bo@example.com" }, { follow: true });
      const confirmed = await passedOn(customer, received);
      expect(confirmed.name).toBe("selfcare-confirmation");
      await expect
        .poll(async () => (await customer.get(confirmed.path)).text)
        .toContain("Bestätigungsschreiben von");
      const letter = await customer.get(
        linkTo(await customer.get(confirmed.path), /Bestätigungsschreiben von/),
      );
      expect(letter.headers.get("Content-Type")).toBe("application/pdf");
      expect(received.text).not.toContain("nennen Sie ihn uns bitte am Telefon");
      expect((await open("nobody")).name).toBe("selfcare-error");
    });

    test("a withdrawal, and an objection to advertising", async () => {
      const fields = declaration({ contractReference: "B-1" });
      const received = await customer.post("/widerruf", fields, { follow: true });
      expect((await passedOn(customer, received)).name).toBe("withdrawal-confirmation");
      const page = await customer.get("/email-ablehnung?token=T.1&brand=o2");
      const done = await customer.submit(page, {}, { follow: true });
      expect(done.heading).toBe("Sie haben die Werbung per E‑Mail abbestellt");
    });

    test("of somebody who is logged in carry the token in every call", { tags: ["§7.3"] }, async () => {
      const someone = portal.browser();
      await logIn(someone);
      const all = provider.calls.length;
      const carrying = provider.loggedIn.length;
      const special: Fields = { cancellationType: "special", reason: "SonstigerGrund", reasonText: "Umzug" };
      const termination = declaration({ ...special, serviceType: "1", file: pdfOf(1000) });
      const received = await someone.post("/kuendigung", termination, { follow: true });
      expectPage(received, 200, "termination-confirmation");
      const document = await someone.get(linkTo(received, /Bestätigungsschreiben von/));
      expect(document.headers.get("Content-Type")).toBe("application/pdf");
      const prefilled = await someone.get(`/selfcarekuendigung?data=${links.prefill}&brand=o2`, {
        follow: true,
      });
      await someone.submit(prefilled, { email: "bo@example.com" }, { follow: true });
      await someone.post("/widerruf", declaration({ contractReference: "B-2" }), { follow: true });
      const objection = await someone.get("/email-ablehnung?token=T.2&brand=o2");
      await someone.submit(objection, {}, { follow: true });
      const calls = provider.calls.slice(all);
      // Configurations are kept for all customers.
      const own = calls.filter((call) => !call.endsWith("/config"));
      expect(new Set(own.map((call) => call.replace(/[0-9a-f-]{36}/, "{id}")))).toEqual(
        new Set([
          "POST /api/O2/contracttermination/{id}",
          "POST /api/O2/contracttermination/upload/{id}",
          "GET /api/O2/contracttermination/{id}",
          "GET /api/O2/contracttermination/download/{id}",
          "GET /api/O2/prefilledcontracttermination/prefill",
          "POST /api/O2/prefilledcontracttermination/{id}",
          "GET /api/O2/prefilledcontracttermination/{id}",
          "POST /api/O2/withdrawal/{id}",
          "POST /api/declinemail",
        ]),
      );
      // What opens by another link than that of the login goes without.
      const byLink = ["GET /api/O2/prefilledcontracttermination/prefill", "POST /api/declinemail"];
      expect(provider.loggedIn.slice(carrying)).toEqual(calls.filter((call) => !byLink.includes(call)));
    });
  });

  describe("the provider got", () => {
    for (const [call, { query = [], mediaType = "" }] of specifiedCalls) {
      test(call, () => {
        const path = call.replace("{brand}", "O2").replaceAll(/\{\w+\}/g, "[^/]+");
        const sent = provider.requests.filter((one) => new RegExp(`^${path}$`).test(one.call));
        expect(sent.length).toBeGreaterThan(0);
        for (const one of sent) {
          expect(one.query).toEqual(query);
          if (mediaType) expect(one.mediaType).toBe(mediaType);
        }
      });
    }
  });
});
