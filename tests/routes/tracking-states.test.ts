import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { type OfferState, offerStateNames, offerStates } from "#app/errors/offer-states.ts";
import type { DataLayerEvent } from "#app/tracking/catalogue.ts";
import type { Browser, Page } from "../support/browser.ts";
import { entered, goToSummary } from "../support/offer.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

// The failure that analytics reports, for every state of specification §4 and every step where it can occur.
const portal = await portalForTests();
const asData = { headers: { Accept: "application/json" } };

interface Data {
  page?: string;
  state?: string;
  next?: string;
  tracking?: DataLayerEvent[];
}
const dataOf = (page: Page) => JSON.parse(new TextDecoder().decode(page.body)) as Data;
const eventsIn = ({ tracking = [] }: Data) =>
  tracking.map(({ event, pageContent, description }) =>
    [event, pageContent, description].filter(Boolean).join(" | "),
  );

/** Follows redirects and waiting pages, and records each page's events. */
async function collectEvents(customer: Browser, first: Page) {
  const events = eventsIn(dataOf(first));
  let data = dataOf(first);
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
  const { code, redirect } = offerStates[state];
  return code ? [{ state, code, redirect }] : [];
});
/** Missing data is asked for, and a pending payment waits: neither is a failure. */
const failuresOnLoad = ({ state, redirect }: (typeof withCode)[number]) =>
  redirect ? [] : [state === "OfferPaymentWaitForCapture" ? errorPage(state) : loading(state)];

describe("while the offer loads", () => {
  test.each(withCode)("$state", async (row) => {
    expect(failures((await look(`/angebot/state-${row.code}~load`)).events)).toEqual(failuresOnLoad(row));
  });
  test.each([
    ["http-401", "Unauthorized"],
    ["http-403", "Forbidden"],
    ["unknown", "NotFound"],
    ["garbage", "Unexpected"],
  ] as const)("%s is %s", async (token, state) => {
    expect((await look(`/angebot/${token}`)).events).toEqual([loading(state)]);
  });
  test.each(["", "/fehler"])("a page%s that refreshes itself is counted the first time", async (page) => {
    const path = `/angebot/state-OFFER_PAYMENT_WAITFORCAPTURE~again${page}`;
    const { data, events } = await look(path);
    expect(events).toEqual([errorPage("OfferPaymentWaitForCapture")]);
    expect((await look(data.next ?? "")).events).toEqual([]);
  });
  test("OfferSummaryNotLoaded", async () => {
    expect((await look("/angebot/summary-fail~load/danke")).events).toEqual([
      loading("OfferSummaryNotLoaded"),
    ]);
  });
});

describe("on the error page", () => {
  test.each(withCode)("$state", async ({ state, code }) => {
    const { events } = await look(`/angebot/state-${code}~error/fehler`);
    expect(failures(events)).toEqual([errorPage(state)]);
  });
  test("OfferResetFailed", async () => {
    const page = await portal
      .browser()
      .post("/angebot/reset-fail~t/fehler", { paymentAction: "clearError" }, asData);
    expect(eventsIn(dataOf(page))).toEqual([errorPage("OfferResetFailed")]);
  });
});

describe("when the order is sent", () => {
  const outcome: Partial<Record<OfferState, string[]>> = {
    OfferPaymentWaitForCapture: [errorPage("OfferPaymentWaitForCapture")],
  };
  test.each(withCode)("$state, once, never again on reload", async ({ state, code }) => {
    const customer = portal.browser();
    const summary = await goToSummary(customer, `accept-${code}~sent`);
    const sent = await collectEvents(customer, await customer.submit(summary, {}, asData));
    expect(failures(sent.events)).toEqual(outcome[state] ?? [ordering(state)]);
    const again = await look(sent.path, customer);
    expect(again.events.filter((one) => one.startsWith("offerSubmitFailed"))).toEqual([]);
  });

  test("refused fields, on the step that they lead to", async () => {
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

test("documents have their own failure", async () => {
  const customer = portal.browser();
  await goToSummary(customer, "documents-fail~t");
  const { events } = await look("/angebot/documents-fail~t/zusammenfassung", customer);
  expect(failures(events)).toEqual([
    "documentsLoadError | offer page | Loading documents failed: DocumentsNotLoaded",
  ]);
});

test.each([
  ["/kundendaten/load-http-500~t", "customer data"],
  ["/kundendaten/unknown~t", "customer data", 404],
  ["/kundendaten/load-http-403~t", "customer data", 403],
  ["/selfcarekuendigung?data=prefill-http-500~t", "selfcare termination"],
  ["/selfcarekuendigung?data=nothing~t", "selfcare termination", 404],
  ["/selfcarekuendigung/error", "selfcare termination", 404],
  ["/kuendigung/bestaetigung?ref=forged", "termination", 404],
  ["/widerruf/bestaetigung?ref=forged", "withdrawal", 404],
  ["/gibt-es-nicht", "offer", 404],
] as const)("%s has the category %s", async (path, category, status: number = 500) => {
  const { data } = await look(path);
  const description = `Error page: ${status}`;
  expect(data.tracking).toMatchObject([
    { event: "offerErrorPage", category, pageContent: `${category} error page`, description },
  ]);
});
