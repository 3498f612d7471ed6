import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Browser, Page } from "../support/browser.ts";
import { type Fault, json, type Play } from "../support/fault-proxy.ts";
import { startFaultStore } from "../support/fault-store.ts";
import { faultyPortalForTests } from "../support/faulty-portal.ts";
import { fresh } from "../support/fresh.ts";
import { all } from "../support/html.ts";
import { entered, goToSummary } from "../support/offer.ts";

/** The ugliest paths of `tests/unit/order-life.test.ts`, on the built portal with each store of sessions. */
const store = await startFaultStore();
afterAll(store.stop);
const sites = {
  SQLite: await faultyPortalForTests({}),
  Redis: await faultyPortalForTests({ SESSION_STORE: store.url }),
};

const accept = /POST .*\/accept\//;
const summary = /\/summary\//;
const offer = / \/api\/offer\//;
const reset = /PATCH /;
const code = (status: number, word: string, more: object = {}) =>
  json(status, JSON.stringify({ code: word, ...more }));
const closedUntil = "2030-01-02T04:00:00Z";
const faults = {
  "answer lost": { call: accept, fault: "closes the connection", acts: true },
  "answered with an error, and done": { call: accept, fault: "answers 500 with a page", acts: true },
  "answered with an error": { call: accept, fault: "answers 500 with a page" },
  refused: { call: accept, fault: code(409, "OFFER_BLOCKED") },
  "told of an order": { call: accept, fault: code(409, "OFFER_ABANDONED_PAYMENT") },
  "closed for orders": { call: accept, fault: code(503, "DOWNTIME") },
  closed: { call: offer, fault: code(503, "DOWNTIME", { downtime: { until: closedUntil } }) },
  "reads fail": { call: /GET .*\/offer\//, fault: "answers 500 with a page" },
  "no summary": { call: summary, fault: "answers 500 with a page" },
  "a gateway finds nothing": { call: offer, fault: "answers 404 without words" },
  cancelled: { call: /GET .*\/offer\/(?:verify|summary)\//, fault: code(410, "OFFER_CANCELLED") },
  "reset lost": { call: reset, fault: "closes the connection" },
  "reset's answer lost": { call: reset, fault: "closes the connection", acts: true },
} satisfies Record<string, { call: RegExp; fault: Fault | Play; acts?: boolean }>;

type Does =
  | "comes to the summary"
  | "returns to the summary"
  | "presses"
  | "looks"
  | "opens the link"
  | "resets"
  | "opens a step"
  | "returns to a step";
type Step = [who: "A" | "B", does: Does, reads: string, whilst?: keyof typeof faults];

/** `to pay`: what was ordered is to be paid. */
const toPay = "offer-error PaymentOpen";
const paying = "the payment page";
const unread = "offer-error OfferAbandonedPayment";
const waits = "offer-error Waiting";
const starts: Step = ["A", "comes to the summary", "summary"];
const orders: Step[] = [starts, ["A", "presses", paying]];

const paths: Record<string, Step[]> = {
  "both browsers press": [
    starts,
    ["B", "comes to the summary", "summary"],
    ["A", "presses", paying],
    ["B", "presses", toPay],
  ],
  "both press, and the second's summary cannot be read": [
    starts,
    ["B", "comes to the summary", "summary"],
    ["A", "presses", paying],
    ["B", "presses", unread, "no summary"],
    ["B", "looks", toPay],
  ],
  "a double press": [...orders, ["A", "presses", paying]],
  "an answer that is lost": [starts, ["A", "presses", toPay, "answer lost"], ["A", "presses", toPay]],
  "an error after it was done": [starts, ["A", "presses", toPay, "answered with an error, and done"]],
  "an error, and nothing done": [
    starts,
    ["A", "presses", "offer-error Unexpected", "answered with an error"],
    ["A", "presses", paying],
  ],
  "a refusal in words": [
    starts,
    ["A", "presses", "offer-error OfferBlocked", "refused"],
    ["A", "opens the link", "offer"],
    ["A", "presses", paying],
  ],
  "an order of which nothing shows": [
    starts,
    ["A", "presses", unread, "told of an order"],
    ["A", "opens the link", "offer"],
    ["A", "presses", paying],
  ],
  "not now": [
    starts,
    ["A", "presses", "offer-error Downtime", "closed for orders"],
    ["A", "presses", paying],
  ],
  "closed for all": [
    starts,
    ["A", "presses", "offer-error Downtime", "closed"],
    ["A", "looks", "offer-error Downtime", "closed"],
    ["A", "presses", paying],
  ],
  "a press while nothing can be read": [starts, ["A", "presses", paying, "reads fail"]],
  "a look before anything is ordered, while nothing can be read": [
    starts,
    ["A", "looks", "offer-error OfferSummaryNotLoaded", "reads fail"],
    ["A", "looks", "summary"],
  ],
  "ordered, and closed": [...orders, ["A", "looks", waits, "closed"], ["A", "looks", toPay]],
  "ordered, and a gateway finds nothing": [
    ...orders,
    ["A", "looks", waits, "a gateway finds nothing"],
    ["A", "looks", toPay],
  ],
  "ordered, and cancelled in the provider's words": [
    ...orders,
    ["A", "looks", "offer-error OfferCancelled", "cancelled"],
    ["A", "opens the link", "offer-error OfferCancelled", "cancelled"],
    ["A", "returns to a step", "offer-error OfferCancelled", "reads fail"],
    ["A", "presses", "offer-error OfferCancelled", "closed"],
  ],
  "a summary whose offer has ended": [
    starts,
    ["A", "returns to the summary", "offer-error OfferCancelled", "cancelled"],
    ["A", "presses", "offer-error OfferCancelled", "cancelled"],
  ],
  "another browser, without a summary": [
    ...orders,
    ["B", "opens the link", unread, "no summary"],
    ["B", "opens the link", toPay],
  ],
  "reset by another browser, and ordered there": [
    ...orders,
    ["B", "looks", toPay],
    ["B", "resets", "offer"],
    ["A", "looks", waits],
    ["B", "comes to the summary", "summary"],
    ["B", "presses", paying],
    ["A", "looks", toPay],
  ],
  "a reset of an order that is another one's by now": [
    ...orders,
    ["A", "looks", toPay],
    ["B", "looks", toPay],
    ["B", "resets", "offer"],
    ["B", "comes to the summary", "summary"],
    ["B", "presses", paying],
    ["A", "resets", toPay],
  ],
  "a reset that is lost": [
    ...orders,
    ["A", "looks", toPay],
    ["A", "resets", waits, "reset lost"],
    ["A", "looks", "payment"],
    ["A", "opens a step", "personal-data"],
  ],
  "a reset that is done, and not answered": [
    ...orders,
    ["A", "looks", toPay],
    ["A", "resets", "payment", "reset's answer lost"],
    ["A", "opens a step", "personal-data"],
  ],
};

/** Its own server has the payment page, which this origin does not. */
const nameOf = ({ path, name, state }: Page) =>
  path.startsWith("/sandbox/pay/") ? paying : [name, state].filter(Boolean).join(" ");

describe.each(Object.entries(sites))("with sessions in %s", (_, { portal, backend }) => {
  beforeEach(() => backend.behave());

  async function walk(steps: Step[]) {
    const token = fresh();
    const browsers = { A: portal.browser(), B: portal.browser() };
    const pages: Partial<Record<"A" | "B", Page>> = {};
    const summaries: Partial<Record<"A" | "B", Page>> = {};
    const read: string[] = [];
    for (const [who, does, , whilst] of steps) {
      const {
        call,
        fault,
        acts = false,
      }: { call: RegExp; fault: Fault | Play; acts?: boolean } = whilst
        ? faults[whilst]
        : { call: /$^/, fault: "answers 504" };
      backend.misbehave(call, fault, acts);
      const from = does === "presses" ? summaries[who] : pages[who];
      const page = await act(browsers[who], does, token, from);
      pages[who] = page;
      if (page.name === "summary") summaries[who] = page;
      if (does === "opens a step") expect(page.html, "what was typed").toContain(entered.personalData.street);
      backend.behave();
      read.push(nameOf(page));
    }
    return { read, token };
  }

  test.each(Object.entries(paths))("%s", async (_, steps) => {
    const { read } = await walk(steps);
    expect(read).toEqual(steps.map(([, , reads]) => reads));
  });
});

const follow = { follow: true };
function act(customer: Browser, does: Does, token: string, page: Page | undefined): Promise<Page> {
  const path = `/angebot/${token}`;
  switch (does) {
    case "comes to the summary":
      return goToSummary(customer, token, entered.card);
    case "presses":
      return customer.submit(page as Page, {}, follow);
    case "looks":
      return customer.get(`${path}/danke`, follow);
    case "opens the link":
      return customer.get(path, follow);
    case "returns to the summary":
      return customer.get(`${path}/zusammenfassung`, follow);
    case "returns to a step":
      return customer.get(`${path}/zahlung`, follow);
    case "opens a step":
      return customer.get(`${path}/meine-daten`, follow);
    case "resets": {
      const forms = all((page as Page).document, "form", { method: "post" });
      const form = forms.find(({ attributes }) => attributes.action?.endsWith("/fehler"));
      return customer.submit(page as Page, {}, { ...follow, form });
    }
  }
}

test("a press while the provider is closed for all is told so, and until when", async () => {
  const { portal, backend } = sites.SQLite;
  const customer = portal.browser();
  const ready = await goToSummary(customer, fresh(), entered.card);
  backend.misbehave(faults.closed.call, faults.closed.fault);
  const page = await customer.submit(ready, {}, follow);
  backend.behave();
  expect([page.status, page.state]).toEqual([503, "Downtime"]);
  expect(page.text).toContain("02.01.2030, 05:00 Uhr");
});

describe("a store whose writes arrive late", () => {
  const { portal, backend } = sites.Redis;
  beforeEach(() => backend.behave());
  const calls = (call: RegExp, token: string) =>
    backend.calls.filter((one) => call.test(one) && one.includes(token)).length;

  /** The store hangs once a request has read its session, and goes on afterwards. */
  async function whileItHangs(send: () => Promise<Page>): Promise<Page> {
    let hangs: Promise<void> | undefined;
    backend.strike({
      call: summary,
      async fault({ response, answer }) {
        hangs ??= store.strike("hangs");
        await hangs;
        const real = await answer();
        response.writeHead(real.status, { "Content-Type": "application/json" }).end(await real.text());
      },
    });
    const page = await send().finally(() => store.heal());
    backend.behave();
    return page;
  }

  test("no look sends an order whose press was told that its end is unknown, and a press does", async () => {
    const customer = portal.browser();
    const token = fresh();
    const ready = await goToSummary(customer, token, entered.card);
    const pressed = await whileItHangs(() => customer.submit(ready, {}, follow));
    expect(nameOf(pressed)).toBe(waits);
    for (const path of ["danke", "zusammenfassung", "danke"])
      expect(nameOf(await customer.get(`/angebot/${token}/${path}`, follow))).not.toBe(toPay);
    expect(calls(accept, token)).toBe(0);
    await act(customer, "presses", token, ready);
    expect(calls(accept, token), "a press may wait until the first one is overdue").toBeLessThan(2);
  });

  test("no look sends a reset that was told as not sent", async () => {
    const customer = portal.browser();
    const token = fresh();
    await act(customer, "presses", token, await goToSummary(customer, token, entered.card));
    const shown = await act(customer, "looks", token, undefined);
    const pressed = await whileItHangs(() => act(customer, "resets", token, shown));
    expect([pressed.status, pressed.state]).toEqual([503, "SessionsAway"]);
    for (let looks = 0; looks < 3; looks++)
      expect(nameOf(await customer.get(`/angebot/${token}/fehler`, follow))).toBe(waits);
    expect(calls(reset, token)).toBe(0);
    expect(nameOf(await act(customer, "resets", token, shown))).toBe("payment");
    expect(calls(reset, token)).toBe(1);
  });

  test("a second press while the store is away is not told that nothing was sent", async () => {
    const customer = portal.browser();
    const token = fresh();
    const ready = await goToSummary(customer, token, entered.card);
    await act(customer, "presses", token, ready);
    await store.strike("hangs");
    const again = await customer.submit(ready, {}, follow).finally(() => store.heal());
    expect([again.status, again.state]).toEqual([503, "SessionsAway"]);
    expect(again.text).not.toContain("nichts abgeschickt");
    expect(again.text).toContain("Doppelt bestellt wird dabei nichts");
    expect(nameOf(await act(customer, "looks", token, undefined))).toBe(toPay);
    expect(calls(accept, token)).toBe(1);
  });
});
