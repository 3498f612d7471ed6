import { describe, expect, test } from "vitest";
import { actionsOf, dataOf, linkTo, outcomeOf, type Page } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { first, textOf } from "../support/html.ts";
import { confirmationPath, entered, goToSummary } from "../support/offer.ts";
import { mailsAbout } from "../support/outbox.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

// An order that is not paid never reads as done (product decisions §3): tests/unit/order-pages has every state.
const portal = await portalForTests();

const open = [200, "offer-error", "PaymentOpen"];
/** Presses a button of the payment page. */
const press = (location: string | undefined, action: string) =>
  fetch(portal.origin + location, {
    method: "POST",
    body: new URLSearchParams({ action }),
    redirect: "manual",
  });

async function atSummary(payment: { paymentMethod: string } = entered.card, token = fresh()) {
  const customer = portal.browser();
  const summary = await goToSummary(customer, token, payment);
  return { token, customer, summary };
}

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
    const open = await customer.get(confirmationPath(token));
    expectOpen(open, location);
    expect(open.text, "the amount beside the number").toMatch(
      /Bestellnummer\s*B-.*?Gesamt einmalig\s*93,98 €\s*inkl. MwSt. und 4,99 € Versand/,
    );
    for (const path of ["zusammenfassung", "zahlung", "meine-daten", "fehler"])
      expectOpen(await customer.get(`/angebot/${token}/${path}`, { follow: true }), location);
    const data = await customer.get(confirmationPath(token), { headers: { Accept: "application/json" } });
    const facts = dataOf(data);
    expect(facts).toMatchObject({ status: 200, page: "offer-error", state: "PaymentOpen" });
    expect(facts.links[0]).toEqual({ text: "Jetzt bezahlen", href: expect.stringContaining(location) });
    const back = await press(location, "later");
    expectOpen(await customer.get(back.headers.get("Location") ?? "", { follow: true }), location);
    expect(await mailsAbout(portal.origin, token)).toEqual([]);
    await press(location, "pay");
    expect(outcomeOf(await customer.get(confirmationPath(token)))).toEqual([200, "confirmation", undefined]);
    expect(await mailsAbout(portal.origin, token)).toHaveLength(1);
  });

  test("leads to another payment method, which is another order", async () => {
    const { token, customer, summary } = await atSummary();
    await customer.submit(summary);
    const page = await customer.get(confirmationPath(token));
    expect(actionsOf(page)).toEqual(["pay", "checkAgain", "otherPaymentMethod"]);
    const fold = first(page.document, "details", { class: "fold" });
    expect(textOf(fold), "what ends the order stands apart from what pays it").toMatch(
      /^Andere Zahlungsart wählen\s*Bestellung B-\w+ stornieren und neu beginnen$/,
    );
    const again = await customer.submit(page, {}, { follow: true });
    expect(again.name).toBe("payment");
    const changed = await customer.submit(again, { paymentMethod: "invoice" }, { follow: true });
    expect((await customer.submit(changed, {}, { follow: true })).name).toBe("confirmation");
    expect(await mailsAbout(portal.origin, token)).toHaveLength(1);
  });

  test("after a bare yes, the summary names the payment page", async () => {
    const { token, customer, summary } = await atSummary(entered.card, fresh("bare-204"));
    const placed = await customer.submit(summary);
    expect(placed.location).toBe(confirmationPath(token));
    expectOpen(await customer.get(confirmationPath(token)), "/sandbox/pay/");
    expectOpen(await portal.browser().get(confirmationPath(token)), undefined);
  });
});

test("time that is over: the order is named, ended, and the offer starts again", async () => {
  const { token, customer, summary } = await atSummary(entered.card, fresh("pay-expired"));
  await customer.submit(summary);
  const page = await customer.get(confirmationPath(token));
  expect([page.status, page.state, actionsOf(page)]).toEqual([
    409,
    "OfferAbandonedPayment",
    ["restart", "hotline"],
  ]);
  expect(page.text).toMatch(/Bestellung \S+ stornieren und neu beginnen/);
  expect((await customer.submit(page, {}, { follow: true })).name).toBe("offer");
});
