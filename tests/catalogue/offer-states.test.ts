import { describe, expect, test } from "vitest";
import { errorNumber } from "#app/domain/error-number.server.ts";
import { type OfferState, offerStateNames, offerStates } from "#app/errors/offer-states.ts";
import { placesFor } from "../support/brands.ts";
import type { Browser, Page } from "../support/browser.ts";
import { errorTexts } from "../support/error-texts.ts";
import { all, first } from "../support/html.ts";
import { entered, goToSummary } from "../support/offer.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();

/** Ways to the states that no code of the first call leads to. */
const ways: Partial<Record<OfferState, (customer: Browser, at: (path: string) => string) => Promise<Page>>> =
  {
    Unauthorized: (customer, at) => customer.get(at("/angebot/http-401")),
    Forbidden: (customer, at) => customer.get(at("/angebot/http-403")),
    NotFound: (customer, at) => customer.get(at("/angebot/unknown")),
    Unexpected: (customer, at) => customer.get(at("/angebot/garbage")),
    DocumentsNotLoaded: async (customer, at) => {
      await goToSummary(customer, "documents-fail", entered.directDebit);
      return customer.get(at("/angebot/documents-fail/zusammenfassung"));
    },
    OfferSummaryNotLoaded: (customer, at) => customer.get(at("/angebot/summary-fail/danke")),
    OfferResetFailed: (customer, at) =>
      customer.post(at("/angebot/reset-fail/fehler"), { paymentAction: "clearError" }),
    // Missing data without a cart.
    BirthdateNotPresent: (customer, at) => customer.get(at("/angebot/state-BIRTHDATE_NOT_PRESENT/fehler")),
    PersonalDataMissing: (customer, at) => customer.get(at("/angebot/state-PERSONAL_DATA_MISSING/fehler")),
    IdentificationDataMissing: (customer, at) =>
      customer.get(at("/angebot/state-IDENTIFICATIONDATA_MISSING/fehler")),
  };

const shown = offerStateNames.flatMap((state, turn) => placesFor(turn).map((place) => ({ state, ...place })));
test.each(shown)("$state of $slug in $locale", async ({ state, slug, locale }) => {
  const at = (path: string) => (locale === "de" ? path : `/${locale}${path}`);
  const row = offerStates[state];
  const customer = portal.browser({ "Accept-Language": "de" });
  customer.cookies.set("brand", slug);
  const reach = ways[state];
  const page = await (reach ? reach(customer, at) : customer.get(at(`/angebot/state-${row.code}`)));
  expect({ status: page.status, state: page.state, lang: page.lang, brand: page.brand }).toEqual({
    status: row.status,
    state,
    lang: locale,
    brand: slug,
  });
  const own: { headline: string } = errorTexts(locale).offer[state];
  expect(page.heading).toBe(own.headline);
  expect(page.title).toContain(own.headline);
  // A next step: at least one link or form besides the footer's hotline.
  const actions = all(page.document, "*", { "data-action": true }).map(
    ({ attributes }) => attributes["data-action"],
  );
  const possible = row.actions.filter((action) => action !== "shop" && action !== "showOrder");
  expect(actions).toEqual(expect.arrayContaining([...possible]));
  const number = errorNumber(customer.cookies.get("trace-id") ?? "none");
  expect(page.text.includes(number), "an error number").toBe(row.status >= 400);
  // A missing text would show its key.
  expect(page.text).not.toContain(`${state}.`);
  expect(page.text).not.toMatch(/\{\{/);
  if ("textWithEnd" in own) expect(page.text, "when the downtime ends").toMatch(/\d\d:\d\d/);
  if (row.status === 503) expect(Number(page.headers.get("Retry-After"))).toBeGreaterThan(0);
  if (row.refresh) expect(page.headers.get("Refresh")).toMatch(/^\d+; url=/);
  const answers = [page.headers.get("Refresh"), page.headers.get("Retry-After")];
  expect(answers.filter(Boolean).length, "one answer to when to come back").toBeLessThan(2);
});

describe("a bot", () => {
  test.each(["state-OFFER_EXPIRED", "http-401", "garbage"])(
    "gets the status of %s and one line",
    async (token) => {
      const robot = portal.browser({ "User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" });
      const person = await portal.browser().get(`/angebot/${token}`);
      const page = await robot.get(`/angebot/${token}`);
      expect(page.status).toBe(person.status);
      expect(page.headers.get("Content-Type")).toMatch(/^text\/plain/);
      expect(new TextDecoder().decode(page.body).trim().split("\n")).toHaveLength(1);
    },
  );

  test.each([
    ["/angebot/fehler", 500],
    ["/selfcarekuendigung/error", 404],
    ["/entry/novum", 404],
    ["/entry/novum?id=http-500", 500],
    ["/email-ablehnung", 404],
  ])("gets one line on %s: %i", async (path, status) => {
    const page = await portal.browser({ "User-Agent": "Googlebot/2.1" }).get(path);
    expect([page.status, page.headers.get("Content-Type")]).toEqual([
      status,
      expect.stringMatching(/^text\/plain/),
    ]);
  });

  test.each([
    "curl/8.14.1",
    "Go-http-client/1.1",
    "Java/21.0.4",
    "Apache-HttpClient/4.5.14 (Java/21.0.4)",
    "okhttp/5.1.0",
    "Python/3.13 aiohttp/3.12.15",
    "aiohttp/3.12.15",
    "PycURL/7.45.6 libcurl/8.14.1",
    "libcurl/8.14.1",
    "http.rb/5.3.1 (MRI/3.4.5)",
    "Mechanize/2.14.0 Ruby/3.4.5p51 (http://github.com/sparklemotion/mechanize/)",
    "Apache-JMeter/5.6.3",
    "WinHTTP/1.0",
    "GuzzleHttp/7",
    "Symfony HttpClient (Curl)",
    "Grafana k6/1.2.1",
    "IntelliJ HTTP Client/IntelliJ IDEA 2026.1",
    "Lynx/2.9.2 libwww-FM/2.14 SSL-MM/1.4.1 OpenSSL/3.4.0",
    "w3m/0.5.3+git20230121",
    "ELinks/0.13.2 (textmode; Linux; 80x24-2)",
    "NetSurf/3.11 (Linux)",
    "Dillo/3.0.5",
  ])("is not %s: it gets the page", async (agent) => {
    const page = await portal.browser({ "User-Agent": agent }).get("/angebot/state-OFFER_EXPIRED");
    expect([page.status, page.state]).toEqual([410, "OfferExpired"]);
  });
});

describe("missing data on the way in", () => {
  test.each([
    ["PERSONAL_DATA_MISSING", "meine-daten"],
    ["BIRTHDATE_NOT_PRESENT", "meine-daten"],
    ["IDENTIFICATIONDATA_MISSING", "ausweisdaten"],
  ])("%s redirects to %s, which fills it in", async (code, step) => {
    const customer = portal.browser();
    const answer = await customer.get(`/angebot/state-${code}~in`);
    expect([answer.status, answer.location]).toEqual([302, `/angebot/state-${code}~in/${step}`]);
    expect((await customer.get(answer.location ?? "")).status).toBe(200);
  });

  test.each([
    ["PERSONAL_DATA_MISSING", "meine-daten"],
    ["BIRTHDATE_NOT_PRESENT", "meine-daten"],
    ["IDENTIFICATIONDATA_MISSING", "ausweisdaten"],
  ])("%s at the order leads there too", async (code, step) => {
    const customer = portal.browser();
    const token = `accept-${code}~in`;
    const page = await goToSummary(customer, token);
    const answer = await customer.submit(page);
    expect([answer.status, answer.location]).toEqual([303, `/angebot/${token}/${step}`]);
    expect((await customer.get(answer.location ?? "")).status).toBe(200);
  });
});

describe("codes at the order", () => {
  const codes = offerStateNames.flatMap((state) => {
    const { code, redirect, status } = offerStates[state];
    return code && !redirect ? [[code, state, status] as const] : [];
  });
  describe.each(["accept", "step-error"])("by %s", (answers) => {
    test.each(codes)("%s shows %s", async (code, state, status) => {
      const customer = portal.browser();
      const page = await goToSummary(customer, `${answers}-${code}~order`);
      const answer = await customer.submit(page, {}, { follow: true });
      expect([answer.status, answer.state]).toEqual([status, state]);
    });
  });

  test("a code that comes once only is over at the second try, from the same session", async () => {
    const customer = portal.browser();
    const token = "accept-once-RESERVATION_RETRY_MODAL~once";
    const answer = await customer.submit(await goToSummary(customer, token));
    expect(answer.state).toBe("ReservationRetryModal");
    // Scripts open its dialog; without them the action is on the page.
    expect(first(answer.document, "*", { "data-action": "dialogRetry" })).toBeDefined();
    expect(first(answer.document, "script", { "data-files": true })).toBeDefined();
    const again = await customer.get(`/angebot/${token}/zusammenfassung`);
    expect((await customer.submit(again, {}, { follow: true })).name).toBe("confirmation");
  });
});

test("a consumed offer shows what was ordered in every browser that has the link", async () => {
  const customer = portal.browser();
  await customer.submit(await goToSummary(customer, "demo~consumed"));
  const own = await customer.get("/angebot/demo~consumed");
  expect([own.status, own.state]).toEqual([410, "OfferConsumed"]);
  expect(own.text).toContain("Nordlicht 12 Pro");
  const foreign = await portal.browser().get("/angebot/demo~consumed");
  expect(foreign.status).toBe(410);
  expect(foreign.text).toContain("Nordlicht 12 Pro");
});
