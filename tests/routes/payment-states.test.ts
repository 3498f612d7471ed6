import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Browser, dataOf, linkTo, outcomeOf, type Page } from "../support/browser.ts";
import { varyingPortalForTests } from "../support/faulty-portal.ts";
import { fresh } from "../support/fresh.ts";
import { all } from "../support/html.ts";
import { confirmationPath, entered, goToSummary } from "../support/offer.ts";
import { mailsAbout } from "../support/outbox.ts";

// An order that is not paid never reads as done (product decisions §3).
const { portal, provider } = await varyingPortalForTests();

const open = [200, "offer-error", "PaymentOpen"];
const actionsOf = ({ document }: Page) =>
  all(document, "*", { "data-action": true }).map(({ attributes }) => attributes["data-action"]);
/** Presses a button of the payment page. */
const press = (location: string | undefined, action: string) =>
  fetch(provider.origin + location, {
    method: "POST",
    body: new URLSearchParams({ action }),
    redirect: "manual",
  });

async function atSummary(payment: { paymentMethod: string } = entered.card, token = fresh()) {
  const customer = portal.browser();
  const traceId = randomUUID();
  customer.cookies.set("trace-id", traceId);
  const summary = await goToSummary(customer, token, payment);
  return { token, customer, traceId, summary };
}

/** Changes the answers of one customer's calls. */
const answer = (traceId: string, call: RegExp, body: (real: object) => object, status?: number) =>
  provider.vary(traceId, async (asked, ask) => {
    if (!call.test(asked)) return ask();
    const real = await ask();
    return { status: status ?? real.status, body: body(real.body as object) };
  });

function expectOpen(page: Page, payAt: string | undefined) {
  expect(outcomeOf(page)).toEqual(open);
  expect(page.heading).toBe("Ihre Bestellung ist noch nicht bezahlt");
  expect(page.text).not.toMatch(/Vielen Dank|eingegangen am/);
  expect(page.html).not.toContain("zahlungspflichtig bestellen");
  expect(page.text).toContain("Nordlicht");
  if (payAt) expect(linkTo(page, "Jetzt bezahlen")).toContain(payAt);
}

describe("an open payment", () => {
  test("says so and leads to the payment page, with Back from any step, and as data", async () => {
    const { token, customer, summary } = await atSummary();
    const { location = "-" } = await customer.submit(summary);
    expect(location).toMatch(/^\/sandbox\/pay\//);
    expectOpen(await customer.get(confirmationPath(token)), location);
    for (const path of ["zusammenfassung", "zahlung", "meine-daten", "fehler"])
      expectOpen(await customer.get(`/angebot/${token}/${path}`, { follow: true }), location);
    const data = await customer.get(confirmationPath(token), { headers: { Accept: "application/json" } });
    const facts = dataOf(data);
    expect(facts).toMatchObject({ status: 200, page: "offer-error", state: "PaymentOpen" });
    expect(facts.links[0]).toEqual({ text: "Jetzt bezahlen", href: expect.stringContaining(location) });
    const back = await press(location, "later");
    expectOpen(await customer.get(back.headers.get("Location") ?? "", { follow: true }), location);
    expect(await mailsAbout(provider.origin, token)).toEqual([]);
    await press(location, "pay");
    expect(outcomeOf(await customer.get(confirmationPath(token)))).toEqual([200, "confirmation", undefined]);
    expect(await mailsAbout(provider.origin, token)).toHaveLength(1);
  });

  test("leads to another payment method, which is another order", async () => {
    const { token, customer, summary } = await atSummary();
    await customer.submit(summary);
    const page = await customer.get(confirmationPath(token));
    expect(actionsOf(page)).toEqual(["pay", "checkAgain", "otherPaymentMethod"]);
    const again = await customer.submit(page, {}, { follow: true });
    expect(again.name).toBe("payment");
    const changed = await customer.submit(again, { paymentMethod: "invoice" }, { follow: true });
    expect((await customer.submit(changed, {}, { follow: true })).name).toBe("confirmation");
    expect(await mailsAbout(provider.origin, token)).toHaveLength(1);
  });

  test("after a bare yes, the summary names the payment page", async () => {
    const { token, customer, summary } = await atSummary(entered.card, fresh("bare-204"));
    const placed = await customer.submit(summary);
    expect(placed.location).toBe(confirmationPath(token));
    expectOpen(await customer.get(confirmationPath(token)), "/sandbox/pay/");
    expectOpen(await portal.browser().get(confirmationPath(token)), undefined);
  });

  test("after a bare yes, and a summary without an address: says so, and what to do", async () => {
    const { token, customer, traceId, summary } = await atSummary();
    answer(traceId, /\/accept\//, () => ({}));
    const page = await customer.submit(summary, {}, { follow: true });
    expectOpen(page, undefined);
    expect(page.text).toContain("Eine Seite zum Bezahlen ließ sich hier nicht öffnen");
    expect(page.text).toMatch(/Bestellnummer/);
    expect(actionsOf(page)).toEqual(["checkAgain", "otherPaymentMethod"]);
    expect(outcomeOf(await customer.get(`/angebot/${token}/fehler`, { follow: true }))).toEqual(open);
  });

  test("elsewhere says that it is paid where it was ordered", async () => {
    const { token, customer, summary } = await atSummary();
    await customer.submit(summary);
    const page = await portal.browser().get(confirmationPath(token));
    expectOpen(page, undefined);
    expect(page.text).toContain("in dem Browser, in dem Sie bestellt haben");
    expect(actionsOf(page)).not.toContain("pay");
  });

  test("is said in the customer's language", async () => {
    const { token, customer, summary } = await atSummary();
    const { location } = await customer.submit(summary);
    const page = await customer.get(`/en${confirmationPath(token)}?brand=ortel`);
    expect(page.heading).toBe("Your order has not been paid yet");
    expect(linkTo(page, "Pay now")).toContain(location);
  });
});

describe("the payment page of an order whose answer was lost", () => {
  /** The first answer to an order is lost; a repeat is answered by `later`. */
  const lose = (traceId: string, later?: { status: number; body: object }) => {
    let attempts = 0;
    const keys = new Set<number>();
    provider.vary(traceId, async (asked, ask) => {
      if (!asked.includes("/accept/")) return ask();
      const real = await ask();
      keys.add(++attempts);
      return attempts === 1 ? { status: 502, body: {} } : (later ?? real);
    });
    return () => attempts;
  };

  test("is asked for again under the same key, and opened", async () => {
    const { token, customer, traceId, summary } = await atSummary();
    const attempts = lose(traceId);
    let answered = await customer.submit(summary);
    if (answered.location === confirmationPath(token)) answered = await customer.get(confirmationPath(token));
    expect(answered.location).toMatch(/^\/sandbox\/pay\//);
    expect(attempts()).toBe(2);
    expectOpen(await customer.get(confirmationPath(token)), answered.location);
    await press(answered.location, "pay");
    expect((await customer.get(confirmationPath(token))).name).toBe("confirmation");
    expect(await mailsAbout(provider.origin, token)).toHaveLength(1);
  });

  test("that stays unknown: the page says open, and its button asks once more", async () => {
    const { token, customer, traceId, summary } = await atSummary();
    lose(traceId, { status: 500, body: {} });
    await customer.submit(summary);
    const page = await customer.get(confirmationPath(token));
    expectOpen(page, undefined);
    const pressed = await customer.submit(page);
    expect(outcomeOf(pressed)).toEqual([502, "offer-error", "PaymentOpen"]);
    expect(pressed.text).toContain("lässt sich gerade nicht öffnen");
    provider.vary(traceId);
    expect((await customer.submit(pressed)).location).toMatch(/^\/sandbox\/pay\//);
  });
});

describe("the other states", () => {
  /** What the provider answers to the summary and the verification of an order by card, and which page says it. */
  test.each<[string, RegExp, (real: object) => object, number | undefined, (number | string)[]]>([
    [
      "a readable summary with the code",
      /\/summary\//,
      (real) => ({ ...real, code: "OFFER_PAYMENT_WAITFORCAPTURE" }),
      undefined,
      [202, "OfferPaymentWaitForCapture"],
    ],
    [
      "a verification with the code",
      /\/verify\//,
      () => ({ code: "OFFER_PAYMENT_WAITFORCAPTURE" }),
      409,
      [202, "OfferPaymentWaitForCapture"],
    ],
    [
      "a summary that it was broken off",
      /\/summary\//,
      (real) => ({ ...real, code: "PAYMENT_ABORTED" }),
      undefined,
      [200, "PaymentAborted"],
    ],
    [
      "a verification that it is consumed",
      /\/verify\//,
      () => ({ code: "OFFER_CONSUMED" }),
      409,
      [200, "PaymentOpen"],
    ],
    ["a verification that fails", /\/verify\//, () => ({}), 500, [200, "PaymentOpen"]],
  ])("%s", async (_, call, body, status, expected) => {
    const { token, customer, traceId, summary } = await atSummary();
    await customer.submit(summary);
    answer(traceId, call, body, status);
    const page = await customer.get(confirmationPath(token));
    expect([page.status, page.state]).toEqual(expected);
    expect(page.html).not.toContain("zahlungspflichtig bestellen");
    const waits = page.status === 202;
    expect(page.headers.has("Refresh")).toBe(waits);
    if (waits) expect(actionsOf(page)).toEqual(["wait"]);
  });

  test("an acceptance that waits, with a readable summary, waits until it is paid", async () => {
    const { token, customer, traceId, summary } = await atSummary();
    answer(traceId, /\/accept\//, () => ({ step: "error", code: "OFFER_PAYMENT_WAITFORCAPTURE" }));
    const placed = await customer.submit(summary, {}, { follow: true });
    expect(outcomeOf(placed)).toEqual([202, "offer-error", "OfferPaymentWaitForCapture"]);
    answer(traceId, /\/summary\//, (real) => ({ ...real, paid: true }));
    expect((await customer.get(confirmationPath(token), { follow: true })).name).toBe("confirmation");
  });

  test("an invoice is not due now: unpaid is done", async () => {
    const { customer, traceId, summary } = await atSummary({ paymentMethod: "invoice" });
    answer(traceId, /\/summary\//, (real) => ({ ...real, paid: false }));
    const page = await customer.submit(summary, {}, { follow: true });
    expect(outcomeOf(page)).toEqual([200, "confirmation", undefined]);
    expect(page.text).not.toContain(", bezahlt");
  });

  test("nothing to pay: unpaid is done, even if the summary does not say how it is paid", async () => {
    const { customer, traceId, summary } = await atSummary(entered.card, fresh("demo-free"));
    answer(traceId, /\/summary\//, (real) => ({ ...real, payment: undefined, paid: false }));
    expect((await customer.submit(summary, {}, { follow: true })).name).toBe("confirmation");
  });

  test("time that is over: nothing was ordered, and the offer starts again", async () => {
    const { token, customer, summary } = await atSummary(entered.card, fresh("pay-expired"));
    await customer.submit(summary);
    const page = await customer.get(confirmationPath(token));
    expect([page.status, page.state, actionsOf(page)]).toEqual([409, "OfferAbandonedPayment", ["restart"]]);
    expect(page.text).toContain("nicht zustande gekommen");
    expect((await customer.submit(page, {}, { follow: true })).name).toBe("offer");
  });
});

test("the button to pay without a session leads to the confirmation, which says what is known", async () => {
  const { token, customer, summary } = await atSummary();
  await customer.submit(summary);
  const stranger: Browser = portal.browser();
  const answered = await stranger.post(confirmationPath(token));
  expect([answered.status, answered.location]).toEqual([303, confirmationPath(token)]);
});
