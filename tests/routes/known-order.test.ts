import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { outcomeOf, type Page } from "../support/browser.ts";
import { varyingPortalForTests } from "../support/faulty-portal.ts";
import { fresh } from "../support/fresh.ts";
import { all, first, parseHtml, textOf } from "../support/html.ts";
import { confirmationPath, entered, goToSummary } from "../support/offer.ts";

// What the provider has taken is known, and stays known (product decisions §3).
const { portal, provider } = await varyingPortalForTests();

type Change = Parameters<typeof provider.vary>[1];
type Answer = { status: number; body: object };
const refusal = (status: number, code?: string): Answer => ({ status, body: code ? { code } : {} });

const isSummary = (call: string) => call.startsWith("GET /api/offer/summary/");

/** A customer whose provider's answers can be changed. */
function newCustomer() {
  const customer = portal.browser();
  const traceId = randomUUID();
  const vary = (change: NonNullable<Change> = (_, ask) => ask()) => {
    customer.cookies.set("trace-id", traceId);
    provider.vary(traceId, change);
  };
  vary();
  return { customer, vary };
}

async function placeOrder(payment = entered.directDebit as { paymentMethod: string }, token = fresh()) {
  const all = newCustomer();
  const summary = await goToSummary(all.customer, token, payment);
  const after = await all.customer.submit(summary);
  expect(after.status).toBe(303);
  return { ...all, token, after };
}

describe("after a reset, while reads still show the order before", () => {
  /** An order by card that its customer gives up, and what is read of the offer until then. */
  async function givenUp() {
    const { customer, vary, token } = await placeOrder(entered.card);
    let before: Answer & { body: { orderId?: string } } = refusal(404);
    vary(async (call, ask) => {
      if (call.includes("/verify/")) return refusal(409, "OFFER_ABANDONED_PAYMENT");
      const answer = await ask();
      if (isSummary(call)) before = { status: answer.status, body: answer.body as { orderId: string } };
      return answer;
    });
    const page = await customer.get(confirmationPath(token));
    expect(outcomeOf(page)).toEqual([200, "offer-error", "PaymentOpen"]);
    const number = before.body.orderId ?? "none";
    /** So many reads, of each kind, are answered as before the reset. */
    const lagging =
      (reads: number) => (call: string, ask: () => Promise<{ status: number; body: unknown }>) => {
        const isVerify = call.includes("/verify/");
        if ((!isVerify && !isSummary(call)) || reads-- <= 0) return ask();
        return isVerify ? refusal(409, "OFFER_ABANDONED_PAYMENT") : before;
      };
    return { customer, vary, token, page, number, lagging };
  }
  const resetIn = ({ document }: Page) =>
    all(document, "form").find((form) => first(form, "input", { name: "paymentAction" }));

  test("the offer is open, wherever the customer looks", async () => {
    const { customer, vary, token, page, lagging } = await givenUp();
    for (const way of ["", "/fehler", "/danke"]) {
      vary();
      const after = await customer.submit(page, {}, { form: resetIn(page) });
      expect([after.status, after.location]).toEqual([303, `/angebot/${token}/zahlung`]);
      vary(lagging(1));
      const shown = await customer.get(`/angebot/${token}${way}`, { follow: true });
      expect([way, resetIn(shown) !== undefined, shown.status]).toEqual([way, false, 200]);
    }
  });

  test("a new order of unknown end is not the old one", async () => {
    const { customer, vary, token, page, number, lagging } = await givenUp();
    vary();
    await customer.submit(page, {}, { form: resetIn(page) });
    await customer.post(`/angebot/${token}/zahlung`, entered.directDebit);
    const summary = await goToSummary(customer, token);
    const late = lagging(Number.POSITIVE_INFINITY);
    vary(async (call, ask) => {
      if (!call.startsWith("POST /api/offer/accept/")) return late(call, ask);
      await ask();
      return refusal(504);
    });
    const sent = await customer.submit(summary, {}, { follow: true });
    expect(outcomeOf(sent)).toEqual([202, "offer-error", "Waiting"]);
    expect(sent.text).not.toContain(number);
    vary();
    const end = await customer.get(confirmationPath(token), { follow: true });
    expect(outcomeOf(end)).toEqual([200, "confirmation", undefined]);
    expect(end.text).not.toContain(number);
  });
});

test("an order that is gone without a reset of its session is known until its customer deletes everything", async () => {
  const { customer, vary, token } = await placeOrder(entered.card);
  const other = newCustomer().customer;
  const theirs = await other.get(confirmationPath(token));
  await other.submit(theirs);
  expect(outcomeOf(await customer.get(confirmationPath(token)))).toEqual([202, "offer-error", "Waiting"]);
  const kept = await customer.submit(await customer.get("/eingaben-loeschen"), {});
  expect(outcomeOf(kept)).toEqual([200, "session-end", "UnderWay"]);
  vary();
  for (const way of ["", "/zusammenfassung", "/meine-daten", "/fehler"])
    expect((await customer.get(`/angebot/${token}${way}`)).location).toBe(confirmationPath(token));
  expect(outcomeOf(await customer.submit(kept, {}))).toEqual([200, "session-end", "Ended"]);
  expect(outcomeOf(await customer.get(`/angebot/${token}`))).toEqual([200, "offer", undefined]);
});

describe("the confirmation says what is next", () => {
  /** What is said of the identity instead of the sandbox's answer. */
  const idv =
    (answer: Answer): Change =>
    (call, ask) =>
      call.startsWith("GET /api/idv/") ? answer : ask();
  const open = "Bestätigen Sie noch Ihre Identität";
  async function identified(answer?: Answer) {
    const token = fresh("demo-green_idv");
    const { customer, vary } = newCustomer();
    await customer.submit(await goToSummary(customer, token));
    if (answer) vary(idv(answer));
    return customer.get(confirmationPath(token));
  }

  test.each<[says: string, answer: Answer | undefined, headline: string, step: string, look: string]>([
    ["an open identity", undefined, open, "Sie bestätigen Ihre Identität", "now"],
    ["nothing of it", { status: 500, body: {} }, open, "Sie bestätigen Ihre Identität", "now"],
    ["that it lags", refusal(404), open, "Sie bestätigen Ihre Identität", "now"],
    ["a check", { status: 200, body: { state: "review" } }, "Wir prüfen Ihre Identität", "Wir prüfen", "now"],
    [
      "a success",
      refusal(409, "IDV_SUCCESS"),
      "Vielen Dank für Ihre Bestellung",
      "Identität bestätigt",
      "done",
    ],
    [
      "no more attempts",
      refusal(409, "NO_MORE_IDV_POSSIBLE"),
      "Ihre Identität ist nicht bestätigt",
      "Ihre Identität ist nicht bestätigt",
      "stopped",
    ],
  ])("where the provider says %s", async (_, answer, headline, step, look) => {
    const page = await identified(answer);
    expect(outcomeOf(page)).toEqual([200, "confirmation", undefined]);
    const html = parseHtml(page.html);
    expect(textOf(first(html, "h1"))).toBe(headline);
    const found = all(html, "li").find((one) => textOf(one).startsWith(step));
    expect(found?.attributes.class).toBe(look);
    expect(first(html, "section", { class: "status success" }) !== undefined).toBe(look === "done");
  });

  test.each([
    ["demo", "Vielen Dank für Ihre Bestellung", []],
    ["demo-sent", "Ihre Sendung ist unterwegs", ["Sendung verfolgen"]],
    ["demo-arrived", "Ihre Lieferung ist da", []],
  ])(
    "%s: its headline is where the parcel is, which a button follows",
    async (scenario, headline, buttons) => {
      const token = fresh(scenario);
      const { customer } = newCustomer();
      await customer.submit(await goToSummary(customer, token));
      const page = await customer.get(confirmationPath(token));
      expect(page.heading).toBe(headline);
      const links = all(page.document, "a").filter(({ attributes }) =>
        attributes.href?.startsWith("https://www.example.com/paket/"),
      );
      expect(links.map((link) => [textOf(link), link.attributes.rel])).toEqual(
        buttons.map((one) => [one, "noreferrer"]),
      );
    },
  );

  test("of a provider that says nothing but a number", async () => {
    const { customer, vary, token } = await placeOrder();
    vary((call, ask) =>
      isSummary(call) ? { status: 200, body: { orderId: "4711", offers: [], paid: true } } : ask(),
    );
    const page = await customer.get(confirmationPath(token));
    expect(outcomeOf(page)).toEqual([200, "confirmation", undefined]);
    expect(page.text).toContain("4711");
    expect(page.text).toContain("Sie müssen jetzt nichts tun");
  });
});

test("the page of an offer without a token is that of a link that leads nowhere", async () => {
  expect(outcomeOf(await portal.browser().get("/angebot/fehler"))).toEqual([404, "offer-error", "NotFound"]);
});
