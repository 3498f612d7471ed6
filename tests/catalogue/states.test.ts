import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { type IdvOutcome, idvOutcomeNames } from "#app/errors/idv-outcomes.ts";
import { type OfferState, offerStateNames } from "#app/errors/offer-states.ts";
import type { DataLayerEvent } from "#app/tracking/catalogue.ts";
import de from "#locales/de/errors.json";
import { placesFor } from "../support/brands.ts";
import { actionsOf, asData, type Browser, dataOf, type Page } from "../support/browser.ts";
import { all, first } from "../support/html.ts";
import { entered, goToSummary } from "../support/offer.ts";
import { portalForTests } from "../support/portal-for-tests.ts";
import { statedIdv, statedOffer } from "../support/stated.ts";
import { statementTags } from "../support/statements.ts";

// Every state of an offer and outcome of a verification (specification §4): its page, and the failure that analytics reports at every step where it can occur.
const portal = await portalForTests();
const files = import.meta.glob<typeof de>("../../locales/*/errors.json", { eager: true, import: "default" });
const errorTexts = (language: string) => files[`../../locales/${language}/errors.json`] ?? de;

/** Ways to the states that no code of the first call leads to. */
const ways: Partial<Record<OfferState, (customer: Browser, at: (path: string) => string) => Promise<Page>>> =
  {
    Unauthorized: (customer, at) => customer.get(at("/angebot/http-401")),
    Forbidden: (customer, at) => customer.get(at("/angebot/http-403")),
    NotFound: (customer, at) => customer.get(at("/angebot/unknown")),
    Unexpected: (customer, at) => customer.get(at("/angebot/http-500")),
    DocumentsNotLoaded: async (customer, at) => {
      await goToSummary(customer, "documents-fail", entered.directDebit);
      return customer.get(at("/angebot/documents-fail/zusammenfassung"));
    },
    // An offer that is said to be open has no order to show.
    OfferSummaryNotLoaded: (customer, at) => customer.get(at("/angebot/hangup/danke")),
    OfferResetFailed: (customer, at) =>
      customer.post(at("/angebot/reset-fail/fehler"), { paymentAction: "clearError" }),
    // Missing data without a cart.
    BirthdateNotPresent: (customer, at) => customer.get(at("/angebot/state-BIRTHDATE_NOT_PRESENT/fehler")),
    PersonalDataMissing: (customer, at) => customer.get(at("/angebot/state-PERSONAL_DATA_MISSING/fehler")),
    IdentificationDataMissing: (customer, at) =>
      customer.get(at("/angebot/state-IDENTIFICATIONDATA_MISSING/fehler")),
  };

interface Data {
  page?: string;
  status?: number;
  state?: string;
  next?: string;
  tracking?: DataLayerEvent[];
}
const eventsIn = ({ tracking = [] }: Data) =>
  tracking.map(({ event, pageContent, description }) =>
    [event, pageContent, description].filter(Boolean).join(" | "),
  );

/** Follows redirects and waiting pages, and records each page's events. */
async function collectEvents(customer: Browser, first: Page) {
  const events = eventsIn(dataOf(first));
  let data: Data = dataOf(first);
  let path = first.path;
  while (data.next?.startsWith("/") && data.state !== "OfferPaymentWaitForCapture") {
    if (data.state === "Waiting") await wait(100);
    path = data.next;
    data = dataOf(await customer.get(path, asData));
    events.push(...eventsIn(data));
  }
  return { events, data, path };
}
const look = async (path: string, customer = portal.browser()) =>
  collectEvents(customer, await customer.get(path, asData));

const loading = (state: string) => `offerLoadError | offer error page | Loading cart failed: ${state}`;
const ordering = (state: string) => `offerSubmitFailed | offer page | Place order failed: ${state}`;
const errorPage = (state: string) => `offerErrorPage | offer error page | Error page: ${state}`;
const failures = (events: string[]) => events.filter((one) => /failed|Error page/.test(one));

const withCode = offerStateNames.flatMap((state) => {
  const { code, actions } = statedOffer[state];
  const isAsked = actions.includes("toPersonalData") || actions.includes("toIdData");
  return code ? [{ state, code, isAsked }] : [];
});
/** Missing data is asked for, and a pending payment waits: neither is a failure. */
const failuresOnLoad = ({ state, isAsked }: (typeof withCode)[number]) =>
  isAsked ? [] : [state === "OfferPaymentWaitForCapture" ? errorPage(state) : loading(state)];

const idvWay = (outcome: IdvOutcome) => {
  const { code } = statedIdv[outcome];
  return `/idv/${code ? `state-${code}` : outcome === "NotFound" ? "unknown" : "http-500"}`;
};
const allStates = [
  ...offerStateNames.map((state) => ({ kind: "offer" as const, state, row: statedOffer[state] })),
  ...idvOutcomeNames.map((state) => ({ kind: "idv" as const, state, row: statedIdv[state] })),
];
const shown = allStates.flatMap((one, turn) => placesFor(turn).map((place) => ({ ...one, ...place })));

async function showsState({ kind, state, row, slug, locale }: (typeof shown)[number]) {
  const at = (path: string) => (locale === "de" ? path : `/${locale}${path}`);
  const customer = portal.browser({ "Accept-Language": "de" });
  customer.cookies.set("brand", slug);
  let page: Page;
  if (kind === "offer") {
    const reach = ways[state];
    page = await (reach ? reach(customer, at) : customer.get(at(`/angebot/state-${row.code}`)));
  } else {
    page = await customer.get(at(idvWay(state)));
    const { segment, page: name } = statedIdv[state];
    if (segment) {
      expect([page.status, page.location]).toEqual([302, at(`${idvWay(state)}/${segment}`)]);
      page = await customer.get(page.location ?? "");
    }
    expect(page.name).toBe(`idv-${name}`);
    expect(page.headers.get("Cache-Control")).toBe("no-store");
  }
  const texts: Record<string, { headline: string }> = errorTexts(locale)[kind];
  const own = texts[state] ?? expect.fail("no text");
  expect(page).toMatchObject({ status: row.status, state, lang: locale, brand: slug, heading: own.headline });
  expect(page.title).toContain(own.headline);
  // A next step: at least one link or form besides the footer's hotline.
  const actions = actionsOf(page);
  expect(actions).toEqual(expect.arrayContaining(row.actions));
  const hasNumber = /(?:Fehlernummer|Error number|Hata numarası)\W*[2-9B-Z]{6}/.test(page.text);
  expect(hasNumber, "an error number").toBe(row.status >= 400);
  if (state === "OfferAbandonedPayment") {
    expect(actions).not.toContain("restart");
    expect(all(page.document, "input", { name: "paymentAction" })).toEqual([]);
  }
  // A missing text would show its key.
  expect(page.text).not.toContain(`${state}.`);
  expect(page.text).not.toMatch(/\{\{|\bidv\.|\berrors\./);
  if ("textWithEnd" in own) expect(page.text, "when the downtime ends").toMatch(/\d\d:\d\d/);
  expect(Number(page.headers.get("Retry-After") ?? 0) > 0).toBe(row.status === 503);
  expect(page.headers.has("Refresh")).toBe(row.refreshes === true);
  const coded = kind === "offer" && slug === "o2" && withCode.find((one) => one.state === state);
  if (!coded) return;
  const { events } = await look(`/angebot/state-${coded.code}~load`);
  expect(failures(events), "as analytics reports it").toEqual(failuresOnLoad(coded));
}

for (const one of shown) {
  const tags = statementTags(
    4,
    `${one.kind === "offer" ? "Offer error state" : "Idv outcome"}: ${one.state}.`,
  );
  test(`${one.kind} ${one.state} of ${one.slug} in ${one.locale}`, { tags }, () => showsState(one));
}

test.each([
  ["/angebot/state-OFFER_EXPIRED", 410],
  ["/angebot/http-401", 401],
  ["/angebot/fehler", 404],
  ["/selfcarekuendigung/error", 404],
  ["/entry/novum", 404],
  ["/entry/novum?id=http-500", 500],
  ["/email-ablehnung", 404],
  ["/idv/expired/abgelaufen", 410],
])("a bot gets one line on %s: %i", { tags: ["§8.47"] }, async (path, status) => {
  const robot = portal.browser({ "User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" });
  const page = await robot.get(path);
  expect([page.status, page.headers.get("Content-Type")]).toEqual([
    status,
    expect.stringMatching(/^text\/plain/),
  ]);
  expect(new TextDecoder().decode(page.body).trim().split("\n")).toHaveLength(1);
});

test.each([
  ["PERSONAL_DATA_MISSING", "meine-daten"],
  ["BIRTHDATE_NOT_PRESENT", "meine-daten"],
  ["IDENTIFICATIONDATA_MISSING", "ausweisdaten"],
])("%s on the way in and at the order leads to %s, which fills it in", async (code, step) => {
  const opening = portal.browser();
  const ordering = portal.browser();
  const way = await opening.get(`/angebot/state-${code}~in`);
  expect([way.status, way.location]).toEqual([302, `/angebot/state-${code}~in/${step}`]);
  expect((await opening.get(way.location ?? "")).status).toBe(200);
  const token = `accept-${code}~in`;
  const order = await ordering.submit(await goToSummary(ordering, token));
  expect([order.status, order.location]).toEqual([303, `/angebot/${token}/${step}`]);
  expect((await ordering.get(order.location ?? "")).status).toBe(200);
});

describe("the failure that analytics reports while the offer loads", () => {
  test.each([
    ["http-401", "Unauthorized"],
    ["http-403", "Forbidden"],
    ["unknown", "NotFound"],
    ["garbage", "Unexpected"],
    ["hangup~load/danke", "OfferSummaryNotLoaded"],
  ] as const)("%s is %s", { tags: ["§8.43"] }, async (token, state) => {
    expect((await look(`/angebot/${token}`)).events).toEqual([loading(state)]);
  });
  test.each(["", "/fehler"])("a page%s that refreshes itself is counted the first time", async (page) => {
    const path = `/angebot/state-OFFER_PAYMENT_WAITFORCAPTURE~again${page}`;
    const { data, events } = await look(path);
    expect(events).toEqual([errorPage("OfferPaymentWaitForCapture")]);
    expect((await look(data.next ?? "")).events).toEqual([]);
  });
});

test("on the error page it is that page's", { tags: ["§8.46"] }, async () => {
  const failed = { paymentAction: "clearError" };
  const reset = await portal.browser().post("/angebot/reset-fail~t/fehler", failed, asData);
  expect(eventsIn(dataOf(reset))).toEqual([errorPage("OfferResetFailed")]);
  const { events } = await look("/angebot/state-OFFER_EXPIRED~error/fehler");
  expect(failures(events)).toEqual([errorPage("OfferExpired")]);
});

describe("when the order is sent", () => {
  const outcome: Partial<Record<OfferState, string[]>> = {
    OfferPaymentWaitForCapture: [errorPage("OfferPaymentWaitForCapture")],
  };
  async function isReportedOnce({ state, code, isAsked }: (typeof withCode)[number]) {
    const customer = portal.browser();
    const summary = await goToSummary(customer, `accept-${code}~sent`);
    const sent = await collectEvents(customer, await customer.submit(summary, {}, asData));
    if (!isAsked) expect(sent.data).toMatchObject({ status: statedOffer[state].status, state });
    expect(failures(sent.events)).toEqual(outcome[state] ?? [ordering(state)]);
    const again = await look(sent.path, customer);
    expect(again.events.filter((one) => one.startsWith("offerSubmitFailed"))).toEqual([]);
  }
  for (const one of withCode) {
    const tags = statementTags(8, `the code ${one.code} maps to the matching state.`);
    test(`${one.state} has its page, and is reported once`, { tags }, () => isReportedOnce(one));
  }

  test.each([
    ["OFFER_EXPIRED", "OfferExpired", 410],
    ["DOWNTIME", "Downtime", 503],
  ])("with the step of an error, %s shows %s", { tags: ["§3.26"] }, async (code, state, status) => {
    const customer = portal.browser();
    const summary = await goToSummary(customer, `step-error-${code}~order`);
    const answer = await customer.submit(summary, {}, { follow: true });
    expect([answer.status, answer.state]).toEqual([status, state]);
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

  test("refused fields, on the step that they lead to", { tags: ["§8.45", "§8.27"] }, async () => {
    const customer = portal.browser();
    const summary = await goToSummary(customer, "errors-payment.iban~sent");
    const sent = await collectEvents(customer, await customer.submit(summary, {}, asData));
    expect(sent.data.page).toBe("payment");
    expect(failures(sent.events)).toEqual([ordering("form-field-error")]);
    expect(failures((await look(sent.path, customer)).events)).toEqual([]);
  });

  test.each([
    ["pay-aborted", "PaymentAborted"],
    ["pay-failed", "PaymentFailed"],
  ])("%s comes to light on the way back: %s", async (token, state) => {
    const customer = portal.browser();
    await customer.submit(await goToSummary(customer, `${token}~sent`, entered.card));
    const back = `/angebot/${token}~sent/danke`;
    const first = await look(back, customer);
    expect([first.data.state, failures(first.events)]).toEqual([state, [ordering(state)]]);
    expect(failures((await look(back, customer)).events)).toEqual([]);
    expect(failures((await look(`/angebot/${token}~sent/danke`)).events)).toEqual([loading(state)]);
  });
});

test("documents have their own failure", { tags: ["§8.44"] }, async () => {
  const customer = portal.browser();
  await goToSummary(customer, "documents-fail~t");
  const { events } = await look("/angebot/documents-fail~t/zusammenfassung", customer);
  expect(failures(events)).toEqual([
    "documentsLoadError | offer page | Loading documents failed: DocumentsNotLoaded",
  ]);
});

test.each([
  ["/kundendaten/load-http-500~t", "customer data"],
  ["/kundendaten/unknown~t", "customer data"],
  ["/kundendaten/load-http-403~t", "customer data"],
  ["/selfcarekuendigung?data=prefill-http-500~t", "selfcare termination"],
  ["/selfcarekuendigung?data=nothing~t", "selfcare termination"],
  ["/selfcarekuendigung/error", "selfcare termination"],
  ["/kuendigung/bestaetigung?ref=forged", "termination"],
  ["/widerruf/bestaetigung?ref=forged", "withdrawal"],
  ["/email-ablehnung", "email rejection"],
  ["/gibt-es-nicht", undefined],
  ["/fr/angebot/demo", undefined],
] as const)("a failure on %s counts as one of %s, with its state", async (path, category) => {
  const { data } = await look(path);
  const pageContent = category ? `${category} error page` : "error page";
  const description = `Error page: ${data.state}`;
  expect(data.tracking).toEqual([
    {
      event: "errorPage",
      pageContent,
      description,
      application: "permissions",
      customerLoginStatus: "no",
      ...(category && { category }),
    },
  ]);
  expect(data.state).toMatch(/^[A-Z]/);
});

test("a consumed offer leads to its order, and shows it in every browser that has the link", async () => {
  const customer = portal.browser();
  await customer.submit(await goToSummary(customer, "demo~consumed"));
  const own = await customer.get("/angebot/demo~consumed");
  expect([own.status, own.location]).toEqual([302, "/angebot/demo~consumed/danke"]);
  const foreign = await portal.browser().get("/angebot/demo~consumed", { follow: true });
  expect([foreign.status, foreign.name]).toEqual([200, "confirmation"]);
  expect(foreign.text).toContain("Nordlicht 12 Pro");
  expect(foreign.text).not.toMatch(/ayse@example\.com|DE89 3704/);
});

test("a broken identity link leads to help about such links", async () => {
  const page = await portal.browser().get("/idv/unknown");
  const [link] = all(page.document, "a", { "data-action": "checkLink" });
  expect(link?.attributes.href).toBe("/#link-identity");
  const home = await portal.browser().get("/");
  expect(all(home.document, "*", { id: "link-identity" })).toHaveLength(1);
});

for (const [token, label] of [
  ["state-IDV_COMPLETED", "Identitätsprüfung abgeschlossen"],
  ["state-NO_MORE_IDV_POSSIBLE", "Identitätsprüfung fehlgeschlagen"],
  ["state-OFFER_CANCELLED", "Die Bestellung wurde storniert"],
  ["pending", "Identitätsprüfung in Bearbeitung"],
] as const) {
  const tags = statementTags(8, `'${label}'.`);
  test(`${token} has the specification's German label: ${label}`, { tags }, async () => {
    expect((await portal.browser().get(`/idv/${token}`, { follow: true })).heading).toBe(label);
  });
}

test("an outcome's page that is not the true one redirects to it, whichever is asked for", async () => {
  const pages = [
    ...Object.values(statedIdv).flatMap(({ segment }) => segment ?? []),
    "in-arbeit",
    "post-ident",
  ];
  for (const segment of pages.filter((one) => one !== "abgelaufen")) {
    const page = await portal.browser().get(`/idv/expired/${segment}`);
    expect([segment, page.status, page.location]).toEqual([segment, 302, "/idv/expired/abgelaufen"]);
  }
  for (const segment of pages) {
    const page = await portal.browser().get(`/idv/demo~open/${segment}`);
    expect([segment, page.status, page.location]).toEqual([segment, 302, "/idv/demo~open"]);
    // An outcome without its own address is shown in place.
    const down = await portal.browser().get(`/idv/state-DOWNTIME/${segment}`);
    expect([down.status, down.name, down.state]).toEqual([503, "idv-error", "Downtime"]);
  }
});
