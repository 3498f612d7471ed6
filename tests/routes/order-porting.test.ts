import { expect, test } from "vitest";
import offerTexts from "../../locales/de/offer.json" with { type: "json" };
import { type Browser, linkTo, type Page } from "../support/browser.ts";
import { fresh } from "../support/fresh.ts";
import { all, textOf } from "../support/html.ts";
import { logIn, logInAs } from "../support/login.ts";
import { goToSummary } from "../support/offer.ts";
import { mailsAbout } from "../support/outbox.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

const portal = await portalForTests();
const again = "Noch einmal anfragen";
const done = "Wir fragen noch einmal an";

async function placeOrder(token: string, customer: Browser = portal.browser()) {
  const shown = await customer.submit(await goToSummary(customer, token), {}, { follow: true });
  expect(shown.name).toBe("confirmation");
  return { customer, shown, at: `/angebot/${token}` };
}
const asked = async (token: string) =>
  (await mailsAbout(portal.origin, token)).filter(({ kind }) => kind === "order-porting-asked").length;
const offersIt = ({ document }: Page) => all(document, "a").map(textOf).includes(again);
const typedAt = ({ document }: Page, name: string) =>
  all(document, "input", { name })[0]?.attributes.value ?? "";

test("a number that is refused for a name is asked for again with the right one, once", async () => {
  const token = fresh("demo-porting-stopped");
  const { customer, shown, at } = await placeOrder(token);
  expect(shown.heading).toBe("Ihre Rufnummer kann noch nicht umziehen");
  const form = await customer.get(linkTo(shown, again));
  expect([form.name, form.status, form.path]).toEqual(["order-porting", 200, `${at}/rufnummer`]);
  const typed = { portingHolder: "Berta Muster" };
  const saved = await customer.submit(form, typed, { follow: true });
  expect([saved.status, saved.heading]).toEqual([200, done]);
  const { sent, awaited, awaitedText } = offerTexts.orderPorting;
  expect(all(saved.document, "ol", { class: "timeline" }).map(textOf), "how it goes on").toEqual([
    expect.stringMatching(
      new RegExp(`^${sent} *${awaited} *${awaitedText} *${offerTexts.next.porting.label}`),
    ),
  ]);
  const repeated = await customer.submit(form, typed, { follow: true });
  expect([repeated.heading, await asked(token)], "the same press again").toEqual([done, 1]);
  expect((await customer.get(saved.path)).heading, "a reload").toBe(done);
  const told = await customer.get(`${at}/danke`);
  expect([told.heading, offersIt(told)]).toEqual(["Vielen Dank für Ihre Bestellung", false]);
  expect(told.text).toMatch(/Ihre Rufnummer zieht um.*Am \d\d\.\d\d\.\d{4}/);
  expect((await customer.get(`${at}/rufnummer`)).location).toBe(`${at}/danke`);
});

const reasons = offerTexts.next.portingRefused;
test.each<[refused: keyof typeof reasons.here, fields: Record<string, string>, needed: string]>([
  ["birthDate", { "birthDate.day": "4", "birthDate.month": "5", "birthDate.year": "1961" }, "birthDate"],
  ["notReleased", { oldContract: "released" }, "oldContract"],
  ["notCancelled", { oldContract: "cancelled" }, "oldContract"],
])("%s: what is refused is asked for, and nothing else", async (refused, fields, needed) => {
  const token = fresh(`demo-porting-stopped-${refused}`);
  const { customer, shown } = await placeOrder(token);
  expect(shown.text).toContain(reasons.here[refused]);
  const form = await customer.get(linkTo(shown, again));
  const empty = await customer.submit(form, {});
  expect([empty.status, Object.keys(empty.errors)]).toEqual([422, [needed]]);
  expect((await customer.submit(empty, fields, { follow: true })).heading).toBe(done);
  expect(await asked(token)).toBe(1);
});

test("for a reason that nobody knows, and for who has only the link, there is the phone", async () => {
  const unknown = await placeOrder(fresh("demo-porting-stopped-unknown"));
  expect([offersIt(unknown.shown), linkTo(unknown.shown, /anrufen$/)]).toEqual([
    false,
    expect.stringContaining("tel:"),
  ]);
  expect((await unknown.customer.get(`${unknown.at}/rufnummer`)).location).toBe(`${unknown.at}/danke`);

  const token = fresh("demo-porting-stopped");
  const { at } = await placeOrder(token);
  const stranger = portal.browser();
  const shown = await stranger.get(`${at}/danke`);
  expect([offersIt(shown), linkTo(shown, "Anmelden")]).toEqual([false, `${at}/login`]);
  expect(shown.text).toContain("Nennen Sie ihn uns am Telefon");
  const looked = await stranger.get(`${at}/rufnummer`);
  const posted = await stranger.post(`${at}/rufnummer`, { portingHolder: "Fremd" });
  expect([looked.status, looked.location]).toEqual([302, `${at}/danke`]);
  expect([posted.status, posted.location, await asked(token)]).toEqual([303, `${at}/danke`, 0]);
});

test("after a login for this link it is settled in another browser, never by another customer", async () => {
  const token = fresh("demo-porting-stopped");
  const { at } = await placeOrder(token);
  const stranger = portal.browser();
  await stranger.get(`${at}/danke`);
  await logInAs(stranger, token, "other");
  const refused = await stranger.post(`${at}/rufnummer`, { portingHolder: "Fremd" }, { follow: true });
  expect([refused.status, refused.state, await asked(token)]).toEqual([403, "Forbidden", 0]);
  const other = portal.browser();
  await other.get(`${at}/danke`);
  await logIn(other, token);
  const form = await other.get(`${at}/rufnummer`);
  const saved = await other.submit(form, { portingHolder: "Berta Muster" }, { follow: true });
  expect([saved.heading, await asked(token)]).toEqual([done, 1]);
});

test.each([
  ["none", "", "Geben Sie den Namen ein"],
  ["one that the provider refuses", "Refused", "so ein, wie er auf dessen Rechnung steht"],
  ["nothing but signs", "<>", "Geben Sie den Namen ein"],
])("%s is refused beside its field, and what was typed is kept", async (_, portingHolder, message) => {
  const token = fresh("demo-porting-stopped");
  const { customer, at } = await placeOrder(token);
  const typed = { portingHolder, "birthDate.day": "14", "birthDate.month": "10", "birthDate.year": "1961" };
  const refused = await customer.submit(await customer.get(`${at}/rufnummer`), typed);
  expect([refused.status, refused.name, Object.keys(refused.errors)]).toEqual([
    422,
    "order-porting",
    ["portingHolder"],
  ]);
  expect(refused.errors.portingHolder).toContain(message);
  for (const [name, value] of Object.entries(typed)) expect(typedAt(refused, name)).toBe(value);
  expect(await asked(token)).toBe(0);
});

test.each([
  ["porting-http-500", 503, "Klicken Sie bitte noch einmal"],
  ["porting-http-404", 501, "nur am Telefon"],
  ["porting-OFFER_BLOCKED", 409, "Hier geht das im Moment nicht"],
])("%s: the page says so, with what was typed", async (scenario, status, text) => {
  const { customer, at } = await placeOrder(fresh(scenario));
  const typed = { portingHolder: "Berta Muster" };
  const answer = await customer.submit(await customer.get(`${at}/rufnummer`), typed);
  expect([answer.status, answer.name]).toEqual([status, "order-porting"]);
  expect(answer.text).toContain(text);
  expect(typedAt(answer, "portingHolder")).toBe("Berta Muster");
  if (status !== 501)
    expect(typedAt(await customer.get(`${at}/rufnummer`), "portingHolder")).toBe("Berta Muster");
});
