import { afterEach, expect, test } from "vitest";
import { linkTo, type Page } from "../support/browser.ts";
import { changeSession } from "../support/change-session.ts";
import type { Fault } from "../support/fault-proxy.ts";
import { faultyPortalForTests } from "../support/faulty-portal.ts";
import { fresh } from "../support/fresh.ts";
import { entered, goToSummary, knownEnd } from "../support/offer.ts";
import { mailsAbout } from "../support/outbox.ts";

const { portal, backend } = await faultyPortalForTests();
afterEach(() => backend.behave());

const accept = /POST \/api\/offer\/accept\//;
const acceptances = () => backend.calls.filter((call) => accept.test(call)).length;
const hasOrderButton = (page: Page) => page.html.includes("zahlungspflichtig bestellen");

/** Orders, and returns the first answer. */
async function orderWith(fault: Fault, acts: boolean, token = fresh()) {
  const customer = portal.browser();
  const page = await goToSummary(customer, token);
  backend.misbehave(accept, fault, acts);
  return { token, customer, page, after: await customer.submit(page) };
}

// Every fault of this call, at both moments: faults/calls.test.ts.
test("an order whose backend does not answer before it acts: the customer waits, never sees the button, and it is placed once", async () => {
  const { token, customer, page, after } = await orderWith("answers 504", false);
  expect([after.status, after.location]).toEqual([303, `/angebot/${token}/danke`]);
  // A look at each would send it again, three times at most.
  for (const path of ["zahlung", "meine-daten", "fehler", ""]) {
    const shown = await customer.get(`/angebot/${token}/${path}`.replace(/\/$/, ""));
    expect([shown.status, shown.location]).toEqual([302, `/angebot/${token}/danke`]);
  }
  const shown = await customer.get(`/angebot/${token}/zusammenfassung`, { follow: true });
  expect([shown.status, shown.state, hasOrderButton(shown)]).toEqual([202, "Waiting", false]);
  expect(shown.headers.get("Refresh")).toMatch(new RegExp(`^\\d+; url=/angebot/${token}/danke$`));
  expect(shown.html.includes("data-files"), "scripts that ask quietly").toBe(true);
  expect(shown.text).toMatch(/Vorläufige Bestellnummer\s*[\dA-F]{4}-[\dA-F]{4}\b/);
  expect(shown.text).not.toContain("Vorgangsnummer");
  const again = await customer.submit(page);
  expect(again.location).toBe(`/angebot/${token}/danke`);
  backend.behave();
  const end = await knownEnd(customer, token);
  expect([end.status, end.name]).toEqual([200, "confirmation"]);
  expect((await customer.get(`/angebot/${token}/fehler`)).location).toBe(`/angebot/${token}/danke`);
  expect(await mailsAbout(backend.origin, token)).toHaveLength(1);
});

test("an order that a payment provider follows leads there, though its first answer was lost", async () => {
  const token = fresh();
  const customer = portal.browser();
  const page = await goToSummary(customer, token, entered.card);
  backend.misbehave(accept, "closes the connection", true);
  expect((await customer.submit(page)).location).toBe(`/angebot/${token}/danke`);
  // Asked again at once, under the same key, the provider did not say where to pay either: a press asks once more.
  const shown = await customer.get(`/angebot/${token}/danke`);
  expect([shown.status, shown.state, hasOrderButton(shown)]).toEqual([200, "PaymentOpen", false]);
  backend.behave();
  expect((await customer.submit(shown)).location).toMatch(/\/sandbox\/pay\//);
});

test("an order that its page has given up on is sent by a press alone, under its key", async () => {
  const { token, customer } = await orderWith("answers 504", false);
  const confirmation = `/angebot/${token}/danke`;
  expect((await customer.get(confirmation)).state).toBe("Waiting");
  backend.behave();
  const later = 45 * 60_000;
  await changeSession<{ order: { startedAt: number; sentAt: number } }>(
    portal,
    customer,
    ["offer", token],
    ({ order, ...cart }) => ({
      ...cart,
      order: { ...order, startedAt: order.startedAt - later, sentAt: order.sentAt - later },
    }),
  );
  const before = acceptances();
  for (const path of [confirmation, confirmation, `/angebot/${token}`, `/angebot/${token}/meine-daten`]) {
    const page = await customer.get(path, { follow: true });
    expect([page.path, page.status, page.state, hasOrderButton(page)]).toEqual([
      confirmation,
      202,
      "Waiting",
      false,
    ]);
    expect(page.headers.get("Refresh")).toBeNull();
    expect(page.text).toContain("Von selbst senden wir sie nicht mehr ab");
  }
  expect(acceptances()).toBe(before);
  const waiting = await customer.get(confirmation);
  const summary = await customer.get(linkTo(waiting, "Bestellung ansehen und absenden"));
  expect([summary.name, hasOrderButton(summary)]).toEqual(["summary", true]);
  expect(summary.text, "what may be ordered is not changed").not.toContain("Ändern");
  const done = await customer.submit(summary, {}, { follow: true });
  expect(done.name).toBe("confirmation");
  const keys = backend.headers.map((headers) => headers["idempotency-key"]).filter(Boolean);
  expect(new Set(keys.slice(-2)).size).toBe(1);
  expect(await mailsAbout(backend.origin, token)).toHaveLength(1);
});

test("an order whose session is lost: its page says what the provider knows", async () => {
  const { token } = await orderWith("answers 504", false);
  const asked = await portal.browser().get(`/angebot/${token}/danke`, { follow: true });
  expect([asked.status, asked.name]).toEqual([200, "offer"]);
  expect(asked.text).toContain("bisher keine Bestellung bei uns eingegangen");
  const { token: taken } = await orderWith("answers 504", true);
  const known = await portal.browser().get(`/angebot/${taken}/danke`, { follow: true });
  expect([known.status, known.name]).toEqual([200, "confirmation"]);
});

test("an order goes on after its page stops waiting", async () => {
  const token = fresh("accept-slow-8000");
  const customer = portal.browser();
  const page = await goToSummary(customer, token);
  const before = acceptances();
  expect((await customer.submit(page)).location).toBe(`/angebot/${token}/danke`);
  const end = await knownEnd(customer, token);
  expect(end.name).toBe("confirmation");
  expect(acceptances() - before).toBe(1);
});
